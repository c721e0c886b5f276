// The rules and the start position of a game, from its Variant and FEN tags.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/notation/fen.hpp"
#include "bitrook/pgn/error.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::pgn {

enum class Variant : std::uint8_t { Standard, Chess960 };

// The variant with this name, or nothing if its rules are not known. Case does not matter.
std::optional<Variant> variant_named(std::string_view name);

struct StartError {
  ErrorKind kind;  // Variant or Fen
  std::optional<fen::Error> fen{};
};
// Sets the position in which a game with these tags starts. A missing tag means standard chess, or the usual position.
// Castling rights that exist only in Chess960 make it a Chess960 position.
std::optional<StartError> read_start(std::optional<std::string_view> variant, std::optional<std::string_view> fen,
                                     Position& position);

}  // namespace bitrook::pgn
