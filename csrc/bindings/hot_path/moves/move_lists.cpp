// Moves as lists of objects or texts, or as words in a buffer.
#include "bindings/hot_path/moves/move_lists.hpp"

#include <algorithm>

#include "bindings/hot_path/moves/move.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"

namespace bitrook::bindings {

PyObject* list_of(const MoveList& moves) {
  PyObject* list = PyList_New(Py_ssize_t(moves.size()));
  if (!list) return nullptr;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    PyObject* move = interned(moves[i]);
    if (!move) {
      Py_DECREF(list);
      return nullptr;
    }
    PyList_SET_ITEM(list, Py_ssize_t(i), move);
  }
  return list;
}

PyObject* uci_list(const MoveList& moves) {
  Owned list(PyList_New(Py_ssize_t(moves.size())));
  for (std::size_t i = 0; list && i < moves.size(); ++i) {
    Owned move(to_python(moves[i]));
    if (!move) return nullptr;
    PyList_SET_ITEM(list.get(), Py_ssize_t(i), incref(reinterpret_cast<MoveObject*>(move.get())->uci));
  }
  return list.release();
}

PyObject* san_list(const Position& p, const MoveList& moves, bool all_legal) {
  Owned list(PyList_New(Py_ssize_t(moves.size())));
  for (std::size_t i = 0; list && i < moves.size(); ++i) {
    char san[MaxSan];
    PyObject* text;
    if (all_legal || is_legal(p, moves[i])) {
      text = to_python(std::string_view(san, write_san(p, moves[i], san)));
    } else {
      Owned move(to_python(moves[i]));
      text = move ? PyObject_Str(move.get()) : nullptr;
    }
    if (!text) return nullptr;
    PyList_SET_ITEM(list.get(), Py_ssize_t(i), text);
  }
  return list.release();
}

PyObject* word_list(const MoveList& moves, PyObject* out) {
  const auto size = Py_ssize_t(moves.size() * sizeof(Move));
  static_assert(sizeof(Move) == 2);
  if (!out || out == Py_None) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(moves.data()), size);
  }
  Py_buffer view;
  if (PyObject_GetBuffer(out, &view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0) return nullptr;
  PyObject* result = nullptr;
  if (view.len < size) {
    PyErr_Format(PyExc_ValueError, "the buffer is too short for %zu moves: %zd bytes", moves.size(), view.len);
  } else {
    std::copy_n(reinterpret_cast<const char*>(moves.data()), size, static_cast<char*>(view.buf));
    result = PyLong_FromSize_t(moves.size());
  }
  PyBuffer_Release(&view);
  return result;
}

}  // namespace bitrook::bindings
