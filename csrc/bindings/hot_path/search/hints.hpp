// The arguments of ordered_moves() and MovePicker.
#pragma once

#include <optional>

#include "bindings/support/convert.hpp"
#include "bitrook/search/move_picker.hpp"

namespace bitrook::bindings {

// Returns false with an exception set on failure. `hints.history` points into `history`, which the caller must keep
// alive.
bool load_hints(std::optional<Move> hash_move, PyObject* killers, PyObject* history, std::optional<Move> counter_move,
                Or<bool, false> captures_only, Or<bool, true> see, search::OrderingHints& hints);

}  // namespace bitrook::bindings
