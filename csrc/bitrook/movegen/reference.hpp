// Moves by definition, for any arrangement of pieces: what the quick generator is checked against.
#pragma once

#include "bitrook/movegen/movegen.hpp"

namespace bitrook {

// What the quick generator asks for: one king of the mover, not promoted, and no castling rights but those
// that stand for a king and a rook at home. Anything else goes the general way.
inline bool is_regular(const Position& p) {
  const Bitboard kings = p.of(PieceType::King, p.turn());
  return kings.any() && !kings.many() && kings.disjoint(p.promoted()) && p.castling_rights_are_clean();
}

namespace reference {

// Pseudo-legal moves in python-chess's order, each tried for safety; in check the evasions come first.
// The king that counts is the mover's highest, promoted or not.
void add_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);
void add_pseudo_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);

// Whether the pseudo-legal move `m` leaves the mover's king on `king` unattacked, given the pieces that
// shield it.
bool is_safe(const Position& p, Square king, Bitboard shields, Move m);
Bitboard shields(const Position& p, Square king);

}  // namespace reference
}  // namespace bitrook
