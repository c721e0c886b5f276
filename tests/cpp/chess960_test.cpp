// The 960 start positions: each number has a different one, and the number of each one is found again.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "bitrook/notation/chess960.hpp"
#include "bitrook/notation/fen.hpp"
#include "positions.hpp"

using namespace bitrook;

TEST_CASE("each number gives a different start position, whose number is found again") {
  std::set<std::string> seen;
  for (unsigned n = 0; n < chess960::Positions; ++n) {
    const Position p{chess960::start_setup(n)};
    char text[fen::MaxLength];
    seen.emplace(text, fen::write(p, {}, text));
    CHECK(chess960::start_number(p.placement(), p.promoted()) == n);
    CHECK(p.castling_rights().count() == 4);
  }
  CHECK(seen.size() == chess960::Positions);
  CHECK(seen.count(std::string(fen::Start)) == 1);
  CHECK(chess960::start_placement(518) == Position::start().placement());
}

TEST_CASE("other positions have no number") {
  Position p = Position::start();
  CHECK_FALSE(chess960::start_number(p.placement(), Bitboard(Square::A1)));
  p.put(Square::A1, Piece::WhiteQueen);
  CHECK_FALSE(chess960::start_number(p.placement(), Bitboard()));
  CHECK_FALSE(chess960::start_number(Placement(), Bitboard()));
  // A start position, except that both bishops are on squares of the same color.
  CHECK_FALSE(chess960::start_number(
      test::position("bnbrkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNBRKRQN w - - 0 1").placement(), Bitboard()));
  Placement knights;
  knights.toggle(Piece::WhiteKnight, Bitboard::all());
  CHECK_FALSE(chess960::start_number(knights, Bitboard()));
}
