// Requests huge pages with madvise(), on systems that have it.
#include "bitrook/util/huge_pages.hpp"

#include <cstdint>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace bitrook {

void advise_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#if defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t HugePage = std::uintptr_t{1} << 21;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (address + HugePage - 1) / HugePage * HugePage;
  const std::uintptr_t last = (address + size) / HugePage * HugePage;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

}  // namespace bitrook
