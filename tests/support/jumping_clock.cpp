// A monotonic clock that is randomly a tenth of a second ahead. Tests preload it, so that work that takes microseconds
// calls back as often as work that takes long.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
  static std::atomic<unsigned> calls{0};
  const long result = syscall(SYS_clock_gettime, clock, now);
  const unsigned mixed = calls++ * 2654435769u;
  if (result != 0 || clock != CLOCK_MONOTONIC || (mixed >> 16 & 1) == 0) return int(result);
  now->tv_nsec += 100'000'000;
  if (now->tv_nsec >= 1'000'000'000) {
    now->tv_nsec -= 1'000'000'000;
    ++now->tv_sec;
  }
  return 0;
}
