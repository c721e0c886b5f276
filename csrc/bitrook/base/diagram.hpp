// Sets of squares as text and pictures: a board, 64 digits, several boards in a row, SVG; and back.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

// What stands for a square in the set and for one outside it: any text, usually one character.
struct DiagramStyle {
  std::string_view in = "1";
  std::string_view out = ".";
  bool coordinates = false;  // ranks at the left, files below
};

// Eight lines, rank 8 first, a-file on the left, squares apart by a space; no newline at the end.
std::string diagram(Bitboard set, const DiagramStyle& style = {});

// The word as 64 binary digits, h8 (the most significant bit) first.
std::string binary_digits(Bitboard set);

// The names of the squares, a1 first, with a space between.
std::string square_names(Bitboard set);

// Boards in a row, `operators[i]` between boards i and i + 1, a title over each where there is one.
struct TitledBoard {
  std::string title;
  Bitboard set;
};
std::string side_by_side(std::span<const TitledBoard> boards, std::span<const std::string> operators,
                         const DiagramStyle& style = {});

// A picture for notebooks and web pages.
std::string svg(Bitboard set, unsigned size = 200);

// Reads what the functions above write, and a little more:
//  - a diagram: eight lines of eight characters (spaces between them do not count), 1 x X * # in the set
//    and . 0 - _ outside it;
//  - 64 binary digits, h8 first, with or without 0b in front;
//  - a word in hexadecimal digits after 0x;
//  - names of squares, apart by spaces or commas. No name at all, the empty text, is the empty set.
struct ParsedSet {
  Bitboard set;
  const char* error = nullptr;  // what is wrong, or nothing
  std::size_t offset = 0;       // and where
};
ParsedSet parse_set(std::string_view text);

}  // namespace bitrook
