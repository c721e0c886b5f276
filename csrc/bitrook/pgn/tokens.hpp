// The tokens of a line of movetext.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bitrook/base/names.hpp"
#include "bitrook/pgn/options.hpp"

namespace bitrook::pgn {

enum class TokenKind : std::uint8_t { End, San, Number, Brace, Semicolon, Nag, Open, Close, Result, Ignored, Unknown };

struct Token {
  TokenKind kind;
  std::uint8_t glyph;  // Nag: its number if written as signs; 0 if the text is $n
  const char *begin, *end;
  // San, Result: as PGN writes it, if that differs from the text of the token ("Nf3" for a figurine); a view of
  // `buffer` of next_token(). Otherwise the text itself.
  std::string_view text;
};

// What a token can be, based on its first character.
enum class Start : std::uint8_t {
  Other,
  Filler,  // white space and dots
  Move,    // a file or one of NBRQK
  Digit,   // a move number, or another token
  Brace,
};
inline constexpr std::array<Start, 256> StartOf = [] {
  std::array<Start, 256> t{};
  for (const char c : std::string_view(" \t\v\f.\x1c\x1d\x1e\x1f\x1a")) t[std::size_t(c)] = Start::Filler;
  for (const char c : std::string_view("abcdefghNBRQK")) t[std::size_t(c)] = Start::Move;
  for (const char c : std::string_view("0123456789")) t[std::size_t(c)] = Start::Digit;
  t['{'] = Start::Brace;
  return t;
}();
inline Start start_of(const char* at) { return StartOf[static_cast<unsigned char>(*at)]; }

// The end of a move number that is followed by a dot or a space, or null for another token. A number of four digits may
// be the null move 0000.
inline const char* number_end(const char* at, const char* const end) {
  const char* const number = at;
  while (at != end && start_of(at) == Start::Digit) ++at;
  return at - number != 4 && at != end && (*at == '.' || *at == ' ') ? at : nullptr;
}

// Skips white space, dots and move numbers, and sets `*number`, if that is not null, if there is one.
inline const char* next_start(const char* at, const char* const end, bool* number) {
  while (true) {
    while (at != end && start_of(at) == Start::Filler) ++at;
    if (at == end || start_of(at) != Start::Digit) return at;
    const char* const after = number_end(at, end);
    if (after == nullptr) return at;
    if (number != nullptr) *number = true;
    at = after;
  }
}

// The length of a move of a piece or a pawn in SAN, without a promotion and before a space or the mark of a check; 0
// for anything else. Precondition: eight bytes can be read, and the first is a file or one of NBRQK.
inline std::size_t plain_move(const char* at) {
  std::size_t length = 2;
  while (length < 7 && at[length] != ' ' && at[length] != '+' && at[length] != '#') ++length;
  if (length == 7 || (at[length] != ' ' && at[length + 1] != ' ')) return 0;
  if (!is_file_letter(at[length - 2]) || !is_rank_digit(at[length - 1])) return 0;
  std::size_t middle = length - 2;  // the end of what is before the target square
  if (is_file_letter(at[0])) return middle == 0 || (middle == 2 && at[1] == 'x') ? length : 0;
  if (middle > 1 && at[middle - 1] == 'x') --middle;
  switch (middle) {
    case 1:
      return length;
    case 2:
      return is_file_letter(at[1]) || is_rank_digit(at[1]) ? length : 0;
    case 3:
      return is_file_letter(at[1]) && is_rank_digit(at[2]) ? length : 0;
    default:
      return 0;
  }
}

// The first token at or after `at`. Skips white space, byte order marks, and the dots after move numbers. Every other
// byte belongs to a token; what PGN does not define is Unknown, up to the next space or bracket. For a comment, the
// token is only the character that opens it.
Token next_token(const char* at, const char* end, const PieceLetters& letters, std::string& buffer);

// Whether a move number that begins a game is at the beginning of `text`: "1." or "1 ", but not "1...".
inline bool is_first_number(std::string_view text) {
  // If the text ends after the number, more dots may follow.
  return text.size() > 2 && text[0] == '1' && (text[1] == ' ' || (text[1] == '.' && text[2] != '.'));
}

// The first byte that could belong to a result, a parenthesis or a comment up to the end of the line, or to a character
// outside ASCII; `end` if there is none. Text before it has only moves, numbers, glyphs and comments in braces.
const char* find_suspect(const char* at, const char* end);

}  // namespace bitrook::pgn
