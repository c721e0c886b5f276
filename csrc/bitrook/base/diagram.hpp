// Sets of squares as text: diagrams, 64 binary digits, names of squares; and the parser of those texts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

// The texts that mark a square in the set and a square outside it. Usually one character each.
struct DiagramStyle {
  std::string_view in = "1";
  std::string_view out = ".";
  bool coordinates = false;  // ranks at the left, files below
};

// Eight lines, rank 8 first, the a-file on the left, squares separated by a space. No newline at the end.
std::string diagram(Bitboard set, const DiagramStyle& style = {});

// The word as 64 binary digits, h8 (the most significant bit) first.
std::string binary_digits(Bitboard set);

// The names of the squares in ascending order, separated by spaces.
std::string square_names(Bitboard set);

// Diagrams next to each other, `operators[i]` between boards i and i + 1. A line of titles if any title is not empty.
struct TitledBoard {
  std::string title;
  Bitboard set;
};
std::string side_by_side(std::span<const TitledBoard> boards, std::span<const std::string> operators,
                         const DiagramStyle& style = {});

// The result of parse_set: a set, or an error message and the offset of the first wrong character.
struct ParsedSet {
  Bitboard set;
  const char* error = nullptr;
  std::size_t offset = 0;
};

// Reads:
//  - a diagram: eight lines of eight characters, 1 x X * # in the set, . 0 - _ outside it; spaces are ignored;
//  - 64 binary digits, h8 first, with or without a leading 0b;
//  - hexadecimal digits after 0x;
//  - names of squares, separated by spaces or commas. The empty text is the empty set.
ParsedSet parse_set(std::string_view text);

}  // namespace bitrook
