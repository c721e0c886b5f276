// The type Bitboard: construction, operators, and what they take.
#include "bindings/hot_path/sets/bitboard.hpp"

#include "bindings/hot_path/sets/bitboard_words.hpp"
#include "bindings/hot_path/sets/iterators.hpp"
#include "bindings/hot_path/sets/square_set.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/base/diagram.hpp"

namespace bitrook::bindings {

namespace {

PyObject* make(PyTypeObject*, PyObject* squares) {
  Word word;
  if (squares && !load(squares, word, "squares")) return nullptr;
  return bitboard_object(word.set);
}

// 1 loaded, 0 nothing that an operator takes, -1 an exception. Arrays are left to do it themselves, square
// by square of theirs.
int operand(PyObject* object, Bitboard& set) {
  if (PyLong_Check(object)) {
    set = bitboard_of(object);
    return 1;
  }
  const bool number = PyIndex_Check(object) && !PySequence_Check(object);
  if (!is_square_set(object) && !PyAnySet_Check(object) && !number) return 0;
  Word word;
  if (!load(object, word, "the operand")) return -1;
  set = word.set;
  return 1;
}

template <class Combine>
PyObject* combined(PyObject* a, PyObject* b, Combine combine) {
  Bitboard left, right;
  int loaded = operand(a, left);
  if (loaded > 0) loaded = operand(b, right);
  if (loaded <= 0) return loaded ? nullptr : ask_the_other();
  return bitboard_object(combine(left, right));
}

PyObject* bits_and(PyObject* a, PyObject* b) {
  return combined(a, b, [](Bitboard x, Bitboard y) { return x & y; });
}
PyObject* bits_or(PyObject* a, PyObject* b) {
  return combined(a, b, [](Bitboard x, Bitboard y) { return x | y; });
}
PyObject* bits_xor(PyObject* a, PyObject* b) {
  return combined(a, b, [](Bitboard x, Bitboard y) { return x ^ y; });
}
PyObject* bits_minus(PyObject* a, PyObject* b) {
  return combined(a, b, [](Bitboard x, Bitboard y) { return x - y; });
}
PyObject* invert(PyObject* self) { return bitboard_object(~bitboard_of(self)); }

template <bool Left>
PyObject* shift(PyObject* a, PyObject* b) {
  if (!is_bitboard(a)) {  // a number shifted by a set: that is arithmetic
    const PyNumberMethods* plain = PyLong_Type.tp_as_number;
    return (Left ? plain->nb_lshift : plain->nb_rshift)(a, b);
  }
  if (!PyIndex_Check(b) || PySequence_Check(b)) {
    if (!PyLong_Check(b)) return ask_the_other();
  }
  std::int64_t n = 0;
  if (!load_index(b, n, "shift")) return nullptr;
  if (n < 0) {
    PyErr_SetString(PyExc_ValueError, "negative shift count");
    return nullptr;
  }
  const unsigned places = unsigned(n < 64 ? n : 64);
  return bitboard_object(Left ? bitboard_of(a) << places : bitboard_of(a) >> places);
}

Py_ssize_t length(PyObject* self) { return Py_ssize_t(bitboard_of(self).count()); }
PyObject* iterate(PyObject* self) { return iterate_squares(bitboard_of(self)); }
int contains(PyObject* self, PyObject* object) {
  Square square = Square::None;
  if (!load(object, square, "square")) return -1;
  return bitboard_of(self).contains(square);
}
PyObject* repr(PyObject* self) { return grouped_repr("Bitboard", bitboard_of(self)); }
PyObject* str(PyObject* self) { return to_python(diagram(bitboard_of(self))); }

bool load_text(PyObject* object, Bitboard& set) {
  std::string_view text;
  if (!load(object, text, "squares")) return false;
  const ParsedSet parsed = parse_set(text);
  if (parsed.error) {
    raise(PyExc_ValueError, std::string(parsed.error) + " (at offset " + std::to_string(parsed.offset) + ")", text);
    return false;
  }
  set = parsed.set;
  return true;
}

}  // namespace

PyObject* bitboard_object(Bitboard set) {
  const Owned number(to_python(set));
  const Owned args(number ? PyTuple_Pack(1, number.get()) : nullptr);
  return args ? PyLong_Type.tp_new(bitboard_type, args.get(), nullptr) : nullptr;
}

bool load(PyObject* object, Word& word, std::string_view name) {
  if (PyLong_Check(object)) {
    word.set = bitboard_of(object);
    return true;
  }
  if (PyUnicode_Check(object)) return load_text(object, word.set);
  if (is_square_set(object) || PyIndex_Check(object) || !Py_TYPE(object)->tp_iter) {
    if (PyFloat_Check(object)) return not_a("an int, a text or an iterable of squares", object, name);
    Squares squares;
    if (!load(object, squares, name)) return false;
    word.set = squares.set;
    return true;
  }
  const Owned iterator(PyObject_GetIter(object));
  if (!iterator) return false;
  Bitboard set;
  while (PyObject* item = PyIter_Next(iterator.get())) {
    const Owned held(item);
    Bitboard one;
    if (PyUnicode_Check(item)) {
      if (!load_text(item, one)) return false;
    } else {
      Square square = Square::None;
      if (!load(item, square, "square")) return false;
      one = Bitboard(square);
    }
    set |= one;
  }
  if (PyErr_Occurred()) return false;
  word.set = set;
  return true;
}

bool add_bitboard(PyObject* module) {
  TypeBuilder type("bitrook.Bitboard", 0);
  type.doc("Bitboard(squares=0)",
           "A set of squares in one 64-bit word: an int that knows it.\n\n"
           "*squares* is an int (taken modulo 2^64), a SquareSet, a text (a diagram of eight ranks, 64 binary\n"
           "digits h8 first, a number after 0x or 0b, or names of squares), or an iterable of squares and names.\n"
           "Beware that Bitboard(E4) is the word 28: write Bitboard.from_square(E4), Bitboard([E4]) or\n"
           "Bitboard('e4'). Raises ValueError for a text that is none of these.\n\n"
           "Immutable and hashable; equal to, ordered and hashed as the int. The operators ~ & | ^ - << and >> give\n"
           "Bitboards again, on either side of an int, a SquareSet or a set: bits fall off both ends, and `-` is\n"
           "the difference of sets, as for SquareSet. (So b & (b - 1) is not the old trick: that is\n"
           "b.without_first().) Other arithmetic is that of ints and gives ints.\n\n"
           "As a collection it has its squares: len() counts them, iteration goes from a1 to h8, `in` asks for\n"
           "a square. str() is the board, rank 8 first; format() takes an int's format codes.\n\n"
           "Directions are the ints NORTH, SOUTH, EAST, WEST, NORTH_EAST and so on of this class, or their names\n"
           "in lower case.")
      .base(&PyLong_Type)
      .constructor<"Bitboard(squares=0)", make>()
      .slot(Py_tp_repr, guarded<repr>)
      .slot(Py_tp_str, guarded<str>)
      .slot(Py_tp_iter, iterate)
      .slot(Py_sq_length, length)
      .slot(Py_sq_contains, contains)
      .slot(Py_nb_invert, invert)
      .slot(Py_nb_and, bits_and)
      .slot(Py_nb_or, bits_or)
      .slot(Py_nb_xor, bits_xor)
      .slot(Py_nb_subtract, bits_minus)
      .slot(Py_nb_lshift, shift<true>)
      .slot(Py_nb_rshift, shift<false>);
  add_bitboard_words(type);
  bitboard_type = type.build(module);
  return bitboard_type != nullptr;
}

}  // namespace bitrook::bindings
