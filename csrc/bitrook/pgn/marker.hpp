// Finds where games begin without reading them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace bitrook::pgn {

// What separates games whose first line is a tag: a line feed, an empty line that ends with LF or CR LF, and "[". It is
// found without looking at what is before it. A file may also have one between tags or in a comment, or none.
struct GameMarker {
  std::size_t begin;  // of the line feed
  std::size_t game;   // of the "["
};

// The first marker that begins at or after `from`.
std::optional<GameMarker> next_game_marker(std::string_view text, std::size_t from);

}  // namespace bitrook::pgn
