// One step of all boards, with the rules for finished games and illegal moves.
#include "bitrook/batch/step.hpp"

#include <algorithm>

#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

std::optional<std::size_t> first_illegal(const Boards& boards, std::span<const Move> moves, const Threads& threads) {
  FirstError illegal(boards.size());
  for_each(boards.size(), threads, [&](std::size_t i) {
    if (!boards.is_over(i) && !is_legal(boards.position(i), moves[i])) illegal.add(i);
  });
  return illegal.any() ? std::optional(illegal.at()) : std::nullopt;
}

namespace {

// Makes the move of one board. Returns the reward of the side that made it.
float step_one(Boards& boards, std::size_t i, Move m, IllegalMoves illegal) {
  // With Autoreset::Same, a game can be over here only if it was not a step that ended it: it was assigned, or it was
  // over at its start.
  if (boards.is_over(i)) {
    if (boards.options().autoreset != Autoreset::Off) boards.restart(i);
    return 0;
  }
  if (illegal != IllegalMoves::Raise && !is_legal(boards.position(i), m)) {
    if (illegal == IllegalMoves::Ignore) return 0;
    boards.end(i, Reason::Illegal);
    return -1;
  }
  boards.play(i, m);
  return boards.reason(i) == Reason::Checkmate ? 1.0f : 0.0f;
}

}  // namespace

void step(Boards& boards, std::span<const Move> moves, IllegalMoves illegal, const StepOutput& out, Finished& finished,
          const Threads& threads) {
  constexpr std::size_t Ahead = 4;
  for_parts(boards.size(), {threads.count, {}}, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i + Ahead < end) boards.load_ahead(i + Ahead);
      out.rewards[i] = step_one(boards, i, moves[i], illegal);
      const Reason reason = boards.reason(i);
      out.truncated[i] = reason == Reason::Limit;
      out.terminated[i] = reason != Reason::None && reason != Reason::Limit;
      out.reason[i] = std::uint8_t(reason);
    }
  });
  finished.indices.clear();
  if (boards.options().autoreset != Autoreset::Same) return;
  for (std::size_t i = 0; i < boards.size(); ++i)
    if (boards.is_over(i)) finished.indices.push_back(std::int64_t(i));
  finished.boards = boards.select(finished.indices);
  for (const std::int64_t i : finished.indices) boards.restart(std::size_t(i));
}

}  // namespace bitrook::batch
