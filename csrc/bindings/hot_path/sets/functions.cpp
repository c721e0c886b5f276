// The module's functions on plain ints: squares, bits, flips, shifts, rays and slider attacks. Programs call them in
// loops, so they use the fast calling convention of the hot path.
#include <algorithm>

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

// ---- Squares. Functions that calculate accept any int, as in python-chess. Functions that use a table accept 0..63.
int square(int file_index, int rank_index) { return int(unsigned(rank_index) * 8 + unsigned(file_index)); }
int square_file(int square) { return square & 7; }
int square_rank(int square) { return square >> 3; }
int square_mirror(int square) { return square ^ 56; }

PyObject* square_name(Square s) {
  const char name[] = {char('a' + index(file_of(s))), char('1' + index(rank_of(s)))};
  return to_python(std::string_view(name, 2));
}
PyObject* parse_square(std::string_view name) {
  if (name.size() == 2 && 'a' <= name[0] && name[0] <= 'h' && '1' <= name[1] && name[1] <= '8') {
    return to_python(make_square(File(name[0] - 'a'), Rank(name[1] - '1')));
  }
  return raise(PyExc_ValueError, "invalid square name", name);
}
PyObject* one_letter(const char* letters, int i, const char* what) {
  if (i < -8 || i > 7) return fail(PyExc_IndexError, "%s must be in 0..7: %d", what, i);
  return to_python(std::string_view(letters + (i & 7), 1));
}
PyObject* index_of(std::string_view letters, std::string_view name, const char* error) {
  const std::size_t i = name.size() == 1 ? letters.find(name[0]) : std::string_view::npos;
  return i == std::string_view::npos ? raise(PyExc_ValueError, error, name) : to_python(unsigned(i));
}
PyObject* file_name(int file) { return one_letter("abcdefgh", file, "file"); }
PyObject* rank_name(int rank) { return one_letter("12345678", rank, "rank"); }
PyObject* parse_file(std::string_view name) { return index_of("abcdefgh", name, "invalid file name"); }
PyObject* parse_rank(std::string_view name) { return index_of("12345678", name, "invalid rank name"); }

// ---- Bits.
int lsb(Bitboard bb) { return bb.any() ? int(index(bb.first())) : -1; }
int msb(Bitboard bb) { return bb.any() ? int(index(bb.last())) : -1; }
template <Direction D, int Steps = 1>
Bitboard shift(Bitboard b) {
  return shifted<D, Steps>(b);
}

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
PyObject* attacks_of(Square square, Bitboard occupied, std::optional<std::string_view> method) {
  Attacks rook = rook_attacks, bishop = bishop_attacks;
  if (method) {
    const auto* const found = std::ranges::find(SliderMethods, *method, &SliderMethod::name);
    if (found == std::end(SliderMethods)) {
      return raise(PyExc_ValueError, "this build has no slider method with this name", *method);
    }
    rook = found->rook;
    bishop = found->bishop;
  }
  return to_python((S & Rook ? rook(square, occupied) : Bitboard()) |
                   (S & Bishop ? bishop(square, occupied) : Bitboard()));
}

PyObject* slider_methods() {
  return new_tuple(std::size(SliderMethods), [](std::size_t i) { return to_python(SliderMethods[i].name); });
}

std::uint64_t de_bruijn_sequence() { return debruijn::Sequence; }
int de_bruijn_lsb(Bitboard bb) { return bb.any() ? int(debruijn::lowest_bit(bb.word())) : -1; }
int de_bruijn_msb(Bitboard bb) { return bb.any() ? int(debruijn::highest_bit(bb.word())) : -1; }

}  // namespace

void define_functions(PyObject* module) {
  using enum Direction;
  add_functions(
      module,
      {
          function<"square(file_index, rank_index)", square>(
              R"(Return the square of a file and a rank.

              :param file_index: the file, 0..7, where 0 is the a-file.
              :param rank_index: the rank, 0..7, where 0 is the first rank.)"),
          function<"square_file(square)", square_file>("Return the file of *square*, from 0 for a to 7 for h."),
          function<"square_rank(square)", square_rank>("Return the rank of *square*, 0..7, where 0 is the first rank."),
          function<"square_mirror(square)", square_mirror>("Return *square* mirrored vertically: a1 becomes a8."),
          function<"square_distance(a, b)", distance>(
              "Return the number of king moves between the squares *a* and *b*."),
          function<"square_manhattan_distance(a, b)", manhattan_distance>(
              "Return the number of steps along ranks and files between the squares *a* and *b*."),
          function<"square_knight_distance(a, b)", knight_distance>(
              "Return the number of knight moves between the squares *a* and *b* on an empty board."),
          function<"square_name(square)", square_name>(
              R"(Return the name of *square*, such as 'e4'.

              :raises IndexError: if *square* is out of range.)"),
          function<"parse_square(name)", parse_square>(
              R"(Return the square called *name*, such as 'e4'.

              :raises ValueError: if *name* is not the name of a square.)"),
          function<"file_name(file)", file_name>(
              R"(Return the letter of a file.

              :param file: the file, 0..7.
              :raises IndexError: if *file* is out of range.)"),
          function<"rank_name(rank)", rank_name>(
              R"(Return the digit of a rank.

              :param rank: the rank, 0..7.
              :raises IndexError: if *rank* is out of range.)"),
          function<"parse_file(name)", parse_file>(
              R"(Return the file called *name*, 'a' to 'h', as 0..7.

              :raises ValueError: if *name* is not the letter of a file.)"),
          function<"parse_rank(name)", parse_rank>(
              R"(Return the rank called *name*, '1' to '8', as 0..7.

              :raises ValueError: if *name* is not the digit of a rank.)"),
          function<"lsb(bb)", lsb>(
              "Return the lowest square of the set *bb* (its least significant bit), or -1 if it is empty."),
          function<"msb(bb)", msb>(
              "Return the highest square of the set *bb* (its most significant bit), or -1 if it is empty."),
          function<"scan_forward(bb)", iterate_squares>(
              "Return an iterator over the squares of the set *bb*, lowest first."),
          function<"scan_reversed(bb)", iterate_squares_reversed>(
              "Return an iterator over the squares of the set *bb*, highest first."),
          function<"flip_vertical(bb)", flipped_vertical>("Return the set *bb* flipped upside down: a1 becomes a8."),
          function<"flip_horizontal(bb)", flipped_horizontal>(
              "Return the set *bb* flipped left to right: a1 becomes h1."),
          function<"flip_diagonal(bb)", flipped_diagonal>(
              "Return the set *bb* flipped along the diagonal a1-h8: a8 becomes h1."),
          function<"flip_anti_diagonal(bb)", flipped_anti_diagonal>(
              "Return the set *bb* flipped along the diagonal a8-h1: a1 becomes h8."),
          function<"shift_down(b)", shift<South>>("Return the set *b* shifted one rank down."),
          function<"shift_2_down(b)", shift<South, 2>>("Return the set *b* shifted two ranks down."),
          function<"shift_up(b)", shift<North>>("Return the set *b* shifted one rank up."),
          function<"shift_2_up(b)", shift<North, 2>>("Return the set *b* shifted two ranks up."),
          function<"shift_right(b)", shift<East>>(
              "Return the set *b* shifted one file to the right, without wrapping."),
          function<"shift_2_right(b)", shift<East, 2>>(
              "Return the set *b* shifted two files to the right, without wrapping."),
          function<"shift_left(b)", shift<West>>("Return the set *b* shifted one file to the left, without wrapping."),
          function<"shift_2_left(b)", shift<West, 2>>(
              "Return the set *b* shifted two files to the left, without wrapping."),
          function<"shift_up_left(b)", shift<NorthWest>>(
              "Return the set *b* shifted one step up and left, without wrapping."),
          function<"shift_up_right(b)", shift<NorthEast>>(
              "Return the set *b* shifted one step up and right, without wrapping."),
          function<"shift_down_left(b)", shift<SouthWest>>(
              "Return the set *b* shifted one step down and left, without wrapping."),
          function<"shift_down_right(b)", shift<SouthEast>>(
              "Return the set *b* shifted one step down and right, without wrapping."),
          function<"ray(a, b)", line>(
              R"(Return the rank, file or diagonal through the squares *a* and *b*, from edge to edge.

              The result is 0 if there is no such line, or if the squares are equal.)"),
          function<"between(a, b)", between>(
              "Return the squares strictly between *a* and *b*, or 0 if these are not on a rank, file or diagonal."),
          function<"rook_attacks(square, occupied, method=None)", attacks_of<Rook>>(
              R"(Return the squares that a rook on *square* attacks, as an int.

              :param square: the square of the rook, 0..63.
              :param occupied: the set of all pieces, as an int. The first piece in each direction is attacked.
              :param method: one of slider_methods(), by default the fastest. All of them return the same set.
              :raises ValueError: for any other *method*.

              >>> from bitrook import A1, BB_A4, BB_C1, Bitboard, rook_attacks
              >>> Bitboard(rook_attacks(A1, BB_A4 | BB_C1)).names()
              ['b1', 'c1', 'a2', 'a3', 'a4'])"),
          function<"bishop_attacks(square, occupied, method=None)", attacks_of<Bishop>>(
              "Return the squares that a bishop on *square* attacks, as an int. See rook_attacks()."),
          function<"queen_attacks(square, occupied, method=None)", attacks_of<Queen>>(
              "Return the squares that a queen on *square* attacks, as an int. See rook_attacks()."),
          function<"slider_methods()", slider_methods>(
              "Return the names of the methods that this build supports for computing slider attacks."),
          function<"de_bruijn_sequence()", de_bruijn_sequence>(
              R"(Return the De Bruijn sequence that the De Bruijn bit scans use.

              It is a cyclic sequence of 64 bits that contains every group of six bits exactly once.)"),
          function<"de_bruijn_lsb(bb)", de_bruijn_lsb>(
              "Return lsb(*bb*), computed by De Bruijn multiplication and a table lookup."),
          function<"de_bruijn_msb(bb)", de_bruijn_msb>(
              "Return msb(*bb*), computed by De Bruijn multiplication and a table lookup."),
      });
}

}  // namespace bitrook::bindings
