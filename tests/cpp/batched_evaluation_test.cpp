// Evaluations of many positions at once: which of them are remembered.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bitrook/search/batched_evaluation.hpp"
#include "bitrook/search/evaluation.hpp"
#include "positions.hpp"

using namespace bitrook;
using namespace bitrook::search;
using bitrook::test::position;

namespace {

// The piece-square tables as an evaluation of many positions at once.
struct Batched : BatchedEvaluation {
  mutable std::size_t calls = 0;
  bool fails = false;

 private:
  bool evaluate(std::span<const Position> given, std::span<std::int32_t> scores) const override {
    ++calls;
    REQUIRE(given.size() == scores.size());
    std::ranges::transform(given, scores.begin(), PieceSquareTables::standard());
    return !fails;
  }
};

}  // namespace

TEST_CASE("a batched evaluation is asked once for a position, and again with other clocks") {
  const Batched evaluation;
  const Position p = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  const std::vector<Position> both{p, position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")};
  evaluation.prepare(both);
  evaluation.prepare(both);
  CHECK(evaluation.calls == 1);
  CHECK(evaluation(p) == PieceSquareTables::standard()(p));
  CHECK(evaluation.calls == 1);
  evaluation(position("4k3/8/8/8/8/8/4P3/4K3 w - - 1 1"));
  evaluation(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 2"));
  CHECK(evaluation.calls == 3);
  Batched failing;
  failing.fails = true;
  failing.prepare(both);
  CHECK(failing(p) == 0);
  CHECK(failing.calls == 2);  // no score was kept
}
