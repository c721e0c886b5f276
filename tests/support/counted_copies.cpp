// A memcpy that counts the bytes it copies. Tests preload it, and call copied_bytes().
#include <atomic>
#include <cstddef>

namespace {
std::atomic<std::size_t> copied{0};
}

extern "C" std::size_t copied_bytes() { return copied; }

extern "C" void* memcpy(void* __restrict to, const void* __restrict from, std::size_t size) noexcept {
  copied.fetch_add(size, std::memory_order_relaxed);
  auto* out = static_cast<volatile char*>(to);  // volatile: otherwise compilers replace the loop by a call of memcpy
  const auto* in = static_cast<const char*>(from);
  for (std::size_t i = 0; i < size; ++i) out[i] = in[i];
  return to;
}
