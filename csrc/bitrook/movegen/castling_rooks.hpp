// The definition of legal castling, for chess and for the variants where a king may cross other squares.
#pragma once

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/castling.hpp"

namespace bitrook {

// The rights in `mask.to` with which a king in `mask.from` may castle. `any_attacked(squares, occupied)` tells whether
// a king must not be on one of the squares.
template <class AnyAttacked>
Bitboard castling_rooks(const Position& p, Mask mask, AnyAttacked any_attacked) {
  const Color us = p.turn();
  const Bitboard kings = p.castling_kings(us) & mask.from;
  const Bitboard rights = p.castling_rights() & Bitboard(relative(Rank::R1, us)) & mask.to;
  if (kings.empty() || rights.empty()) return Bitboard();
  const Square from = kings.first();
  const Bitboard king{from};
  Bitboard legal;
  for (const Square rook : rights) {
    const CastlingPath& path = castling_path(us, from, rook);
    // An artificial right can refer to a square without a rook. As in python-chess, the toggle then occupies that
    // square.
    const Bitboard others = p.occupied() ^ king ^ Bitboard(rook), king_to{path.king_to}, rook_to{path.rook_to};
    if (others.disjoint(path.empty | path.king_walk | rook_to) &&
        !any_attacked((path.king_walk - king_to) | king, p.occupied() ^ king) &&
        !any_attacked(king_to, others ^ rook_to))
      legal |= Bitboard(rook);
  }
  return legal;
}

}  // namespace bitrook
