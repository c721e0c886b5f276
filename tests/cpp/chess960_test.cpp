// The 960 start positions: numbers there and back, and perft of some of them.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "bitrook/notation/chess960.hpp"
#include "bitrook/notation/fen.hpp"

using namespace bitrook;

TEST_CASE("every number names a start position of its own, and back") {
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
  CHECK(chess960::start_placement(chess960::StandardPosition) == Position::start().placement());
}

TEST_CASE("what is not a start position has no number") {
  Position p = Position::start();
  CHECK_FALSE(chess960::start_number(p.placement(), Bitboard(Square::A1)));
  p.put(Square::A1, Piece::WhiteQueen);
  CHECK_FALSE(chess960::start_number(p.placement(), Bitboard()));
  CHECK_FALSE(chess960::start_number(Placement(), Bitboard()));
  Placement knights;
  knights.toggle(Piece::WhiteKnight, Bitboard::all());
  CHECK_FALSE(chess960::start_number(knights, Bitboard()));
}
