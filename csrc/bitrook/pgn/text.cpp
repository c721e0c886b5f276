// Lines of PGN: white space, tags, and where a line ends.
#include "bitrook/pgn/text.hpp"

#include <algorithm>

#include "bitrook/base/scan.hpp"

namespace bitrook::pgn {

namespace {

constexpr bool is_ascii_space(unsigned char c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31); }

constexpr bool is_tag_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
constexpr bool is_tag_character(char c) {
  return is_tag_letter(c) || c == '_' || c == '+' || c == '#' || c == '=' || c == ':' || c == '-';
}

// The length in bytes of the white space that is the last character of `text`, or 0.
std::size_t trailing_space(std::string_view text) {
  const std::size_t longest = !text.empty() && static_cast<signed char>(text.back()) >= 0 ? 1 : 3;
  for (std::size_t length = 1; length <= std::min(text.size(), longest); ++length) {
    if (leading_space(text.substr(text.size() - length)) == length) return length;
  }
  return 0;
}

}  // namespace

std::size_t leading_space(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (byte(0) < 0x80) return is_ascii_space(static_cast<unsigned char>(text[0])) ? 1 : 0;
  if (byte(0) == 0xC2) return byte(1) == 0x85 || byte(1) == 0xA0 ? 2 : 0;  // U+0085, U+00A0
  const unsigned code = byte(0) << 16 | byte(1) << 8 | byte(2);
  const bool space = code == 0xE19A80 || (code >= 0xE28080 && code <= 0xE2808A) ||  // U+1680, U+2000 to U+200A
                     code == 0xE280A8 || code == 0xE280A9 || code == 0xE280AF ||    // U+2028, U+2029, U+202F
                     code == 0xE2819F || code == 0xE38080;                          // U+205F, U+3000
  return space ? 3 : 0;
}

bool is_blank(std::string_view text) {
  if (!text.empty() && static_cast<signed char>(text[0]) > ' ') return false;  // ASCII, as in most lines
  while (const std::size_t n = leading_space(text)) text.remove_prefix(n);
  return text.empty();
}

std::string_view stripped(std::string_view text) {
  while (const std::size_t n = trailing_space(text)) text.remove_suffix(n);
  while (const std::size_t n = leading_space(text)) text.remove_prefix(n);
  return text;
}

std::string_view first_bytes(std::string_view text, std::size_t size) {
  if (size >= text.size()) return text;
  while (size != 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const auto byte = static_cast<unsigned char>(text[at++]);
    const unsigned more = byte < 0xC2 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : byte < 0xF5 ? 3 : 0;
    std::size_t end = at;
    while (end < text.size() && end - at < more && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    if (end - at == more) at = end;
  }
  return count;
}

std::optional<Tag> parse_tag(std::string_view text) {
  while (const std::size_t n = trailing_space(text)) text.remove_suffix(n);
  if (text.size() < 2 || text[0] != '[' || !is_tag_letter(text[1])) return std::nullopt;
  const auto name_end = std::find_if_not(text.begin() + 1, text.end(), is_tag_character);
  const auto name = text.substr(1, std::size_t(name_end - text.begin()) - 1);
  std::string_view rest = text.substr(1 + name.size());
  if (rest.starts_with(" \"")) {
    rest.remove_prefix(1);
  } else {
    if (leading_space(rest) == 0) return std::nullopt;
    while (const std::size_t n = leading_space(rest)) rest.remove_prefix(n);
  }
  if (rest.size() < 3 || rest.front() != '"' || !rest.ends_with("\"]")) return std::nullopt;
  const std::string_view value = rest.substr(1, rest.size() - 3);
  const char* const end = value.data() + value.size();
  if (find_first(value.data(), end, '\r') != end) return std::nullopt;
  return Tag{name, value};
}

TextLine first_line(std::string_view text, LineEnds ends) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* const found =
      ends == LineEnds::Universal ? find_first(begin, end, '\n', '\r') : find_first(begin, end, '\n');
  const auto length = std::size_t(found - begin);
  if (found == end) return {text, length};
  const bool two = *found == '\r' && found + 1 != end && found[1] == '\n';
  return {text.substr(0, length), length + (two ? 2 : 1)};
}

}  // namespace bitrook::pgn
