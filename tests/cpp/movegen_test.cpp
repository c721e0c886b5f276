// The leaves of known move trees in standard chess and Chess960, counted by making every legal move.
#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>

#include "bitrook/movegen/movegen.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::position;

namespace {

std::uint64_t leaves(Position& p, unsigned depth) {
  if (depth == 0) return 1;
  MoveList moves;
  generate_legal(p, moves);
  CHECK(moves.size() == count_legal(p));
  CHECK(moves.empty() != has_legal(p));
  std::uint64_t sum = 0;
  for (const Move m : moves) {
    const Undo undo = p.play_unchecked(m);
    sum += leaves(p, depth - 1);
    p.undo(undo);
  }
  return sum;
}

}  // namespace

TEST_CASE("perft of the six positions of the chess programming wiki") {
  for (const test::Tree& tree : test::WikiTrees) {
    CAPTURE(tree.fen);
    Position p = position(tree.fen);
    const std::uint64_t key = p.key();
    for (unsigned depth = 1; depth <= 6 && tree.leaves[depth - 1] - 1 < 700'000; ++depth)  // 0 means unknown
      CHECK(leaves(p, depth) == tree.leaves[depth - 1]);
    CHECK(p.key() == key);
  }
}

TEST_CASE("perft of Chess960 positions") {
  struct Known {
    std::string_view fen;
    std::uint64_t leaves;
  };
  for (const Known& k : {
           Known{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 12189},
           Known{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 18002},
           Known{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 10471},
       }) {
    CAPTURE(k.fen);
    Position p = position(k.fen, true);
    CHECK(leaves(p, 3) == k.leaves);
  }
}

TEST_CASE("castling is illegal in Chess960 if the rook leaves its king in a discovered check") {
  // The rook on b1 blocks the check of the rook on a1, and castling would move it to d1.
  Position p = position("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", true);
  CHECK(p.castling_rights() == Bitboard(Square::B1));
  CHECK_FALSE(is_legal(p, Move::normal(Square::C1, Square::B1)));
  p.put(Square::A1, Piece::None);
  CHECK(is_legal(p, Move::normal(Square::C1, Square::B1)));
}

TEST_CASE("the start position has Polyglot's key") { CHECK(Position::start().key() == 0x463b96181691fc9c); }
