// Legal castling, tested by definition; works for every position.
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

Bitboard legal_castling_rooks(const Position& p, Mask mask) {
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
        !any_attacked(p, ~us, (path.king_walk - king_to) | king, p.occupied() ^ king) &&
        !any_attacked(p, ~us, king_to, others ^ rook_to))
      legal |= Bitboard(rook);
  }
  return legal;
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
