// The move generator as an engine uses it: move trees walked with every move listed, played and taken back.
//
// Three forms of perft, in million leaves a second of one thread, best of several rounds: every move played, those
// of the last ply included; the last ply listed but not played; the last ply counted without being listed. And two
// ways of walking the first form: make and unmake in place, or a copy of the position for every move.
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bitrook/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "timing.hpp"

using namespace bitrook;

namespace {

std::uint64_t played(Position& p, unsigned depth) {
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    Undo undo;
    p.play(m, undo);
    n += depth > 1 ? played(p, depth - 1) : 1;
    p.undo(undo);
  }
  return n;
}

std::uint64_t copied(const Position& p, unsigned depth) {
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    Position next = p;
    next.play(m);
    // Whatever the compiler might leave out of a position that nobody looks at, it may not leave out the key.
    n += depth > 1 ? copied(next, depth - 1) : 1 + (next.key() == 0);
  }
  return n;
}

template <bool Listed>
std::uint64_t bulk(const Position& p, unsigned depth) {
  if (!Listed && depth == 1) return count_legal(p);
  MoveList moves;
  generate_legal(p, moves);
  if (depth == 1) return moves.size();
  std::uint64_t n = 0;
  for (const Move m : moves) {
    Position next = p;
    next.play(m);
    n += bulk<Listed>(next, depth - 1);
  }
  return n;
}

struct Known {
  const char* name;
  std::string_view fen;
  unsigned depth;
  std::uint64_t leaves;  // of the chess programming wiki
};
constexpr std::array Positions{
    Known{"start", fen::Start, 5, 4865609},
    Known{"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    Known{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
    Known{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292},
    Known{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
};

template <class Walk>
void measure(const char* what, Walk walk) {
  double product = 1;
  for (const Known& known : Positions) {
    Setup setup;
    if (fen::parse(known.fen, setup)) std::abort();
    Position p(setup);
    std::uint64_t leaves = 0;
    const double ns = nanoseconds(known.leaves, [&] { return leaves = walk(p, known.depth); }, 5);
    if (leaves != known.leaves) {
      std::fprintf(stderr, "%s, %s: %llu leaves instead of %llu\n", what, known.name,
                   static_cast<unsigned long long>(leaves), static_cast<unsigned long long>(known.leaves));
      std::exit(1);
    }
    print((std::string(what) + ", " + known.name).c_str(), 1e3 / ns);
    product *= 1e3 / ns;
  }
  print((std::string(what) + ", geometric mean").c_str(), std::pow(product, 1.0 / Positions.size()));
}

}  // namespace

int main() {
  measure("every move played and taken back", played);
  measure("every move played on a copy", copied);
  measure("last ply listed", bulk<true>);
  measure("last ply counted", bulk<false>);
}
