// Tests that no function leaves the upper halves of vector registers in use: on Intel processors, this slows down all
// SSE instructions of the caller, such as Python's interpreter, by a factor of about four.
#include <doctest/doctest.h>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/perft/perft.hpp"
#include "positions.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && defined(__AVX__)
#include <cpuid.h>

using namespace bitrook;

namespace {

// XGETBV with ECX = 1 reads which parts of the vector state are in use. Not all processors support it.
bool upper_halves_in_use() {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return low & 4;
}
void clear() { __asm__ volatile("vzeroupper"); }

bool can_read_state() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(0xD, 1, &a, &b, &c, &d) || !(a & 4)) return false;
  clear();
  if (upper_halves_in_use()) return false;
  __asm__ volatile("vpcmpeqb %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
  const bool seen = upper_halves_in_use();
  clear();
  return seen;
}

// Not inlined, because the upper halves may be in use within a function.
template <class Call>
[[gnu::noinline]] void make(Call& call) {
  call();
}

template <class Call>
bool leaves_clean(Call call) {
  clear();
  make(call);
  const bool clean = !upper_halves_in_use();
  clear();
  return clean;
}

}  // namespace

TEST_CASE("no function leaves the upper halves of vector registers in use" * doctest::skip(!can_read_state())) {
  for (const test::Tree& tree : test::WikiTrees) {
    Setup setup;
    CHECK(leaves_clean([&] { REQUIRE(!fen::parse(tree.fen, setup)); }));
    Position p, next;
    CHECK(leaves_clean([&] { p = Position(setup); }));
    char text[fen::MaxLength];
    CHECK(leaves_clean([&] { (void)fen::write(p, {}, text); }));
    MoveList moves;
    CHECK(leaves_clean([&] { generate_legal(p, moves); }));
    CHECK(leaves_clean([&] { (void)count_legal(p); }));
    CHECK(leaves_clean([&] { next = p; }));
    CHECK(leaves_clean([&] { next.set_placement(p.placement(), p.promoted()); }));
    CHECK(leaves_clean([&] { next.put(Square::E4, Piece::WhiteQueen); }));
    for (const Move m : moves) {
      Undo undo;
      CHECK(leaves_clean([&] { undo = p.play_unchecked(m); }));
      CHECK(leaves_clean([&] { p.undo(undo); }));
      CHECK(leaves_clean([&] { (void)is_legal(p, m); }));
    }
    CHECK(leaves_clean([&] { (void)perft(p, 4); }));
  }
}
#endif
