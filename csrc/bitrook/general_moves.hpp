// Moves by definition, for any arrangement of pieces: what the quick generator is checked against.
#pragma once

#include "movegen.hpp"

namespace bitrook {

// What the quick generator asks for: positions with no king, several or a promoted one go the general way.
inline bool has_one_plain_king(const Position& p) {
  const Bitboard kings = p.of(PieceType::King, p.turn());
  return kings.any() && !kings.many() && kings.disjoint(p.promoted());
}

namespace general {

// Pseudo-legal moves in python-chess's order, each tried for safety; in check the evasions come first.
// The king that counts is the mover's highest, promoted or not.
void add_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);
void add_pseudo_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);

// Castling, for a king that is not in check. A right without a rook, which only `set_castling_rights_as_is`
// can make, may spell a step of the king that is not safe: those are left out.
void add_legal_castling(const Position& p, MoveList& moves, Mask mask);

// Whether the pseudo-legal move `m` leaves the mover's king on `king` unattacked, given the pieces that
// shield it.
bool is_safe(const Position& p, Square king, Bitboard shields, Move m);
Bitboard shields(const Position& p, Square king);

}  // namespace general
}  // namespace bitrook
