// Static evaluations of all boards of a batch.
#pragma once

#include <cstdint>
#include <span>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::batch {

// Centipawns from the view of the side to move of each board, whether or not its game is over.
// Precondition: `out` has one item a board, and threads may share the evaluation.
void evaluate(const Boards& boards, const search::Evaluation& evaluation, std::span<std::int32_t> out,
              const Threads& threads);

}  // namespace bitrook::batch
