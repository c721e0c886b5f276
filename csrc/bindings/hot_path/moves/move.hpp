// The Python Move: shared objects, one for each of the 65536 move words, and the objects that programs own.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "bindings/hot_path/moves/values.hpp"
#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* move_type = nullptr;

// The value is the word of the move, and above it the two flags below.
struct MoveObject {
  ValueObject head;
  Field from_square;
  Field to_square;
  Field promotion;  // an int or None
  Field drop;       // an int or None
  Field uci;        // an interned str
};

// python-chess keeps a promotion or drop of 0: a move that is otherwise like one with None, but not equal to it.
inline constexpr std::uint32_t PromotionIsZero = 1 << 16, DropIsZero = 1 << 17;

// The shared objects by word, made at their first use. Half a megabyte of pointers, of which only the pages of moves
// that occur are ever touched.
extern std::array<std::atomic<PyObject*>, 65536> move_objects;

// Creates the shared object, or returns the one that another thread has created meanwhile; null with MemoryError.
PyObject* make_shared(Move move);

// The shared object of `move`, borrowed; null with MemoryError.
inline PyObject* shared(Move move) {
  PyObject* object = move_objects[move.word()].load(std::memory_order_acquire);
  return object ? object : make_shared(move);
}

// A new reference to the shared object of `move`; null with MemoryError.
inline PyObject* interned(Move move) {
  PyObject* object = shared(move);
  return object ? incref(object) : nullptr;
}

inline bool is_move(PyObject* object) { return Py_TYPE(object) == move_type || PyObject_TypeCheck(object, move_type); }
// `object` must be a Move.
inline Move move_of(PyObject* object) { return Move::from_word(std::uint16_t(value_of(object))); }

}  // namespace bitrook::bindings
