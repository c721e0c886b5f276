// The iterator types. They store words instead of objects, and look up each object when it is needed.
#include "bindings/hot_path/iterators.hpp"

#include <algorithm>
#include <atomic>

#include "bindings/hot_path/moves/move.hpp"
#include "bindings/hot_path/sets/sets.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

namespace {

constexpr unsigned long Flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION;

// ---- The methods of a generator, because python-chess's iterators are generators. Next(self) returns the next item;
// Exhaust(self) ends the iteration.

template <auto Next>
PyObject* send(PyObject* self, PyObject*) {
  PyObject* next = Next(self);
  if (!next && !PyErr_Occurred()) PyErr_SetNone(PyExc_StopIteration);
  return next;
}

template <auto Exhaust>
PyObject* throw_into(PyObject* self, PyObject* type, PyObject* value, PyObject*) {
  Exhaust(self);
  if (PyExceptionInstance_Check(type)) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(type)), type);
  } else if (PyExceptionClass_Check(type)) {
    PyErr_SetObject(type, value == Py_None ? nullptr : value);
  } else {
    PyErr_SetString(PyExc_TypeError, "exceptions must be classes or instances deriving from BaseException");
  }
  return nullptr;
}

// ---- Moves.

// The moves are stored after the object.
struct MoveIterator {
  PyVarObject ob_base;  // its size is the number of moves
  // Without the GIL, threads may share an iterator. It may then return a move twice, but it never reads past the end.
  std::atomic<Py_ssize_t> next;

  Move* moves() { return reinterpret_cast<Move*>(this + 1); }
};

PyTypeObject* move_iterator_type;

PyObject* next_move(PyObject* self) {
  auto* it = reinterpret_cast<MoveIterator*>(self);
  const Py_ssize_t next = it->next.load(std::memory_order_relaxed);
  if (next >= it->ob_base.ob_size) return nullptr;
  it->next.store(next + 1, std::memory_order_relaxed);
  return interned(it->moves()[next]);
}

void exhaust_moves(PyObject* self) {
  auto* it = reinterpret_cast<MoveIterator*>(self);
  it->next.store(it->ob_base.ob_size, std::memory_order_relaxed);
}

PyObject* moves_left(PyObject* self) {
  auto* it = reinterpret_cast<MoveIterator*>(self);
  return PyLong_FromSsize_t(it->ob_base.ob_size - it->next.load(std::memory_order_relaxed));
}

// ---- Squares and subsets.

struct SetIterator {
  PyObject ob_base;
  std::uint64_t rest;  // the squares that are left; for subsets, the next subset
  std::uint64_t set;   // for subsets, the whole set
  bool done;           // for subsets
};

PyTypeObject *square_iterator_type, *reverse_square_iterator_type, *subset_iterator_type,
    *bitboard_subset_iterator_type;

// The ints 0..63, so that a step needs no call: iterating over 32 squares takes 180 ns instead of 245.
PyObject* square_objects[64];

template <bool Reversed>
PyObject* next_square(PyObject* self) {
  auto* it = reinterpret_cast<SetIterator*>(self);
  const Lock lock(self);
  if (it->rest == 0) return nullptr;
  Bitboard rest(it->rest);
  const Square s = Reversed ? rest.pop_last() : rest.pop_first();
  it->rest = rest.word();
  return incref(square_objects[index(s)]);
}

void exhaust_set(PyObject* self) {
  auto* it = reinterpret_cast<SetIterator*>(self);
  const Lock lock(self);
  it->rest = 0;
  it->done = true;
}

PyObject* squares_left(PyObject* self) {
  const Lock lock(self);
  return PyLong_FromUnsignedLong(Bitboard(reinterpret_cast<SetIterator*>(self)->rest).count());
}

template <PyObject* (*Make)(Bitboard)>
PyObject* next_subset(PyObject* self) {
  auto* it = reinterpret_cast<SetIterator*>(self);
  std::uint64_t subset = 0;
  {
    const Lock lock(self);
    if (it->done) return nullptr;
    subset = it->rest;
    it->rest = (subset - it->set) & it->set;  // see Bitboard::SubsetIterator
    it->done = it->rest == 0;
  }
  return Make(Bitboard(subset));
}

PyObject* as_int(Bitboard set) { return to_python(set); }

PyObject* make(PyTypeObject* type, Bitboard rest, Bitboard set) {
  auto* it = PyObject_New(SetIterator, type);
  if (!it) return nullptr;
  it->rest = rest.word();
  it->set = set.word();
  it->done = false;
  return reinterpret_cast<PyObject*>(it);
}

template <auto Next, auto Exhaust>
TypeBuilder iterator_type(const char* name, const char* doc, std::size_t size = sizeof(SetIterator)) {
  TypeBuilder type(name, size, Flags);
  type.doc("", doc)
      .slot<free_object>(Py_tp_dealloc)
      .slot<PyObject_SelfIter>(Py_tp_iter)
      .template slot<Next>(Py_tp_iternext);
  type.methods({
      method<"close()", Exhaust>("End the iteration."),
      method<"send(value, /)", send<Next>>("Return the next item. *value* is ignored."),
      method<"throw(type, value=None, traceback=None, /)", throw_into<Exhaust>>("End the iteration and raise *type*."),
  });
  return type;
}

}  // namespace

PyObject* iterate_moves(const MoveList& moves) {
  auto* it = PyObject_NewVar(MoveIterator, move_iterator_type, Py_ssize_t(moves.size()));
  if (!it) return nullptr;
  it->next.store(0, std::memory_order_relaxed);
  std::copy(moves.begin(), moves.end(), it->moves());
  return reinterpret_cast<PyObject*>(it);
}

PyObject* iterate_squares(Bitboard set) { return make(square_iterator_type, set, {}); }
PyObject* iterate_squares_reversed(Bitboard set) { return make(reverse_square_iterator_type, set, {}); }
PyObject* iterate_subsets(Bitboard set) { return make(subset_iterator_type, {}, set); }
PyObject* iterate_bitboard_subsets(Bitboard set) { return make(bitboard_subset_iterator_type, {}, set); }

void define_iterators(PyObject* module) {
  for (long i = 0; i < 64; ++i) {
    if (!(square_objects[i] = PyLong_FromLong(i))) throw_python_error();
  }
  const Method moves_hint = method<"__length_hint__()", moves_left>("Return the number of moves that are left.");
  const Method squares_hint = method<"__length_hint__()", squares_left>("Return the number of squares that are left.");

  move_iterator_type = iterator_type<next_move, exhaust_moves>(
                           "bitrook._MoveIterator", "An iterator over the moves of a board.", sizeof(MoveIterator))
                           .item_size(sizeof(Move))
                           .methods({moves_hint})
                           .build(module);
  square_iterator_type = iterator_type<next_square<false>, exhaust_set>("bitrook._SquareIterator",
                                                                        "An iterator over squares, from a1 to h8.")
                             .methods({squares_hint})
                             .build(module);
  reverse_square_iterator_type = iterator_type<next_square<true>, exhaust_set>(
                                     "bitrook._ReverseSquareIterator", "An iterator over squares, from h8 to a1.")
                                     .methods({squares_hint})
                                     .build(module);
  subset_iterator_type = iterator_type<next_subset<as_int>, exhaust_set>(
                             "bitrook._SubsetIterator", "An iterator over the subsets of a set, as ints.")
                             .build(module);
  bitboard_subset_iterator_type =
      iterator_type<next_subset<bitboard_object>, exhaust_set>("bitrook._BitboardSubsetIterator",
                                                               "An iterator over the subsets of a set, as Bitboards.")
          .build(module);
}

}  // namespace bitrook::bindings
