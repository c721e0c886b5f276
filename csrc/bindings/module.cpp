// The extension module: declares every class, then defines every class.
#include <pybind11/pybind11.h>

#include "bindings/extension_api.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/moves/move.hpp"
#include "bindings/hot_path/moves/move_iterator.hpp"
#include "bindings/hot_path/moves/piece.hpp"
#include "bindings/hot_path/sets/bitboard.hpp"
#include "bindings/hot_path/sets/iterators.hpp"
#include "bindings/hot_path/sets/square_set.hpp"
#include "bindings/layout.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/functions.hpp"
#include "bindings/tables.hpp"

namespace py = pybind11;

namespace bitrook::bindings {
void define_build(py::module_& m);
void define_perft(py::module_& m);
void define_show(py::module_& m);
}  // namespace bitrook::bindings

PYBIND11_MODULE(BITROOK_MODULE, m, py::mod_gil_not_used()) {
  using namespace bitrook::bindings;
  m.attr("__module__") = "bitrook";  // classes say bitrook.Move whatever the build they come from

  // The fast types, in the order in which they need each other.
  for (bool (*add)(PyObject*) : {
           bitrook::add_errors,
           bitrook::bindings::add_move,
           bitrook::bindings::add_piece,
           bitrook::bindings::add_move_iterator,
           bitrook::bindings::add_iterators,
           bitrook::bindings::add_square_set,
           bitrook::bindings::add_bitboard,
           bitrook::bindings::add_bitboard_functions,
           bitrook::bindings::add_boards,
           bitrook::bindings::add_move_generators,
           bitrook::bindings::add_attack_functions,
           bitrook::bindings::add_layout,
           bitrook::add_tables,
           bitrook::bindings::add_extension_api,
       }) {
    if (!add(m.ptr())) throw py::error_already_set();
  }

  define_build(m);
  define_perft(m);
  define_show(m);
}
