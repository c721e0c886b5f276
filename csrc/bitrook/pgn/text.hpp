// Lines of PGN: white space, tags, and where a line ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "bitrook/pgn/options.hpp"

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

struct Tag {
  std::string_view name, value;
};
// Reads a line [Name "value"]. The value is everything between the first and the last quote, and must not contain CR.
std::optional<Tag> parse_tag(std::string_view line);

// A line without its line end.
struct TextLine {
  std::string_view text;
  std::size_t length = 0;  // including the line end
  bool is_ended() const { return length != text.size(); }
};

// The first line of `text`. Without a line end, it is all of `text` and not ended.
TextLine first_line(std::string_view text, LineEnds ends);

}  // namespace bitrook::pgn
