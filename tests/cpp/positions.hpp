// Positions from FENs and from random games, and the six perft positions of the chess programming wiki with the number
// of leaves at each depth.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::test {

inline Setup setup(std::string_view text, bool chess960 = false) {
  Setup setup;
  setup.chess960 = chess960;
  REQUIRE_FALSE(fen::parse(text, setup).has_value());
  return setup;
}
inline Position position(std::string_view text, bool chess960 = false) { return Position(setup(text, chess960)); }

// Returns the FEN with all fields and promoted flags.
inline std::string text(const Position& p) {
  char buffer[fen::MaxLength];
  return {buffer, fen::write(p, {fen::EnPassant::Always, true, true}, buffer)};
}

struct Tree {
  std::string_view fen;
  std::array<std::uint64_t, 6> leaves;  // at depths 1 to 6; 0 if counting would take long
};
// https://www.chessprogramming.org/Perft_Results
inline constexpr Tree WikiTrees[] = {
    {fen::Start, {20, 400, 8902, 197281, 4865609}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {48, 2039, 97862, 4085603}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333, 15833292}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 2103487}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", {46, 2079, 89890, 3894594}},
};

// Returns positions from random games that begin at the start position and at the wiki's positions.
inline std::vector<Position> random_positions(unsigned games, unsigned plies) {
  std::mt19937 random(20261122);
  std::vector<Position> positions;
  for (unsigned i = 0; i < games; ++i) {
    Position p = position(WikiTrees[i % std::size(WikiTrees)].fen);
    for (unsigned ply = 0; ply < plies; ++ply) {
      MoveList moves;
      generate_legal(p, moves);
      if (moves.empty() || p.halfmove_clock() > 80) break;
      positions.push_back(p);
      p.play_unchecked(moves[random() % moves.size()]);
    }
  }
  return positions;
}

}  // namespace bitrook::test
