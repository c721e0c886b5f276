// Huge pages for tables with random access.
#pragma once

#include <cstddef>

namespace bitrook {

// Asks the operating system to back this memory with huge pages (2 MB on Linux) where they fit, which avoids most TLB
// misses. Does nothing on systems without this feature.
void advise_huge_pages(void* memory, std::size_t size);

}  // namespace bitrook
