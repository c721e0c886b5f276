// Vector registers are left as they are found: with their upper halves in use, Intel's processors make every SSE
// instruction of the interpreter wait for the last one.
#include <doctest/doctest.h>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/perft/perft.hpp"
#include "positions.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && defined(__AVX__)
#include <cpuid.h>

using namespace bitrook;

namespace {

// What the processor says of the state of the upper halves, if it says anything: XGETBV with 1 tells what is in use.
bool in_use() {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return low & 4;
}
void clear() { __asm__ volatile("vzeroupper"); }
bool can_tell() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(0xD, 1, &a, &b, &c, &d) || !(a & 4)) return false;
  clear();
  if (in_use()) return false;
  __asm__ volatile("vpcmpeqb %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
  const bool told = in_use();
  clear();
  return told;
}

template <class Call>
[[gnu::noinline]] void made(Call& call) {  // a call of its own: within a function they may well be in use
  call();
}

template <class Call>
bool leaves_clean(Call call) {
  clear();
  made(call);
  const bool clean = !in_use();
  clear();
  return clean;
}

}  // namespace

TEST_CASE("nothing leaves the upper halves of vector registers in use") {
  if (!can_tell()) return;
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
      CHECK(leaves_clean([&] { p.play_unchecked(m, undo); }));
      CHECK(leaves_clean([&] { p.undo(undo); }));
      CHECK(leaves_clean([&] { (void)is_legal(p, m); }));
    }
    CHECK(leaves_clean([&] { (void)perft(p, 4); }));
  }
}
#endif
