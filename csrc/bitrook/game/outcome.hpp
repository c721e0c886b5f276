// Outcome: how a game ended. Tests for checkmate, stalemate and insufficient material.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// The values are those of chess.Termination in python-chess; the last three occur in variants only.
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
  std::optional<Color> winner;  // nullopt for a draw

  std::string_view result() const;  // "1-0", "0-1" or "1/2-1/2"
  bool operator==(const Outcome&) const = default;
};

// If the king is not in check, is_checkmate takes one load.
inline bool is_checkmate(const Position& p) { return p.is_check() && !has_legal(p); }
inline bool is_stalemate(const Position& p) { return !p.is_check() && !has_legal(p); }

// Whether no sequence of legal moves lets c give mate. There are no false positives, but some dead positions are not
// detected.
bool has_insufficient_material(const Position& p, Color c);
inline bool is_insufficient_material(const Position& p) {
  using enum PieceType;
  if ((p.of(Pawn) | p.of(Rook) | p.of(Queen)).any()) return false;
  return has_insufficient_material(p, Color::White) && has_insufficient_material(p, Color::Black);
}

}  // namespace bitrook
