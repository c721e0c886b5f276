// An `operator new` that fails on request. Tests preload it to replace the one of the C++ library.
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> left{-1};  // allocations before one fails; negative if none will
std::atomic<long> count{0};
std::atomic<long> live{0};

void* allocated(std::size_t size, std::size_t alignment = 0) {
  count.fetch_add(1);
  if (left.load() >= 0 && left.fetch_sub(1) == 0) return nullptr;
  if (size == 0) size = 1;
  live.fetch_add(1);
  return alignment ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment) : std::malloc(size);
}

void freed(void* memory) {
  if (memory) live.fetch_sub(1);
  std::free(memory);
}

void* checked(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

extern "C" void fail_new(long n) { left = n; }  // n more allocations succeed, and the next one fails; -1: none fails
extern "C" long count_new() { return count; }
extern "C" long live_new() { return live; }  // allocations that have not been freed

void* operator new(std::size_t size) { return checked(allocated(size)); }
void* operator new[](std::size_t size) { return checked(allocated(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocated(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocated(size); }
void* operator new(std::size_t size, std::align_val_t a) { return checked(allocated(size, std::size_t(a))); }
void* operator new[](std::size_t size, std::align_val_t a) { return checked(allocated(size, std::size_t(a))); }
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocated(size, std::size_t(a));
}
void* operator new[](std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocated(size, std::size_t(a));
}
void operator delete(void* memory) noexcept { freed(memory); }
void operator delete[](void* memory) noexcept { freed(memory); }
void operator delete(void* memory, std::size_t) noexcept { freed(memory); }
void operator delete[](void* memory, std::size_t) noexcept { freed(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { freed(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { freed(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { freed(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { freed(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { freed(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { freed(memory); }
