// The extension module. Each define_*() function adds the types and functions of one concept, or throws.
//
// Types and functions that programs use inside loops are in hot_path/ and are created with the type builder. All others
// are plain pybind11. docs/bindings.md explains both, with the figures.
#include <pybind11/pybind11.h>

#include "bindings/support/gil.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

// Types of the hot layer.
using DefineNative = void(PyObject* module);
DefineNative define_python_parts, define_move, define_piece, define_iterators, define_square_set, define_bitboard,
    define_functions, define_boards, define_move_generators, define_move_stack, define_pawns, define_history,
    define_move_picker, define_piece_square_tables, define_default_evaluation, define_transposition_table,
    define_layouts, define_game_tree, define_columns;

// Plain pybind11.
using Define = void(py::module_& m);
Define define_errors, define_tables, define_show, define_perft, define_uci_info, define_selfplay, define_data_table,
    define_data_scan, define_data_bulk, define_pgn, define_query, define_batch, define_pgn_readers, define_batch_codecs,
    define_batch_planes, define_batch_tokens, define_batch_records, define_tablebase, define_search, define_network,
    define_book, define_build_info, define_extension_api;

// Makes the classes of pybind11 immutable, like those of the type builder. Python then also refuses to assign one of
// them to the attribute __class__ of an object of another.
static void freeze_classes(const py::module_& m) {
  for (const auto& [name, value] : py::dict(m.attr("__dict__"))) {
    if (!PyType_Check(value.ptr()) || Py_TYPE(value.ptr()) == &PyType_Type) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(value.ptr());
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    PyType_Modified(type);
  }
}

}  // namespace bitrook::bindings

// What Python calls to load the module. In a subinterpreter, pybind11 would wait forever for the GIL, so this comes
// first. The package reports the same error earlier (python/bitrook/_core.py).
#define BITROOK_JOIN_EXPANDED(a, b) a##b
#define BITROOK_JOIN(a, b) BITROOK_JOIN_EXPANDED(a, b)
#define BITROOK_CHECKED_MODULE BITROOK_JOIN(checked_, BITROOK_MODULE)
extern "C" PYBIND11_EXPORT PyObject* BITROOK_JOIN(PyInit_, BITROOK_CHECKED_MODULE)();
extern "C" PYBIND11_EXPORT PyObject* BITROOK_JOIN(PyInit_, BITROOK_MODULE)() {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError, "bitrook works in the main interpreter only, not in a subinterpreter");
    return nullptr;
  }
  return BITROOK_JOIN(PyInit_, BITROOK_CHECKED_MODULE)();
}

PYBIND11_MODULE(BITROOK_CHECKED_MODULE, m, py::mod_gil_not_used()) {
  using namespace bitrook::bindings;
  m.attr("__module__") = "bitrook";  // classes are named bitrook.Move in every build

  define_errors(m);
  for (auto* define :
       {define_python_parts, define_move, define_piece, define_iterators, define_square_set, define_bitboard,
        define_functions, define_boards, define_move_generators, define_move_stack, define_pawns, define_history,
        define_move_picker, define_piece_square_tables, define_default_evaluation, define_transposition_table,
        define_layouts, define_game_tree, define_columns}) {
    define(m.ptr());
  }
  for (auto* define :
       {define_tables,        define_show,         define_perft,        define_uci_info,     define_selfplay,
        define_data_table,    define_data_scan,    define_data_bulk,    define_pgn,          define_query,
        define_batch,         define_pgn_readers,  define_batch_codecs, define_batch_planes, define_batch_tokens,
        define_batch_records, define_tablebase,    define_search,       define_network,      define_book,
        define_build_info,    define_extension_api}) {
    define(m);
  }
  freeze_classes(m);
  py::module_::import("atexit").attr("register")(py::cpp_function(stop_at_exit));
}
