// Whole move lists as Python objects, created in one call.
#pragma once

#include <span>

#include "bindings/support/python.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {
class VariantPosition;
}

namespace bitrook::bindings {

// Each function returns a new object, or null with an exception set.
PyObject* list_of(std::span<const Move> moves);  // a list of Moves
inline PyObject* list_of(const MoveList& moves) { return list_of(std::span<const Move>(moves)); }
PyObject* uci_list(const MoveList& moves);  // a list of UCI texts
// A list of SAN texts, with UCI for illegal moves. `all_legal` skips the legality test.
PyObject* san_list(const Position& p, const MoveList& moves, bool all_legal);
PyObject* san_list(const VariantPosition& p, const MoveList& moves, bool all_legal);
// Returns the words as bytes. With `out`, writes them to this buffer instead and returns their number.
PyObject* word_list(const MoveList& moves, PyObject* out);

}  // namespace bitrook::bindings
