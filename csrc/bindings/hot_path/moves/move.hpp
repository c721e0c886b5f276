// The Python Move: shared objects, one for each of the 65536 move words, and objects owned by programs.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "bindings/hot_path/moves/values.hpp"
#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* move_type = nullptr;

// The value consists of the 16-bit word of the move and the two flags defined below.
struct MoveObject {
  ValueObject head;
  Field from_square;
  Field to_square;
  Field promotion;  // an int or None
  Field drop;       // an int or None
  Field uci;        // an interned str
};

// As in python-chess, a promotion or drop of 0 is stored. The move then behaves as with None, but is not equal to it.
inline constexpr std::uint32_t PromotionIsZero = 1 << 16, DropIsZero = 1 << 17;

// The shared objects by word, which are created on first use. The array takes half a megabyte, but only the pages of
// moves that occur are ever touched.
extern std::array<std::atomic<PyObject*>, 65536> move_objects;

// Creates the shared object, or returns the one that another thread has just created; null with MemoryError set.
PyObject* make_shared(Move move);

// Returns a borrowed reference to the shared object of `move`, or null with MemoryError set.
inline PyObject* shared(Move move) {
  PyObject* object = move_objects[move.word()].load(std::memory_order_acquire);
  return object ? object : make_shared(move);
}

// Returns a new reference to the shared object of `move`, or null with MemoryError set.
inline PyObject* interned(Move move) {
  PyObject* object = shared(move);
  return object ? incref(object) : nullptr;
}

inline bool is_move(PyObject* object) { return Py_TYPE(object) == move_type || PyObject_TypeCheck(object, move_type); }
// `object` must be a Move.
inline Move move_of(PyObject* object) { return Move::from_word(std::uint16_t(value_of(object))); }

// Returns a new list of Moves, or null with MemoryError set.
PyObject* list_of(std::span<const Move> moves);
inline PyObject* list_of(const MoveList& moves) { return list_of(std::span<const Move>(moves)); }

}  // namespace bitrook::bindings
