// Listing, counting and choosing legal moves for all boards, and random games.
#include "bitrook/batch/moves.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "bitrook/batch/philox.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/perft/perft.hpp"

namespace bitrook::batch {

namespace {

// The purpose of a random number. Different uses of the same seed are independent.
enum class Use : std::uint32_t { Moves, Playouts };

std::uint32_t random_word(std::uint64_t seed, std::size_t board, std::uint32_t ply, std::uint32_t draw, Use use) {
  return philox({std::uint32_t(board), ply, draw, std::uint32_t(use)}, seed)[0];
}

}  // namespace

bool LegalMoves::list(const Boards& boards, std::span<std::int32_t> offsets, const Threads& threads) {
  const std::size_t n = boards.size();
  parts_.resize(std::max(parts_.size(), (n + PartSize - 1) / PartSize));
  for_parts(n, threads, [&](std::size_t first, std::size_t last) {
    std::vector<Move>& part = parts_[first / PartSize];
    part.clear();
    for (std::size_t i = first; i < last; ++i) {
      MoveList list;
      if (!boards.is_over(i)) generate_legal(boards.position(i), list);
      part.insert(part.end(), list.begin(), list.end());
      offsets[i + 1] = std::int32_t(list.size());
    }
  });
  std::int64_t total = 0;
  offsets[0] = 0;
  for (std::size_t i = 1; i <= n; ++i) {
    total += offsets[i];
    if (total > std::numeric_limits<std::int32_t>::max()) return false;
    offsets[i] = std::int32_t(total);
  }
  moves.clear();
  moves.reserve(std::size_t(total));
  for (std::size_t k = 0; k * PartSize < n; ++k) moves.insert(moves.end(), parts_[k].begin(), parts_[k].end());
  return true;
}

void count_legal_moves(const Boards& boards, std::span<std::int32_t> out, const Threads& threads) {
  for_each(boards.size(), threads,
           [&](std::size_t i) { out[i] = boards.is_over(i) ? 0 : std::int32_t(count_legal(boards.position(i))); });
}

void random_moves(const Boards& boards, std::uint64_t seed, std::uint32_t draw, std::span<Move> out,
                  const Threads& threads) {
  for_each(boards.size(), threads, [&](std::size_t i) {
    MoveList list;
    if (!boards.is_over(i)) generate_legal(boards.position(i), list);
    const std::uint32_t word = random_word(seed, i, boards.plies(i), draw, Use::Moves);
    out[i] = list.empty() ? Move::null() : list[below(std::uint32_t(list.size()), word)];
  });
}

bool playout(const Boards& boards, std::uint64_t seed, std::uint32_t draw, std::uint32_t max_plies,
             const PlayoutOutput& out, const Threads& threads) {
  constexpr std::size_t Part = 8;  // a game takes about 20 microseconds
  return for_parts(
      boards.size(), threads,
      [&](std::size_t first, std::size_t last) {
        Boards game(1, boards.options());
        for (std::size_t i = first; i < last; ++i) {
          game.copy_to(0, boards, i);
          std::uint32_t plies = 0;
          for (; !game.is_over(0) && (max_plies == 0 || plies < max_plies); ++plies) {
            MoveList list;
            generate_legal(game.position(0), list);
            const std::uint32_t word = random_word(seed, i, plies, draw, Use::Playouts);
            game.play(0, list[below(std::uint32_t(list.size()), word)]);
          }
          const bool black_mated = game.position(0).turn() == Color::Black;
          const bool won = game.reason(0) == Reason::Checkmate || game.reason(0) == Reason::Illegal;
          out.results[i] = std::int8_t(!won ? 0 : black_mated ? 1 : -1);
          out.plies[i] = std::int32_t(plies);
          out.reasons[i] = std::uint8_t(game.reason(0));
        }
      },
      Part);
}

bool perft(const Boards& boards, unsigned depth, std::span<std::uint64_t> out, const Threads& threads) {
  return run_parts(
      boards.size(), threads.count,
      [&](std::size_t i, Worker& worker) {
        PerftOptions options;
        options.go_on = [&worker](const PerftProgress&) { return worker.go_on(); };
        out[i] = count_tree(boards.position(i), depth, options).nodes;
      },
      threads.go_on);
}

}  // namespace bitrook::batch
