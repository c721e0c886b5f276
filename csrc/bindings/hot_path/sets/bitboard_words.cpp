// The set words of the Python Bitboard, each one line on top of the core's.
#include "bindings/hot_path/sets/bitboard_words.hpp"

#include <algorithm>
#include <string>

#include "bindings/hot_path/sets/bitboard.hpp"
#include "bindings/hot_path/sets/iterators.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/base/fills.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook::bindings {

namespace {

struct NamedDirection {
  const char* name;
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

// A direction as Python spells it.
struct Heading {
  Direction direction{};
};

bool load(PyObject* object, Heading& heading, std::string_view name) {
  if (PyUnicode_Check(object)) {
    std::string_view text;
    if (!bindings::load(object, text, name)) return false;
    for (const NamedDirection& d : DirectionNames) {
      if (text == d.name) {
        heading.direction = d.direction;
        return true;
      }
    }
    raise(PyExc_ValueError, std::string(name) + " must be north, south_east and the like", text);
    return false;
  }
  std::int64_t value = 0;
  if (!load_index(object, value, name)) return false;
  for (const Direction d : Directions) {
    if (value == int(d)) {
      heading.direction = d;
      return true;
    }
  }
  return out_of_range(PyExc_ValueError, "8, -8, 1, -1, 9, 7, -7, -9", object, name);
}

PyObject* no_square(const char* what) {
  PyErr_Format(PyExc_ValueError, "an empty Bitboard has no %s square", what);
  return nullptr;
}

// ---- Asking.
bool contains(Bitboard b, Square square) { return b.contains(square); }
bool subset_of(Bitboard b, Word other) { return b.subset_of(other.set); }
bool superset_of(Bitboard b, Word other) { return b.superset_of(other.set); }
bool disjoint(Bitboard b, Word other) { return b.disjoint(other.set); }
bool meets(Bitboard b, Word other) { return b.meets(other.set); }
unsigned count(Bitboard b) { return b.count(); }
bool empty(Bitboard b) { return b.empty(); }
bool any(Bitboard b) { return b.any(); }
bool many(Bitboard b) { return b.many(); }
PyObject* first(Bitboard b) { return b.any() ? to_python(b.first()) : no_square("first"); }
PyObject* last(Bitboard b) { return b.any() ? to_python(b.last()) : no_square("last"); }
Word isolated_first(Bitboard b) { return {b.isolated_first()}; }
Word without_first(Bitboard b) { return {b.without_first()}; }
Word without_last(Bitboard b) { return {b.any() ? b.without_last() : b}; }
Word difference(Bitboard b, Word other) { return {b - other.set}; }
PyObject* reversed(Bitboard b) { return iterate_squares_reversed(b); }
PyObject* subsets(Bitboard b) { return iterate_subset_objects(b); }

// ---- Moving, growing, turning.
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
template <Bitboard (*F)(Bitboard)>
Word turned(Bitboard b) {
  return {F(b)};
}
Word knights(Bitboard b) { return {knight_attacks(b)}; }
Word kings(Bitboard b) { return {king_attacks(b)}; }
Word pawns(Bitboard b, Color color) { return {pawn_attacks(color, b)}; }

// ---- Showing.
PyObject* digits(Bitboard b) { return to_python(binary_digits(b)); }
PyObject* names(Bitboard b) {
  PyObject* list = PyList_New(0);
  for (const Square s : b) {
    const Owned name(to_python(std::string_view(square_names(Bitboard(s)))));
    if (!list || !name || PyList_Append(list, name.get()) < 0) {
      Py_XDECREF(list);
      return nullptr;
    }
  }
  return list;
}
PyObject* board(Bitboard b, std::optional<std::string_view> in, std::optional<std::string_view> out,
                Or<bool, false> coordinates) {
  return to_python(diagram(b, {in.value_or("1"), out.value_or("."), coordinates.value}));
}
PyObject* picture(Bitboard b, Or<int, 200> size) {
  if (size.value < 1) {
    PyErr_Format(PyExc_ValueError, "size must be positive: %d", size.value);
    return nullptr;
  }
  return to_python(svg(b, unsigned(size.value)));
}
PyObject* repr_svg(Bitboard b) { return to_python(svg(b)); }

Word from_square(PyTypeObject*, Square square) { return {Bitboard(square)}; }

}  // namespace

void add_bitboard_words(TypeBuilder& type) {
  type
      .methods({
          method<"contains(square)", contains>("True if the square is in the set; so does `in`."),
          method<"subset_of(other)", subset_of>("True if every square of this set is in *other*."),
          method<"superset_of(other)", superset_of>("True if every square of *other* is in this set."),
          method<"disjoint(other)", disjoint>("True if the sets have no square in common."),
          method<"meets(other)", meets>("True if the sets have a square in common."),
          method<"count()", count>("How many squares the set has; so does len()."),
          method<"empty()", empty>("True if the set has no square."),
          method<"any()", any>("True if the set has a square."),
          method<"many()", many>("True if the set has more than one square."),
          method<"first()", first>("The lowest square. Raises ValueError if there is none."),
          method<"last()", last>("The highest square. Raises ValueError if there is none."),
          method<"isolated_first()", isolated_first>("The set of the lowest square alone; empty if there is none."),
          method<"without_first()", without_first>("The set without its lowest square."),
          method<"without_last()", without_last>("The set without its highest square."),
          method<"difference(other)", difference>("The squares of this set that are not in *other*; so does `-`."),
          method<"reversed()", reversed>("Iterates from the highest square to the lowest."),
          method<"__reversed__()", reversed>("Iterates from the highest square to the lowest."),
          method<"subsets()", subsets>("Iterates over all 2^n subsets, the empty one first, the set itself last."),
          method<"shifted(direction, steps=1)", shifted_by>(
              "The set moved in a direction. What leaves the board is lost, nothing wraps around."),
          method<"fill(direction, through=None)", fill_to>(
              "The set and all squares from it in a direction: to the edge, or as long as they are in *through*."),
          method<"ray_attacks(direction, empty=None)", attacks_along>(
              "What sliders on these squares attack in a direction over *empty* squares (all, unless given): up to\n"
              "the first square that is not empty, that one included."),
          method<"north_fill()", turned<north_fill>>("The set and everything north of it."),
          method<"south_fill()", turned<south_fill>>("The set and everything south of it."),
          method<"file_fill()", turned<file_fill>>("All files that have a square of the set."),
          method<"flood_fill(through)", flood>(
              "The set and all that a king could reach from it over the squares of *through*."),
          method<"flipped_vertical()", turned<flipped_vertical>>("Upside down: a1 becomes a8."),
          method<"flipped_horizontal()", turned<flipped_horizontal>>("Mirrored: a1 becomes h1."),
          method<"flipped_diagonal()", turned<flipped_diagonal>>("About the diagonal a1-h8: a8 becomes h1."),
          method<"flipped_anti_diagonal()", turned<flipped_anti_diagonal>>("About the diagonal a8-h1: a1 becomes h8."),
          method<"rotated_180()", turned<rotated_180>>("Turned around: a1 becomes h8."),
          method<"rotated_90_clockwise()", turned<rotated_90_clockwise>>("Turned clockwise: a1 becomes a8."),
          method<"rotated_90_anticlockwise()", turned<rotated_90_anticlockwise>>(
              "Turned anticlockwise: a1 becomes h1."),
          method<"knight_attacks()", knights>("What knights on these squares attack."),
          method<"king_attacks()", kings>("What kings on these squares attack."),
          method<"pawn_attacks(color)", pawns>("What pawns of a color on these squares attack."),
          method<"digits()", digits>("The word as 64 binary digits, h8 first."),
          method<"names()", names>("The names of the squares, from a1 to h8."),
          method<"diagram(*, set_square=None, empty_square=None, coordinates=False)", board>(
              "The board as eight lines, rank 8 first, with '1' and '.' or texts of your choice."),
          method<"svg(*, size=200)", picture>("The board as a picture, *size* pixels wide."),
          method<"_repr_svg_()", repr_svg>("The board as a picture, for notebooks."),
      })
      .fixed_class_methods({method<"from_square(square)", from_square>("The set of one square.")});
  for (const NamedDirection& d : DirectionNames) {
    static std::string upper[8];  // the builder keeps pointers
    std::string& name = upper[&d - DirectionNames];
    for (const char* c = d.name; *c; ++c) name += char(*c == '_' ? '_' : *c - 'a' + 'A');
    type.constant(name.c_str(), PyLong_FromLong(long(d.direction)));
  }
}

}  // namespace bitrook::bindings
