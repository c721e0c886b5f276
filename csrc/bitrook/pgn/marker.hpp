// Finds the beginnings of games without reading the games.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace bitrook::pgn {

// Text at which a game begins, whatever the text before it is: the last character of a line, which is not "]", empty
// lines, and a line that begins with a tag ("[Name \"", not indented). GameParser begins a game at each marker, even in
// a comment; games may begin at other places as well.
struct GameMarker {
  std::size_t begin;  // of the last character before the empty lines that is not white space
  std::size_t game;   // of the "["
};

// The first marker that begins at or after `from`.
std::optional<GameMarker> next_game_marker(std::string_view text, std::size_t from);
// The last marker in the text.
std::optional<GameMarker> last_game_marker(std::string_view text);

// The number of bytes that decide whether there is a marker: more white space or a longer name do not count.
inline constexpr std::size_t LongestMarker = 320;

}  // namespace bitrook::pgn
