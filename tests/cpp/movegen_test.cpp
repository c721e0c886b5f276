// Legal moves counted by playing every one of them: the known positions, standard and Chess960.
#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>

#include "bitrook/movegen.hpp"
#include "bitrook/notation/fen.hpp"

using namespace bitrook;

namespace {

Position position(std::string_view text, bool chess960 = false) {
  Setup setup;
  setup.chess960 = chess960;
  REQUIRE_FALSE(fen::parse(text, setup).has_value());
  return Position(setup);
}

std::uint64_t leaves(Position& p, unsigned depth) {
  if (depth == 0) return 1;
  MoveList moves;
  generate_legal(p, moves);
  CHECK(moves.size() == count_legal(p));
  CHECK(moves.empty() != has_legal(p));
  std::uint64_t sum = 0;
  for (const Move m : moves) {
    const Undo undo = p.play(m);
    sum += leaves(p, depth - 1);
    p.undo(undo);
  }
  return sum;
}

}  // namespace

TEST_CASE("perft of the six positions of the chess programming wiki") {
  struct Known {
    std::string_view fen;
    unsigned depth;
    std::uint64_t leaves;
  };
  for (const Known& k : {
           Known{fen::Start, 4, 197281},
           Known{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
           Known{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
           Known{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
           Known{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
           Known{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89890},
       }) {
    CAPTURE(k.fen);
    Position p = position(k.fen);
    const std::uint64_t key = p.key();
    CHECK(leaves(p, k.depth) == k.leaves);
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

TEST_CASE("a rook that castles may uncover its king in Chess960, and then may not castle") {
  // The rook on b1 hides the king on c1 from the rook on a1; castling would bring it to d1.
  Position p = position("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", true);
  CHECK(p.castling_rights() == Bitboard(Square::B1));
  CHECK_FALSE(is_legal(p, Move::normal(Square::C1, Square::B1)));
  p.put(Square::A1, Piece::None);
  CHECK(is_legal(p, Move::normal(Square::C1, Square::B1)));
}

TEST_CASE("the start position has Polyglot's key") { CHECK(Position::start().key() == 0x463b96181691fc9c); }
