// The start position of a game by its tags FEN and Variant.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/notation/fen.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::pgn {

enum class Variant : std::uint8_t { Standard, Chess960, Unsupported, Unknown };

// The variant that a name means, by its names in python-chess, without regard to case.
Variant variant_named(std::string_view name);

// Reads the position of a FEN tag. Castling rights that only Chess960 has make it a position of Chess960.
std::optional<fen::Error> parse_start(std::string_view fen, bool chess960, Position& position);

}  // namespace bitrook::pgn
