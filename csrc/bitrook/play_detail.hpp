// What is packed into an Undo, for the files that play and take back.
#pragma once

#include <bit>
#include <cstdint>

#include "position.hpp"

namespace bitrook::detail {

enum UndoKind : std::uint8_t { Plain = 0, EnPassant = 1 << 6, Castling = 2 << 6, Unusual = 3 << 6 };
inline constexpr std::uint8_t CapturedPiece = 15, CapturedPromoted = 16, MoverPromoted = 32, KindMask = 3 << 6;
inline constexpr std::uint8_t StandardSpelling = 1;  // with Castling: the move names the king's target, not the rook

// The first and the eighth rank are neighbours once the word is turned by eight bits.
constexpr std::uint16_t packed(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
constexpr Bitboard unpacked(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t(rights), 8)); }

}  // namespace bitrook::detail
