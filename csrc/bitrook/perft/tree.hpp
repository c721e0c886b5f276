// One thread's walk through a tree of legal moves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "bitrook/perft/board.hpp"
#include "bitrook/perft/table.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::counting {

// Counting boards take for granted what holds in every position of a game: one king a side, the enemy's not
// attacked, no pawns on the outer ranks, an en-passant square that was just passed. Positions set up by hand may
// be otherwise; then there is none.
std::optional<Board> board_of(const Position& p);

class Tree {
 public:
  // `go_on` is asked at nodes that have much below them; after `false` the counts are worth nothing.
  explicit Tree(Table* table = nullptr, std::function<bool()> go_on = {}) : table_(table), go_on_(std::move(go_on)) {}

  std::uint64_t count(const Position& p, unsigned depth);

 private:
  static constexpr unsigned AskedAt = 4;  // about a million leaves, and a quarter of a millisecond
  bool stopped(unsigned depth) const { return depth >= AskedAt && go_on_ && !go_on_(); }

  std::uint64_t plainly(const Position& p, unsigned depth);
  template <Color Us>
  std::uint64_t below(const Board& b, unsigned depth);
  template <Color Us>
  std::uint64_t remembered(const Board& b, unsigned depth);

  Table* const table_;
  const std::function<bool()> go_on_;
};

}  // namespace bitrook::counting
