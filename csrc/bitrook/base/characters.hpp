// Classes of ASCII characters.
#pragma once

namespace bitrook {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

// White space as in C's isspace().
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// White space as in Python's str.split() and str.isspace(), which include four separators. python-chess splits FENs and
// lines of PGN at it.
constexpr bool is_python_space(char c) {
  if (static_cast<unsigned char>(c) > ' ') return false;  // the usual case
  return is_space(c) || (c >= '\x1c' && c <= '\x1f');
}

}  // namespace bitrook
