// The extension module: declares every class, then defines every class.
#include <pybind11/pybind11.h>

#include "errors.hpp"
#include "fast/bitboard.hpp"
#include "fast/board.hpp"
#include "fast/extension.hpp"
#include "fast/functions.hpp"
#include "fast/iterators.hpp"
#include "fast/layout.hpp"
#include "fast/move.hpp"
#include "fast/move_iterator.hpp"
#include "fast/piece.hpp"
#include "fast/square_set.hpp"
#include "perft.hpp"
#include "tables.hpp"

namespace py = pybind11;

namespace bitrook::bindings {
void define_build(py::module_& m);
void define_show(py::module_& m);
}  // namespace bitrook::bindings

PYBIND11_MODULE(BITROOK_MODULE, m, py::mod_gil_not_used()) {
  using namespace bitrook::bindings;
  m.attr("__module__") = "bitrook";  // classes say bitrook.Move whatever the build they come from

  // The fast types, in the order in which they need each other.
  for (bool (*add)(PyObject*) : {
           bitrook::add_errors,
           bitrook::fast::add_move,
           bitrook::fast::add_piece,
           bitrook::fast::add_move_iterator,
           bitrook::fast::add_iterators,
           bitrook::fast::add_square_set,
           bitrook::fast::add_bitboard,
           bitrook::fast::add_bitboard_functions,
           bitrook::fast::add_boards,
           bitrook::fast::add_move_generators,
           bitrook::fast::add_attack_functions,
           bitrook::fast::add_layout,
           bitrook::add_tables,
           bitrook::add_perft,
           bitrook::fast::add_extension_api,
       }) {
    if (!add(m.ptr())) throw py::error_already_set();
  }

  define_build(m);
  define_show(m);
}
