// The iterator types: one layout, four ways to step.
#include "bindings/hot_path/sets/iterators.hpp"

#include "bindings/hot_path/sets/bitboard.hpp"

namespace bitrook::bindings {

namespace {

struct IteratorObject {
  PyObject ob_base;
  std::uint64_t rest;  // the squares still to come; for subsets the next subset
  std::uint64_t set;   // for subsets: of what
  bool done;
};

// The 64 ints of the squares, so that a step is one reference and no call: 5 ns a square.
PyObject* square_objects[64];

template <bool Reversed>
PyObject* next_square(PyObject* self) {
  auto* it = reinterpret_cast<IteratorObject*>(self);
  const Lock lock(self);
  if (it->rest == 0) return nullptr;
  Bitboard rest(it->rest);
  const Square s = Reversed ? rest.pop_last() : rest.pop_first();
  it->rest = rest.word();
  return incref(square_objects[index(s)]);
}

template <PyObject* (*Make)(Bitboard)>
PyObject* next_subset(PyObject* self) {
  auto* it = reinterpret_cast<IteratorObject*>(self);
  std::uint64_t subset = 0;
  {
    const Lock lock(self);
    if (it->done) return nullptr;
    subset = it->rest;
    it->rest = (subset - it->set) & it->set;  // see Bitboard::Subsets
    it->done = it->rest == 0;
  }
  return Make(Bitboard(subset));
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyObject* length_hint(PyObject* self, PyObject*) {
  const Lock lock(self);
  return PyLong_FromUnsignedLong(Bitboard(reinterpret_cast<IteratorObject*>(self)->rest).count());
}

PyTypeObject* make_type(PyObject* module, const char* name, iternextfunc next, bool counted) {
  static PyMethodDef hint[] = {{"__length_hint__", length_hint, METH_NOARGS, "The number of squares still to come."},
                               {nullptr, nullptr, 0, nullptr}};
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
                         {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
                         {Py_tp_iternext, reinterpret_cast<void*>(next)},
                         {counted ? Py_tp_methods : 0, hint},
                         {0, nullptr}};
  PyType_Spec spec{name, int(sizeof(IteratorObject)), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &spec, nullptr));
}

PyTypeObject *up_type, *down_type, *subset_type, *subset_object_type;

PyObject* make(PyTypeObject* type, std::uint64_t rest, std::uint64_t set) {
  auto* it = PyObject_New(IteratorObject, type);
  if (!it) return nullptr;
  it->rest = rest;
  it->set = set;
  it->done = false;
  return reinterpret_cast<PyObject*>(it);
}

PyObject* as_int(Bitboard set) { return to_python(set); }

}  // namespace

PyObject* iterate_squares(Bitboard set) { return make(up_type, set.word(), 0); }
PyObject* iterate_squares_reversed(Bitboard set) { return make(down_type, set.word(), 0); }
PyObject* iterate_subsets(Bitboard set) { return make(subset_type, 0, set.word()); }
PyObject* iterate_subset_objects(Bitboard set) { return make(subset_object_type, 0, set.word()); }

bool add_iterators(PyObject* module) {
  for (long i = 0; i < 64; ++i) {
    if (!(square_objects[i] = PyLong_FromLong(i))) return false;
  }
  return (up_type = make_type(module, "bitrook.SquareIterator", next_square<false>, true)) &&
         (down_type = make_type(module, "bitrook.ReverseSquareIterator", next_square<true>, true)) &&
         (subset_type = make_type(module, "bitrook.SubsetIterator", next_subset<as_int>, false)) &&
         (subset_object_type =
              make_type(module, "bitrook.BitboardSubsetIterator", next_subset<bitboard_object>, false));
}

}  // namespace bitrook::bindings
