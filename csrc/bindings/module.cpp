// The extension module. Each define_*() function adds the types and functions of one concept, or throws.
//
// The type builder creates all types and functions. In hot_path/, it also converts arguments and results, because a
// call then takes 7 to 10 ns less than through nanobind 3 (is_check 4.3 ns instead of 13.0, turn 8.4 instead of 15.6,
// attacks_mask 14 instead of 24) and about 60 ns less than through pybind11. Everywhere else, pybind11 converts them
// (support/object.hpp).
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace bitrook::bindings {

// hot_path/ and support/, without pybind11.
using DefineNative = void(PyObject* module);
DefineNative define_python_parts, define_move, define_piece, define_iterators, define_square_set, define_bitboard,
    define_functions, define_boards, define_move_generators, define_move_stack, define_pawns, define_history,
    define_move_picker, define_piece_square_tables, define_default_evaluation, define_transposition_table;

// Converted by pybind11.
using DefineConverted = void(py::module_& m);
DefineConverted define_errors, define_layouts, define_tables, define_show, define_perft, define_uci_info,
    define_selfplay, define_data_table, define_data_scan, define_data_bulk, define_pgn, define_batch, define_game_tree,
    define_pgn_readers, define_batch_codecs, define_batch_planes, define_batch_tokens, define_batch_records,
    define_tablebase, define_search, define_network, define_book, define_book_maker, define_build_info,
    define_extension_api;

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
        define_move_picker, define_piece_square_tables, define_default_evaluation, define_transposition_table}) {
    define(m.ptr());
  }
  for (auto* define :
       {define_layouts,      define_tables,        define_show,        define_perft,        define_uci_info,
        define_selfplay,     define_data_table,    define_data_scan,   define_data_bulk,    define_pgn,
        define_batch,        define_game_tree,     define_pgn_readers, define_batch_codecs, define_batch_planes,
        define_batch_tokens, define_batch_records, define_tablebase,   define_search,       define_network,
        define_book,         define_book_maker,    define_build_info,  define_extension_api}) {
    define(m);
  }
  py::module_::import("atexit").attr("register")(py::cpp_function(stop_at_exit));
}
