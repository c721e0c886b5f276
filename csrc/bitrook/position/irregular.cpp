// Irregular moves: drops and everything that is no move of chess, with python-chess's meaning, made square by square.
#include "bitrook/position/castling.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

namespace {

// A square and what was on it, in 12 bits. A move changes at most five squares: they fit one word, Undo::checkers.
constexpr std::uint64_t old_square(Square s, Piece p, bool promoted) {
  return index(s) | index(p) << 6 | unsigned(promoted) << 10 | 1u << 11;
}

}  // namespace

void Position::replace(Square s, Piece p, bool promoted) {
  if (const Piece old = piece_at(s); old != Piece::None) flip(old, s);
  promoted_ -= Bitboard(s);
  if (p == Piece::None) return;
  flip(p, s);
  if (promoted) promoted_ |= Bitboard(s);
}

void Position::make_irregular(Move m, Undo& u) {
  if (m.is_null()) return make_null(u);
  const Color us = turn_, them = ~us;
  u.save(checks_, key_, irreversible_, Undo::slow_pieces(Undo::Kind::Irregular), to_own_encoding(*this, m).word());
  m = to_king_takes_rook(*this, m);
  const Square from = m.from(), to = m.to();
  const Piece moved = piece_at(from);

  std::uint64_t old = 0;
  unsigned squares = 0;
  const auto change = [&](Square s, Piece p, bool promoted) {
    old |= old_square(s, piece_at(s), promoted_.contains(s)) << 12 * squares++;
    replace(s, p, promoted);
  };

  const Square en_passant = this->en_passant();
  irreversible_.set_en_passant(Square::None);
  irreversible_.count_halfmove();
  fullmove_number_ += index(us);
  turn_ = them;

  const PieceType dropped = m.dropped();
  if (dropped >= PieceType::Pawn && dropped <= PieceType::King) {
    change(to, make_piece(dropped, us), false);
  } else if (moved != Piece::None) {
    if ((of(PieceType::Pawn) | of(them)).meets(Bitboard(from) ^ Bitboard(to))) irreversible_.set_halfmove_clock(0);
    const bool was_promoted = promoted_.contains(from);
    PieceType placed = type_of(moved);
    bool promoted = was_promoted;
    change(from, Piece::None, false);
    const PieceType captured = type_at(to);

    Bitboard lost = Bitboard(from) | Bitboard(to);
    if (placed == PieceType::King && !was_promoted)
      lost |= Bitboard(relative(Rank::R1, us));
    else if (captured == PieceType::King && promoted_.disjoint(Bitboard(to)) && rank_of(to) == relative(Rank::R8, us))
      lost |= Bitboard(relative(Rank::R8, us));
    set_rights(castling_ - lost);

    if (placed == PieceType::Pawn) {
      const int step = int(index(to)) - int(index(from));
      if (step == 16 && rank_of(from) == Rank::R2) {
        irreversible_.set_en_passant(offset(from, 8));
      } else if (step == -16 && rank_of(from) == Rank::R7) {
        irreversible_.set_en_passant(offset(from, -8));
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
      const CastlingPath& path = castling_path(us, from, to);
      change(to, Piece::None, false);
      change(path.king_to, make_piece(PieceType::King, us), false);
      change(path.rook_to, make_piece(PieceType::Rook, us), false);
    } else {
      change(to, make_piece(placed, us), promoted);
    }
  }
  u.checkers = old;
  castling_is_clean_ = castling_is_clean_ && clean_castling_rights(castling_) == castling_;
  refresh();
}

// Puts back what was on each changed square, the last change first.
void Position::unmake_irregular(const Undo& u) {
  for (int i = 4; i >= 0; --i) {
    const unsigned old = u.checkers >> 12 * i & 0xFFF;
    if (old >> 11) replace(Square(old & 63), Piece(old >> 6 & 15), old >> 10 & 1);
  }
  refresh_kings();
  refresh_checks();
  changed();
}

}  // namespace bitrook
