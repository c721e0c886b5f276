// Finds the beginnings of games without reading the games.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace bitrook::pgn {

// The sequence that separates games whose first line is a tag: a line feed, an empty line that ends with LF or CR LF,
// and "[". It can be found without reading the text before it. The same sequence may also occur between tags or in a
// comment, and a file may have no markers at all.
struct GameMarker {
  std::size_t begin;  // of the line feed
  std::size_t game;   // of the "["
};

// The first marker that begins at or after `from`.
std::optional<GameMarker> next_game_marker(std::string_view text, std::size_t from);

}  // namespace bitrook::pgn
