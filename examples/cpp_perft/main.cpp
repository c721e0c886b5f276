// Perft in twenty lines: counts the leaves of the move tree of a position with bitrook's C++ core.
#include <bitrook/bitrook.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace bitrook;

std::uint64_t perft(Position& position, int depth) {
  if (depth <= 1) return depth == 1 ? count_legal(position) : 1;
  MoveList moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  for (Move move : moves) {
    const Undo undo = position.play_unchecked(move);
    nodes += perft(position, depth - 1);
    position.undo(undo);
  }
  return nodes;
}

int main(int argc, char** argv) {
  const char* text = argc > 2 ? argv[2] : fen::Start.data();
  Setup setup;
  if (const auto error = fen::parse(text, setup)) {
    std::fprintf(stderr, "%s: %s, at %zu: %s\n", fen::name(error->field), description(error->problem), error->offset,
                 text);
    return 2;
  }
  Position position(setup);
  std::printf("%llu\n", static_cast<unsigned long long>(perft(position, argc > 1 ? std::atoi(argv[1]) : 4)));
}
