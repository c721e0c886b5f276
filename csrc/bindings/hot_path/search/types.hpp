// The Python types of bitrook.search, for other bindings.
//
// Each function returns the value in an object of its type, or null without an exception if `object` is something else.
#pragma once

#include <memory>
#include <optional>

#include "bindings/support/convert.hpp"
#include "bitrook/search/default_evaluation.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/history_table.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/transposition.hpp"

namespace bitrook::bindings {

inline PyTypeObject* piece_square_tables_type = nullptr;
inline PyTypeObject* default_evaluation_type = nullptr;
inline PyTypeObject* history_type = nullptr;
inline PyTypeObject* transposition_table_type = nullptr;

// Evaluations never change and live as long as the object, so a caller that uses them without the GIL must hold a
// reference to it.
const search::PieceSquareTables* tables_of(PyObject* object);
const search::DefaultEvaluation* default_evaluation_of(PyObject* object);

// The scores live as long as the object and change only while the GIL is held.
search::HistoryTable* history_of(PyObject* object);

// Needs the GIL. The result can be used without the GIL and keeps the table alive, even if resize() gives the object a
// new table.
std::shared_ptr<search::TranspositionTable> table_of(PyObject* object);

// Loads the arguments of ordered_moves() and MovePicker. Returns false with an exception set on failure.
// `hints.history` points into `history`, which the caller must keep alive.
bool load_hints(std::optional<Move> hash_move, PyObject* killers, PyObject* history, std::optional<Move> counter_move,
                Or<bool, false> captures_only, Or<bool, true> see, search::OrderingHints& hints);

}  // namespace bitrook::bindings
