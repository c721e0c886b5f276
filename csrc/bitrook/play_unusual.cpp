// Castling, passing, dropping, and the playing of everything that is no move of chess.
#include "play_detail.hpp"
#include "position.hpp"
#include "position_detail.hpp"
#include "zobrist.hpp"

namespace bitrook {

using namespace detail;

namespace {

// A square with what stood on it before an unusual move, in 12 bits; five of them fit a word.
constexpr std::uint64_t old_square(Square s, Piece p, bool promoted) {
  return index(s) | index(p) << 6 | unsigned(promoted) << 10 | 1u << 11;
}

}  // namespace

// What stands on `s` from now on.
void Position::replace(Square s, Piece p, bool promoted) {
  const Piece old = piece_at(s);
  if (old != Piece::None) toggle(old, s);
  promoted_ -= Bitboard(s);
  if (p == Piece::None) return;
  toggle(p, s);
  if (promoted) promoted_ |= Bitboard(s);
}

// King and rook to their places; the two may stand on each other's. The caller has seen that no other
// piece is in the way.
template <Color Us>
void Position::castle(Square from, Square rook, Undo& u) {
  constexpr Bitboard FirstRank{relative(Rank::R1, Us)};
  constexpr Piece King = make_piece(PieceType::King, Us), Rook = make_piece(PieceType::Rook, Us);
  const CastlingSquares goal = castling_squares(Us, from, rook);
  u.pieces = chess960_ ? Castling : Castling | StandardSpelling;
  key_ ^= castling_key() ^ en_passant_key() ^ zobrist::WhiteToMove;
  toggle(King, from);
  toggle(Rook, rook);
  toggle(King, goal.king);
  toggle(Rook, goal.rook);
  castling_ -= FirstRank;
  en_passant_ = Square::None;
  key_ ^= castling_key();
  ++halfmove_clock_;
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
  refresh_attacks<~Us>();
  changed();
}

template <Color Us>
void Position::uncastle(const Undo& u) {
  constexpr Piece King = make_piece(PieceType::King, Us), Rook = make_piece(PieceType::Rook, Us);
  const Square from = u.move.from();
  Square rook = u.move.to();
  if (u.pieces & StandardSpelling) rook = make_square(rook < from ? File::A : File::H, rank_of(from));
  const CastlingSquares goal = castling_squares(Us, from, rook);
  flip(King, goal.king);
  flip(Rook, goal.rook);
  flip(King, from);
  flip(Rook, rook);
}

// Castling, passing, dropping, and everything that is no move of chess: python-chess's meaning of each.
void Position::play_unusual(Move m, Undo& u) {
  const Color us = turn_, them = ~us;
  m = chess960_spelling(*this, m);
  u.move = chess960_ ? m : standard_spelling(*this, m);
  const Square from = m.from(), to = m.to();
  const bool plain = m.word() >> 12 == 0;

  const Piece mover = piece_at(from);
  if (plain && mover == make_piece(PieceType::King, us) && piece_at(to) == make_piece(PieceType::Rook, us) &&
      promoted_.disjoint(Bitboard(from) | Bitboard(to)) && rank_of(from) == relative(Rank::R1, us) &&
      rank_of(to) == rank_of(from) && (chess960_ || u.move != m)) {
    const CastlingSquares goal = castling_squares(us, from, to);
    const Bitboard others = occupied() - Bitboard(from) - Bitboard(to);
    if (others.disjoint(Bitboard(goal.king) | Bitboard(goal.rook)))
      return us == Color::White ? castle<Color::White>(from, to, u) : castle<Color::Black>(from, to, u);
  }

  u.pieces = Unusual;
  u.checkers = u.pinned = Bitboard();
  if (m.is_null()) {
    key_ ^= en_passant_key() ^ zobrist::WhiteToMove;
    en_passant_ = Square::None;
    ++halfmove_clock_;
    if (us == Color::Black) ++fullmove_number_;
    turn_ = them;
    refresh_attacks();
    changed();
    return;
  }

  std::uint64_t old = 0;
  unsigned squares = 0;
  const auto change = [&](Square s, Piece p, bool promoted) {
    old |= old_square(s, piece_at(s), promoted_.contains(s)) << 12 * squares++;
    replace(s, p, promoted);
  };

  const Square en_passant = en_passant_;
  en_passant_ = Square::None;
  ++halfmove_clock_;
  if (us == Color::Black) ++fullmove_number_;
  turn_ = them;

  const PieceType dropped = m.dropped();
  if (dropped >= PieceType::Pawn && dropped <= PieceType::King) {
    change(to, make_piece(dropped, us), false);
  } else if (mover != Piece::None) {
    if ((of(PieceType::Pawn) | of(them)).meets(Bitboard(from) ^ Bitboard(to))) halfmove_clock_ = 0;
    const bool was_promoted = promoted_.contains(from);
    PieceType placed = type_of(mover);
    bool promoted = was_promoted;
    change(from, Piece::None, false);
    const PieceType captured = type_at(to);

    castling_ -= Bitboard(from) | Bitboard(to);
    if (placed == PieceType::King && !was_promoted)
      castling_ -= Bitboard(relative(Rank::R1, us));
    else if (captured == PieceType::King && promoted_.disjoint(Bitboard(to)) && rank_of(to) == relative(Rank::R8, us))
      castling_ -= Bitboard(relative(Rank::R8, us));

    if (placed == PieceType::Pawn) {
      const int step = int(index(to)) - int(index(from));
      if (step == 16 && rank_of(from) == Rank::R2) {
        en_passant_ = offset(from, 8);
      } else if (step == -16 && rank_of(from) == Rank::R7) {
        en_passant_ = offset(from, -8);
      } else if (to == en_passant && captured == PieceType::None &&
                 (step == 7 || step == 9 || step == -7 || step == -9)) {
        // A hand-made square on an outer rank wraps round, as a negative index does in Python.
        change(Square((index(to) + (us == Color::White ? 56 : 8)) & 63), Piece::None, false);
      }
    }
    const PieceType promotion = m.promotion();
    if (promotion >= PieceType::Pawn && promotion <= PieceType::King) {
      placed = promotion;
      promoted = true;
    }
    if (placed == PieceType::King && of(us).contains(to)) {
      const CastlingSquares goal = castling_squares(us, from, to);
      change(to, Piece::None, false);
      change(goal.king, make_piece(PieceType::King, us), false);
      change(goal.rook, make_piece(PieceType::Rook, us), false);
    } else {
      change(to, make_piece(placed, us), promoted);
    }
  }
  u.checkers = Bitboard(old);
  castling_is_clean_ = castling_is_clean_ && clean_castling_rights(castling_) == castling_;
  refresh();
}

void Position::undo_unusual(const Undo& u) {
  for (int i = 4; i >= 0; --i) {
    const unsigned old = u.checkers.word() >> 12 * i & 0xFFF;
    if (old >> 11) replace(Square(old & 63), Piece(old >> 6 & 15), old >> 10 & 1);
  }
  key_ = u.key;
  refresh_attacks();
}

template void Position::uncastle<Color::White>(const Undo&);
template void Position::uncastle<Color::Black>(const Undo&);

}  // namespace bitrook
