// The placement in a FEN, read fast where nothing is wrong with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bitrook/position/placement/placement.hpp"

namespace bitrook::fen {

constexpr bool is_space(char c) {
  if (static_cast<unsigned char>(c) > ' ') return false;
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

// What a character of the placement says: a piece, 1..8 empty squares, or nothing.
struct Meaning {
  Piece piece = Piece::None;
  std::uint8_t empty = 0;
};
inline constexpr std::array Meanings = [] {
  std::array<Meaning, 256> t{};
  constexpr std::string_view Letters = "pnbrqk";
  for (unsigned i = 0; i < 6; ++i) {
    t[unsigned(Letters[i])].piece = make_piece(PieceTypes[i], Color::Black);
    t[unsigned(Letters[i] - 'a' + 'A')].piece = make_piece(PieceTypes[i], Color::White);
  }
  for (unsigned n = 1; n <= 8; ++n) t['0' + n].empty = std::uint8_t(n);
  return t;
}();

// Reads a placement without '~' up to the space that ends it and returns its length; 0 if anything at all is wrong
// with it: the careful reader then says what.
std::size_t read_rows(std::string_view text, Placement& placement);

}  // namespace bitrook::fen
