// The start position of a game, from its FEN and Variant tags.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/notation/fen.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::pgn {

enum class Variant : std::uint8_t { Standard, Chess960, Unsupported, Unknown };

// The variant with this name. The names are those of python-chess, and case does not matter.
Variant variant_named(std::string_view name);

// Reads the position of a FEN tag. Castling rights that exist only in Chess960 make it a Chess960 position.
std::optional<fen::Error> parse_start(std::string_view fen, bool chess960, Position& position);

}  // namespace bitrook::pgn
