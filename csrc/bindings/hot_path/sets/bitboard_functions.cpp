// Functions on plain ints, with python-chess's names: squares, first and last bits, flips, shifts, rays.
#include "bindings/hot_path/sets/iterators.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/functions.hpp"
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/flips.hpp"

namespace bitrook::bindings {

namespace {

using Module = PyObject*;

// ---- Squares. The arithmetic of python-chess takes any int; what looks into a table takes 0..63.
int square(Module, int file_index, int rank_index) { return int(unsigned(rank_index) * 8 + unsigned(file_index)); }
int square_file(Module, int square) { return square & 7; }
int square_rank(Module, int square) { return square >> 3; }
int square_mirror(Module, int square) { return square ^ 56; }
unsigned square_distance(Module, Square a, Square b) { return distance(a, b); }
unsigned square_manhattan_distance(Module, Square a, Square b) { return manhattan_distance(a, b); }
unsigned square_knight_distance(Module, Square a, Square b) { return knight_distance(a, b); }

PyObject* square_name(Module, Square s) {
  const char name[] = {char('a' + index(file_of(s))), char('1' + index(rank_of(s)))};
  return to_python(std::string_view(name, 2));
}
PyObject* parse_square(Module, std::string_view name) {
  if (name.size() == 2 && 'a' <= name[0] && name[0] <= 'h' && '1' <= name[1] && name[1] <= '8') {
    return to_python(make_square(File(name[0] - 'a'), Rank(name[1] - '1')));
  }
  return raise(PyExc_ValueError, "invalid square name", name);
}
PyObject* one_letter(const char* letters, int i, const char* what) {
  if (i < -8 || i > 7) {
    PyErr_Format(PyExc_IndexError, "%s must be in 0..7: %d", what, i);
    return nullptr;
  }
  return to_python(std::string_view(letters + (i & 7), 1));
}
PyObject* index_of(std::string_view letters, std::string_view name, const char* error) {
  const std::size_t i = name.size() == 1 ? letters.find(name[0]) : std::string_view::npos;
  return i == std::string_view::npos ? raise(PyExc_ValueError, error, name) : to_python(unsigned(i));
}
PyObject* file_name(Module, int file) { return one_letter("abcdefgh", file, "file"); }
PyObject* rank_name(Module, int rank) { return one_letter("12345678", rank, "rank"); }
PyObject* parse_file(Module, std::string_view name) { return index_of("abcdefgh", name, "invalid file name"); }
PyObject* parse_rank(Module, std::string_view name) { return index_of("12345678", name, "invalid rank name"); }

// ---- Bits.
int lsb(Module, Bitboard bb) { return bb.any() ? int(index(bb.first())) : -1; }
int msb(Module, Bitboard bb) { return bb.any() ? int(index(bb.last())) : -1; }
PyObject* scan_forward(Module, Bitboard bb) { return iterate_squares(bb); }
PyObject* scan_reversed(Module, Bitboard bb) { return iterate_squares_reversed(bb); }

template <Bitboard (*F)(Bitboard)>
Bitboard turned(Module, Bitboard bb) {
  return F(bb);
}
template <Direction D, int Steps = 1>
Bitboard stepped(Module, Bitboard b) {
  return shifted<D, Steps>(b);
}
Bitboard ray(Module, Square a, Square b) { return line(a, b); }
Bitboard between(Module, Square a, Square b) { return bitrook::between(a, b); }

}  // namespace

bool add_bitboard_functions(PyObject* module) {
  using enum Direction;
  return add_functions(
      module,
      {
          method<"square(file_index, rank_index)", square>("The square of a file and a rank, both 0..7."),
          method<"square_file(square)", square_file>("The file of a square, 0 for a to 7 for h."),
          method<"square_rank(square)", square_rank>("The rank of a square, 0 for the first to 7 for the eighth."),
          method<"square_mirror(square)", square_mirror>(
              "The square on the same file seen from the other side: a1 and a8."),
          method<"square_distance(a, b)", square_distance>("How many steps a king needs from one square to the other."),
          method<"square_manhattan_distance(a, b)", square_manhattan_distance>(
              "How many steps along ranks and files it takes from one square to the other."),
          method<"square_knight_distance(a, b)", square_knight_distance>(
              "How many jumps a knight needs from one square to the other, on an empty board."),
          method<"square_name(square)", square_name>("The name of a square, as in 'e4'. Raises IndexError above 63."),
          method<"parse_square(name)", parse_square>(
              "The square of a name, as in 'e4'. Raises ValueError if it is none."),
          method<"file_name(file)", file_name>("The letter of a file, 0..7. Raises IndexError above 7."),
          method<"rank_name(rank)", rank_name>("The digit of a rank, 0..7. Raises IndexError above 7."),
          method<"parse_file(name)", parse_file>("The file of a letter a..h. Raises ValueError if it is none."),
          method<"parse_rank(name)", parse_rank>("The rank of a digit 1..8. Raises ValueError if it is none."),
          method<"lsb(bb)", lsb>("The lowest square of a set, the index of its least significant bit; -1 if empty."),
          method<"msb(bb)", msb>("The highest square of a set, the index of its most significant bit; -1 if empty."),
          method<"scan_forward(bb)", scan_forward>("Iterates over the squares of a set from the lowest up."),
          method<"scan_reversed(bb)", scan_reversed>("Iterates over the squares of a set from the highest down."),
          method<"flip_vertical(bb)", turned<flipped_vertical>>("The set upside down: a1 becomes a8."),
          method<"flip_horizontal(bb)", turned<flipped_horizontal>>("The set mirrored: a1 becomes h1."),
          method<"flip_diagonal(bb)", turned<flipped_diagonal>>("The set flipped about a1-h8: a8 becomes h1."),
          method<"flip_anti_diagonal(bb)", turned<flipped_anti_diagonal>>(
              "The set flipped about a8-h1: a1 becomes h8."),
          method<"shift_down(b)", stepped<South>>("The set one rank down."),
          method<"shift_2_down(b)", stepped<South, 2>>("The set two ranks down."),
          method<"shift_up(b)", stepped<North>>("The set one rank up."),
          method<"shift_2_up(b)", stepped<North, 2>>("The set two ranks up."),
          method<"shift_right(b)", stepped<East>>("The set one file to the right, without wrapping."),
          method<"shift_2_right(b)", stepped<East, 2>>("The set two files to the right, without wrapping."),
          method<"shift_left(b)", stepped<West>>("The set one file to the left, without wrapping."),
          method<"shift_2_left(b)", stepped<West, 2>>("The set two files to the left, without wrapping."),
          method<"shift_up_left(b)", stepped<NorthWest>>("The set one step up and to the left, without wrapping."),
          method<"shift_up_right(b)", stepped<NorthEast>>("The set one step up and to the right, without wrapping."),
          method<"shift_down_left(b)", stepped<SouthWest>>("The set one step down and to the left, without wrapping."),
          method<"shift_down_right(b)", stepped<SouthEast>>(
              "The set one step down and to the right, without wrapping."),
          method<"ray(a, b)", ray>("The whole line through two squares of one rank, file or diagonal, from edge to "
                                   "edge; 0 if there is none\n"
                                   "or they are the same."),
          method<"between(a, b)", between>("The squares strictly between two; 0 if they are not in line."),
      });
}

}  // namespace bitrook::bindings
