// Exchange evaluation, compared with its definition by successive captures on one square.
#include <doctest/doctest.h>

#include <algorithm>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/properties.hpp"
#include "positions.hpp"

using namespace bitrook;
using namespace bitrook::search;
using bitrook::test::position;
using bitrook::test::random_positions;

namespace {

// The definition of see(): the most material that `side` can win by successive captures on the square.
int exchange(const Position& p, Square target, Color side, Bitboard occupied, int at_risk, const PieceValues& values) {
  Bitboard pieces = p.attackers(side, target, occupied) & occupied;
  if (p.pinners(side).meets(occupied)) pieces -= p.blockers(side);
  for (const PieceType t : PieceTypes) {
    const Bitboard candidates = pieces & p.of(t);
    if (candidates.empty()) continue;
    const bool promotes = t == PieceType::Pawn && Backranks.contains(target);
    const int piece = values[promotes ? PieceType::Queen : t];
    const int gain = at_risk + (promotes ? piece - values[t] : 0);
    const Bitboard left = occupied - Bitboard(candidates.first());
    if (t == PieceType::King && (p.attackers(~side, target, left) & left).any()) return 0;
    return std::max(0, gain - exchange(p, target, ~side, left, piece, values));
  }
  return 0;
}

int slow_see(const Position& p, Move m, const PieceValues& values = {}) {
  if (is_castling(p, m)) return 0;
  const PieceType mover = p.type_at(m.from());
  Bitboard occupied = (p.occupied() - Bitboard(m.from())) | Bitboard(m.to());
  int gain = values[captured_type(p, m)], at_risk = values[mover];
  if (is_en_passant(p, m)) occupied -= Bitboard(make_square(file_of(m.to()), rank_of(m.from())));
  if (m.is_promotion()) {
    at_risk = values[m.promotion()];
    gain += at_risk - values[mover];
  }
  return gain - exchange(p, m.to(), ~p.turn(), occupied, at_risk, values);
}

}  // namespace

TEST_CASE("exchange evaluation is the result of captures on the square") {
  const PieceValues other{{0, 1, 3, 3, 5, 9, 1000}};
  unsigned captures = 0;
  for (const Position& p : random_positions(120, 80)) {
    MoveList moves;
    generate_pseudo_legal(p, moves);
    for (const Move m : moves) {
      const int expected = slow_see(p, m);
      REQUIRE(see(p, m) == expected);
      REQUIRE(see(p, m, other) == slow_see(p, m, other));
      for (const int threshold : {expected - 1, expected, expected + 1, 0, -100, 100})
        REQUIRE(see_ge(p, m, threshold) == (expected >= threshold));
      captures += is_capture(p, m);
    }
  }
  CHECK(captures > 10000);
}

TEST_CASE("exchange evaluation of known positions") {
  const auto result = [](const char* fen, Square from, Square to) {
    return see(position(fen), Move::normal(from, to));
  };
  using enum Square;
  CHECK(result("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", E4, D5) == 100);
  CHECK(result("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", D1, D6) == 100 - 900);
  // The rook behind the queen takes part as well.
  CHECK(result("3r2k1/3q4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", D2, D5) == 100 - 500 + 900 - 500);
  // The black knight is pinned to its king and does not defend the pawn.
  CHECK(result("4k3/4n3/8/3p4/8/8/8/K3R2B w - - 0 1", H1, D5) == 100);
  // An en-passant capture and a recapture.
  CHECK(result("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", E5, D6) == 0);
}
