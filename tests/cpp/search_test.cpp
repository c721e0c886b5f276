// The engine kit: move ordering, evaluation, and the search, compared with slow definitions.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/properties.hpp"
#include "bitrook/search/pruning.hpp"
#include "bitrook/search/search.hpp"
#include "bitrook/search/searcher.hpp"
#include "positions.hpp"

using namespace bitrook;
using namespace bitrook::search;
using bitrook::test::position;
using bitrook::test::random_positions;

namespace {

struct Counting : Evaluation {  // a cheap evaluation with few ties
  int operator()(const Position& p) const override { return int(p.key() % 2001) - 1000; }
};

int minimax(const Position& p, int depth, int ply, const Evaluation& evaluation) {
  MoveList moves;
  generate_legal(p, moves);
  if (ply > 0 && (is_insufficient_material(p) || (p.halfmove_clock() >= 100 && !moves.empty()))) return Draw;
  if (moves.empty()) return p.is_check() ? mated_in(ply) : Draw;
  if (depth == 0) return evaluation(p);
  int best = -Infinite;
  for (const Move m : moves) {
    Position next = p;
    next.play_unchecked(m);
    best = std::max(best, -minimax(next, depth - 1, ply + 1, evaluation));
  }
  return best;
}

Info run(const Position& p, int depth, const Options& options = {}, const Evaluation* evaluation = nullptr,
         unsigned threads = 1) {
  const auto table = TranspositionTable::make(1);
  Limits limits;
  limits.depth = depth;
  limits.threads = threads;
  std::atomic<bool> stop{false};
  return search::search(Game(p), evaluation ? *evaluation : PieceSquareTables::standard(), table.get(), options, limits,
                        {}, stop);
}

}  // namespace

TEST_CASE("the move picker yields each legal move once, in the order of its stages") {
  std::mt19937 random(7);
  HistoryTable history;
  for (unsigned i = 0; i < 5000; ++i)
    history.add(Color(random() % 2), Move::from_word(std::uint16_t(random() & 0xFFF)), int(random() % 2000) - 1000);
  for (const Position& p : random_positions(60, 60)) {
    MoveList legal;
    generate_legal(p, legal);
    OrderingHints hints;
    const auto any = [&] {
      return random() % 3 ? legal[random() % legal.size()] : Move::from_word(std::uint16_t(random()));
    };
    hints.hash_move = any();
    hints.killers = {any(), any()};
    hints.counter_move = any();
    hints.history = random() % 2 ? &history : nullptr;
    hints.see = random() % 2;
    hints.captures_only = random() % 4 == 0;

    const auto rank = [&](Move m) {  // the stage of a move; lower stages come first
      const bool tactical = m.is_promotion() || is_capture(p, m);
      if (m == hints.hash_move) return 0;
      if (tactical) return !hints.see || see(p, m) >= 0 ? 1 : 6;
      if (m == hints.killers[0]) return 2;
      if (m == hints.killers[1]) return 3;
      if (m == hints.counter_move) return 4;
      return 5;
    };
    const auto score = [&](Move m) {
      if (m.is_promotion() || is_capture(p, m))
        return 8 * int(index(captured_type(p, m)) + index(m.promotion())) - int(index(p.type_at(m.from())));
      return hints.history && rank(m) == 5 ? history(p.turn(), m) : 0;
    };
    std::vector<Move> expected;
    MoveList tactical, quiet;
    generate_captures_and_promotions(p, tactical);
    generate_legal_quiets(p, quiet);
    expected.assign(tactical.begin(), tactical.end());
    if (!hints.captures_only)
      std::copy_if(quiet.begin(), quiet.end(), std::back_inserter(expected), [](Move m) { return !m.is_promotion(); });
    std::stable_sort(expected.begin(), expected.end(),
                     [&](Move a, Move b) { return rank(a) != rank(b) ? rank(a) < rank(b) : score(a) > score(b); });

    std::vector<Move> picked;
    MovePicker picker(p, hints);
    for (Move m; !(m = picker.next()).is_null();) picked.push_back(m);
    REQUIRE(picked == expected);
    if (!hints.captures_only) {
      std::set<std::uint16_t> all, once;
      for (const Move m : legal) all.insert(m.word());
      for (const Move m : picked) once.insert(m.word());
      REQUIRE(all == once);
      REQUIRE(picked.size() == legal.size());
    }
  }
}

TEST_CASE("history approaches its limit and does not exceed it") {
  HistoryTable history;
  const Move m = Move::normal(Square::E2, Square::E4);
  for (int i = 0; i < 1000; ++i) history.add(Color::White, m, 5000);
  CHECK(history(Color::White, m) > HistoryTable::Max * 9 / 10);
  CHECK(history(Color::White, m) <= HistoryTable::Max);
  for (int i = 0; i < 1000; ++i) history.add(Color::White, m, -1'000'000);
  CHECK(history(Color::White, m) >= -HistoryTable::Max);
  CHECK(history(Color::Black, m) == 0);
}

TEST_CASE("the table returns what was stored") {
  const auto table = TranspositionTable::make(1);
  REQUIRE(table);
  CHECK_FALSE(table->probe(5).has_value());
  for (const int score : {-32000, -1, 0, 77, 32000})
    for (const int depth : {-64, -1, 0, 100, 190})
      for (const Bound bound : {Bound::Upper, Bound::Lower, Bound::Exact}) {
        const Move m = Move::promotion(Square::A7, Square::B8, PieceType::Queen);
        table->store(12345, {m, score, depth, bound});
        const auto e = table->probe(12345);
        REQUIRE(e.has_value());
        CHECK((e->move == m && e->score == score && e->depth == depth && e->bound == bound));
      }
  table->store(12345, {Move(), 3, 4, Bound::Exact});
  CHECK(table->probe(12345)->move == Move::promotion(Square::A7, Square::B8, PieceType::Queen));
  CHECK(table->hashfull() >= 0);
  table->clear();
  CHECK_FALSE(table->probe(12345).has_value());
}

TEST_CASE("piece-square tables are symmetric and tapered") {
  for (const Position& p : random_positions(30, 60)) {
    Position other = p;  // the same position with the other side to move
    other.set_turn(~p.turn());
    CHECK(PieceSquareTables::standard()(p) == -PieceSquareTables::standard()(other));
    int midgame = 0, endgame = 0;
    PieceSquareTables::Table one{}, two{};
    for (unsigned t = 0; t < 6; ++t)
      for (unsigned s = 0; s < 64; ++s) one[t][s] = int(t * 64 + s) - 100, two[t][s] = 50 - int(t * 64 + s);
    for (const Square s : p.occupied()) {
      const unsigned t = index(p.type_at(s)) - 1;
      const bool white = p.of(Color::White).contains(s);
      const unsigned square = index(white ? s : mirrored(s));
      midgame += white ? one[t][square] : -one[t][square];
      endgame += white ? two[t][square] : -two[t][square];
    }
    const EvaluationTerms terms = PieceSquareTables(one, two).terms(p);
    CHECK(terms.midgame == midgame);
    CHECK(terms.endgame == endgame);
  }
}

TEST_CASE("a search without pruning gives the minimax score") {
  const Counting evaluation;
  for (const Position& p : random_positions(12, 60))
    for (int depth = 1; depth <= 2; ++depth) {
      const Info info = run(p, depth, Options::none(), &evaluation);
      REQUIRE_FALSE(info.lines.empty());
      REQUIRE(info.lines[0].score == minimax(p, depth, 0, evaluation));
    }
}

TEST_CASE("exact techniques do not change the score") {
  // These techniques affect the order and the windows, but not which moves are searched.
  Options exact = Options::none();
  using enum Technique;
  for (const Technique t : {History, Aspiration, PrincipalVariation, MateDistance, HashMoves}) exact.set(t, true);
  const Counting evaluation;
  for (const Position& p : random_positions(6, 30)) {
    const Info plain = run(p, 4, Options::none(), &evaluation), ordered = run(p, 4, exact, &evaluation);
    REQUIRE(plain.lines[0].score == ordered.lines[0].score);
  }
}

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
    const auto table = TranspositionTable::make(1);
    Limits limits;
    limits.depth = 3;
    const std::atomic<bool> stop{false};
    const Info info = search::search(Game(p), evaluation, table.get(), options, limits, {}, stop);
    // If the first move is the best one, the other moves are searched with this alpha.
    const Move best = run(p, 2, options, &evaluation).lines[0].moves[0];
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
        const int exact = run(next, 1, Options::none(), &evaluation).lines[0].score;
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

TEST_CASE("mates, stalemates and draws") {
  CHECK(run(position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), 4).lines[0].score == mate_in(1));
  CHECK(run(position("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1"), 8).lines[0].score == mate_in(3));
  CHECK(run(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 3).lines.empty());
  CHECK(run(position("8/8/8/4k3/8/8/4K3/8 w - - 0 1"), 6).lines[0].score == 0);
  CHECK(moves_to_mate(mate_in(3)) == 2);
  CHECK(moves_to_mate(mated_in(2)) == -1);
  CHECK(moves_to_mate(250) == 0);
}

TEST_CASE("a mate in two by zugzwang is found, although every null move seems to refute it") {
  const Position p = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  const Info info = run(p, 12);
  CHECK(info.lines[0].score == mate_in(3));
  CHECK(info.lines[0].moves[0] == Move::normal(Square::A1, Square::A6));
}

TEST_CASE("one thread gives the same result each time; limits are kept") {
  const Position p = position(test::WikiTrees[1].fen);
  const Info a = run(p, 7), b = run(p, 7);
  CHECK(a.nodes == b.nodes);
  CHECK(a.lines[0].moves == b.lines[0].moves);
  CHECK_FALSE(run(p, 7, {}, nullptr, 2).lines.empty());

  std::atomic<bool> stop{false};
  Limits limits;
  limits.nodes = 30000;
  const Info few = search::search(Game(p), PieceSquareTables::standard(), nullptr, {}, limits, {}, stop);
  CHECK(few.nodes >= 30000);
  CHECK(few.nodes < 33000);
  limits = {};
  limits.depth = 3;
  limits.moves = {Move::normal(Square::A2, Square::A3)};
  const Info one = search::search(Game(p), PieceSquareTables::standard(), nullptr, {}, limits, {}, stop);
  CHECK(one.lines[0].moves[0] == limits.moves[0]);
  limits = {};
  limits.depth = 3;
  limits.multi_pv = 100;
  const Info all = search::search(Game(p), PieceSquareTables::standard(), nullptr, {}, limits, {}, stop);
  CHECK(all.lines.size() == 48);
  for (std::size_t i = 1; i < all.lines.size(); ++i) CHECK(all.lines[i - 1].score >= all.lines[i].score);
  stop = true;
  CHECK_FALSE(search::search(Game(p), PieceSquareTables::standard(), nullptr, {}, {}, {}, stop).lines.empty());
}
