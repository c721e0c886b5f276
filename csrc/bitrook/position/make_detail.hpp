// What the files that play and take back share: what is packed into an Undo, numbers as wide as a register, keys.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/position/position.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook::detail {

// Undo::pieces is the piece that moved (bits 4-7) and the piece that was taken (bits 0-3). They are kept although one
// stands on the board: to look it up would make every undo wait for the stores of the play before it, a third of the
// cost of the two together. Of a special move the lowest bit of either, its colour, says whether it was promoted.
inline constexpr unsigned Mark = 1;
// These types say what kind of special move it was:
inline constexpr unsigned Unusual = 0;     // moved: see Position::play_irregular
inline constexpr unsigned Castling = 14;   // moved; with a Mark the move names the king's target, not the rook
inline constexpr unsigned EnPassant = 14;  // taken
inline constexpr std::uint64_t Special = std::uint64_t{1} << (Undo::SpecialBit - 16);

// Numbers as wide as a register: narrow ones are copied and extended again and again.
constexpr std::size_t type_of(std::size_t piece) { return piece >> 1; }
constexpr Move move_of(std::size_t word) { return Move::from_word(std::uint16_t(word)); }
constexpr Bitboard bit(std::size_t square) { return Bitboard(std::uint64_t{1} << (square & 63)); }

constexpr std::size_t pieces_of(std::size_t moved, std::size_t captured) { return moved << 4 | captured; }
constexpr std::uint64_t special(std::uint64_t pieces) { return (pieces & ~std::uint64_t{0x11}) | Special; }

template <Color Us>
inline constexpr std::size_t Pawn = index(make_piece(PieceType::Pawn, Us));
template <Color Us>
inline constexpr std::size_t King = index(make_piece(PieceType::King, Us));

// The numbers of castling rights in the corners: wherever their king stands between them, their sides are the same.
inline std::uint64_t corner_key(Bitboard rights) {
  static constexpr auto Keys = [] {
    std::array<std::uint64_t, 16> t{};
    for (unsigned i = 0; i < 16; ++i)
      t[i] = (i & 1 ? zobrist::queenside(Color::White) : 0) ^ (i & 2 ? zobrist::kingside(Color::White) : 0) ^
             (i & 4 ? zobrist::queenside(Color::Black) : 0) ^ (i & 8 ? zobrist::kingside(Color::Black) : 0);
    return t;
  }();
  const std::uint64_t word = rights.word();
#if BITROOK_HAS_PEXT
  return Keys[extracted_bits(word, Corners.word())];
#else
  return Keys[(word & 1) | (word >> 6 & 2) | (word >> 54 & 4) | (word >> 60 & 8)];
#endif
}

}  // namespace bitrook::detail
