// Square names, piece letters and UCI moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

constexpr char file_letter(Square s) { return char('a' + index(file_of(s))); }
constexpr char rank_digit(Square s) { return char('1' + index(rank_of(s))); }

constexpr bool is_file_letter(char c) { return unsigned(c) - 'a' < 8u; }
constexpr bool is_rank_digit(char c) { return unsigned(c) - '1' < 8u; }

// These return a pointer past the characters that they write.
inline char* write_text(std::string_view text, char* out) { return std::copy(text.begin(), text.end(), out); }
constexpr char* write_square(Square s, char* out) {
  out[0] = file_letter(s);
  out[1] = rank_digit(s);
  return out + 2;
}

// The square with that name, or None.
constexpr Square square_named(char file, char rank) {
  return is_file_letter(file) && is_rank_digit(rank) ? make_square(File(file - 'a'), Rank(rank - '1')) : Square::None;
}

constexpr char to_lower(char upper) { return char(upper + ('a' - 'A')); }
constexpr char to_upper(char lower) { return char(lower - ('a' - 'A')); }

// The lower-case letter of a piece type. A malformed Move may hold other values of the three bits, which give '?'.
constexpr char letter_of(PieceType t) { return "?pnbrqk?"[index(t)]; }

inline constexpr std::array TypeOfLetter = [] {
  std::array<PieceType, 256> t{};
  for (const PieceType type : PieceTypes) t[std::size_t(letter_of(type))] = type;
  return t;
}();
// The piece type of a lower-case letter, or None.
constexpr PieceType type_named(char lower) { return TypeOfLetter[static_cast<unsigned char>(lower)]; }

// A move in UCI notation has at most five characters.
inline constexpr std::size_t MaxUci = 5;

// Writes the move, in whichever castling encoding it has, and returns the number of characters: 4, or 5 for a
// promotion. Precondition: `out` has room for MaxUci characters.
std::size_t write_uci(Move m, char* out);

}  // namespace bitrook
