// The legal moves of all boards, random moves, and random games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"

namespace bitrook::batch {

// The legal moves of all boards, concatenated. A board whose game is over has none. The moves of board i are
// moves[offsets[i]] to moves[offsets[i + 1] - 1], in the order of generate_legal().
struct LegalMoves {
  std::vector<Move> moves;
  // Fills `moves` and `offsets`, which has one item more than there are boards. Returns false if the number of moves
  // does not fit in 31 bits.
  bool list(const Boards& boards, std::span<std::int32_t> offsets, const Threads& threads);

 private:
  std::vector<std::vector<Move>> parts_;  // kept, so that the next call need not allocate memory
};

void count_legal_moves(const Boards& boards, std::span<std::int32_t> out, const Threads& threads);

// Uniformly random legal moves, or null moves for boards whose games are over. The move of board i depends only on its
// position, the seed, i, the number of plies played on it, and `draw`.
void random_moves(const Boards& boards, std::uint64_t seed, std::uint32_t draw, std::span<Move> out,
                  const Threads& threads);

// Plays random legal moves on a copy of each board until the game is over or `max_plies` moves have been made (0: no
// limit). The limit in the options of the boards also applies.
struct PlayoutOutput {
  std::span<std::int8_t> results;   // 1 if White has won, -1 if Black has won, 0 if drawn or not over
  std::span<std::int32_t> plies;    // the number of moves played
  std::span<std::uint8_t> reasons;  // a Reason; None if `max_plies` ended the game
};
bool playout(const Boards& boards, std::uint64_t seed, std::uint32_t draw, std::uint32_t max_plies,
             const PlayoutOutput& out, const Threads& threads);

bool perft(const Boards& boards, unsigned depth, std::span<std::uint64_t> out, const Threads& threads);

}  // namespace bitrook::batch
