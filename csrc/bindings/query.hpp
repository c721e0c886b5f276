// What bindings share that evaluate conditions.
#pragma once

#include "bitrook/query/condition.hpp"

namespace bitrook::bindings {

// Throws ValueError if the condition needs more than one position, or a clock, an evaluation or (unless `has_move`) the
// last move.
void require_single_position(const query::Condition& condition, bool has_move);

}  // namespace bitrook::bindings
