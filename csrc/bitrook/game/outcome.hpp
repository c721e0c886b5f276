// How a game ends: mate, stalemate, material that cannot mate, clocks that ran out.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// The numbers are python-chess's.
enum class Termination : std::uint8_t {
  Checkmate = 1,
  Stalemate,
  InsufficientMaterial,
  SeventyFiveMoves,
  FivefoldRepetition,
  FiftyMoves,
  ThreefoldRepetition,
  VariantWin,
  VariantLoss,
  VariantDraw,
};

struct Outcome {
  Termination termination;
  std::optional<Color> winner;

  std::string_view result() const;  // "1-0", "0-1" or "1/2-1/2"
  bool operator==(const Outcome&) const = default;
};

// Most positions are not check, and for them the first is one load.
inline bool is_checkmate(const Position& p) { return p.is_check() && !has_legal(p); }
inline bool is_stalemate(const Position& p) { return !p.is_check() && !has_legal(p); }

// No sequence of legal moves lets this colour mate. Never true by mistake; some dead positions are not seen.
bool has_insufficient_material(const Position& p, Color c);
inline bool is_insufficient_material(const Position& p) {
  return has_insufficient_material(p, Color::White) && has_insufficient_material(p, Color::Black);
}

// Half-moves without capture or pawn move have reached n, and the game goes on.
inline bool has_played_quietly(const Position& p, std::uint32_t n) { return p.halfmove_clock() >= n && has_legal(p); }

}  // namespace bitrook
