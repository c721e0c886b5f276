// Sliding attacks: all methods agree with the ray walker, and the search for magic factors reproduces those in use.
#include "bitrook/attacks/attacks.hpp"

#include <doctest/doctest.h>

#include <random>

#include "bitrook/attacks/sliders/hyperbola.hpp"
#include "bitrook/attacks/sliders/magic.hpp"
#include "bitrook/attacks/sliders/magic_search.hpp"
#include "bitrook/attacks/sliders/pext.hpp"
#include "bitrook/attacks/sliders/walk.hpp"

using namespace bitrook;

namespace {

using Attacks = Bitboard (*)(Square, Bitboard);

void check_against_walk(const char* name, Attacks rook, Attacks bishop) {
  CAPTURE(name);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const Square s = Square(i);
    // Squares outside the relevant ones must not matter: each subset is tested without and with all of them.
    for (const Bitboard b : sliders::rook_relevant(s).subsets()) {
      const Bitboard expected = walk::rook_attacks(s, b);
      wrong += rook(s, b) != expected;
      wrong += rook(s, b | ~sliders::rook_relevant(s)) != expected;
    }
    for (const Bitboard b : sliders::bishop_relevant(s).subsets()) {
      const Bitboard expected = walk::bishop_attacks(s, b);
      wrong += bishop(s, b) != expected;
      wrong += bishop(s, b | ~sliders::bishop_relevant(s)) != expected;
    }
  }
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 100'000; ++i) {
    const Square s = Square(i & 63);
    const Bitboard b = Bitboard(i & 64 ? random() : random() & random());
    wrong += rook(s, b) != walk::rook_attacks(s, b);
    wrong += bishop(s, b) != walk::bishop_attacks(s, b);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("all slider methods agree with the ray walker for all relevant occupancies") {
  check_against_walk("hyperbola", hyperbola::rook_attacks, hyperbola::bishop_attacks);
  check_against_walk("magic", magic::rook_attacks, magic::bishop_attacks);
#if BITROOK_HAS_PEXT
  check_against_walk("pext", pext::rook_attacks, pext::bishop_attacks);
#endif
  check_against_walk("chosen", rook_attacks, bishop_attacks);
}

TEST_CASE("the search finds the magic factors of the table") {
  for (unsigned i = 0; i < 64; ++i) {
    CHECK(magic::find_rook_factor(Square(i)) == magic::RookFactors[i]);
    CHECK(magic::find_bishop_factor(Square(i)) == magic::BishopFactors[i]);
  }
}
