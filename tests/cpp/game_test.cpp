// Game: legal moves, and histories that copies and threads share.
#include "bitrook/game/game.hpp"
#include "bitrook/movegen/why_illegal.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <thread>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/uci.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

void play(Game& g, std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    const ParsedMove m = parse_uci(g.position(), moves.substr(0, end));
    REQUIRE(m);
    g.push(m.move);
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
}

std::string fen_of(const Position& p) {
  char text[fen::MaxLength];
  return {text, fen::write(p, {fen::EnPassant::Always}, text)};
}

// Returns a legal move, or the null move if the game is over.
Move random_move(const Position& p, test::Random& random) {
  MoveList moves;
  generate_legal(p, moves);
  return moves.empty() ? Move::null() : moves[random.below(unsigned(moves.size()))];
}

}  // namespace

TEST_CASE("play and try_play make legal moves only") {
  Game g;
  play(g, "e2e4");
  const std::string before = fen_of(g.position());
  for (const Move illegal :
       {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E4), Move::null()}) {
    CHECK_FALSE(g.try_play(illegal));
    CHECK_THROWS_AS(g.play(illegal), IllegalMoveError);
    CHECK(g.ply_count() == 1);
    CHECK(fen_of(g.position()) == before);
  }
  CHECK(g.try_play(Move::normal(Square::E7, Square::E5)));
  CHECK(g.ply_count() == 2);
  CHECK(g.pop() == Move::normal(Square::E7, Square::E5));
}

TEST_CASE("threads copy, extend and destroy games that share a history") {
  Game common;
  play(common, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7");
  const std::string expected = fen_of(common.position());
  std::vector<Game> starts(4, common);  // each thread uses a separate game; the history is shared
  std::vector<std::thread> threads;
  std::vector<int> wrong(starts.size(), 0);
  for (std::size_t t = 0; t < starts.size(); ++t) {
    threads.emplace_back([&, t] {
      test::Random random(1 + t);
      for (int round = 0; round < 300; ++round) {
        Game g = starts[t];
        const unsigned depth = random.below(40);
        for (unsigned i = 0; i < depth; ++i) {
          g.push(random_move(g.position(), random));
          if (random.below(4) == 0) Game(g).push(Move::null());
        }
        while (g.ply_count() > 10) g.pop();
        wrong[t] += fen_of(g.position()) != expected;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int w : wrong) CHECK(w == 0);
}
