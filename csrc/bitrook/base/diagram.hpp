// Sets of squares as text: diagrams, 64 binary digits or names of squares, and a parser for these formats.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

// The texts printed for squares inside and outside the set, usually one character each.
struct DiagramStyle {
  std::string_view in = "1";
  std::string_view out = ".";
  bool coordinates = false;  // ranks at the left, files below
};

// Eight lines from rank 8 down to rank 1, with the a-file on the left and spaces between squares. No trailing newline.
std::string diagram(Bitboard set, const DiagramStyle& style = {});

// The word as 64 binary digits, h8 (the most significant bit) first.
std::string binary_digits(Bitboard set);

// The names of the squares in ascending order, separated by spaces.
std::string square_names(Bitboard set);

// Diagrams side by side, with `operators[i]` between boards i and i + 1. A line of titles precedes them unless all
// titles are empty.
struct TitledBoard {
  std::string title;
  Bitboard set;
};
std::string side_by_side(std::span<const TitledBoard> boards, std::span<const std::string> operators,
                         const DiagramStyle& style = {});

// The result of parse_set: a set, or an error message and the offset of the character that caused it.
struct ParsedSet {
  Bitboard set;
  const char* error = nullptr;
  std::size_t offset = 0;
};

// Parses one of these formats:
// - a diagram: eight lines of eight characters, where 1 x X * # are squares in the set and . 0 - _ squares outside it;
//   spaces are ignored;
// - 64 binary digits starting with h8, with or without the prefix 0b;
// - hexadecimal digits after 0x;
// - names of squares separated by spaces or commas. The empty text is the empty set.
ParsedSet parse_set(std::string_view text);

}  // namespace bitrook
