// The Python types of bitrook.search, for other bindings.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/search/default_evaluation.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/history_table.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/transposition.hpp"

namespace bitrook::bindings {

// ---- Each function returns the value in an object of its type, or null without an exception for any other object.

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

// ---- Struct sequences: tuples whose items have names, like os.stat_result.

struct FieldText {
  const char* name;
  const char* doc;
};

// Creates the type, which is never freed, and adds it to the module. Throws pybind11::error_already_set.
inline PyTypeObject* define_struct_sequence(PyObject* module, const char* name, const char* doc,
                                            std::initializer_list<FieldText> fields) {
  auto* table = new std::vector<PyStructSequence_Field>;
  for (const FieldText& field : fields) table->push_back({field.name, field.doc});
  table->push_back({nullptr, nullptr});
  PyStructSequence_Desc description{name, doc, table->data(), int(fields.size())};
  PyTypeObject* type = PyStructSequence_NewType(&description);
  if (!type || PyModule_AddType(module, type) < 0) throw_python_error();
  type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;  // __class__ must not be assignable
  PyType_Modified(type);
  return type;
}

// Returns a new struct sequence of these items. Steals the references. A null item means that an exception is set.
template <class... Items>
PyObject* struct_sequence(PyTypeObject* type, Items... items) {
  PyObject* self = (items && ...) ? PyStructSequence_New(type) : nullptr;
  if (!self) {
    (Py_XDECREF(items), ...);
    return nullptr;
  }
  Py_ssize_t i = 0;
  (PyStructSequence_SET_ITEM(self, i++, items), ...);
  return self;
}

}  // namespace bitrook::bindings
