// What is packed into an Undo, for the files that play and take back.
#pragma once

#include <bit>
#include <cstdint>

#include "position.hpp"

namespace bitrook::detail {

// Undo::pieces. The type that moved is kept although it stands on the board: to look it up would make every
// undo wait for the stores of the play before it, a third of the cost of the two together.
inline constexpr std::uint8_t MovedType = 7;         // bits 0-2; values that are no type say what kind of move it was:
inline constexpr std::uint8_t Unusual = 0;           // see Position::play_unusual
inline constexpr std::uint8_t Castling = 7;          // the next bit tells
inline constexpr std::uint8_t StandardSpelling = 8;  // whether it names the king's target and not the rook
inline constexpr unsigned CapturedShift = 3;         // bits 3-5; 0 none
inline constexpr std::uint8_t EnPassant = 7;         // there
inline constexpr std::uint8_t CapturedPromoted = 64, MoverPromoted = 128;

// The first and the eighth rank are neighbours once the word is turned by eight bits.
constexpr std::uint16_t packed(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
constexpr Bitboard unpacked(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t(rights), 8)); }

}  // namespace bitrook::detail
