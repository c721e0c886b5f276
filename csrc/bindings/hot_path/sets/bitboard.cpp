// The type Bitboard: construction, operators, and methods, each of which calls one function of the core.
#include <algorithm>
#include <functional>
#include <string>

#include "bindings/hot_path/iterators.hpp"
#include "bindings/hot_path/sets/sets.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/base/fills.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook::bindings {

// The first parameter of a method is the set itself.
template <>
struct Self<Bitboard> {
  static constexpr bool Locked = false;
  static Bitboard get(PyObject* self) { return bitboard_of(self); }
};
template <>
struct Self<const Bitboard&> : Self<Bitboard> {};  // for member functions

namespace {

// ---- Construction and operators.

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

// ---- Arguments and results of methods.

struct NamedDirection {
  std::string_view name;
  Direction direction;
};
constexpr NamedDirection DirectionNames[] = {
    {"north", Direction::North},
    {"south", Direction::South},
    {"east", Direction::East},
    {"west", Direction::West},
    {"north_east", Direction::NorthEast},
    {"north_west", Direction::NorthWest},
    {"south_east", Direction::SouthEast},
    {"south_west", Direction::SouthWest},
};

// A direction as an int or as a name.
struct Heading {
  Direction direction{};
};

bool load(PyObject* object, Heading& heading, std::string_view name) {
  if (PyUnicode_Check(object)) {
    std::string_view text;
    if (!bindings::load(object, text, name)) return false;
    const auto* const found = std::ranges::find(DirectionNames, text, &NamedDirection::name);
    if (found == std::end(DirectionNames)) {
      return raise(PyExc_ValueError, std::string(name) + " must be a name such as north or south_east", text);
    }
    heading.direction = found->direction;
    return true;
  }
  std::int64_t value = 0;
  if (!load_index(object, value, name)) return false;
  heading.direction = Direction(value);
  return std::ranges::any_of(Directions, [value](Direction d) { return value == int(d); }) ||
         out_of_range(PyExc_ValueError, "8, -8, 1, -1, 9, 7, -7, -9", object, name);
}

Failure no_square(const char* what) { return fail(PyExc_ValueError, "an empty Bitboard has no %s square", what); }

// Functions and member functions of sets, with a Bitboard as the result.
template <Bitboard (*F)(Bitboard)>
Word transformed(Bitboard b) {
  return {F(b)};
}
template <Bitboard (Bitboard::*F)() const>
Word member(Bitboard b) {
  return {(b.*F)()};
}

// ---- Tests and single squares.
bool subset_of(Bitboard b, Word other) { return b.subset_of(other.set); }
bool superset_of(Bitboard b, Word other) { return b.superset_of(other.set); }
bool disjoint(Bitboard b, Word other) { return b.disjoint(other.set); }
bool meets(Bitboard b, Word other) { return b.meets(other.set); }
PyObject* first(Bitboard b) { return b.any() ? to_python(b.first()) : no_square("first"); }
PyObject* last(Bitboard b) { return b.any() ? to_python(b.last()) : no_square("last"); }
Word without_last(Bitboard b) { return {b.any() ? b.without_last() : b}; }
Word difference(Bitboard b, Word other) { return {b - other.set}; }

// ---- Shifts, fills, attacks, flips.
Word shifted_by(Bitboard b, Heading to, Or<int, 1> steps) {
  for (int i = 0; i < std::min(steps.value, 8); ++i) b = shifted(b, to.direction);
  for (int i = 0; i > std::max(steps.value, -8); --i) b = shifted(b, -to.direction);
  return {b};
}
Word fill_to(Bitboard b, Heading to, std::optional<Word> through) {
  return {through ? occluded_fill(b, through->set, to.direction) : fill(b, to.direction)};
}
Word attacks_along(Bitboard b, Heading to, std::optional<Word> empty) {
  return {ray_attacks(b, empty ? empty->set : Bitboard::all(), to.direction)};
}
Word flood(Bitboard b, Word through) { return {flood_fill(b, through.set)}; }
Word pawns(Bitboard b, Color color) { return {pawn_attacks(color, b)}; }

// ---- Text and pictures.
PyObject* names(Bitboard b) {
  Ref list(PyList_New(0));
  if (!list) return nullptr;
  for (const Square s : b) {
    const Ref name(to_python(std::string_view(square_names(Bitboard(s)))));
    if (!name || PyList_Append(list.get(), name.get()) < 0) return nullptr;
  }
  return list.release();
}
PyObject* board(Bitboard b, std::optional<std::string_view> in, std::optional<std::string_view> out,
                Or<bool, false> coordinates) {
  return to_python(diagram(b, {in.value_or("1"), out.value_or("."), coordinates.value}));
}

Word from_square(PyTypeObject*, Square square) { return {Bitboard(square)}; }

void add_bitboard_methods(TypeBuilder& type) {
  type.methods({
      method<"contains(square)", &Bitboard::contains>("Return True if *square* is in the set, like `in`."),
      method<"subset_of(other)", subset_of>("Return True if every square of this set is in *other*."),
      method<"superset_of(other)", superset_of>("Return True if every square of *other* is in this set."),
      method<"disjoint(other)", disjoint>("Return True if this set and *other* have no square in common."),
      method<"meets(other)", meets>("Return True if this set and *other* have a square in common."),
      method<"count()", &Bitboard::count>("Return the number of squares, like len()."),
      method<"empty()", &Bitboard::empty>("Return True if the set is empty."),
      method<"any()", &Bitboard::any>("Return True if the set is not empty."),
      method<"many()", &Bitboard::many>("Return True if the set has more than one square."),
      method<"first()", first>("Return the lowest square.\n\n:raises ValueError: if the set is empty."),
      method<"last()", last>("Return the highest square.\n\n:raises ValueError: if the set is empty."),
      method<"isolated_first()", member<&Bitboard::isolated_first>>(
          "Return the set that contains only the lowest square, or the empty set if this set is empty."),
      method<"without_first()", member<&Bitboard::without_first>>("Return the set without its lowest square."),
      method<"without_last()", without_last>("Return the set without its highest square."),
      method<"difference(other)", difference>("Return the squares of this set that are not in *other*: ``a & ~b``."),
      method<"reversed()", iterate_squares_reversed>(
          "Return an iterator over the squares, from the highest to the lowest."),
      method<"__reversed__()", iterate_squares_reversed>("Return an iterator from the highest square to the lowest."),
      method<"subsets()", iterate_bitboard_subsets>(
          "Return an iterator over all 2^n subsets, from the empty set to the set itself."),
      method<"shifted(direction, steps=1)", shifted_by>(
          R"(Return the set shifted in a direction. Squares that leave the board are dropped.

          :param direction: one of the directions of this class, such as Bitboard.NORTH, or its name, such as 'north'.
          :param steps: the number of squares; a negative number shifts the other way.
          :raises ValueError: for an invalid *direction*.

          >>> Bitboard('a2 h2').shifted('north_east').names()
          ['b3'])"),
      method<"fill(direction, through=None)", fill_to>(
          R"(Return the set together with all squares that it reaches in a direction.

          :param direction: one of the directions of this class, such as Bitboard.NORTH, or its name, such as 'north'.
          :param through: the squares that the fill may enter, by default all, so that it ends at the edge of the
              board.
          :raises ValueError: for an invalid *direction*.)"),
      method<"ray_attacks(direction, empty=None)", attacks_along>(
          R"(Return the squares that sliding pieces on this set attack in a direction.

          :param direction: one of the directions of this class, such as Bitboard.NORTH, or its name, such as 'north'.
          :param empty: the set of empty squares, by default all. A ray includes the first square that is not empty
              and ends there.
          :raises ValueError: for an invalid *direction*.)"),
      method<"north_fill()", transformed<north_fill>>("Return the set and all squares north of it."),
      method<"south_fill()", transformed<south_fill>>("Return the set and all squares south of it."),
      method<"file_fill()", transformed<file_fill>>("Return all files that contain a square of the set."),
      method<"flood_fill(through)", flood>(
          R"(Return the set together with the squares that a king could reach from it.

          :param through: the squares that the king may enter.)"),
      method<"flipped_vertical()", transformed<flipped_vertical>>("Return the set flipped upside down: a1 becomes a8."),
      method<"flipped_horizontal()", transformed<flipped_horizontal>>(
          "Return the set flipped left to right: a1 becomes h1."),
      method<"flipped_diagonal()", transformed<flipped_diagonal>>(
          "Return the set flipped along the diagonal a1-h8: a8 becomes h1."),
      method<"flipped_anti_diagonal()", transformed<flipped_anti_diagonal>>(
          "Return the set flipped along the diagonal a8-h1: a1 becomes h8."),
      method<"rotated_180()", transformed<rotated_180>>("Return the set rotated by 180 degrees: a1 becomes h8."),
      method<"rotated_90_clockwise()", transformed<rotated_90_clockwise>>(
          "Return the set rotated by 90 degrees clockwise: a1 becomes a8."),
      method<"rotated_90_anticlockwise()", transformed<rotated_90_anticlockwise>>(
          "Return the set rotated by 90 degrees anticlockwise: a1 becomes h1."),
      method<"knight_attacks()", transformed<knight_attacks>>("Return the squares that knights on this set attack."),
      method<"king_attacks()", transformed<king_attacks>>("Return the squares that kings on this set attack."),
      method<"pawn_attacks(color)", pawns>("Return the squares that pawns of *color* on this set attack."),
      method<"digits()", binary_digits>("Return the word as 64 binary digits, h8 first."),
      method<"names()", names>("Return the names of the squares as a list, from a1 to h8."),
      method<"diagram(*, set_square=None, empty_square=None, coordinates=False)", board>(
          R"(Return a diagram of the set: eight lines, with rank 8 first.

          :param set_square: the text for a square in the set, by default '1'.
          :param empty_square: the text for any other square, by default '.'.
          :param coordinates: if True, label ranks and files.)"),
      python_method<"svg(*, size=200)", "set_svg">(
          R"(Return a picture of the set as SVG.

          :param size: the width and height in pixels.
          :raises ValueError: unless *size* is positive.)"),
      python_method<"_repr_svg_()", "set_svg">("Return a picture of the set as SVG, for notebooks."),
      class_method<"from_square(square)", from_square>("Return the set that contains only *square*."),
  });
  for (const NamedDirection& d : DirectionNames) {
    static std::string upper[8];  // the builder keeps pointers
    std::string& name = upper[&d - DirectionNames];
    for (const char c : d.name) name += char(c == '_' ? '_' : c - 'a' + 'A');
    type.constant(name.c_str(), PyLong_FromLong(long(d.direction)));
  }
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
