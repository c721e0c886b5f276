// Checks and pins of the side to move, as masks that make moves legal, and the squares that a side attacks.
//
// Input: a counting board. Cost: one loop over the opponent's sliders that stand on a line with the king.
#pragma once

#include "bitrook/perft/board.hpp"

namespace bitrook::counting {

// A move is legal if it keeps to these masks. Excepted are moves of the king, which must not enter attacked squares,
// and en passant.
struct Masks {
  Bitboard checkers;                 // opponent's pieces that attack the king
  Bitboard check = Bitboard::all();  // targets: in check, the checker and the squares between it and the king
  Bitboard pin_diagonal;             // squares from the king to the sliders that pin, those included; a pinned piece
  Bitboard pin_orthogonal;           // must stay on its line

  Bitboard pins() const { return pin_diagonal | pin_orthogonal; }
};

template <Color Us>
inline Masks masks(const Board& b) {
  const Square king = b.us.king.first();
  const Bitboard occupied = b.occupied();
  Masks m;
  m.checkers = (knight_attacks(king) & b.them.knights) | (pawn_attacks(Us, king) & b.them.pawns);
  if (m.checkers.any()) m.check = m.checkers;
  const auto scan = [&](Bitboard sliders, Bitboard& pins) {
    for (const Square s : sliders) {
      const Bitboard path = between(king, s), blockers = path & occupied;
      if (blockers.empty()) {
        m.checkers |= Bitboard(s);
        m.check = path | Bitboard(s);
      } else if (!blockers.many()) {
        pins |= path | Bitboard(s);  // if the blocker is theirs, no piece of ours is on these squares
      }
    }
  };
  scan(rook_rays(king) & b.them.orthogonal, m.pin_orthogonal);
  scan(bishop_rays(king) & b.them.diagonal, m.pin_diagonal);
  return m;
}

// All squares that `side` attacks. Sliders are blocked by `occupied`.
template <Color Of>
inline Bitboard attacked_by(const Side& side, Bitboard occupied) {
  Bitboard all = pawn_attacks(Of, side.pawns) | king_attacks(side.king.first());
  for (const Square s : side.knights) all |= knight_attacks(s);
  for (const Square s : side.diagonal) all |= bishop_attacks(s, occupied);
  for (const Square s : side.orthogonal) all |= rook_attacks(s, occupied);
  return all;
}

}  // namespace bitrook::counting
