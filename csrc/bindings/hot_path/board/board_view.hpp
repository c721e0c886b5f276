// Views of a board: objects that hold only a reference to a board. Each call uses the current state of the board.
#pragma once

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

struct BoardView {
  PyObject ob_base;
  PyObject* board;
};

inline PyObject* viewed_board(PyObject* self) { return reinterpret_cast<BoardView*>(self)->board; }

inline PyObject* new_board_view(PyTypeObject* type, PyObject* board) {
  auto* view = PyObject_GC_New(BoardView, type);
  if (!view) return nullptr;
  view->board = incref(board);
  PyObject_GC_Track(reinterpret_cast<PyObject*>(view));
  return reinterpret_cast<PyObject*>(view);
}

inline void dealloc_board_view(PyObject* self) {
  PyObject_GC_UnTrack(self);
  Py_XDECREF(viewed_board(self));
  free_object(self);
}

inline int traverse_board_view(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(viewed_board(self));
  return 0;
}

// Precondition: the flags of the type include Py_TPFLAGS_HAVE_GC.
inline TypeBuilder& add_board_view(TypeBuilder& type) {
  return type.slot<dealloc_board_view>(Py_tp_dealloc).slot<traverse_board_view>(Py_tp_traverse);
}

}  // namespace bitrook::bindings
