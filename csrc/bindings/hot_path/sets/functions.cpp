// The functions of the module: squares, bits, flips, shifts, rays and the attacks of sliders, on plain ints. They are
// functions that loops call, so they use the calling convention of the hot path.

#include "bindings/hot_path/iterators.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/type_builder.hpp"
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/attacks/sliders/hyperbola.hpp"
#include "bitrook/attacks/sliders/magic.hpp"
#include "bitrook/attacks/sliders/walk.hpp"
#include "bitrook/base/debruijn.hpp"
#include "bitrook/base/flips.hpp"

namespace bitrook::bindings {

namespace {

using Module = PyObject*;

// ---- Squares. Functions that calculate take any int, as in python-chess. Functions that use a table take 0..63.
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
Bitboard transformed(Module, Bitboard bb) {
  return F(bb);
}
template <Direction D, int Steps = 1>
Bitboard shift(Module, Bitboard b) {
  return shifted<D, Steps>(b);
}
Bitboard ray(Module, Square a, Square b) { return line(a, b); }
Bitboard between(Module, Square a, Square b) { return bitrook::between(a, b); }

// ---- Attacks of sliders, by every method that this build has.
using Attacks = Bitboard (*)(Square, Bitboard);

struct SliderMethod {
  std::string_view name;
  Attacks rook, bishop;
};
constexpr SliderMethod SliderMethods[] = {
#if BITROOK_HAS_PEXT
    {"pext", pext::rook_attacks, pext::bishop_attacks},
#endif
    {"magic", magic::rook_attacks, magic::bishop_attacks},
    {"hyperbola", hyperbola::rook_attacks, hyperbola::bishop_attacks},
    {"walk", walk::rook_attacks, walk::bishop_attacks},
};

enum Slider { Rook = 1, Bishop = 2, Queen = 3 };

template <Slider S>
PyObject* attacks_of(Module, Square square, Bitboard occupied, std::optional<std::string_view> method) {
  Attacks rook = rook_attacks, bishop = bishop_attacks;
  if (method) {
    const SliderMethod* found = nullptr;
    for (const SliderMethod& m : SliderMethods) {
      if (m.name == *method) found = &m;
    }
    if (!found) return raise(PyExc_ValueError, "this build has no slider method of that name", *method);
    rook = found->rook;
    bishop = found->bishop;
  }
  return to_python((S & Rook ? rook(square, occupied) : Bitboard()) |
                   (S & Bishop ? bishop(square, occupied) : Bitboard()));
}

PyObject* slider_methods(Module) {
  Ref names(PyTuple_New(Py_ssize_t(std::size(SliderMethods))));
  for (std::size_t i = 0; names && i < std::size(SliderMethods); ++i) {
    PyObject* name = to_python(SliderMethods[i].name);
    if (!name) return nullptr;
    PyTuple_SET_ITEM(names.get(), Py_ssize_t(i), name);
  }
  return names.release();
}

std::uint64_t de_bruijn_sequence(Module) { return debruijn::Sequence; }
int de_bruijn_lsb(Module, Bitboard bb) { return bb.any() ? int(debruijn::lowest_bit(bb.word())) : -1; }
int de_bruijn_msb(Module, Bitboard bb) { return bb.any() ? int(debruijn::highest_bit(bb.word())) : -1; }

}  // namespace

void define_functions(PyObject* module) {
  using enum Direction;
  const bool added = add_functions(
      module,
      {
          method<"square(file_index, rank_index)", square>("Return the square of a file and a rank, both 0..7."),
          method<"square_file(square)", square_file>("Return the file of a square, from 0 for a to 7 for h."),
          method<"square_rank(square)", square_rank>("Return the rank of a square, from 0 to 7."),
          method<"square_mirror(square)", square_mirror>(
              "Return the square on the same file, seen from the other side: a1 and a8 are such a pair."),
          method<"square_distance(a, b)", square_distance>(
              "Return the number of king moves from one square to the other."),
          method<"square_manhattan_distance(a, b)", square_manhattan_distance>(
              "Return the number of steps along ranks and files from one square to the other."),
          method<"square_knight_distance(a, b)", square_knight_distance>(
              "Return the number of knight moves from one square to the other, on an empty board."),
          method<"square_name(square)", square_name>(
              "Return the name of a square, such as 'e4'.\n\n:raises IndexError: for a number above 63."),
          method<"parse_square(name)", parse_square>(
              "Return the square with a name such as 'e4'.\n\n:raises ValueError: for any other text."),
          method<"file_name(file)", file_name>(
              "Return the letter of a file, 0..7.\n\n:raises IndexError: for a number above 7."),
          method<"rank_name(rank)", rank_name>(
              "Return the digit of a rank, 0..7.\n\n:raises IndexError: for a number above 7."),
          method<"parse_file(name)", parse_file>(
              "Return the file with a letter a..h.\n\n:raises ValueError: for any other text."),
          method<"parse_rank(name)", parse_rank>(
              "Return the rank with a digit 1..8.\n\n:raises ValueError: for any other text."),
          method<"lsb(bb)", lsb>(
              "Return the lowest square of a set, the index of the least significant bit; -1 if the set is empty."),
          method<"msb(bb)", msb>(
              "Return the highest square of a set, the index of the most significant bit; -1 if the set is empty."),
          method<"scan_forward(bb)", scan_forward>("Return an iterator over the squares of a set, lowest first."),
          method<"scan_reversed(bb)", scan_reversed>("Return an iterator over the squares of a set, highest first."),
          method<"flip_vertical(bb)", transformed<flipped_vertical>>("Return the set upside down: a1 becomes a8."),
          method<"flip_horizontal(bb)", transformed<flipped_horizontal>>("Return the set mirrored: a1 becomes h1."),
          method<"flip_diagonal(bb)", transformed<flipped_diagonal>>(
              "Return the set flipped at the diagonal a1-h8: a8 becomes h1."),
          method<"flip_anti_diagonal(bb)", transformed<flipped_anti_diagonal>>(
              "Return the set flipped at the diagonal a8-h1: a1 becomes h8."),
          method<"shift_down(b)", shift<South>>("Return the set one rank down."),
          method<"shift_2_down(b)", shift<South, 2>>("Return the set two ranks down."),
          method<"shift_up(b)", shift<North>>("Return the set one rank up."),
          method<"shift_2_up(b)", shift<North, 2>>("Return the set two ranks up."),
          method<"shift_right(b)", shift<East>>("Return the set one file to the right, without wrapping."),
          method<"shift_2_right(b)", shift<East, 2>>("Return the set two files to the right, without wrapping."),
          method<"shift_left(b)", shift<West>>("Return the set one file to the left, without wrapping."),
          method<"shift_2_left(b)", shift<West, 2>>("Return the set two files to the left, without wrapping."),
          method<"shift_up_left(b)", shift<NorthWest>>("Return the set one step up and left, without wrapping."),
          method<"shift_up_right(b)", shift<NorthEast>>("Return the set one step up and right, without wrapping."),
          method<"shift_down_left(b)", shift<SouthWest>>("Return the set one step down and left, without wrapping."),
          method<"shift_down_right(b)", shift<SouthEast>>("Return the set one step down and right, without wrapping."),
          method<"ray(a, b)", ray>(
              R"(Return the whole line through two squares of a rank, file or diagonal, from edge to edge.

              Return 0 if there is none or the squares are the same.)"),
          method<"between(a, b)", between>(
              "Return the squares strictly between two squares of a line; 0 if they are not on a line."),
          method<"rook_attacks(square, occupied, method=None)", attacks_of<Rook>>(
              R"(Return the squares that a rook on *square* attacks, as an int.

              *occupied* is the set of pieces; the first piece in each direction is included. *method* is one of
              slider_methods(); all return the same.

              :raises ValueError: for another *method*.)"),
          method<"bishop_attacks(square, occupied, method=None)", attacks_of<Bishop>>(
              "Return the squares that a bishop on *square* attacks, as an int. See rook_attacks()."),
          method<"queen_attacks(square, occupied, method=None)", attacks_of<Queen>>(
              "Return the squares that a queen on *square* attacks, as an int. See rook_attacks()."),
          method<"slider_methods()", slider_methods>(
              "Return the names of the methods by which this build can compute the attacks of sliders."),
          method<"de_bruijn_sequence()", de_bruijn_sequence>(
              "Return the De Bruijn sequence: a ring of 64 bits that contains every six-bit word once."),
          method<"de_bruijn_lsb(bb)", de_bruijn_lsb>("Return lsb(), computed by De Bruijn multiplication and a table."),
          method<"de_bruijn_msb(bb)", de_bruijn_msb>("Return msb(), computed by De Bruijn multiplication and a table."),
      });
  if (!added) throw_python_error();
}

}  // namespace bitrook::bindings
