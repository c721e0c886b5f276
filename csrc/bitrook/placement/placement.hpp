// The one line that chooses the layout the house lives in.
#pragma once

#include "classical.hpp"
#include "dense.hpp"
#include "indexed.hpp"

namespace bitrook {

#ifdef BITROOK_PLACEMENT  // Classical, Indexed or Dense, for the benchmark that compares them
using Placement = placement::BITROOK_PLACEMENT;
#else
using Placement = placement::Dense;
#endif

}  // namespace bitrook
