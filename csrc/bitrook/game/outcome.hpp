// Outcome: how a game ended. Tests for the ends of a game.
#pragma once

#include <algorithm>
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

// --- Draws by clocks, and the end of a game, for chess and its variants.

// In these templates, Game is a Game or a VariantGame.

template <class Game>
bool can_claim_fifty_moves(const Game& game) {
  const auto& p = game.position();
  if (!game.counts_halfmoves() || p.halfmove_clock() < 99) return false;
  if (game.is_fifty_moves()) return true;
  MoveList moves;
  generate_legal(p, moves);
  return std::ranges::any_of(moves, [&](Move m) {
    auto next = p;
    next.play_unchecked(m);
    return next.halfmove_clock() >= 100 && has_legal(next);
  });
}

// See Game::outcome(). Variants test first whether their own rules end the game.
template <class Game>
std::optional<Outcome> outcome_by_chess(const Game& game, bool claim_draw) {
  const auto& p = game.position();
  const auto draw = [](Termination t) { return Outcome{t, std::nullopt}; };
  const bool no_legal_move = !has_legal(p);
  if (no_legal_move && p.is_check()) return Outcome{Termination::Checkmate, ~p.turn()};
  if (is_insufficient_material(p)) return draw(Termination::InsufficientMaterial);
  if (no_legal_move) return draw(Termination::Stalemate);
  if (game.counts_halfmoves() && p.halfmove_clock() >= 150) return draw(Termination::SeventyFiveMoves);
  if (game.is_fivefold_repetition()) return draw(Termination::FivefoldRepetition);
  if (claim_draw) {
    if (game.can_claim_fifty_moves()) return draw(Termination::FiftyMoves);
    if (game.can_claim_threefold_repetition()) return draw(Termination::ThreefoldRepetition);
  }
  return std::nullopt;
}

}  // namespace bitrook
