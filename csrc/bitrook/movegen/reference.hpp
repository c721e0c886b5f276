// The reference generator: follows the definitions of the rules, for any arrangement of pieces. The tests compare the
// fast generator with it, and it handles the positions that the fast one does not accept (see is_regular() in
// generate.cpp).
#pragma once

#include "bitrook/movegen/movegen.hpp"

namespace bitrook::reference {

// Replaces the contents of the list with the legal moves in python-chess's order: those of the pseudo-legal moves (in
// check, of the evasions) that is_safe() accepts. If there are several kings, the one on the highest square is used,
// promoted or not.
void list_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);

// These append to the list. The first consists of the other three, in this order: pieces, castling, pawns.
void add_pseudo_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);
void add_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask);
void add_piece_moves(const Position& p, MoveList& moves, Mask mask);
void add_castling(const Position& p, MoveList& moves, Mask mask);
void add_pawn_moves(const Position& p, MoveList& moves, Mask mask, bool with_en_passant);

// The targets that parry a check, based on the checkers alone. Precondition: there is a checker.
struct Evasions {
  Bitboard of_king;    // adjacent squares, except those on the line of a checking slider
  Bitboard of_others;  // those where another piece captures or blocks the only checker

  Evasions(const Position& p, Square king, Bitboard checkers);
};

// Whether the king of the side to move, on `king`, is not attacked after the pseudo-legal move `m`. `blockers` are the
// blockers of that king.
bool is_safe(const Position& p, Square king, Bitboard blockers, Move m);

}  // namespace bitrook::reference
