// Lines of PGN: white space, tags, and where a line ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/scan.hpp"

namespace bitrook::pgn {

// The length in bytes of the white space at the start of `text`, which is UTF-8. White space is defined as in Python's
// str.isspace(), so it includes U+00A0; invalid UTF-8 is not white space.
std::size_t leading_space(std::string_view text);

// Whether the text is empty or consists only of white space.
bool is_blank(std::string_view text);

// The text without leading and trailing white space.
std::string_view stripped(std::string_view text);

// The first `size` bytes of a UTF-8 text, or fewer if that would split a character.
std::string_view first_bytes(std::string_view text, std::size_t size);

// The number of characters in a UTF-8 text. A byte that is not valid UTF-8 counts as one.
std::size_t count_characters(std::string_view text);

constexpr std::string_view without_last_space(std::string_view text) {
  return text.ends_with(' ') ? std::string_view(text.data(), text.size() - 1) : text;
}

// The text of a comment between its braces, without one space at either end.
inline std::string_view in_braces(const char* open, const char* close) {
  const char* const begin = open + (open[1] == ' ' ? 2 : 1);
  return begin < close ? without_last_space({begin, std::size_t(close - begin)}) : std::string_view();
}

// What a line is, based on its beginning.
enum class LineKind : std::uint8_t {
  Blank,    // only white space, byte order marks and the character U+001A, which ends files of old systems
  Escape,   // "%" in the first column, or ";"
  Tag,      // [Name "
  Bracket,  // "[" and a name, but not a tag
  Text,
};
// The kind of a text that begins with "[".
LineKind classify_bracket(std::string_view text);
LineKind classify_indented(std::string_view& text, bool is_at_start);
// Removes byte order marks and white space from the start of the text. `is_at_start`: it begins in the first column.
inline LineKind classify(std::string_view& text, bool is_at_start) {
  if (text.empty()) return LineKind::Blank;
  const char first = text[0];
  if (first > ' ' && first != '[' && first != '%' && first != ';') return LineKind::Text;
  if (first == '[') return classify_bracket(text);
  return classify_indented(text, is_at_start);
}

// Whether a line of the kind Tag has the name "Event".
bool is_event(std::string_view text);

struct ParsedTag {
  std::string_view name, value;
  std::size_t length = 0;  // of the text of the tag, with the white space after it
  bool problem = false;    // it is not complete, and extends to the end of the line
};
// Reads [Name "value"] at the beginning of a text whose kind is Tag or Bracket. The value ends at the first quote
// before
// "]" that is not escaped, or at the last one, if text follows the first that is neither a tag nor a move.
ParsedTag parse_tag(std::string_view text);

// The characters of a name of a tag; the first one is a letter or a digit.
constexpr bool is_tag_letter(char c) { return is_letter(c) || is_digit(c); }
inline constexpr std::array<bool, 256> IsTagCharacter = [] {
  std::array<bool, 256> t{};
  for (unsigned c = 0; c < 128; ++c)
    t[c] = is_tag_letter(char(c)) || std::string_view("_+#=:-").find(char(c)) != std::string_view::npos;
  return t;
}();
// Reads a tag that is written as usual, and is all of the text; `length` is 0 if it is not. Precondition: the text
// begins with "[".
inline ParsedTag plain_tag(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  if (text.size() < 6 || end[-1] != ']' || end[-2] != '"' || end[-3] == '\\' || !is_tag_letter(begin[1])) return {};
  const char* at = begin + 2;
  while (IsTagCharacter[static_cast<unsigned char>(*at)]) ++at;
  const std::string_view name(begin + 1, std::size_t(at - begin - 1));
  if (at[0] != ' ' || at[1] != '"' || at + 2 > end - 2) return {};
  at += 2;
  const std::string_view value(at, std::size_t(end - 2 - at));
  if (value.find('"') != std::string_view::npos) return {};
  return {name, value, text.size(), false};
}

// A line without its line end.
struct TextLine {
  std::string_view text;
  std::size_t length = 0;  // including the line end
  bool is_ended() const { return length != text.size(); }
};

// The first line of `text`, which ends with LF, CR or CR LF. Without a line end, it is all of `text` and not ended.
inline TextLine first_line(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* const found = find_first(begin, end, '\n', '\r');
  const auto length = std::size_t(found - begin);
  if (found == end) [[unlikely]]
    return {text, length};
  const bool two = *found == '\r' && found + 1 != end && found[1] == '\n';
  return {{begin, length}, length + (two ? 2 : 1)};
}

}  // namespace bitrook::pgn
