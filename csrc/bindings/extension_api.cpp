// The capsule bitrook._C_API for extension modules of other projects. include/bitrook/extension.hpp is their side.
#include <pybind11/pybind11.h>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/include/bitrook/extension.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

const Position* position(PyObject* object) {
  if (is_board(object)) return &board_of(object).game.position();
  PyErr_Format(PyExc_TypeError, "expected a bitrook.Board, not %.200s", Py_TYPE(object)->tp_name);
  return nullptr;
}

PyObject* new_board_of(const Position* p) { return new_board(board_type, Game(*p)); }

bool read_move(PyObject* object, Move* move) {
  if (is_move(object)) {
    *move = move_of(object);
    return true;
  }
  PyErr_Format(PyExc_TypeError, "expected a bitrook.Move, not %.200s", Py_TYPE(object)->tp_name);
  return false;
}

}  // namespace

void define_extension_api(py::module_& m) {
  static const Position sample = extension::sample();
  static const extension::Api api{
      .abi = extension::Abi,
      .api_size = sizeof(extension::Api),
      .position_size = sizeof(Position),
      .move_size = sizeof(Move),
      .sample = &sample,
      .position = position,
      .new_board = guarded<new_board_of>,
      .move = read_move,
      .new_move = guarded<interned>,
  };
  m.attr("_C_API") = py::capsule(&api, "bitrook._C_API");
}

}  // namespace bitrook::bindings
