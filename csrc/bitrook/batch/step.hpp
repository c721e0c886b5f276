// One step of all boards: moves in; rewards, ends and their reasons out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"

namespace bitrook::batch {

enum class IllegalMoves : std::uint8_t {
  Raise,      // the caller has already rejected them; see first_illegal()
  Terminate,  // the side to move loses
  Ignore,     // the board is not changed
};

// Caller-provided arrays with one item per board.
struct StepOutput {
  std::span<float> rewards;            // of the side that moved: 1 for checkmate, -1 for an illegal move, otherwise 0
  std::span<std::uint8_t> terminated;  // 1 if the game is over by the rules
  std::span<std::uint8_t> truncated;   // 1 if the limit of plies ended it
  std::span<std::uint8_t> reason;      // a Reason
};

// The boards that Autoreset::Same reset in the last step, as they were at the end of their games.
struct Finished {
  std::vector<std::int64_t> indices;  // ascending
  Boards boards;
};

// The first board whose move is illegal, among those whose games are not over.
std::optional<std::size_t> first_illegal(const Boards& boards, std::span<const Move> moves, const Threads& threads);

// Precondition: the spans have one item per board; with IllegalMoves::Raise, no move is illegal.
void step(Boards& boards, std::span<const Move> moves, IllegalMoves illegal, const StepOutput& out, Finished& finished,
          const Threads& threads);

}  // namespace bitrook::batch
