// Maker: builds a book from games.
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

// How the weight of a move is computed: 2 for each win and 1 for each draw of the side that played it (Score), the
// number of games (Frequency), or 1 (Uniform). As in Polyglot, a move that has only lost gets 0 with Score and Uniform.
enum class Weighting : std::uint8_t { Score, Frequency, Uniform };

struct MakerOptions {
  unsigned max_ply = 24;        // only this many plies of each game are counted
  std::uint32_t min_games = 3;  // moves played in fewer games are dropped
  Weighting weighting = Weighting::Score;
  std::array<bool, 2> colors{true, true};  // by Color: whose moves are counted
};

class Maker {
 public:
  Maker(const MakerOptions& options, std::unique_ptr<Counts> counts) : options_(options), counts_(std::move(counts)) {}

  // Counts the moves of a game, up to the first illegal one. `moves` are move words; `result` is 1, 0 or -1 from
  // White's point of view; `counted` selects the colors whose moves are counted in this game. Returns 0, or an `errno`
  // value if a file cannot be written.
  int add_game(Position start, std::span<const std::int16_t> moves, int result, const std::array<bool, 2>& counted);
  // Writes the book. Returns 0, or an `errno` value if a file cannot be written or read.
  int finish(Writer& out);

  const Counts& counts() const { return *counts_; }

 private:
  std::uint64_t weight(const Count& count) const;

  MakerOptions options_;
  std::unique_ptr<Counts> counts_;
};

}  // namespace bitrook::book
