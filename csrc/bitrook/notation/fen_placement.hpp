// The placement field of a FEN: what its characters mean, and a fast reader of correct fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bitrook/base/names.hpp"
#include "bitrook/position/placement/placement.hpp"

namespace bitrook::fen {

// The ASCII characters at which Python's str.split() divides a text.
constexpr bool is_space(char c) {
  if (static_cast<unsigned char>(c) > ' ') return false;
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

// A piece or a number of empty squares; neither for '/', '~' and characters that a placement cannot have.
struct PlacementCharacter {
  Piece piece = Piece::None;
  std::uint8_t empty = 0;
};
inline constexpr std::array PlacementCharacters = [] {
  std::array<PlacementCharacter, 256> t{};
  for (const PieceType type : PieceTypes) {
    const char letter = letter_of(type);
    t[unsigned(letter)].piece = make_piece(type, Color::Black);
    t[unsigned(to_upper(letter))].piece = make_piece(type, Color::White);
  }
  for (unsigned n = 1; n <= 8; ++n) t['0' + n].empty = std::uint8_t(n);
  return t;
}();

// Reads the placement at the beginning of `text` and returns its length. Returns 0 and leaves `placement` as it was if
// the placement is not correct or has a '~': parse_placement() then reads it or says what is wrong.
std::size_t read_placement(std::string_view text, Placement& placement);

}  // namespace bitrook::fen
