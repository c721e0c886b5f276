// Splitting work on all boards of a batch into parts for several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>

#include "bitrook/util/threads.hpp"

namespace bitrook::batch {

struct Threads {
  unsigned count = 1;
  GoOn go_on = {};  // called about 20 times a second; returning false stops the work
};

inline constexpr std::size_t PartSize = 64;

// The first invalid item, whichever thread finds it.
class FirstError {
 public:
  // `n` is the number of items; at() == n means no error.
  explicit FirstError(std::size_t n) : n_(n), at_(n) {}

  void add(std::size_t i, const char* why = nullptr) {
    const std::lock_guard lock(mutex_);
    if (i >= at_) return;
    at_ = i;
    why_ = why;
  }
  bool any() const { return at_ < n_; }
  bool is_before(std::size_t i) const { return at_.load(std::memory_order_relaxed) < i; }
  std::size_t at() const { return at_; }
  const char* why() const { return why_; }

 private:
  const std::size_t n_;
  std::mutex mutex_;
  std::atomic<std::size_t> at_;
  const char* why_ = nullptr;
};

// Calls work(first, last) for consecutive ranges that cover 0 to n - 1, each of size part_size except for the last.
// Returns false if the work was stopped.
//
// The first part is timed. If the rest would take little time, it stays in the calling thread, because a helper starts
// after one microsecond if it polls (thread_pool.hpp) and after 50 if it sleeps. Parts that take less than a few
// microseconds are grouped. Each thread starts with its own share of the boards, so that they stay in its processor's
// cache from call to call.
template <class Work>
bool for_parts(std::size_t n, const Threads& threads, Work work, std::size_t part_size = PartSize) {
  using Clock = std::chrono::steady_clock;
  constexpr auto WorthSharing = std::chrono::microseconds(12), Group = std::chrono::microseconds(4);
  const std::size_t parts = (n + part_size - 1) / part_size;
  const auto run = [&](std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to; ++k) work(k * part_size, std::min(n, (k + 1) * part_size));
  };
  if (parts <= 1 || (threads.count <= 1 && !threads.go_on)) {
    run(0, parts);
    return true;
  }
  const auto begin = Clock::now();
  run(0, 1);
  const auto one = std::max<Clock::duration>(Clock::now() - begin, std::chrono::nanoseconds(1));
  if (one * (parts - 1) < WorthSharing) {
    run(1, parts);
    return true;
  }
  const std::size_t most = std::max<std::size_t>((parts - 1) / (8 * std::size_t{threads.count}), 1);
  const std::size_t group = std::clamp<std::size_t>(std::size_t(Group / one), 1, most);
  return run_parts((parts - 1 + group - 1) / group, threads.count,
                   [&](std::size_t k, Worker&) { run(1 + k * group, std::min(parts, 1 + (k + 1) * group)); },
                   threads.go_on, Schedule::Static);
}

// Calls f(i) for each i below n, divided into parts by for_parts().
template <class F>
bool for_each(std::size_t n, const Threads& threads, F f) {
  return for_parts(n, threads, [&](std::size_t i, std::size_t last) {
    for (; i < last; ++i) f(i);
  });
}

}  // namespace bitrook::batch
