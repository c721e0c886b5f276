// Counting pseudo-legal moves, for variants where the side to move has no king that can be in check.
#pragma once

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// The number of pseudo-legal moves to squares in `to`, without castling, and with en passant only if `to` has its
// square. Each promotion counts `promotions` times.
inline unsigned count_pseudo_legal(const Position& p, Bitboard to, unsigned promotions) {
  using enum PieceType;
  const Color us = p.turn();
  const Bitboard own = p.of(us), enemy = p.of(~us), occupied = own | enemy, targets = to - own, queens = p.of(Queen);
  unsigned n = 0;
  for (const Square s : p.of(Knight) & own) n += (knight_attacks(s) & targets).count();
  for (const Square s : p.of(King) & own) n += (king_attacks(s) & targets).count();
  for (const Square s : (p.of(Bishop) | queens) & own) n += (bishop_attacks(s, occupied) & targets).count();
  for (const Square s : (p.of(Rook) | queens) & own) n += (rook_attacks(s, occupied) & targets).count();

  const Bitboard pawns = p.of(Pawn) & own, last(relative(Rank::R8, us));
  const auto add = [&](Bitboard squares) { n += (squares - last).count() + promotions * (squares & last).count(); };
  const Bitboard ahead = forward(us, pawns) - occupied;
  add(ahead & to);
  n += ((forward(us, ahead) & double_push_ranks(us) & to) - occupied).count();
  add(forward(us, shifted<Direction::East>(pawns)) & enemy & to);
  add(forward(us, shifted<Direction::West>(pawns)) & enemy & to);
  if (p.en_passant() != Square::None && to.contains(p.en_passant())) n += p.pseudo_legal_en_passant().count();
  return n;
}

}  // namespace bitrook
