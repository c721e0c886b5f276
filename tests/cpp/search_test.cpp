// The search: bounds that it stores, and repetitions in its line and in the game.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <set>
#include <vector>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/pruning.hpp"
#include "bitrook/search/search.hpp"
#include "bitrook/search/searcher.hpp"
#include "positions.hpp"

using namespace bitrook;
using namespace bitrook::search;
using bitrook::test::random_positions;

namespace {

struct Counting : Evaluation {  // a cheap evaluation with few ties
  int operator()(const Position& p) const override { return int(p.key() % 2001) - 1000; }
};

Info run(const Position& p, int depth, const Options& options, const Evaluation& evaluation,
         TranspositionTable& table) {
  Limits limits;
  limits.depth = depth;
  const std::atomic<bool> stop{false};
  return search::search(Game(p), evaluation, &table, options, limits, {}, stop);
}

}  // namespace

TEST_CASE("a stored upper bound includes what pruned moves may score") {
  using enum Technique;
  Options options = Options::none();
  for (const Technique t : {HashMoves, PrincipalVariation, Futility}) options.set(t, true);
  const Counting evaluation;
  const auto after = [](const Position& p, Move m) {
    Position next = p;
    next.play_unchecked(m);
    return next;
  };
  unsigned exceeded = 0;
  for (const Position& p : random_positions(6, 60)) {
    const auto table = TranspositionTable::make(1), other = TranspositionTable::make(1);
    const Info info = run(p, 3, options, evaluation, *table);
    // If the first move is the best one, the other moves are searched with this alpha.
    const Move best = run(p, 2, options, evaluation, *other).lines[0].moves[0];
    const int alpha = info.lines[0].score;
    if (info.lines[0].moves[0] != best) continue;
    std::set<std::uint64_t> other_windows;
    MoveList moves, answers;
    generate_legal(after(p, best), answers);
    for (const Move answer : answers) other_windows.insert(after(after(p, best), answer).repetition_key());
    generate_legal(p, moves);
    for (const Move m : moves) {
      answers.clear();
      generate_legal(after(p, m), answers);
      for (const Move answer : answers) {
        const Position next = after(after(p, m), answer);
        const auto entry = table->probe(next.repetition_key());
        if (!entry || entry->bound != Bound::Upper || other_windows.contains(next.repetition_key())) continue;
        const int exact = run(next, 1, Options::none(), evaluation, *other).lines[0].score;
        const int assumed = futility_score(1, evaluation(next));  // the score assumed for skipped moves
        REQUIRE(entry->score >= std::min({exact, assumed, alpha}));
        exceeded += exact > entry->score;
      }
    }
  }
  CHECK(exceeded > 100);
}

TEST_CASE("repetitions: once in the line, twice in the game, and not across a null move") {
  const std::vector<std::uint64_t> once{7, 1, 2, 3, 4, 1}, twice{1, 2, 3, 4, 1, 2, 3, 4, 1};
  CHECK(search::is_repetition(once, 4, 20, 4));
  CHECK(search::is_repetition(once, 5, 20, 5));
  CHECK(search::is_repetition(once, 5, 20, 4));  // the earlier one is the position after the null move
  CHECK_FALSE(search::is_repetition(once, 5, 20, 3));
  CHECK_FALSE(search::is_repetition(once, 5, 20, 0));
  CHECK_FALSE(search::is_repetition(once, 5, 3, 5));   // a capture or pawn move in between
  CHECK_FALSE(search::is_repetition(once, 3, 20, 3));  // the earlier one is in the game
  CHECK(search::is_repetition(twice, 0, 20, 0));
  CHECK(search::is_repetition(twice, 3, 20, 3));
  CHECK_FALSE(search::is_repetition(twice, 3, 20, 2));
}
