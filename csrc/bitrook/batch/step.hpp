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
  Raise,      // the caller has tested them: see first_illegal()
  Terminate,  // the side to move loses
  Ignore,     // the board is not changed
};

// Arrays of the caller, of one item a board.
struct StepOutput {
  std::span<float> rewards;            // of the side that made the move: 1 mate, -1 illegal, else 0
  std::span<std::uint8_t> terminated;  // 1 if the game is over by the rules
  std::span<std::uint8_t> truncated;   // 1 if it is over by the limit of plies
  std::span<std::uint8_t> reason;      // Reason
};

// The boards that Autoreset::Same has reset in the last step, as they were at the end.
struct Finished {
  std::vector<std::int64_t> indices;  // ascending
  Boards boards;
};

// Whether a step would make this move on board i: not if the game is over and the step ignores moves.
inline bool takes_move(const Boards& boards, std::size_t i) { return !boards.is_over(i); }

// The first board whose move is illegal, among those that take one.
std::optional<std::size_t> first_illegal(const Boards& boards, std::span<const Move> moves, const Threads& threads);

// Precondition: the spans have one item a board; with IllegalMoves::Raise, no move is illegal.
void step(Boards& boards, std::span<const Move> moves, IllegalMoves illegal, const StepOutput& out, Finished& finished,
          const Threads& threads);

}  // namespace bitrook::batch
