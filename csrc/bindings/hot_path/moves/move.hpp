// The Python Move: one immutable object for each of the 65536 move words, created at its first use.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* move_type = nullptr;

struct MoveObject {
  PyObject ob_base;
  PyObject* from_square;
  PyObject* to_square;
  PyObject* promotion;  // an int or None
  PyObject* drop;       // an int or None
  PyObject* uci;        // an interned str
  std::uint16_t word;
};

// By word. Half a megabyte of pointers, of which only the pages of moves that occur are ever touched.
extern std::array<std::atomic<PyObject*>, 65536> move_objects;

// Creates the object, or returns the one that another thread has created meanwhile; null with MemoryError.
PyObject* make_move_object(Move move);

// A new reference to the one object of `move`; null with MemoryError.
inline PyObject* interned(Move move) {
  PyObject* object = move_objects[move.word()].load(std::memory_order_acquire);
  if (!object) [[unlikely]] {
    object = make_move_object(move);
    if (!object) return nullptr;
  }
  return incref(object);
}

inline bool is_move(PyObject* object) { return Py_TYPE(object) == move_type; }
// `object` must be a Move.
inline Move move_of(PyObject* object) { return Move::from_word(reinterpret_cast<MoveObject*>(object)->word); }

}  // namespace bitrook::bindings
