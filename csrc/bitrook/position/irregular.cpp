// Castling, passing, dropping, and the playing of everything that is no move of chess.
#include "bitrook/position/make_detail.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/position/position_detail.hpp"
#include "bitrook/position/zobrist.hpp"

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
void Position::castle(Square from, Square rook) {
  const Color us = status_.turn;
  const Piece king = make_piece(PieceType::King, us), tower = make_piece(PieceType::Rook, us);
  const CastlingSquares goal = castling_squares(us, from, rook);
  status_.key ^= en_passant_key() ^ zobrist::WhiteToMove;
  lose(status_.castling & Bitboard(relative(Rank::R1, us)));
  toggle(king, from);
  toggle(tower, rook);
  toggle(king, goal.king);
  toggle(tower, goal.rook);
  status_.kings[index(us)] = computed_king(us);
  status_.pass();
  refresh_attacks();
  changed();
}

void Position::uncastle(const Undo& u) {
  const Color us = status_.turn;
  const Piece king = make_piece(PieceType::King, us), tower = make_piece(PieceType::Rook, us);
  const Square from = u.move().from();
  Square rook = u.move().to();
  if (u.pieces() >> 4 & Mark) rook = make_square(rook < from ? File::A : File::H, rank_of(from));
  const CastlingSquares goal = castling_squares(us, from, rook);
  flip(king, goal.king);
  flip(tower, goal.rook);
  flip(king, from);
  flip(tower, rook);
  status_.kings[index(us)] = computed_king(us);
  changed();
}

// Castling, passing, dropping, and everything that is no move of chess: python-chess's meaning of each.
void Position::play_irregular(Move m, Undo& u) {
  const Color us = status_.turn, them = ~us;
  m = king_takes_rook(*this, m);
  const Move spelled = status_.chess960 ? m : king_two_squares(*this, m);
  const Square from = m.from(), to = m.to();
  const bool plain = m.word() >> 12 == 0;

  const Piece mover = piece_at(from);
  if (plain && mover == make_piece(PieceType::King, us) && piece_at(to) == make_piece(PieceType::Rook, us) &&
      promoted_.disjoint(Bitboard(from) | Bitboard(to)) && rank_of(from) == relative(Rank::R1, us) &&
      rank_of(to) == rank_of(from) && (status_.chess960 || spelled != m)) {
    const CastlingSquares goal = castling_squares(us, from, to);
    const Bitboard others = occupied() - Bitboard(from) - Bitboard(to);
    if (others.disjoint(Bitboard(goal.king) | Bitboard(goal.rook))) {
      u.save(derived_, status_.key, status_.irreversible,
             Special | pieces_of(status_.chess960 ? Castling : Castling | Mark, 0), spelled.word());
      return castle(from, to);
    }
  }

  u.save(derived_, status_.key, status_.irreversible, Special | Unusual, spelled.word());
  u.checkers = u.pinned = 0;
  if (m.is_null()) {
    status_.key ^= en_passant_key() ^ zobrist::WhiteToMove;
    status_.pass();
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

  const Square en_passant = this->en_passant();
  status_.pass();

  const PieceType dropped = m.dropped();
  if (dropped >= PieceType::Pawn && dropped <= PieceType::King) {
    change(to, make_piece(dropped, us), false);
  } else if (mover != Piece::None) {
    if ((of(PieceType::Pawn) | of(them)).meets(Bitboard(from) ^ Bitboard(to)))
      status_.irreversible.set_halfmove_clock(0);
    const bool was_promoted = promoted_.contains(from);
    PieceType placed = type_of(mover);
    bool promoted = was_promoted;
    change(from, Piece::None, false);
    const PieceType captured = type_at(to);

    Bitboard lost = Bitboard(from) | Bitboard(to);
    if (placed == PieceType::King && !was_promoted)
      lost |= Bitboard(relative(Rank::R1, us));
    else if (captured == PieceType::King && promoted_.disjoint(Bitboard(to)) && rank_of(to) == relative(Rank::R8, us))
      lost |= Bitboard(relative(Rank::R8, us));
    set_rights(status_.castling - lost);

    if (placed == PieceType::Pawn) {
      const int step = int(index(to)) - int(index(from));
      if (step == 16 && rank_of(from) == Rank::R2) {
        status_.irreversible.set_en_passant(offset(from, 8));
      } else if (step == -16 && rank_of(from) == Rank::R7) {
        status_.irreversible.set_en_passant(offset(from, -8));
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
  u.checkers = old;
  status_.castling_is_clean = status_.castling_is_clean && clean_castling_rights(status_.castling) == status_.castling;
  refresh();
}

void Position::undo_irregular(const Undo& u) {
  for (int i = 4; i >= 0; --i) {
    const unsigned old = u.checkers >> 12 * i & 0xFFF;
    if (old >> 11) replace(Square(old & 63), Piece(old >> 6 & 15), old >> 10 & 1);
  }
  status_.key = u.key;
  refresh_kings();
  refresh_attacks();
  changed();
}

}  // namespace bitrook
