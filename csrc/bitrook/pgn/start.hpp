// The rules and the start position of a game, from its Variant and FEN tags.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "bitrook/notation/fen.hpp"
#include "bitrook/pgn/error.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::pgn {

// The rules of a game.
struct GameKind {
  bool chess960 = false;
  std::optional<Variant> variant{};  // nothing for chess and Chess960
};
// The rules with this name, or nothing if they are not known. The names are those of python-chess, in any case.
std::optional<GameKind> kind_named(std::string_view name);

using StartPosition = std::variant<Position, VariantPosition>;

struct StartError {
  ErrorKind kind;  // Variant or Fen
  std::optional<fen::Error> fen{};
};
// Sets the position in which a game with these tags starts. A missing tag means standard chess, or the usual position.
// Castling rights that exist only in Chess960 select its castling.
std::optional<StartError> read_start(std::optional<std::string_view> variant, std::optional<std::string_view> fen,
                                     StartPosition& start);

}  // namespace bitrook::pgn
