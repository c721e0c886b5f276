// The legal moves of all boards, random ones among them, and random games to the end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"

namespace bitrook::batch {

// The legal moves of all boards, one after the other; none of a board whose game is over. Those of board i are
// moves[offsets[i]] to moves[offsets[i + 1] - 1], in the order of generate_legal().
struct LegalMoves {
  std::vector<Move> moves;
  // Fills `offsets`, of one item more than boards, and `moves`. False if the moves do not fit 31 bits.
  bool list(const Boards& boards, std::span<std::int32_t> offsets, const Threads& threads);

 private:
  std::vector<std::vector<Move>> parts_;  // kept, so that the next call needs no memory
};

void count_legal_moves(const Boards& boards, std::span<std::int32_t> out, const Threads& threads);

// Uniformly random legal moves; the null move where the game is over. Board i's is a function of the seed, of i, of the
// plies made on it, and of `draw`.
void random_moves(const Boards& boards, std::uint64_t seed, std::uint32_t draw, std::span<Move> out,
                  const Threads& threads);

// Plays random legal moves on a copy of each board until the game is over or `max_plies` moves were made (0: no limit;
// a limit of the boards' own counts, too).
struct PlayoutOutput {
  std::span<std::int8_t> results;   // 1 White has won, -1 Black has won, 0 a draw or not over
  std::span<std::int32_t> plies;    // that were played
  std::span<std::uint8_t> reasons;  // Reason; None if max_plies ended it
};
bool playout(const Boards& boards, std::uint64_t seed, std::uint32_t draw, std::uint32_t max_plies,
             const PlayoutOutput& out, const Threads& threads);

bool perft(const Boards& boards, unsigned depth, std::span<std::uint64_t> out, const Threads& threads);

}  // namespace bitrook::batch
