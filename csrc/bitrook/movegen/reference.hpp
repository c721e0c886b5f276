// The reference generator: moves by definition, in any arrangement of pieces. The tests compare the fast generator with
// it, and it handles the positions that the fast one does not accept (see is_regular).
#pragma once

#include "bitrook/movegen/movegen.hpp"

namespace bitrook::reference {

// Replaces the contents of the list with the pseudo-legal moves in python-chess's order that pass the test for safety;
// in check, with the evasions. Of several kings the highest counts, promoted or not.
void list_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);

// These append to the list.
void add_pseudo_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);
void add_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask);
void add_castling(const Position& p, MoveList& moves, Mask mask);

// The targets that parry a check, based on the checkers alone. Precondition: there is a checker.
struct Evasions {
  Bitboard of_king;    // its neighbors, but not away from a slider on the same line
  Bitboard of_others;  // where they capture or block the only checker

  Evasions(const Position& p, Square king, Bitboard checkers);
};

// Whether the pseudo-legal move `m` leaves the side to move's king on `king` unattacked. `blockers` are the blockers of
// that king.
bool is_safe(const Position& p, Square king, Bitboard blockers, Move m);

}  // namespace bitrook::reference
