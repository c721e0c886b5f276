// The one line that chooses the layout the house lives in.
#pragma once

#include "dense.hpp"

namespace bitrook {

using Placement = placement::Dense;

}  // namespace bitrook
