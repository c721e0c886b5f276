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

class VariantPosition;

// The longest text is that of an illegal move, "Qa1xb2=Q#".
inline constexpr std::size_t MaxSan = 9;

// The functions for variants are defined in variants/notation.cpp.

// Writes the move in standard or long algebraic notation, with + or # if it gives check or mate. Returns the number of
// characters, or 0 if the origin is empty. The null move is "--". Legality is not checked; an illegal move is written
// by the same rules. Precondition: `out` has space for MaxSan characters.
std::size_t write_san(const Position& p, Move m, char* out);
std::size_t write_san(const VariantPosition& p, Move m, char* out);
std::size_t write_lan(const Position& p, Move m, char* out);
std::size_t write_lan(const VariantPosition& p, Move m, char* out);

// Reads both forms and common variations: "Nf3", "Ngf3", "Ng1-f3", "g1f3", "e8Q", "e8=q", "0-0". A + or # is optional
// and is not checked. A null move is "--", "Z0", "0000" or "@@@@". A promotion must name the piece, a pawn capture must
// name the file of the pawn, and castling is not accepted as a king move ("Kg1").
ParsedMove parse_san(const Position& p, std::string_view text);
// Reads drops as well: "N@f3", "@e4", "P@e4".
ParsedMove parse_san(const VariantPosition& p, std::string_view text);

// Lists the legal moves that match a text, except for castling. If parse_san() reports that a text is ambiguous, these
// are the moves between which it could not decide.
void list_san_candidates(const Position& p, std::string_view text, MoveList& out);
void list_san_candidates(const VariantPosition& p, std::string_view text, MoveList& out);

}  // namespace bitrook
