// The type Bitboard: construction and operators.
#include "bindings/hot_path/sets/bitboard.hpp"

#include <functional>

#include "bindings/hot_path/iterators.hpp"
#include "bindings/hot_path/sets/square_set.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/base/diagram.hpp"

namespace bitrook::bindings {

namespace {

Word make(PyTypeObject*, Or<Word> squares) { return squares.value; }

// Returns 1 if the operand was loaded, 0 if the object is not an operand, or -1 with an exception set. Sequences are
// not operands, so that NumPy arrays apply the operator to their elements.
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

// The same for arithmetic, which does not accept other set types: SquareSet applies its own `-` to a Bitboard.
int number(PyObject* object, Bitboard& word) {
  return is_square_set(object) || PyAnySet_Check(object) ? 0 : operand(object, word);
}

// `Operator` combines the words.
template <auto Load, class Operator>
PyObject* binary(PyObject* a, PyObject* b) {
  Bitboard left, right;
  int loaded = Load(a, left);
  if (loaded > 0) loaded = Load(b, right);
  if (loaded <= 0) return loaded ? nullptr : not_implemented();
  return bitboard_object(Bitboard(Operator()(left.word(), right.word())));
}
PyObject* invert(PyObject* self) { return bitboard_object(~bitboard_of(self)); }
PyObject* negative(PyObject* self) { return bitboard_object(Bitboard(0 - bitboard_of(self).word())); }

template <bool Left>
PyObject* shift(PyObject* a, PyObject* b) {
  if (!is_bitboard(a)) {  // an int shifted by a Bitboard is int arithmetic
    const PyNumberMethods* plain = PyLong_Type.tp_as_number;
    return (Left ? plain->nb_lshift : plain->nb_rshift)(a, b);
  }
  if (!PyLong_Check(b) && (!PyIndex_Check(b) || PySequence_Check(b))) return not_implemented();
  Bitboard set = bitboard_of(a);
  return shift_by<Left>(set, b) ? bitboard_object(set) : nullptr;
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
    const std::string message = std::string(parsed.error) + " (at offset " + std::to_string(parsed.offset) + ")";
    return raise(PyExc_ValueError, message, text);
  }
  set = parsed.set;
  return true;
}

}  // namespace

PyObject* bitboard_object(Bitboard set) {
  const Ref number(to_python(set));
  const Ref args(number ? PyTuple_Pack(1, number.get()) : nullptr);
  return args ? PyLong_Type.tp_new(bitboard_type, args.get(), nullptr) : nullptr;
}

PyObject* grouped_repr(const char* name, Bitboard set) {
  const auto word = [&set](unsigned group) { return unsigned(set.word() >> 16 * group & 0xFFFF); };
  char text[64];
  PyOS_snprintf(text, sizeof text, "%s(0x%04x_%04x_%04x_%04x)", name, word(3), word(2), word(1), word(0));
  return PyUnicode_FromString(text);
}

bool load(PyObject* object, Word& word, std::string_view name) {
  if (PyLong_Check(object)) {
    word.set = bitboard_of(object);
    return true;
  }
  if (PyUnicode_Check(object)) return load_text(object, word.set);
  if (is_square_set(object) || PyIndex_Check(object) || !Py_TYPE(object)->tp_iter) {
    if (PyFloat_Check(object)) return not_a("an int, a str or an iterable of squares", object, name);
    Squares squares;
    if (!load(object, squares, name)) return false;
    word.set = squares.set;
    return true;
  }
  word.set = Bitboard();
  return for_each_item(object, [&](PyObject* item) {
    Bitboard squares;
    if (PyUnicode_Check(item) ? !load_text(item, squares) : !load_square(item, squares)) return false;
    word.set |= squares;
    return true;
  });
}

void define_bitboard(PyObject* module) {
  TypeBuilder type("bitrook.Bitboard", 0);
  type.base(&PyLong_Type)
      .constructor<"Bitboard(squares=0)", make>(
          R"(An immutable set of squares: an int with the operators of a 64-bit set.

           Equality, order and hash are those of the int. The operators ~ & | ^ << and >> return Bitboards; the other
           operand can be an int, a SquareSet or a set. Shifts drop the bits that leave the word. The operators + - *
           and unary - compute modulo 2^64 and return Bitboards, so b & (b - 1) is b without its first square and
           b & -b contains only that square, as in C. The difference of sets is a & ~b, or a.difference(b). All other
           arithmetic is that of ints and returns ints.

           As a collection, a Bitboard contains squares: len() counts them, iteration goes from a1 to h8, and `in`
           tests for a square. str() draws the board, with rank 8 first; format() accepts the format codes of an int.

           A direction is given as one of the constants NORTH, SOUTH, EAST, WEST, NORTH_EAST and so on of this class,
           or as its name in lowercase.

           :param squares: an int (taken modulo 2^64), a SquareSet, an iterable of squares and names, or a string: a
               diagram of eight ranks, 64 binary digits (h8 first), a number with the prefix 0x or 0b, or names of
               squares. Note that Bitboard(E4) is the word 28: write Bitboard.from_square(E4), Bitboard([E4]) or
               Bitboard('e4') for e4.
           :raises ValueError: for any other string.

           >>> from bitrook import Bitboard
           >>> corners = Bitboard('a1 h1 a8 h8')
           >>> (corners & Bitboard('a1 b1')).names(), hex(corners)
           (['a1'], '0x8100000000000081'))")
      .slot<repr>(Py_tp_repr)
      .slot<str>(Py_tp_str)
      .slot<iterate>(Py_tp_iter)
      .slot<length>(Py_sq_length)
      .slot<contains>(Py_sq_contains)
      .slot<invert>(Py_nb_invert)
      .slot<binary<operand, std::bit_and<>>>(Py_nb_and)
      .slot<binary<operand, std::bit_or<>>>(Py_nb_or)
      .slot<binary<operand, std::bit_xor<>>>(Py_nb_xor)
      .slot<binary<number, std::plus<>>>(Py_nb_add)
      .slot<binary<number, std::minus<>>>(Py_nb_subtract)
      .slot<binary<number, std::multiplies<>>>(Py_nb_multiply)
      .slot<negative>(Py_nb_negative)
      .slot<shift<true>>(Py_nb_lshift)
      .slot<shift<false>>(Py_nb_rshift);
  add_bitboard_methods(type);
  bitboard_type = type.build(module);
}

}  // namespace bitrook::bindings
