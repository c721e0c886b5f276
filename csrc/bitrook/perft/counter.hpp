// Counts the leaves of a tree on the counting board, two plies at once where they are the last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "bitrook/perft/board.hpp"
#include "bitrook/perft/walk.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/util/hash_table.hpp"

namespace bitrook::counting {

// The counting board of a position; nothing if the position does not meet the preconditions (board.hpp). They hold
// after every legal move if they hold before it.
std::optional<Board> board_of(const Position& p);

// 64 bits that depend on the whole board, on the side to move and on the depth. They are computed when they are needed:
// an incremental key would cost every move, for the sake of the few boards that are looked up.
std::uint64_t digest(const Board& b, Color turn, unsigned depth);

// Keeps the largest counts, which save the most work. Counts are stored plus one.
struct KeepLargest {
  std::size_t operator()(const std::array<std::uint64_t, 4>& counts, std::uint64_t new_count) const;
};
using CountTable = HashTable<KeepLargest>;

class Counter {
 public:
  // `table` may be null and may be shared by threads. `go_on` is polled as perft_walk() does.
  explicit Counter(CountTable* table = nullptr, StopCheck go_on = {}) : table_(table), go_on_(std::move(go_on)) {}

  // The number of sequences of `depth` legal moves. Positions without a counting board are walked (walk.hpp).
  std::uint64_t count(const Position& p, unsigned depth);

 private:
  template <Color Us>
  std::uint64_t count(const Board& b, unsigned depth);
  template <Color Us>
  std::uint64_t look_up(const Board& b, unsigned depth);

  CountTable* const table_;
  const StopCheck go_on_;
};

}  // namespace bitrook::counting
