// The type SquareSet: python-chess's methods and operators, and the reflected operators that it lacks.
#include <functional>

#include "bindings/hot_path/iterators.hpp"
#include "bindings/hot_path/sets/sets.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook::bindings {

template <>
struct Self<SquareSetObject&> {
  static constexpr bool Locked = true;
  static SquareSetObject& get(PyObject* self) { return *reinterpret_cast<SquareSetObject*>(self); }
};

namespace {

PyObject* make(Bitboard set) {
  PyObject* object = new_with_attributes(square_set_type, square_set_type);
  if (object) set_of(object) = set;
  return object;
}

// Returns an object of `type`. A subclass is called with the mask.
PyObject* make(PyTypeObject* type, Bitboard set) {
  if (type == square_set_type) return make(set);
  const Ref mask(to_python(set));
  return mask ? PyObject_CallOneArg(reinterpret_cast<PyObject*>(type), mask.get()) : nullptr;
}

Bitboard read(PyObject* object) {
  const Lock lock(object);
  return set_of(object);
}

// ---- Construction.

PyObject* empty_object(PyTypeObject* type, PyObject*, PyObject*) {
  return type == square_set_type ? make(Bitboard()) : type->tp_alloc(type, 0);
}

void initialize_from(SquareSetObject& s, Or<Squares> squares) { s.set = squares.value.set; }

PyObject* construct_from(PyTypeObject* type, Or<Squares> squares) { return make(type, squares.value.set); }

// ---- Reading.

Bitboard mask(SquareSetObject& s) { return s.set; }
void set_mask(SquareSetObject& s, Bitboard set) { s.set = set; }
bool isdisjoint(SquareSetObject& s, Squares other) { return s.set.disjoint(other.set); }
bool issubset(SquareSetObject& s, Squares other) { return s.set.subset_of(other.set); }
bool issuperset(SquareSetObject& s, Squares other) { return s.set.superset_of(other.set); }
template <class Combine>
PyObject* combined(SquareSetObject& s, Squares other) {
  return make(Combine()(s.set, other.set));
}
PyObject* copy(SquareSetObject& s) { return make(s.set); }
PyObject* mirror(SquareSetObject& s) { return make(flipped_vertical(s.set)); }
PyObject* carry_rippler(SquareSetObject& s) { return iterate_subsets(s.set); }
PyObject* reversed(SquareSetObject& s) { return iterate_squares_reversed(s.set); }

PyObject* tolist(SquareSetObject& s) {
  return new_list(64, [&](std::size_t i) { return to_python(s.set.contains(Square(i))); });
}

PyObject* reduce(PyObject* self) {
  const Ref mask(to_python(read(self))), type = type_ref(self);
  if (!mask) return nullptr;
  if (as_type(type) == square_set_type && !has_attributes(self)) return Py_BuildValue("O(O)", type.get(), mask.get());
  const Ref state(call_python_part<"attributes">(self));
  return state ? Py_BuildValue("O(O)O", type.get(), mask.get(), state.get()) : nullptr;
}

// ---- Changing.

void add(SquareSetObject& s, Square square) { s.set |= Bitboard(square); }
void discard(SquareSetObject& s, Square square) { s.set -= Bitboard(square); }
void clear(SquareSetObject& s) { s.set = Bitboard(); }
template <class Combine>
void combine(SquareSetObject& s, Squares other) {
  s.set = Combine()(s.set, other.set);
}

PyObject* remove(SquareSetObject& s, Square square) {
  if (!s.set.contains(square)) {
    const Ref key(to_python(square));
    if (key) PyErr_SetObject(PyExc_KeyError, key.get());
    return nullptr;
  }
  s.set -= Bitboard(square);
  return none();
}

PyObject* pop(SquareSetObject& s) {
  if (s.set.empty()) {
    return fail(PyExc_KeyError, "pop from an empty SquareSet");
  }
  return to_python(s.set.pop_first());
}

template <class Combine>
PyObject* combine_with_all(PyObject* self, PyObject* const* others, Py_ssize_t count) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    Squares other;
    if (!load(others[i], other, "others")) return nullptr;
    const Lock lock(self);
    set_of(self) = Combine()(set_of(self), other.set);
  }
  return none();
}

// ---- Operators. The other operand can be anything that the constructor accepts.

// Returns 1 if the operand was loaded, 0 if it is not a set of squares, or -1 with an exception set.
int operand(PyObject* object, Squares& squares) {
  const PyNumberMethods* number = Py_TYPE(object)->tp_as_number;
  if (!(number && number->nb_int) && !Py_TYPE(object)->tp_iter && !PySequence_Check(object)) return 0;
  return load(object, squares, "the operand") ? 1 : -1;
}

template <class Combine>
PyObject* binary(PyObject* a, PyObject* b) {
  Squares left, right;
  int loaded = operand(a, left);
  if (loaded > 0) loaded = operand(b, right);
  if (loaded <= 0) return loaded ? nullptr : not_implemented();
  return make(Combine()(left.set, right.set));
}

template <class Combine>
PyObject* in_place(PyObject* self, PyObject* object) {
  Squares other;
  if (const int loaded = operand(object, other); loaded <= 0) return loaded ? nullptr : not_implemented();
  const Lock lock(self);
  set_of(self) = Combine()(set_of(self), other.set);
  return incref(self);
}

template <bool Left, bool InPlace>
PyObject* shift(PyObject* a, PyObject* b) {
  if (!is_square_set(a) || !PyIndex_Check(b)) return not_implemented();
  Bitboard set = read(a);
  if (!shift_by<Left>(set, b)) return nullptr;
  if (!InPlace) return make(set);
  const Lock lock(a);
  set_of(a) = set;
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
  if (op != Py_EQ && op != Py_NE) {  // subset and superset, only between SquareSets
    if (!is_square_set(b)) return not_implemented();
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
    PyErr_Clear();  // not a set of squares, so not equal
  }
  if (loaded <= 0) return not_implemented();
  return to_python((read(a) == other.set) == (op == Py_EQ));
}

PyObject* repr(PyObject* self) { return grouped_repr("SquareSet", read(self)); }
PyObject* str(PyObject* self) { return to_python(diagram(read(self))); }

// ---- Class methods.

PyObject* ray(PyTypeObject* type, Square a, Square b) { return make(type, line(a, b)); }
PyObject* between(PyTypeObject* type, Square a, Square b) { return make(type, bitrook::between(a, b)); }
PyObject* from_square(PyTypeObject* type, Square square) { return make(type, Bitboard(square)); }

}  // namespace

PyObject* to_python(Squares squares) { return make(squares.set); }

bool load_square(PyObject* object, Bitboard& set) {
  Square square = Square::None;
  if (!load(object, square, "square")) return false;
  set = Bitboard(square);
  return true;
}

bool load(PyObject* object, Squares& squares, std::string_view name) {
  if (is_square_set(object)) {
    squares.set = read(object);
    return true;
  }
  if (PyLong_Check(object)) return load(object, squares.set, name);
  const PyNumberMethods* number = Py_TYPE(object)->tp_as_number;
  if (number && number->nb_int) {
    const Ref value(PyNumber_Long(object));
    return value && load(value.get(), squares.set, name);
  }
  const Ref iterator(PyObject_GetIter(object));
  if (!iterator) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return false;
    PyErr_Clear();
    return not_a("an int or an iterable of squares", object, name);
  }
  squares.set = Bitboard();
  while (const Ref item{PyIter_Next(iterator.get())}) {  // not for_each_item(): an iterator may lack __iter__()
    Bitboard square;
    if (!load_square(item.get(), square)) return false;
    squares.set |= square;
  }
  return !PyErr_Occurred();
}

void define_square_set(PyObject* module) {
  TypeBuilder type("bitrook.SquareSet", sizeof(SquareSetObject),
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC);
  square_set_type =
      add_attributes(type)
          .doc("SquareSet(squares=0)",
               R"(A mutable set of squares.

               The other operands of operators and the arguments of methods can be anything that the constructor
               accepts. A SquareSet is equal to ints and iterables that denote the same squares. It is not hashable.
               Methods that take a square raise IndexError for numbers above 63. Negative numbers count back from h8.

               :param squares: a mask (an int or an object with __int__, taken modulo 2^64) or an iterable of squares.
                   Note that SquareSet(E4) is the mask 28: write SquareSet.from_square(E4) or SquareSet([E4]) for e4.

               >>> from bitrook import A1, E4, SquareSet
               >>> squares = SquareSet([A1, E4])
               >>> E4 in squares, len(squares), list(squares)
               (True, 2, [0, 28]))")
          .slot<empty_object>(Py_tp_new)
          .slot<initialize<"SquareSet(squares=0)", initialize_from>>(Py_tp_init)
          .vectorcall<construct<"SquareSet(squares=0)", construct_from>>()
          .slot<set_any_attribute>(Py_tp_setattro)
          .slot<dealloc_with_attributes>(Py_tp_dealloc)
          .slot<repr>(Py_tp_repr)
          .slot<str>(Py_tp_str)
          .unhashable()  // because a set can change; as in python-chess
          .slot<iterate>(Py_tp_iter)
          .slot<compare>(Py_tp_richcompare)
          .slot<length>(Py_sq_length)
          .slot<contains>(Py_sq_contains)
          .slot<truth>(Py_nb_bool)
          .slot<as_int>(Py_nb_int)
          .slot<as_int>(Py_nb_index)
          .slot<invert>(Py_nb_invert)
          .slot<binary<std::bit_and<>>>(Py_nb_and)
          .slot<binary<std::bit_or<>>>(Py_nb_or)
          .slot<binary<std::bit_xor<>>>(Py_nb_xor)
          .slot<binary<std::minus<>>>(Py_nb_subtract)
          .slot<in_place<std::bit_and<>>>(Py_nb_inplace_and)
          .slot<in_place<std::bit_or<>>>(Py_nb_inplace_or)
          .slot<in_place<std::bit_xor<>>>(Py_nb_inplace_xor)
          .slot<in_place<std::minus<>>>(Py_nb_inplace_subtract)
          .slot<shift<true, false>>(Py_nb_lshift)
          .slot<shift<false, false>>(Py_nb_rshift)
          .slot<shift<true, true>>(Py_nb_inplace_lshift)
          .slot<shift<false, true>>(Py_nb_inplace_rshift)
          .attributes({attribute<"mask", mask, set_mask>("The set as an int.")})
          .methods({
              method<"add(square)", add>("Add *square* to the set."),
              method<"discard(square)", discard>("Remove *square* if it is in the set."),
              method<"remove(square)", remove>(
                  R"(Remove *square*.

                  :raises KeyError: if *square* is not in the set.)"),
              method<"pop()", pop>("Remove the lowest square and return it.\n\n:raises KeyError: if the set is empty."),
              method<"clear()", clear>("Remove all squares."),
              method<"isdisjoint(other)", isdisjoint>("Return True if this set and *other* have no square in common."),
              method<"issubset(other)", issubset>("Return True if every square of this set is in *other*."),
              method<"issuperset(other)", issuperset>("Return True if every square of *other* is in this set."),
              method<"union(other)", combined<std::bit_or<>>>("Return the squares that are in this set or in *other*."),
              method<"intersection(other)", combined<std::bit_and<>>>(
                  "Return the squares that are in both this set and *other*."),
              method<"difference(other)", combined<std::minus<>>>(
                  "Return the squares of this set that are not in *other*."),
              method<"symmetric_difference(other)", combined<std::bit_xor<>>>(
                  "Return the squares that are in exactly one of this set and *other*."),
              method<"update(*others)", combine_with_all<std::bit_or<>>>("Add the squares of all *others*."),
              method<"intersection_update(*others)", combine_with_all<std::bit_and<>>>(
                  "Keep only the squares that are in all *others*."),
              method<"difference_update(other)", combine<std::minus<>>>("Remove the squares of *other*."),
              method<"symmetric_difference_update(other)", combine<std::bit_xor<>>>(
                  "Keep the squares that are in exactly one of this set and *other*."),
              method<"copy()", copy>("Return a copy of the set."),
              method<"carry_rippler()", carry_rippler>(
                  "Return an iterator over all subsets as ints, starting with the empty set."),
              method<"mirror()", mirror>("Return the set flipped upside down: a1 becomes a8."),
              method<"tolist()", tolist>("Return the set as a list of 64 bools, from a1 to h8."),
              method<"__reversed__()", reversed>("Return an iterator from the highest square to the lowest."),
              method<"__reduce__()", reduce>("Support pickle."),
              python_method<"_repr_svg_()", "set_svg">("Return a picture of the set, for notebooks."),
              class_method<"ray(a, b)", ray>(
                  "Return the rank, file or diagonal through *a* and *b*, or the empty set if there is none."),
              class_method<"between(a, b)", between>(
                  "Return the squares strictly between *a* and *b*, or the empty set if these are not on a line."),
              class_method<"from_square(square)", from_square>("Return the set that contains only *square*."),
          })
          .build(module);
}

}  // namespace bitrook::bindings
