// Work in numbered parts, shared by the calling thread and helper threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

namespace bitrook {

namespace detail {
struct SharedParts;  // threads.cpp
}

// The most threads that run_parts uses: four for each processor. More would not be faster, and the calling thread,
// which receives interrupts, would rarely run.
unsigned max_threads();

// Called in the calling thread about 20 times a second with the number of parts that are finished. False stops the
// work.
using GoOn = std::function<bool(std::size_t done)>;

// The thread that runs a part.
class Worker {
 public:
  // 0 for the calling thread; 1, 2, ... for the helpers.
  unsigned index() const { return index_; }

  // False once the work is stopped: the part should then return soon. In the calling thread it also calls the GoOn
  // callback if 50 ms have passed. Costs about 30 ns there, and a load in a helper: a part that takes longer than
  // 50 ms should call it often.
  bool go_on();

 private:
  friend struct detail::SharedParts;
  Worker(detail::SharedParts& shared, unsigned index, const GoOn* callback);

  detail::SharedParts& shared_;
  const unsigned index_;
  const GoOn* const callback_;  // null in helpers
  std::chrono::steady_clock::time_point due_;
};

// Which thread runs which part, in OpenMP's terms.
enum class Schedule : unsigned char {
  Dynamic,  // parts are started in order; a thread that is free takes the next one
  Static,   // a thread begins with its own share of consecutive parts, then takes what others have left. Calls on the
            // same data find each part in the cache of the processor that ran it before.
};

// Calls part(i, worker) once for each i from 0 to parts - 1. `threads` includes the calling thread, is at least 1, and
// is capped at max_threads(); if the system cannot start that many, fewer do the work. Helpers come from the pool of
// the process (thread_pool.hpp): the first call starts them, later ones wake them.
//
// Returns true if all parts were run, false if the callback stopped the work. An exception of a part or of the callback
// stops the work and is rethrown here. No helper runs a part when this function returns or throws, nor when the system
// ends the calling thread by unwinding its stack (pthread_exit in glibc).
//
// `part` is copied to the heap and kept until the last helper has ended. If the calling thread may be ended without
// unwinding (pthread_exit elsewhere), `part` must own what it uses.
//
// After fork(), called in the callback, the child has no helper threads. If the callback then returns true in the
// child, run_parts throws std::runtime_error there, because the parts that helpers were running are lost. Without
// helper threads the child goes on.
bool run_parts(std::size_t parts, unsigned threads, std::function<void(std::size_t, Worker&)> part, GoOn go_on = {},
               Schedule schedule = Schedule::Dynamic);

}  // namespace bitrook
