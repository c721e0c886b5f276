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

// All of it is white space, or it is empty.
bool is_blank(std::string_view text);

// Without white space at its ends.
std::string_view stripped(std::string_view text);

// The first `size` bytes of a text in UTF-8 or fewer, so that they end with a whole character.
std::string_view first_bytes(std::string_view text, std::size_t size);

// The number of characters of a text in UTF-8. A byte that is not UTF-8 counts as one.
std::size_t count_characters(std::string_view text);

struct Tag {
  std::string_view name, value;
};
// Reads a line [Name "value"]. The value is all between the first and the last quote, and may not contain CR.
std::optional<Tag> parse_tag(std::string_view line);

// A line without what ends it.
struct TextLine {
  std::string_view text;
  std::size_t length = 0;  // with what ends it
  bool is_ended() const { return length != text.size(); }
};

// The first line of `text`; all of `text`, not ended, if nothing ends it.
TextLine first_line(std::string_view text, LineEnds ends);

}  // namespace bitrook::pgn
