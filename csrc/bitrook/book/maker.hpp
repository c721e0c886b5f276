// Maker: makes a book of games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bitrook/book/counts.hpp"
#include "bitrook/book/writer.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::book {

// The weight of a move: 2 for each win and 1 for each draw of the side that played it; the number of games; or 1. A
// move that has only lost gets 0 in the first case, and in the last one, as in Polyglot.
enum class Weighting : std::uint8_t { Score, Frequency, Uniform };

struct MakerOptions {
  unsigned max_ply = 24;        // of moves, counted from the start of the game
  std::uint32_t min_games = 3;  // that had a move
  Weighting weighting = Weighting::Score;
  std::array<bool, 2> colors{true, true};  // by Color: whose moves are counted
};

class Maker {
 public:
  Maker(const MakerOptions& options, std::unique_ptr<Counts> counts) : options_(options), counts_(std::move(counts)) {}

  // Counts the moves of a game, up to the first one that is not legal. `moves` are the words of moves; `result` is 1, 0
  // or -1 for White; `counted` tells for each color whether its moves count. False if a file cannot be written.
  bool add_game(Position start, std::span<const std::int16_t> moves, int result, const std::array<bool, 2>& counted);
  // Writes the book. False if a file cannot be written or read.
  bool finish(Writer& out);

  const Counts& counts() const { return *counts_; }

 private:
  std::uint64_t weight(const Count& count) const;

  MakerOptions options_;
  std::unique_ptr<Counts> counts_;
};

}  // namespace bitrook::book
