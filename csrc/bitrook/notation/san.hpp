// Moves as people write them: Nf3, exd5, O-O, e8=Q#; in long form Ng1-f3.
#pragma once

#include <cstddef>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// "Qa1xb2=Q#" is as long as it gets, and only an illegal move gets there.
inline constexpr std::size_t MaxSan = 9;

// Standard and long algebraic notation, with + and # found by looking; "--" for the null move. Legality is not
// asked: an illegal move is written by the same rules. Returns the number of characters; 0 if no piece stands on
// the square the move leaves.
std::size_t write_san(const Position& p, Move m, char* out);
std::size_t write_lan(const Position& p, Move m, char* out);

// Reads either, leniently: "Nf3", "Ngf3", "Ng1-f3", "g1f3", "e8Q", "e8=q", "0-0", with or without + or #, whether or
// not it is one; null moves as "--", "Z0", "0000", "@@@@". A promotion must be named, a pawn's capture needs its
// file, and castling is not written as a step of the king.
ParsedMove parse_san(const Position& p, std::string_view text);

}  // namespace bitrook
