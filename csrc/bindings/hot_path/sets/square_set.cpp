// The type SquareSet: python-chess's methods, and the reflected operators that it refuses.
#include "bindings/hot_path/sets/square_set.hpp"

#include "bindings/hot_path/sets/bitboard.hpp"
#include "bindings/hot_path/sets/iterators.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook::bindings {

namespace {

PyObject* make(Bitboard set) {
  PyObject* object = square_set_type->tp_alloc(square_set_type, 0);
  if (object) set_of(object) = set;
  return object;
}

// Of the class it is called on: a subclass is called with the mask.
PyObject* make(PyTypeObject* type, Bitboard set) {
  if (type == square_set_type) return make(set);
  const Owned mask(to_python(set));
  return mask ? PyObject_CallOneArg(reinterpret_cast<PyObject*>(type), mask.get()) : nullptr;
}

Bitboard read(PyObject* object) {
  const Lock lock(object);
  return set_of(object);
}

// ---- Construction.

PyObject* empty_object(PyTypeObject* type, PyObject*, PyObject*) { return type->tp_alloc(type, 0); }

PyObject* initialize_from(PyObject* self, PyObject* squares) {
  Squares loaded;
  if (squares && !load(squares, loaded, "squares")) return nullptr;
  const Lock lock(self);
  set_of(self) = loaded.set;
  return none();
}

PyObject* construct_from(PyObject* type, PyObject* squares) {
  Squares loaded;
  if (squares && !load(squares, loaded, "squares")) return nullptr;
  return make(reinterpret_cast<PyTypeObject*>(type), loaded.set);
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

// ---- Reading.

Bitboard mask(SquareSetObject& s) { return s.set; }
void set_mask(SquareSetObject& s, Bitboard set) { s.set = set; }
bool isdisjoint(SquareSetObject& s, Squares other) { return s.set.disjoint(other.set); }
bool issubset(SquareSetObject& s, Squares other) { return s.set.subset_of(other.set); }
bool issuperset(SquareSetObject& s, Squares other) { return s.set.superset_of(other.set); }
PyObject* united(SquareSetObject& s, Squares other) { return make(s.set | other.set); }
PyObject* intersected(SquareSetObject& s, Squares other) { return make(s.set & other.set); }
PyObject* differing(SquareSetObject& s, Squares other) { return make(s.set - other.set); }
PyObject* either(SquareSetObject& s, Squares other) { return make(s.set ^ other.set); }
PyObject* copy(SquareSetObject& s) { return make(s.set); }
PyObject* mirror(SquareSetObject& s) { return make(flipped_vertical(s.set)); }
PyObject* carry_rippler(SquareSetObject& s) { return iterate_subsets(s.set); }
PyObject* reversed(SquareSetObject& s) { return iterate_squares_reversed(s.set); }
PyObject* repr_svg(SquareSetObject& s) { return to_python(svg(s.set)); }

PyObject* tolist(SquareSetObject& s) {
  PyObject* list = PyList_New(64);
  if (!list) return nullptr;
  for (unsigned i = 0; i < 64; ++i) PyList_SET_ITEM(list, i, to_python(s.set.contains(Square(i))));
  return list;
}

PyObject* reduce(PyObject* self) {
  const Owned mask(to_python(read(self)));
  if (!mask) return nullptr;
  if (Py_TYPE(self) == square_set_type) return Py_BuildValue("O(O)", Py_TYPE(self), mask.get());
  const Owned state(PyObject_GetAttrString(self, "__dict__"));  // a subclass may keep things of its own
  if (state) return Py_BuildValue("O(O)O", Py_TYPE(self), mask.get(), state.get());
  PyErr_Clear();
  return Py_BuildValue("O(O)", Py_TYPE(self), mask.get());
}

// ---- Changing.

void add(SquareSetObject& s, Square square) { s.set |= Bitboard(square); }
void discard(SquareSetObject& s, Square square) { s.set -= Bitboard(square); }
void clear(SquareSetObject& s) { s.set = Bitboard(); }
void difference_update(SquareSetObject& s, Squares other) { s.set -= other.set; }
void symmetric_difference_update(SquareSetObject& s, Squares other) { s.set ^= other.set; }

PyObject* remove(SquareSetObject& s, Square square) {
  if (!s.set.contains(square)) {
    const Owned key(to_python(square));
    if (key) PyErr_SetObject(PyExc_KeyError, key.get());
    return nullptr;
  }
  s.set -= Bitboard(square);
  return none();
}

PyObject* pop(SquareSetObject& s) {
  if (s.set.empty()) {
    PyErr_SetString(PyExc_KeyError, "pop from an empty SquareSet");
    return nullptr;
  }
  return to_python(s.set.pop_first());
}

template <Bitboard (*Combine)(Bitboard, Bitboard)>
PyObject* combine_with_all(PyObject* self, PyObject* const* others, Py_ssize_t count) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    Squares other;
    if (!load(others[i], other, "others")) return nullptr;
    const Lock lock(self);
    set_of(self) = Combine(set_of(self), other.set);
  }
  return none();
}

// ---- Operators. The other side is whatever the constructor takes.

Bitboard bits_and(Bitboard a, Bitboard b) { return a & b; }
Bitboard bits_or(Bitboard a, Bitboard b) { return a | b; }
Bitboard bits_xor(Bitboard a, Bitboard b) { return a ^ b; }
Bitboard bits_minus(Bitboard a, Bitboard b) { return a - b; }

// 1 loaded, 0 not a set of squares at all, -1 an exception.
int operand(PyObject* object, Squares& squares) {
  const PyNumberMethods* number = Py_TYPE(object)->tp_as_number;
  if (!(number && number->nb_int) && !Py_TYPE(object)->tp_iter && !PySequence_Check(object)) return 0;
  return load(object, squares, "the operand") ? 1 : -1;
}

template <Bitboard (*Combine)(Bitboard, Bitboard)>
PyObject* binary(PyObject* a, PyObject* b) {
  Squares left, right;
  int loaded = operand(a, left);
  if (loaded > 0) loaded = operand(b, right);
  if (loaded <= 0) return loaded ? nullptr : ask_the_other();
  return make(Combine(left.set, right.set));
}

template <Bitboard (*Combine)(Bitboard, Bitboard)>
PyObject* in_place(PyObject* self, PyObject* object) {
  Squares other;
  if (const int loaded = operand(object, other); loaded <= 0) return loaded ? nullptr : ask_the_other();
  const Lock lock(self);
  set_of(self) = Combine(set_of(self), other.set);
  return incref(self);
}

// 1 with the set moved, 0 if these are not a set and a number, -1 an exception.
template <bool Left>
int shifted_by(PyObject* self, PyObject* amount, Bitboard& result) {
  if (!is_square_set(self) || !PyIndex_Check(amount)) return 0;
  std::int64_t n = 0;
  if (!load_index(amount, n, "shift")) return -1;
  if (n < 0) {
    PyErr_SetString(PyExc_ValueError, "negative shift count");
    return -1;
  }
  const unsigned places = unsigned(n < 64 ? n : 64);
  result = Left ? read(self) << places : read(self) >> places;
  return 1;
}
template <bool Left>
PyObject* shift(PyObject* a, PyObject* b) {
  Bitboard result;
  const int done = shifted_by<Left>(a, b, result);
  return done > 0 ? make(result) : done ? nullptr : ask_the_other();
}
template <bool Left>
PyObject* shift_in_place(PyObject* a, PyObject* b) {
  Bitboard result;
  const int done = shifted_by<Left>(a, b, result);
  if (done <= 0) return done ? nullptr : ask_the_other();
  const Lock lock(a);
  set_of(a) = result;
  return incref(a);
}

PyObject* invert(PyObject* self) { return make(~read(self)); }
PyObject* as_int(PyObject* self) { return to_python(read(self)); }
int truth(PyObject* self) { return read(self).any(); }
Py_ssize_t length(PyObject* self) { return Py_ssize_t(read(self).count()); }
PyObject* iterate(PyObject* self) { return iterate_squares(read(self)); }

int contains(PyObject* self, PyObject* object) {
  Square square = Square::None;
  if (!load(object, square, "square")) return -1;
  return read(self).contains(square);
}

PyObject* compare(PyObject* a, PyObject* b, int op) {
  if (op != Py_EQ && op != Py_NE) {  // subset and superset, between SquareSets
    if (!is_square_set(b)) return ask_the_other();
    const Bitboard x = read(a), y = read(b);
    const bool holds = op == Py_LE || op == Py_LT ? x.subset_of(y) : x.superset_of(y);
    return to_python(holds && (op == Py_LE || op == Py_GE || x != y));
  }
  Squares other;
  const int loaded = operand(b, other);
  if (loaded < 0) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError) &&
        !PyErr_ExceptionMatches(PyExc_IndexError)) {
      return nullptr;
    }
    PyErr_Clear();  // no set of squares: not equal
  }
  if (loaded <= 0) return ask_the_other();
  return to_python((read(a) == other.set) == (op == Py_EQ));
}

PyObject* repr(PyObject* self) { return grouped_repr("SquareSet", read(self)); }
PyObject* str(PyObject* self) { return to_python(diagram(read(self))); }

// ---- Class methods.

PyObject* ray(PyTypeObject* type, Square a, Square b) { return make(type, line(a, b)); }
PyObject* between(PyTypeObject* type, Square a, Square b) { return make(type, bitrook::between(a, b)); }
PyObject* from_square(PyTypeObject* type, Square square) { return make(type, Bitboard(square)); }

}  // namespace

PyObject* grouped_repr(const char* name, Bitboard set) {
  const auto word = [&set](unsigned group) { return unsigned(set.word() >> 16 * group & 0xFFFF); };
  char text[64];
  PyOS_snprintf(text, sizeof text, "%s(0x%04x_%04x_%04x_%04x)", name, word(3), word(2), word(1), word(0));
  return PyUnicode_FromString(text);
}

PyObject* to_python(Squares squares) { return make(squares.set); }

bool load(PyObject* object, Squares& squares, std::string_view name) {
  if (is_square_set(object)) {
    squares.set = read(object);
    return true;
  }
  if (PyLong_Check(object)) return load(object, squares.set, name);
  const PyNumberMethods* number = Py_TYPE(object)->tp_as_number;
  if (number && number->nb_int) {
    const Owned value(PyNumber_Long(object));
    return value && load(value.get(), squares.set, name);
  }
  const Owned iterator(PyObject_GetIter(object));
  if (!iterator) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return false;
    PyErr_Clear();
    return not_a("an int or an iterable of squares", object, name);
  }
  Bitboard set;
  while (PyObject* item = PyIter_Next(iterator.get())) {
    const Owned held(item);
    Square square = Square::None;
    if (!load(item, square, "square")) return false;
    set |= Bitboard(square);
  }
  if (PyErr_Occurred()) return false;
  squares.set = set;
  return true;
}

bool add_square_set(PyObject* module) {
  square_set_type =
      TypeBuilder("bitrook.SquareSet", sizeof(SquareSetObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)
          .doc("SquareSet(squares=0)",
               "A mutable set of squares.\n\n"
               "*squares* is a mask, that is an int or anything with __int__ (taken modulo 2^64), or an iterable of\n"
               "squares. Beware that SquareSet(E4) is the mask 28: write SquareSet.from_square(E4) or\n"
               "SquareSet([E4]).\n\n"
               "Operators and methods take on their other side whatever the constructor takes, on the left as well\n"
               "as on the right. A SquareSet equals ints and iterables of the same squares, and is not hashable.\n"
               "Where squares are taken, numbers above 63 are an IndexError and negative ones count from h8.")
          .slot(Py_tp_new, empty_object)
          .slot(Py_tp_init, guarded<initialize<"SquareSet(squares=0)", initialize_from>>)
          .vectorcall(construct<"SquareSet(squares=0)", construct_from>)
          .slot(Py_tp_dealloc, dealloc)
          .slot(Py_tp_repr, guarded<repr>)
          .slot(Py_tp_str, guarded<str>)
          .slot(Py_tp_hash, PyObject_HashNotImplemented)  // what can be changed has no hash, as in python-chess
          .slot(Py_tp_iter, iterate)
          .slot(Py_tp_richcompare, compare)
          .slot(Py_sq_length, length)
          .slot(Py_sq_contains, contains)
          .slot(Py_nb_bool, truth)
          .slot(Py_nb_int, as_int)
          .slot(Py_nb_index, as_int)
          .slot(Py_nb_invert, invert)
          .slot(Py_nb_and, binary<bits_and>)
          .slot(Py_nb_or, binary<bits_or>)
          .slot(Py_nb_xor, binary<bits_xor>)
          .slot(Py_nb_subtract, binary<bits_minus>)
          .slot(Py_nb_inplace_and, in_place<bits_and>)
          .slot(Py_nb_inplace_or, in_place<bits_or>)
          .slot(Py_nb_inplace_xor, in_place<bits_xor>)
          .slot(Py_nb_inplace_subtract, in_place<bits_minus>)
          .slot(Py_nb_lshift, shift<true>)
          .slot(Py_nb_rshift, shift<false>)
          .slot(Py_nb_inplace_lshift, shift_in_place<true>)
          .slot(Py_nb_inplace_rshift, shift_in_place<false>)
          .attributes({attribute<"mask", mask, set_mask>("The set as an int.")})
          .methods({
              method<"add(square)", add>("Adds a square."),
              method<"discard(square)", discard>("Takes a square away if it is there."),
              method<"remove(square)", remove>("Takes a square away. Raises KeyError if it is not there."),
              method<"pop()", pop>("Takes away the lowest square and returns it. Raises KeyError if there is none."),
              method<"clear()", clear>("Takes every square away."),
              method<"isdisjoint(other)", isdisjoint>("True if the sets have no square in common."),
              method<"issubset(other)", issubset>("True if every square of this set is in *other*."),
              method<"issuperset(other)", issuperset>("True if every square of *other* is in this set."),
              method<"union(other)", united>("The squares of either set."),
              method<"intersection(other)", intersected>("The squares of both sets."),
              method<"difference(other)", differing>("The squares of this set that are not in *other*."),
              method<"symmetric_difference(other)", either>("The squares of exactly one of the sets."),
              method<"update(*others)", combine_with_all<bits_or>>("Adds the squares of all *others*."),
              method<"intersection_update(*others)", combine_with_all<bits_and>>("Keeps what all *others* have."),
              method<"difference_update(other)", difference_update>("Takes the squares of *other* away."),
              method<"symmetric_difference_update(other)", symmetric_difference_update>(
                  "Keeps the squares of exactly one of the sets."),
              method<"copy()", copy>("A new set of the same squares."),
              method<"carry_rippler()", carry_rippler>("Iterates over all subsets, as ints, the empty one first."),
              method<"mirror()", mirror>("The set flipped vertically: a1 becomes a8."),
              method<"tolist()", tolist>("A list of 64 bools, a1 to h8."),
              method<"__reversed__()", reversed>("Iterates from the highest square to the lowest."),
              method<"__reduce__()", reduce>("For pickle."),
              method<"_repr_svg_()", repr_svg>("The set as a picture, for notebooks."),
              class_method<"ray(a, b)", ray>(
                  "The whole line through two squares of a rank, file or diagonal; empty if there is none."),
              class_method<"between(a, b)", between>("The squares strictly between two; empty if not in line."),
              class_method<"from_square(square)", from_square>("The set of one square."),
          })
          .build(module);
  return square_set_type != nullptr;
}

}  // namespace bitrook::bindings
