// Finds the beginnings of games without reading the games.
#include "bitrook/pgn/marker.hpp"

#include "bitrook/pgn/text.hpp"

namespace bitrook::pgn {

namespace {

constexpr std::size_t LongestSpace = 40, LongestTag = LongestMarker - LongestSpace - 1;

// The marker of the game that seems to begin at the bracket at `game`.
std::optional<GameMarker> marker_of(std::string_view text, std::size_t game) {
  std::size_t at = game, line_ends = 0;
  const std::size_t first = game - std::min(game, LongestSpace);
  for (; at != first; --at) {
    const char c = text[at - 1];
    if (c == '\n') {
      ++line_ends;
      if (at - 1 != first && text[at - 2] == '\r') --at;
    } else if (c == '\r') {
      ++line_ends;
    } else if (c != ' ' && c != '\t') {
      break;
    }
  }
  if (at == first || line_ends < 2 || text[game - 1] == ' ' || text[game - 1] == '\t') return std::nullopt;
  std::string_view tag = text.substr(game, LongestTag);
  tag = tag.substr(0, tag.find_first_of("\r\n"));
  if (text[at - 1] == ']' || classify_bracket(tag) != LineKind::Tag) return std::nullopt;
  return GameMarker{at - 1, game};
}

}  // namespace

std::optional<GameMarker> next_game_marker(std::string_view text, std::size_t from) {
  for (std::size_t at = from; (at = text.find("\n[", at)) != text.npos; ++at) {
    const auto marker = marker_of(text, at + 1);
    if (marker && marker->begin >= from) return marker;
  }
  return std::nullopt;
}

std::optional<GameMarker> last_game_marker(std::string_view text) {
  for (std::size_t at = text.size(); (at = text.rfind("\n[", at)) != text.npos && at > 0; --at) {
    if (const auto marker = marker_of(text, at + 1)) return marker;
  }
  return std::nullopt;
}

}  // namespace bitrook::pgn
