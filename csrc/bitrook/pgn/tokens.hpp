// The tokens of a line of movetext.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bitrook::pgn {

enum class TokenKind : std::uint8_t { End, San, Brace, Semicolon, Nag, Open, Close, Result };

struct Token {
  TokenKind kind;
  std::uint8_t glyph;  // Nag: its number if written with ! and ?; 0 if the text is $n
  const char *begin, *end;
};

// The first token at or after `at`. Skips move numbers, dots, +, # and all other characters that do not start a token.
// For a comment, the token is only the character that opens it.
Token next_token(const char* at, const char* end);

// What a token can be, based on its first character.
enum class Start : std::uint8_t {
  None,   // does not start a token
  Move,   // a file or one of NBRQK
  Digit,  // starts a token, or a move number, which is not a token
  Brace,
  Other,
};
inline constexpr std::array<Start, 256> StartOf = [] {
  std::array<Start, 256> t{};
  for (const char c : std::string_view("abcdefghNBRQK")) t[std::size_t(c)] = Start::Move;
  for (const char c : std::string_view("0123456789")) t[std::size_t(c)] = Start::Digit;
  for (const char c : std::string_view("PO@Z-x$();*!?")) t[std::size_t(c)] = Start::Other;
  t['{'] = Start::Brace;
  return t;
}();
inline Start start_of(const char* at) { return StartOf[static_cast<unsigned char>(*at)]; }

// Skips everything before the next token. A number before a dot or a space is a move number, unless it has four digits
// and may be the null move 0000.
inline const char* next_start(const char* at, const char* const end) {
  while (true) {
    while (at != end && start_of(at) == Start::None) ++at;
    if (at == end || start_of(at) != Start::Digit) return at;
    const char* number = at;
    while (at != end && start_of(at) == Start::Digit) ++at;
    if (at - number == 4 || at == end || (*at != '.' && *at != ' ')) return number;
  }
}

}  // namespace bitrook::pgn
