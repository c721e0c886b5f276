// The layout that positions use.
#pragma once

#include "bitrook/position/placement/classical.hpp"
#include "bitrook/position/placement/dense.hpp"
#include "bitrook/position/placement/indexed.hpp"

namespace bitrook {

#ifdef BITROOK_PLACEMENT  // Classical, Indexed or Dense, for the benchmark of layouts
using Placement = placement::BITROOK_PLACEMENT;
#else
using Placement = placement::Dense;
#endif

}  // namespace bitrook
