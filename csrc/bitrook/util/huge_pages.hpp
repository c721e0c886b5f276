// Large pages for tables that are read at random.
#pragma once

#include <cstddef>

namespace bitrook {

// Asks the operating system to back this memory by huge pages (2 MB on Linux) where they fit, so that addresses are
// translated without a miss. Does nothing if the system cannot do that.
void advise_huge_pages(void* memory, std::size_t size);

}  // namespace bitrook
