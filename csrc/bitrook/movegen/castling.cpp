// Castling moves: which are possible, and their two spellings.
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/position_detail.hpp"

namespace bitrook {

namespace {

bool any_attacked(const Position& p, Color by, Bitboard squares, Bitboard occupied) {
  for (const Square s : squares)
    if (p.attackers(by, s, occupied).any()) return true;
  return false;
}

}  // namespace

void generate_castling(const Position& p, MoveList& moves, Mask mask) {
  const Color us = p.turn();
  const Bitboard backrank{relative(Rank::R1, us)};
  const Bitboard kings = (p.of(PieceType::King, us) & backrank & mask.from) - p.promoted();
  const Bitboard rooks = p.castling_rights() & backrank & mask.to;
  if (kings.empty() || rooks.empty()) return;
  const Square from = kings.first();
  const Bitboard king{from};
  for (const Square rook : rooks.reversed()) {
    const detail::CastlingSquares goal = detail::castling_squares(us, from, rook);
    const Bitboard king_path = between(from, goal.king);
    const Bitboard rook_path = between(rook, goal.rook);
    const Bitboard others = p.occupied() ^ king ^ Bitboard(rook);
    if (others.meets(king_path | rook_path | Bitboard(goal.king) | Bitboard(goal.rook)) ||
        any_attacked(p, ~us, king_path | king, p.occupied() ^ king) ||
        any_attacked(p, ~us, Bitboard(goal.king), others ^ Bitboard(goal.rook)))
      continue;
    const Move m = Move::normal(from, rook);
    moves.add(p.chess960() ? m : detail::king_two_squares(p, m));
  }
}

Move to_king_takes_rook(const Position& p, Move m) { return detail::king_takes_rook(p, m); }
Move to_own_encoding(const Position& p, Move m) { return detail::own_encoding(p, m); }

}  // namespace bitrook
