// Counts the leaves of a tree by listing and making every move with the library's own functions.
#pragma once

#include <cstdint>
#include <functional>

#include "bitrook/position/position.hpp"

namespace bitrook {

// Polled at nodes with at least four plies below them: every millisecond or so. False stops the count, which then is
// meaningless.
using StopCheck = std::function<bool()>;
constexpr unsigned StopCheckDepth = 4;

// The number of sequences of `depth` legal moves. The moves of the last ply are counted (count_legal) and not made.
// Works for every position.
std::uint64_t perft_walk(const Position& p, unsigned depth, const StopCheck& go_on = {});

}  // namespace bitrook
