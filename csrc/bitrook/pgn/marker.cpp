// Finds the beginnings of games without reading the games.
#include "bitrook/pgn/marker.hpp"

namespace bitrook::pgn {

std::optional<GameMarker> next_game_marker(std::string_view text, std::size_t from) {
  while ((from = text.find('\n', from)) != std::string_view::npos) {
    const std::size_t begin = from++;
    std::size_t at = from;
    if (at < text.size() && text[at] == '\r') ++at;
    if (text.substr(at).starts_with("\n[")) return GameMarker{begin, at + 1};
  }
  return std::nullopt;
}

}  // namespace bitrook::pgn
