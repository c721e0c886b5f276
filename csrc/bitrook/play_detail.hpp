// What is packed into an Undo, for the files that play and take back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "position.hpp"

namespace bitrook::detail {

// Undo::pieces is the piece that moved (bits 4-7) and the piece that was taken (bits 0-3). They are kept although one
// stands on the board: to look it up would make every undo wait for the stores of the play before it, a third of the
// cost of the two together. Of a special move the lowest bit of either, its colour, says whether it was promoted.
inline constexpr unsigned Mark = 1;
// These types say what kind of special move it was:
inline constexpr unsigned Unusual = 0;     // moved: see Position::play_unusual
inline constexpr unsigned Castling = 14;   // moved; with a Mark the move names the king's target, not the rook
inline constexpr unsigned EnPassant = 14;  // taken
inline constexpr std::uint64_t Special = std::uint64_t{1} << (Undo::SpecialBit - 16);

// Numbers as wide as a register: narrow ones are copied and extended again and again.
constexpr std::size_t type_of(std::size_t piece) { return piece >> 1; }
constexpr Move move_of(std::size_t word) { return Move::from_word(std::uint16_t(word)); }
constexpr Bitboard bit(std::size_t square) { return Bitboard(std::uint64_t{1} << (square & 63)); }

constexpr std::size_t pieces_of(std::size_t moved, std::size_t captured) { return moved << 4 | captured; }
constexpr std::uint64_t special(std::uint64_t pieces) { return (pieces & ~std::uint64_t{0x11}) | Special; }

}  // namespace bitrook::detail
