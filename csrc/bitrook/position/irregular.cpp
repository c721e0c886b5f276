// Irregular moves: drops, and moves that are not legal chess moves. They are made square by square, with the same
// result as in python-chess.
#include <utility>

#include "bitrook/position/castling.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

void Position::replace(Square s, Piece p, bool promoted) {
  if (const Piece old = piece_at(s); old != Piece::None) toggle(type_of(old), color_of(old), s);
  promoted_ -= Bitboard(s);
  if (p == Piece::None) return;
  toggle(type_of(p), color_of(p), s);
  if (promoted) promoted_ |= Bitboard(s);
}

// Replaces the piece on a square and pushes the old contents onto `u.checkers`, with the last change in the lowest
// bits. A move changes at most five squares, and each takes 12 bits.
void Position::change(Square s, Piece p, bool promoted, Undo& u) {
  const unsigned old = index(s) | index(piece_at(s)) << 6 | unsigned(promoted_.contains(s)) << 10 | 1u << 11;
  u.checkers = u.checkers << 12 | old;
  replace(s, p, promoted);
}

void Position::make_irregular(Move m, Undo& u) {
  save(u, to_own_encoding(*this, m), Undo::pieces_of(Undo::Kind::Irregular));
  u.checkers = 0;
  m = to_king_takes_rook(*this, m);
  const Square en_passant = std::exchange(en_passant_, Square::None);
  const Color us = std::exchange(turn_, ~turn_);
  ++halfmove_clock_;
  fullmove_number_ += index(us);

  const PieceType dropped = m.dropped();
  if (dropped >= PieceType::Pawn && dropped <= PieceType::King) {
    change(m.to(), make_piece(dropped, us), false, u);
  } else if (piece_at(m.from()) != Piece::None) {
    move_irregularly(us, m, en_passant, u);
  }
  castling_is_clean_ = castling_is_clean_ && clean_castling_rights(castling_) == castling_;
  refresh();
}

// Moves the piece on m.from(), whatever its color, as its type would move. `en_passant` is the en-passant square before
// the move.
void Position::move_irregularly(Color us, Move m, Square en_passant, Undo& u) {
  const Square from = m.from(), to = m.to();
  if ((of(PieceType::Pawn) | of(~us)).meets(Bitboard(from) ^ Bitboard(to))) halfmove_clock_ = 0;
  bool promoted = promoted_.contains(from);
  PieceType placed = type_at(from);
  change(from, Piece::None, false, u);
  const PieceType captured = type_at(to);

  castling_ -= Bitboard(from) | Bitboard(to);
  if (placed == PieceType::King && !promoted)
    castling_ -= Bitboard(relative(Rank::R1, us));
  else if (captured == PieceType::King && !promoted_.contains(to) && rank_of(to) == relative(Rank::R8, us))
    castling_ -= Bitboard(relative(Rank::R8, us));

  if (placed == PieceType::Pawn) {
    const int step = int(index(to)) - int(index(from));
    if (step == 16 && rank_of(from) == Rank::R2) {
      en_passant_ = offset(from, 8);
    } else if (step == -16 && rank_of(from) == Rank::R7) {
      en_passant_ = offset(from, -8);
    } else if (to == en_passant && captured == PieceType::None &&
               (step == 7 || step == 9 || step == -7 || step == -9)) {
      // An artificial square on an outer rank wraps around, as a negative index does in Python.
      change(Square((index(to) + (us == Color::White ? 56 : 8)) & 63), Piece::None, false, u);
    }
  }
  if (m.promotion() >= PieceType::Pawn && m.promotion() <= PieceType::King) {
    placed = m.promotion();
    promoted = true;
  }
  if (placed == PieceType::King && of(us).contains(to)) {
    const CastlingPath& path = castling_path(us, from, to);
    change(to, Piece::None, false, u);
    change(path.king_to, make_piece(PieceType::King, us), false, u);
    change(path.rook_to, make_piece(PieceType::Rook, us), false, u);
  } else {
    change(to, make_piece(placed, us), promoted, u);
  }
}

// Restores each changed square, starting with the last change.
void Position::unmake_irregular(const Undo& u) {
  for (std::uint64_t old = u.checkers; old != 0; old >>= 12)
    replace(Square(old & 63), Piece(old >> 6 & 15), old >> 10 & 1);
  refresh_checks();
}

}  // namespace bitrook
