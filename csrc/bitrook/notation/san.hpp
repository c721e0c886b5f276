// Standard algebraic notation (SAN): Nf3, exd5, O-O, e8=Q#; and its long form: Ng1-f3.
// https://www.chessprogramming.org/Algebraic_Chess_Notation
#pragma once

#include <cstddef>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// The longest text is that of an illegal move, "Qa1xb2=Q#".
inline constexpr std::size_t MaxSan = 9;

// Writes the move in standard or in long algebraic notation, with + or # if it gives check or mate. Returns the number
// of characters; 0 if no piece stands on the origin. The null move is "--". Does not check that the move is legal: an
// illegal move is written by the same rules. Precondition: `out` has space for MaxSan characters.
std::size_t write_san(const Position& p, Move m, char* out);
std::size_t write_lan(const Position& p, Move m, char* out);

// Reads both forms and common variations: "Nf3", "Ngf3", "Ng1-f3", "g1f3", "e8Q", "e8=q", "0-0", with or without + or
// #, whether or not the move gives check; null moves as "--", "Z0", "0000", "@@@@". A promotion must name the piece, a
// pawn's capture must name its file, and castling is not accepted as a move of the king ("Kg1").
ParsedMove parse_san(const Position& p, std::string_view text);

// Lists the legal moves that a text may denote which names a target and no castling: those among which parse_san()
// could not choose, if it was ambiguous.
void list_san_candidates(const Position& p, std::string_view text, MoveList& out);

}  // namespace bitrook
