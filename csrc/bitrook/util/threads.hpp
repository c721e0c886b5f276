// Work in numbered parts, shared by the calling thread and helper threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

namespace bitrook {

namespace detail {
struct SharedParts;  // threads.cpp
}

// The maximum number of threads that run_parts uses: four per processor. More would not be faster, and the calling
// thread, which handles interrupts, would rarely run.
unsigned max_threads();

// The time between two calls of a callback that can stop the work.
inline constexpr auto CallbackInterval = std::chrono::milliseconds(50);

// Called in the calling thread at that interval, with the number of finished parts. Returning false stops the
// work.
using GoOn = std::function<bool(std::size_t done)>;

// Passed to each part: represents the thread that runs it.
class Worker {
 public:
  // 0 for the calling thread; 1, 2, ... for the helpers.
  unsigned index() const { return index_; }

  // Returns false once the work has been stopped; the part should then return soon. In the calling thread, this also
  // calls the GoOn callback if the interval has passed since the last call. It costs about 30 ns there, and one load in
  // a helper. Parts that take longer than the interval should call it often.
  bool go_on();

 private:
  friend struct detail::SharedParts;
  Worker(detail::SharedParts& shared, unsigned index, const GoOn* callback);

  detail::SharedParts& shared_;
  const unsigned index_;
  const GoOn* const callback_;  // null in helpers
  std::chrono::steady_clock::time_point due_;
};

// How parts are assigned to threads, in OpenMP's terms.
enum class Schedule : unsigned char {
  Dynamic,  // parts are started in order; a free thread takes the next one
  Static,   // each thread starts with its own range of consecutive parts, and then takes parts from other ranges. When
            // calls are repeated on the same data, a part is often still in the cache of the processor that runs it.
};

// Calls part(i, worker) once for each i from 0 to parts - 1. `threads` includes the calling thread and is clamped to
// the range from 1 to max_threads(). If the system cannot start that many threads, the work is done by fewer. Helpers
// come from the pool of the process (thread_pool.hpp): the first call starts them, and later calls wake them.
//
// Returns true if all parts were run, and false if the callback stopped the work. If a part or the callback throws, the
// work stops and the exception is rethrown here. When this function returns or throws, no helper is running a part
// anymore. The same holds if the system ends the calling thread by unwinding its stack (pthread_exit in glibc).
//
// `part` is stored on the heap and kept until the last helper has left. If the calling thread may be ended without
// unwinding (pthread_exit in other C libraries), `part` must own everything that it uses.
//
// If the callback calls fork(), the child has no helpers. If the callback then returns true in the child, run_parts
// throws std::runtime_error there, because the parts that helpers were running are lost. If there were no helpers, the
// child simply continues.
bool run_parts(std::size_t parts, unsigned threads, std::function<void(std::size_t, Worker&)> part, GoOn go_on = {},
               Schedule schedule = Schedule::Dynamic);

}  // namespace bitrook
