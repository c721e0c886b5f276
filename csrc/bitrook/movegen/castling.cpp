// Castling moves, in positions of any kind.
#include "bitrook/position/castling.hpp"

#include "bitrook/movegen/reference.hpp"

namespace bitrook {

namespace {

bool any_attacked(const Position& p, Color by, Bitboard squares, Bitboard occupied) {
  for (const Square s : squares)
    if (p.attackers(by, s, occupied).any()) return true;
  return false;
}

}  // namespace

void reference::add_castling(const Position& p, MoveList& moves, Mask mask) {
  const Color us = p.turn();
  const Bitboard backrank{relative(Rank::R1, us)};
  const Bitboard kings = (p.of(PieceType::King, us) & backrank & mask.from) - p.promoted();
  const Bitboard rooks = p.castling_rights() & backrank & mask.to;
  if (kings.empty() || rooks.empty()) return;
  const Square from = kings.first();
  const Bitboard king{from};
  for (const Square rook : rooks.reversed()) {
    const CastlingPath& path = castling_path(us, from, rook);
    // A hand-made right can name a square without a rook. As in python-chess, the toggle then occupies it.
    const Bitboard others = p.occupied() ^ king ^ Bitboard(rook), king_to{path.king_to}, rook_to{path.rook_to};
    if ((path.empty | path.king_walk | rook_to).meets(others) ||
        any_attacked(p, ~us, (path.king_walk - king_to) | king, p.occupied() ^ king) ||
        any_attacked(p, ~us, king_to, others ^ rook_to))
      continue;
    moves.add(to_own_encoding(p, Move::normal(from, rook)));
  }
}

void generate_castling(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_castling(p, moves, mask);
}

}  // namespace bitrook
