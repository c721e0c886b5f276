// Positions in 24 bytes: the Binary FEN of Stockfish's and Lichess's tools.
//
//   byte  0..7    the occupied squares, a big-endian word
//         8..23   a nibble for each occupied square in ascending order, the low one of each byte first:
//                 0..11  P p N n B b R r Q q K k
//                 12     a pawn that has just moved two squares and may be captured en passant
//                 13, 14 a rook of White or Black with a castling right
//                 15     Black's king, if Black is to move
//
// The clocks and the promoted flags are not stored. https://github.com/official-stockfish/nnue-pytorch
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "bitrook/position/position.hpp"

namespace bitrook::data {

using Packed = std::array<std::uint8_t, 24>;

// The reason why 24 bytes are not a position, or why a position cannot be packed.
enum class PackedError : std::uint8_t {
  None,
  TooManyPieces,   // more than 32
  NoKingToMove,    // Black is to move and has no king
  ManyEnPassant,   // more than one pawn has just moved two squares
  BadEnPassant,    // such a pawn is not on the fourth or the fifth rank
  BytesAfterLast,  // a nibble after that of the last piece is not 0
};
const char* description(PackedError error);  // a clause without a period

// Writes the position. The en-passant square is stored only if a legal move captures there, as in a FEN.
PackedError pack(const Position& p, Packed& out);
// The same without a Position. The rights must be usable. `pawn` is the pawn that can be captured en passant, or None.
PackedError pack(const Placement& placement, Color turn, Bitboard castling_rights, Square pawn, Packed& out);

// Reads a position and sets the clocks to 0 and 1. Does not change `setup.chess960`. Castling rights are read as
// written; Position(setup) drops unusable ones. After an error, the contents of `setup` are unspecified.
PackedError unpack(std::span<const std::uint8_t, 24> bytes, Setup& setup);

}  // namespace bitrook::data
