// The tokens of a line of movetext.
#pragma once

#include <cstdint>

namespace bitrook::pgn {

enum class TokenKind : std::uint8_t { End, San, Brace, Semicolon, Nag, Open, Close, Result };

struct Token {
  TokenKind kind;
  std::uint8_t glyph;  // Nag: its number if it is written with ! and ?, else 0 and the text is $n
  const char *begin, *end;
};

// The first token at or after `at`; what is no token is passed over: move numbers, dots, +, #, and any other character.
// A comment is a token of one character, with which the text of the comment begins.
Token next_token(const char* at, const char* end);

}  // namespace bitrook::pgn
