// Attacks of sliders by each method, and bit scans by multiplication, as functions on plain ints.
#include "bindings/support/errors.hpp"
#include "bindings/support/functions.hpp"
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/attacks/sliders/hyperbola.hpp"
#include "bitrook/attacks/sliders/magic.hpp"
#include "bitrook/attacks/sliders/walk.hpp"
#include "bitrook/base/debruijn.hpp"

namespace bitrook::bindings {

namespace {

using Module = PyObject*;
using Look = Bitboard (*)(Square, Bitboard);

struct SliderMethod {
  std::string_view name;
  Look rook, bishop;
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
  Look rook = rook_attacks, bishop = bishop_attacks;
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
  PyObject* names = PyTuple_New(Py_ssize_t(std::size(SliderMethods)));
  for (std::size_t i = 0; names && i < std::size(SliderMethods); ++i) {
    PyObject* name = to_python(SliderMethods[i].name);
    if (!name) {
      Py_DECREF(names);
      return nullptr;
    }
    PyTuple_SET_ITEM(names, Py_ssize_t(i), name);
  }
  return names;
}

std::uint64_t de_bruijn_sequence(Module) { return debruijn::Sequence; }
int de_bruijn_lsb(Module, Bitboard bb) { return bb.any() ? int(debruijn::lowest_bit(bb.word())) : -1; }
int de_bruijn_msb(Module, Bitboard bb) { return bb.any() ? int(debruijn::highest_bit(bb.word())) : -1; }

}  // namespace

bool add_attack_functions(PyObject* module) {
  return add_functions(
      module,
      {
          method<"rook_attacks(square, occupied, method=None)", attacks_of<Rook>>(
              "What a rook on a square attacks, as an int: along ranks and files up to the first of the *occupied*\n"
              "squares, that one included. *method* is one of slider_methods(); they all give the same.\n"
              "Raises ValueError for another."),
          method<"bishop_attacks(square, occupied, method=None)", attacks_of<Bishop>>(
              "What a bishop on a square attacks, as an int. See rook_attacks."),
          method<"queen_attacks(square, occupied, method=None)", attacks_of<Queen>>(
              "What a queen on a square attacks, as an int. See rook_attacks."),
          method<"slider_methods()", slider_methods>("The ways to look up sliders that this build has."),
          method<"de_bruijn_sequence()", de_bruijn_sequence>(
              "The ring of 64 digits in which each word of six digits stands once; de_bruijn_shifts is the way back."),
          method<"de_bruijn_lsb(bb)", de_bruijn_lsb>("As lsb(), by De Bruijn multiplication and a table."),
          method<"de_bruijn_msb(bb)", de_bruijn_msb>("As msb(), by De Bruijn multiplication and a table."),
      });
}

}  // namespace bitrook::bindings
