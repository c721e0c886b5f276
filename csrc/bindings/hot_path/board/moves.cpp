// What may be played: moves generated, moves judged.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"

namespace bitrook::bindings {

namespace {

using FromMask = Or<Bitboard, ~0ull>;
using ToMask = Or<Bitboard, ~0ull>;

template <void (*Generate)(const Position&, MoveList&, Mask)>
PyObject* generate(const Position& p, FromMask from_mask, ToMask to_mask) {
  MoveList moves;
  Generate(p, moves, {from_mask.value, to_mask.value});
  return iterator_over(moves);
}

// Moves judged: the core's functions under python-chess's names.
bool judge_is_legal(const Position& p, Move move) { return is_legal(p, move); }
bool judge_is_pseudo_legal(const Position& p, Move move) { return is_pseudo_legal(p, move); }
bool judge_is_into_check(const Position& p, Move move) { return is_into_check(p, move); }
bool judge_gives_check(const Position& p, Move move) { return gives_check(p, move); }
bool judge_is_en_passant(const Position& p, Move move) { return is_en_passant(p, move); }
bool judge_is_capture(const Position& p, Move move) { return is_capture(p, move); }
bool judge_is_zeroing(const Position& p, Move move) { return is_zeroing(p, move); }
bool judge_is_irreversible(const Position& p, Move move) { return is_irreversible(p, move); }
bool judge_is_castling(const Position& p, Move move) { return is_castling(p, move); }
bool judge_is_kingside_castling(const Position& p, Move move) { return is_kingside_castling(p, move); }
bool judge_is_queenside_castling(const Position& p, Move move) { return is_queenside_castling(p, move); }

bool gives_checkmate(const Position& p, Move move) {
  if (!gives_check(p, move)) return false;
  Position next = p;
  next.play_unchecked(move);
  return is_checkmate(next);
}

bool has_pseudo_legal_en_passant(const Position& p) { return p.has_pseudo_legal_en_passant(); }
bool has_legal_en_passant(const Position& p) { return p.has_legal_en_passant(); }

PyObject* find_move(const Position& p, Square from_square, Square to_square, std::optional<PieceType> promotion) {
  const Rank last = rank_of(to_square);
  if (!promotion && p.of(PieceType::Pawn).contains(from_square) && (last == Rank::R1 || last == Rank::R8)) {
    promotion = PieceType::Queen;
  }
  const Move written =
      promotion ? Move::promotion(from_square, to_square, *promotion) : Move::normal(from_square, to_square);
  const Move move = to_own_encoding(p, written);
  if (is_legal(p, move)) return to_python(move);
  Owned shown(to_python(written));
  PyErr_Format(IllegalMoveError, "no legal move, %s: '%S'", std::string(text(why_illegal(p, move))).c_str(),
               shown.get());
  return nullptr;
}

}  // namespace

void add_board_moves(TypeBuilder&, TypeBuilder& board) {
  board.methods({
      method<"generate_legal_moves(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_legal>>(
          "An iterator over the legal moves from squares of *from_mask* to squares of *to_mask* (sets, not "
          "squares).\n\n"
          "The moves are generated at once: playing on while iterating is safe. Their order is python-chess's."),
      method<"generate_legal_captures(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_legal_captures>>("As generate_legal_moves(), captures only, en passant last."),
      method<"generate_legal_ep(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_legal_en_passant>>("As generate_legal_moves(), en passant only."),
      method<"generate_pseudo_legal_moves(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_pseudo_legal>>(
          "As generate_legal_moves(), but moves may leave the king in check; castling only where it is legal."),
      method<"generate_pseudo_legal_captures(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_pseudo_legal_captures>>("As generate_pseudo_legal_moves(), captures only."),
      method<"generate_pseudo_legal_ep(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_pseudo_legal_en_passant>>("As generate_pseudo_legal_moves(), en passant only."),
      method<"generate_castling_moves(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)",
             generate<generate_castling>>("An iterator over the castling moves that are legal."),
      method<"is_legal(move)", judge_is_legal>(
          "Whether *move* may be played. Castling may be spelled as the king taking its rook."),
      method<"is_pseudo_legal(move)", judge_is_pseudo_legal>(
          "Whether *move* may be played but for leaving the king in check."),
      method<"is_into_check(move)", judge_is_into_check>("Whether *move* would leave the mover's king attacked."),
      method<"gives_check(move)", judge_gives_check>(
          "Whether *move* would give check. It is not played to see, and its legality is not asked."),
      method<"gives_checkmate(move)", gives_checkmate>("Whether *move* would mate."),
      method<"is_en_passant(move)", judge_is_en_passant>("Whether the pseudo-legal *move* captures en passant."),
      method<"is_capture(move)", judge_is_capture>("Whether the pseudo-legal *move* captures, en passant included."),
      method<"is_zeroing(move)", judge_is_zeroing>(
          "Whether the pseudo-legal *move* is a capture or a pawn's, and so resets the half-move clock."),
      method<"is_irreversible(move)", judge_is_irreversible>(
          "Whether after *move* no earlier position can recur: it is zeroing, loses a castling right or gives up\n"
          "a legal capture en passant."),
      method<"is_castling(move)", judge_is_castling>("Whether the pseudo-legal *move* castles, in either spelling."),
      method<"is_kingside_castling(move)", judge_is_kingside_castling>("Whether *move* castles to the h-side."),
      method<"is_queenside_castling(move)", judge_is_queenside_castling>("Whether *move* castles to the a-side."),
      method<"has_pseudo_legal_en_passant()", has_pseudo_legal_en_passant>(
          "Whether some pawn could capture en passant, pins ignored."),
      method<"has_legal_en_passant()", has_legal_en_passant>("Whether a capture en passant is legal."),
      method<"find_move(from_square, to_square, promotion=None)", find_move>(
          "The legal move from one square to another; a pawn that reaches the end becomes a queen by default.\n\n"
          "Raises IllegalMoveError, which says why, if there is none."),
  });
}

}  // namespace bitrook::bindings
