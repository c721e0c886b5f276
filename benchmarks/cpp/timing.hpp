// Times short loops: nanoseconds per operation, as the minimum of several rounds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>

// Receives the results of loops, so that the compiler cannot remove them.
inline volatile std::uint64_t sink;

// Pretends to read all of `what`, so that the compiler must store it.
template <class T>
inline void look_at(const T& what) {
#if defined(_MSC_VER) && !defined(__clang__)
  static const void* volatile seen;
  seen = &what;
#else
  asm volatile("" : : "m"(what));
#endif
}

// `work` performs the given number of operations and returns a value that depends on all of them.
template <class Work>
double nanoseconds(std::size_t operations, Work work, int rounds = 9) {
  double best = 1e18;
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    sink = sink + work();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count() / double(operations));
  }
  return best;
}

// Prints one line, which benchmarks/bitboards.py reads.
inline void print(const char* what, double value) { std::printf("%s\t%.3f\n", what, value); }
