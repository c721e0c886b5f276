// The door for other people's extension modules, a capsule: include/bitrook/extension.hpp is their side of it.
#include "bindings/extension_api.hpp"

#include "bindings/hot_path/board/board.hpp"
#include "bindings/include/bitrook/extension.hpp"

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

bool add_extension_api(PyObject* module) {
  static const Position sample = extension::sample();
  static const extension::Api api{
      extension::Abi, sizeof(extension::Api), sizeof(Position), sizeof(Move), &sample,
      position,       new_board_of,           read_move,        interned,
  };
  PyObject* capsule = PyCapsule_New(const_cast<extension::Api*>(&api), "bitrook._C_API", nullptr);
  if (!capsule) return false;
  const bool ok = PyModule_AddObjectRef(module, "_C_API", capsule) == 0;
  Py_DECREF(capsule);
  return ok;
}

}  // namespace bitrook::bindings
