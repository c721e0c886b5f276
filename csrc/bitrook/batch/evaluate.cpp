// Evaluating all boards.
#include "bitrook/batch/evaluate.hpp"

namespace bitrook::batch {

void evaluate(const Boards& boards, const search::Evaluation& evaluation, std::span<std::int32_t> out,
              const Threads& threads) {
  for_parts(boards.size(), threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) out[i] = evaluation(boards.position(i));
  });
}

}  // namespace bitrook::batch
