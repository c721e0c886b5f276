// Legal castling, tested by definition; works for every position.
#include "bitrook/position/castling.hpp"

#include "bitrook/movegen/castling_rooks.hpp"
#include "bitrook/movegen/reference.hpp"

namespace bitrook {

Bitboard legal_castling_rooks(const Position& p, Mask mask) {
  return castling_rooks(p, mask, [&](Bitboard squares, Bitboard occupied) {
    for (const Square s : squares)
      if (p.attackers(~p.turn(), s, occupied).any()) return true;
    return false;
  });
}

void reference::add_castling(const Position& p, MoveList& moves, Mask mask) {
  const Bitboard rooks = legal_castling_rooks(p, mask);
  if (rooks.empty()) return;
  const Square king = (p.castling_kings(p.turn()) & mask.from).first();
  for (const Square rook : rooks.reversed()) moves.add(to_own_encoding(p, Move::normal(king, rook)));
}

void generate_castling(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_castling(p, moves, mask);
}

}  // namespace bitrook
