// Work on all boards of a batch, in parts that threads share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bitrook/util/threads.hpp"

namespace bitrook::batch {

struct Threads {
  unsigned count = 1;
  GoOn go_on = {};  // called about 20 times a second; false stops the work
};

inline constexpr std::size_t PartSize = 64;

// Calls work(first, last) for consecutive ranges of 0..n-1 that cover it. Returns false if the work was stopped.
template <class Work>
bool for_parts(std::size_t n, const Threads& threads, Work work, std::size_t part_size = PartSize) {
  const auto part = [&](std::size_t k) { work(k * part_size, std::min(n, (k + 1) * part_size)); };
  if (n <= part_size) {
    if (n != 0) part(0);
    return true;
  }
  return run_parts((n + part_size - 1) / part_size, threads.count, [&](std::size_t k, Worker&) { part(k); },
                   threads.go_on);
}

}  // namespace bitrook::batch
