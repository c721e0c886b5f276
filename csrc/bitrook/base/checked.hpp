// Assertions of preconditions, active only in checked builds (BITROOK_CHECKED).
#pragma once

#include <cstdio>
#include <cstdlib>

namespace bitrook::detail {

[[noreturn]] inline void assertion_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "bitrook: %s:%d: precondition violated: %s\n", file, line, what);
  std::abort();
}

}  // namespace bitrook::detail

// A macro, so that other builds do not evaluate the condition and the message can quote it.
#if defined(BITROOK_CHECKED)
#define BITROOK_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::bitrook::detail::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define BITROOK_ASSERT(condition) static_cast<void>(0)
#endif
