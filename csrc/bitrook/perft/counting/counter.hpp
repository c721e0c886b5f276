// Counts the leaves of a tree of moves on the counting board (board.hpp), two plies at once where they are the last.
//
// --- How two plies are counted
//
// "We" are the side to move, "they" reply. Most of our moves change few of their replies. So their replies are counted
// once, as if we made a null move, and each of our moves adds that number and what it changes. An example, Rd1-d5:
//
//   8  . . . . k . . .     after a null move:   bishop 9, pawn 1    10   mobility.hpp: total
//   7  . b . . . . . .     we vacate d1:        no line opens        0                 vacate
//   6  . . . . p . . .     we occupy d5:        bishop's line ends  -4                 occupy
//   5  . . . * . . . .                          pawn may capture    +1
//   4  . . . . + . . .     pins:                none                 0   pins.hpp
//   3  . . . . . + . .     king:                e7, f7, f8          +3   king_moves.hpp
//   2  . . . . . . + .                                             ---
//   1  . . . R . . K +     replies to Rd1-d5                        10
//      a b c d e f g h
//
// Moves are not evaluated one by one. What a move changes by occupying its target depends on the target alone, so
// SquareCounters counts how many of our moves end on each square, and each square is evaluated once. For each move that
// their king has, one set holds the squares from which a piece of ours prevents it, so a population count gives the
// replies to all moves of a piece. What a move changes by vacating a square, by a capture and by pins is evaluated for
// the moves that do so.
//
// The rest is made on the board, and the replies are counted plainly (moves.hpp): moves that give check, capture a
// pinned piece, or begin or end on a line between a slider of ours and their king or its surroundings, en passant, and
// all moves when we are in check.
//
//   two_plies.hpp     the sum over all our moves
//     mobility.hpp      their pieces that are neither king nor pinned
//     pins.hpp          their pinned pieces
//     king_moves.hpp    their king
//     moves.hpp         the legal moves of the side to move: counted, and each made
//       board.hpp         the counting board, and the board after each kind of move
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "bitrook/perft/counting/board.hpp"
#include "bitrook/perft/perft.hpp"
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

  // The number of sequences of `depth` legal moves. Positions without a counting board are counted by perft_walk().
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
