// Lines of PGN: white space, tags, and where a line ends.
#include "bitrook/pgn/text.hpp"

#include <algorithm>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/scan.hpp"
#include "bitrook/pgn/tokens.hpp"

namespace bitrook::pgn {

namespace {

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
  if (byte(0) < 0x80) return is_python_space(text[0]) ? 1 : 0;
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

// --- Lines.

namespace {

struct TagName {
  std::string_view name;
  std::size_t end = 0;  // of the name and the white space after it
};

// Reads "[" and a name, which is empty if there is none.
TagName read_name(std::string_view text) {
  std::size_t at = 1;
  while (const std::size_t n = leading_space(text.substr(at))) at += n;
  std::size_t end = at;
  if (at < text.size() && is_tag_letter(text[at])) {
    while (end < text.size() && IsTagCharacter[static_cast<unsigned char>(text[end])]) ++end;
  }
  TagName found{text.substr(at, end - at), end};
  while (const std::size_t n = leading_space(text.substr(found.end))) found.end += n;
  return found;
}

// The length of "]" and the white space before it at the start of `text`, or 0.
std::size_t closing_bracket(std::string_view text) {
  std::size_t at = 0;
  while (const std::size_t n = leading_space(text.substr(at))) at += n;
  return at < text.size() && text[at] == ']' ? at + 1 : 0;
}

}  // namespace

LineKind classify_bracket(std::string_view text) {
  const TagName tag = read_name(text);
  if (tag.name.empty()) return LineKind::Text;
  return tag.end < text.size() && text[tag.end] == '"' ? LineKind::Tag : LineKind::Bracket;
}

LineKind classify_indented(std::string_view& text, bool is_at_start) {
  while (!text.empty()) {
    std::size_t length = leading_space(text);
    if (length != 0 || text[0] == '\x1A') is_at_start = false;
    if (text[0] == '\x1A') length = 1;
    if (text.starts_with("\xEF\xBB\xBF")) length = 3;
    if (length == 0) break;
    text.remove_prefix(length);
  }
  if (text.empty()) return LineKind::Blank;
  if (text[0] == ';' || (text[0] == '%' && is_at_start)) return LineKind::Escape;
  return text[0] == '[' ? classify_bracket(text) : LineKind::Text;
}

bool is_event(std::string_view text) { return read_name(text).name == "Event"; }

// Whether a text begins with a token of movetext.
static bool begins_with_token(std::string_view text) {
  std::string buffer;
  return next_token(text.data(), text.data() + text.size(), {}, buffer).kind != TokenKind::Unknown;
}

ParsedTag parse_tag(std::string_view text) {
  const TagName name = read_name(text);
  ParsedTag tag{name.name, {}, text.size(), true};
  if (name.end >= text.size() || text[name.end] != '"') return tag;
  const std::size_t begin = name.end + 1;
  const char* const end = text.data() + text.size();
  const auto accept = [&](std::size_t quote, std::string_view rest) {
    tag.value = text.substr(begin, quote - begin);
    tag.length = text.size() - rest.size();
    tag.problem = false;
  };
  for (const char* quote = text.data() + begin; (quote = find_first(quote, end, '"')) != end; ++quote) {
    const auto at = std::size_t(quote - text.data());
    const std::size_t bracket = closing_bracket(text.substr(at + 1));
    if (bracket == 0) continue;
    std::string_view rest = text.substr(at + 1 + bracket);
    const LineKind kind = classify(rest, false);
    std::size_t slashes = 0;
    while (slashes < at - begin && text[at - 1 - slashes] == '\\') ++slashes;
    // This one may be escaped, or part of an unescaped text in quotes. If another follows, that is the last one.
    const bool is_last = slashes % 2 == 0 && (kind != LineKind::Text || begins_with_token(rest));
    if (is_last || tag.problem) accept(at, rest);
    if (is_last) break;
  }
  return tag;
}

}  // namespace bitrook::pgn
