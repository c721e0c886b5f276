// Times probes of Syzygy tables, compared with Fathom. Reads one FEN per line from standard input.
//     build/benchmarks/tablebase DIRECTORY < positions.txt
#include "bitrook/tablebase/tablebase.hpp"

#include <tbprobe.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "bitrook/notation/fen.hpp"
#include "timing.hpp"

using namespace bitrook;

namespace {

std::vector<Position> read_positions() {
  std::vector<Position> positions;
  for (std::string line; std::getline(std::cin, line);) {
    Setup setup;
    if (!fen::parse(line, setup)) positions.emplace_back(setup);
  }
  return positions;
}

template <class Probe>
auto fathom(const Position& p, Probe probe) {
  using enum PieceType;
  return probe(p.of(Color::White).word(), p.of(Color::Black).word(), p.of(King).word(), p.of(Queen).word(),
               p.of(Rook).word(), p.of(Bishop).word(), p.of(Knight).word(), p.of(Pawn).word());
}

unsigned en_passant(const Position& p) { return p.en_passant() == Square::None ? 0 : unsigned(index(p.en_passant())); }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !tb_init(argv[1])) return 2;
  tablebase::Tablebase tables;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    const auto path = entry.path();
    if (path.extension() == ".rtbw") tables.add(path.string(), path.stem().string(), tablebase::Metric::Wdl);
    if (path.extension() == ".rtbz") tables.add(path.string(), path.stem().string(), tablebase::Metric::Dtz);
  }
  const std::vector<Position> positions = read_positions();
  const auto our_wdl = [&] {
    std::uint64_t sum = 0;
    for (const Position& p : positions) sum += std::uint64_t(tables.wdl(p).value + 2);
    return sum;
  };
  const auto their_wdl = [&] {
    std::uint64_t sum = 0;
    for (const Position& p : positions)
      sum +=
          fathom(p, [&](auto... sets) { return tb_probe_wdl(sets..., 0, 0, en_passant(p), p.turn() == Color::White); });
    return sum;
  };
  const auto our_root = [&] {
    std::uint64_t sum = 0;
    std::vector<tablebase::RankedMove> moves;
    for (const Position& p : positions) {
      tables.rank_moves(Game(p), moves);
      sum += moves.size();
    }
    return sum;
  };
  const auto their_root = [&] {
    std::uint64_t sum = 0;
    for (const Position& p : positions) {
      TbRootMoves moves{};
      fathom(p, [&](auto... sets) {
        return tb_probe_root_dtz(sets..., 0, 0, en_passant(p), p.turn() == Color::White, false, true, &moves);
      });
      sum += moves.size;
    }
    return sum;
  };
  if (our_wdl() != their_wdl() || our_root() != their_root()) std::puts("the results differ");
  double best[4] = {1e18, 1e18, 1e18, 1e18};
  for (int round = 0; round < 9; ++round) {
    best[0] = std::min(best[0], nanoseconds(positions.size(), our_wdl, 1));
    best[1] = std::min(best[1], nanoseconds(positions.size(), their_wdl, 1));
    best[2] = std::min(best[2], nanoseconds(positions.size(), our_root, 1));
    best[3] = std::min(best[3], nanoseconds(positions.size(), their_root, 1));
  }
  print("wdl", best[0]);
  print("wdl, fathom", best[1]);
  print("all moves ranked", best[2]);
  print("all moves ranked, fathom", best[3]);
}
