// Counts the leaves of a tree of moves on the counting board (board.hpp), the last two plies at once.
//
// --- How two plies are counted
//
// "We" are the side to move, "they" reply. Most of our moves affect only a few of their replies. Their replies are
// therefore counted once, as if we made a null move, and each of our moves adds that number and the difference that it
// makes. An example, Rd1-d5:
//
//   8  . . . . k . . .     after a null move:   bishop 9, pawn 1    10   mobility.hpp: total
//   7  . b . . . . . .     we vacate d1:        no line opens        0                 vacate
//   6  . . . . p . . .     we occupy d5:        bishop's line ends  -4                 occupy
//   5  . . . * . . . .                          pawn may capture    +1
//   4  . . . . + . . .     pins:                none                 0   Pins
//   3  . . . . . + . .     king:                e7, f7, f8          +3   KingMoves
//   2  . . . . . . + .                                             ---
//   1  . . . R . . K +     replies to Rd1-d5                        10
//      a b c d e f g h
//
// Moves are not evaluated one by one. The effect of occupying a target depends only on the target, so SquareCounters
// counts how many of our moves end on each square, and each square is evaluated once. For each move of their king, one
// set holds the squares from which a piece of ours prevents it, so a population count gives the replies to all moves of
// a piece. The effects of vacating a square, of captures and of pins are evaluated only for the moves that have them.
//
// The remaining moves are made on the board, and the replies are counted directly (moves.hpp): moves that give check,
// capture a pinned piece, or begin or end on a line between one of our sliders and their king or its surroundings;
// en-passant captures; and all moves if we are in check.
//
//   two_plies.hpp     the sum over all our moves; their pinned pieces (Pins), and their king (KingMoves)
//     mobility.hpp      their pieces other than the king that are not pinned
//     moves.hpp         the legal moves of the side to move: their number, or the board after each
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

// The counting board of a position, or nothing if the position does not meet the preconditions (board.hpp). Legal moves
// preserve the preconditions.
std::optional<Board> board_of(const Position& p);

// A 64-bit hash of the whole board, the side to move and the depth. It is computed on demand: an incremental key would
// slow down every move, while only a few boards are looked up.
std::uint64_t digest(const Board& b, Color turn, unsigned depth);

// Replaces the smallest count, because large counts save the most work. Counts are stored plus one, because 0 marks an
// empty entry.
struct KeepLargest {
  std::size_t operator()(const std::array<std::uint64_t, 4>& counts, std::uint64_t new_count) const;
};
using CountTable = HashTable<KeepLargest>;

class Counter {
 public:
  // `table` may be null, and may be shared by several threads. `go_on` is polled as in perft_walk().
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
