// Static evaluations of all boards of a batch.
#pragma once

#include <cstdint>
#include <span>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::batch {

// Writes the evaluation of each board, in centipawns from the point of view of its side to move, whether or not its
// game is over.
// Precondition: `out` has one item per board, and the evaluation is thread-safe.
void evaluate(const Boards& boards, const search::Evaluation& evaluation, std::span<std::int32_t> out,
              const Threads& threads);

}  // namespace bitrook::batch
