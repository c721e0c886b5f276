// Times six ways to count the same trees, from making every move to counting two plies at once.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/perft/counting/counter.hpp"
#include "bitrook/perft/counting/moves.hpp"
#include "bitrook/perft/perft.hpp"
#include "timing.hpp"

using namespace bitrook;

namespace {

struct Tree {
  std::string_view name, fen;
  unsigned depth;
  std::uint64_t leaves;
};
constexpr Tree Trees[] = {
    {"start", fen::Start, 5, 4865609},
    {"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
    {"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292},
    {"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
};

// Lists, makes and unmakes every move, including those to leaves, as an engine does.
std::uint64_t every_move(Position& p, unsigned depth) {
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    const Undo undo = p.play_unchecked(m);
    n += depth == 1 ? 1 : every_move(p, depth - 1);
    p.undo(undo);
  }
  return n;
}

// Copies the position for each move instead of unmaking it.
std::uint64_t every_copy(const Position& p, unsigned depth) {
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    Position next = p;
    next.play_unchecked(m);
    look_at(next);
    n += depth == 1 ? 1 : every_copy(next, depth - 1);
  }
  return n;
}

// Lists the moves of the last ply without making them.
std::uint64_t last_ply_listed(Position& p, unsigned depth) {
  MoveList moves;
  generate_legal(p, moves);
  if (depth == 1) return moves.size();
  std::uint64_t n = 0;
  for (const Move m : moves) {
    const Undo undo = p.play_unchecked(m);
    n += last_ply_listed(p, depth - 1);
    p.undo(undo);
  }
  return n;
}

// Uses the counting board, one ply at a time.
template <Color Us>
std::uint64_t ply_by_ply(const counting::Board& b, unsigned depth) {
  if (depth == 1) return counting::count_moves<Us>(b);
  std::uint64_t n = 0;
  counting::for_each_move<Us>(b, [&](const counting::Board& next) { n += ply_by_ply<~Us>(next, depth - 1); });
  return n;
}

template <class Count>
double mega_leaves(const Tree& tree, int rounds, Count count) {
  Setup setup;
  if (fen::parse(tree.fen, setup)) std::abort();
  double best = 0;
  for (int i = 0; i < rounds; ++i) {
    Position p(setup);
    const std::clock_t start = std::clock();  // processor time, because the machine may be busy
    if (count(p, tree.depth) != tree.leaves) std::abort();
    const double taken = double(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::max(best, double(tree.leaves) / taken / 1e6);
  }
  return best;
}

template <class Count>
void row(const char* name, int rounds, Count count) {
  double product = 1;
  std::printf("| %s |", name);
  for (const Tree& tree : Trees) {
    const double figure = mega_leaves(tree, rounds, count);
    product *= figure;
    std::printf(" %.0f |", figure);
  }
  std::printf(" %.0f |\n", std::pow(product, 1.0 / std::size(Trees)));
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
  std::printf("| million leaves a second |");
  for (const Tree& tree : Trees) std::printf(" %s |", std::string(tree.name).c_str());
  std::printf(" geometric mean |\n|---|--:|--:|--:|--:|--:|--:|\n");
  row("make and unmake every move", rounds, every_move);
  row("on copies", rounds, every_copy);
  row("the last ply listed", rounds, last_ply_listed);
  row("the last ply counted (walk)", rounds, [](const Position& p, unsigned depth) { return perft_walk(p, depth); });
  row("the counting board, ply by ply", rounds, [](const Position& p, unsigned depth) {
    const counting::Board b = *counting::board_of(p);
    return p.turn() == Color::White ? ply_by_ply<Color::White>(b, depth) : ply_by_ply<Color::Black>(b, depth);
  });
  row("two plies at once: perft()", rounds, [](const Position& p, unsigned depth) { return perft(p, depth); });
}
