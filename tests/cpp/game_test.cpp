// Game: push and pop, shared histories, edits after moves, repetitions, claims of draws, outcomes.
#include "bitrook/game/game.hpp"
#include "bitrook/movegen/why_illegal.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/uci.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

Game game(std::string_view text, bool chess960 = false) {
  const Setup setup = test::setup(text, chess960);
  return Game(Position(setup), setup.castling);
}

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

TEST_CASE("pop() restores each position of a game") {
  test::Random random(1);
  for (int round = 0; round < 20; ++round) {
    Game g;
    std::vector<std::string> fens;
    std::vector<std::uint64_t> keys;
    for (int ply = 0; ply < 200; ++ply) {
      const Move m = random_move(g.position(), random);
      if (m.is_null()) break;
      fens.push_back(fen_of(g.position()));
      keys.push_back(g.position().key());
      g.push(m);
      CHECK(g.ply_count() == fens.size());
    }
    const Game root = g.root();
    CHECK(root.ply_count() == 0);
    CHECK(fen_of(root.position()) == fens.front());
    while (!fens.empty()) {
      g.pop();
      CHECK(fen_of(g.position()) == fens.back());
      CHECK(g.position().key() == keys.back());
      fens.pop_back();
      keys.pop_back();
    }
    CHECK(g.ply_count() == 0);
  }
}

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

TEST_CASE("copies share a history and do not change one another") {
  Game a;
  play(a, "e2e4 e7e5 g1f3 b8c6");
  Game b = a;            // shares the array
  play(b, "f1b5 a7a6");  // b appends in place
  play(a, "f1c4 g8f6");  // a copies the array
  Game c = b;
  c.pop();
  play(c, "g8f6 e1g1");  // c copies it as well
  CHECK(b.move(5) == Move::normal(Square::A7, Square::A6));
  CHECK(c.move(5) == Move::normal(Square::G8, Square::F6));
  CHECK(a.move(4) == Move::normal(Square::F1, Square::C4));
  for (Game* g : {&a, &b, &c}) {
    while (g->ply_count() > 0) g->pop();
    CHECK(fen_of(g->position()) == fen::Start);
  }
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

TEST_CASE("keep_last() keeps the last moves") {
  Game g;
  play(g, "e2e4 e7e5 g1f3 b8c6 f1b5");
  Game two = g;
  two.keep_last(2);
  CHECK(two.ply_count() == 2);
  CHECK(two.move(0) == Move::normal(Square::B8, Square::C6));
  two.pop();
  two.pop();
  CHECK(fen_of(two.position()) == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  g.clear_history();
  CHECK(g.ply_count() == 0);
  CHECK(fen_of(g.position()) == "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
}

TEST_CASE("castling rights that cannot be used are dropped by the first push and restored by its pop") {
  Game g = game("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1");
  const Bitboard written = Corners - Bitboard(Square::A8);  // 'q' without a rook is ignored
  CHECK(g.castling_rights() == written);
  CHECK(g.position().castling_rights() == Bitboard(Square::H1));
  play(g, "h1h2");
  CHECK(g.castling_rights().empty());
  g.pop();
  CHECK(g.castling_rights() == written);
  g.edit([](Position& p) { p.put(Square::A1, Piece::WhiteRook); });  // the game remains usable
  CHECK(g.position().castling_rights() == (Bitboard(Square::A1) | Bitboard(Square::H1)));
}

TEST_CASE("an edit after moves lasts until the move before it is popped") {
  Game g;
  play(g, "e2e4 e7e5");
  const std::string before = fen_of(g.position());
  play(g, "g1f3");
  const Game shared = g;
  g.amend([](Position& p) {
    p.set_turn(Color::White);
    p.set_halfmove_clock(70000);
    p.set_en_passant(Square::E6);
  });
  g.set_castling_rights(Bitboard(Square::A8));
  const std::string amended = fen_of(g.position());
  play(g, "d2d4");
  g.push(Move::null());
  g.pop();
  g.pop();
  CHECK(fen_of(g.position()) == amended);
  CHECK(g.position().halfmove_clock() == 70000);
  g.pop();
  CHECK(fen_of(g.position()) == before);
  CHECK(fen_of(shared.position()) == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}

TEST_CASE("repetitions: count, claim one move ahead, cleared with the history") {
  Game g;
  play(g, "g1f3 g8f6 f3g1 f6g8");
  CHECK(g.is_repetition(2));
  CHECK_FALSE(g.is_repetition(3));
  play(g, "g1f3 g8f6 f3g1");
  CHECK(g.can_claim_threefold_repetition());  // by ...Ng8
  CHECK_FALSE(g.is_repetition(3));
  play(g, "f6g8");
  CHECK(g.is_repetition(3));
  CHECK_FALSE(g.outcome().has_value());
  CHECK(g.outcome(true)->termination == Termination::ThreefoldRepetition);
  play(g, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  CHECK(g.is_fivefold_repetition());
  CHECK(g.outcome()->termination == Termination::FivefoldRepetition);
  g.clear_history();
  CHECK_FALSE(g.is_repetition(2));
}

TEST_CASE("after an edit of the side to move one ply can repeat a position") {
  Game g = game("4k3/8/8/8/8/8/8/R3K3 b - - 2 2");
  g.push(Move::null());
  g.amend([](Position& p) { p.set_turn(Color::Black); });
  CHECK(g.is_repetition(2));
}

TEST_CASE("an en-passant square makes a position different only if a legal move captures there") {
  // The pawn on e4 is pinned, so the position after d2d4 is repeated although its key includes d3.
  Game pinned = game("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1");
  play(pinned, "d2d4 a4a3 d1e1 a3a4 e1d1 a4a3 d1e1 a3a4 e1d1");
  CHECK(pinned.is_repetition(3));
  Game free = game("8/8/8/8/k3p3/8/3P4/3K4 w - - 0 1");
  play(free, "d2d4 a4a3 d1e1 a3a4 e1d1 a4a3 d1e1 a3a4 e1d1");
  CHECK_FALSE(free.is_repetition(3));
  CHECK(free.is_repetition(2));
}

TEST_CASE("fifty moves can be claimed one move ahead; seventy-five end the game unless it is mate") {
  Game g = game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
  CHECK(g.can_claim_fifty_moves());
  CHECK_FALSE(g.is_fifty_moves());
  play(g, "a1a2");
  CHECK(g.is_fifty_moves());
  CHECK(game("4k3/8/8/8/8/8/8/R3K3 w - - 150 80").outcome()->termination == Termination::SeventyFiveMoves);
  CHECK(game("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 80").outcome()->termination == Termination::Checkmate);
  CHECK_FALSE(game("4k3/8/8/8/8/8/7P/4K3 w - - 98 80").can_claim_fifty_moves());
}

TEST_CASE("outcomes") {
  const auto ends = [](std::string_view fen) { return game(fen).outcome(); };
  CHECK(ends("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3") ==
        Outcome{Termination::Checkmate, Color::Black});
  CHECK(ends("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")->result() == "0-1");
  CHECK(ends("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")->termination == Termination::Stalemate);
  CHECK(ends("8/8/8/8/8/5k2/4n3/7K w - - 0 1")->termination == Termination::InsufficientMaterial);
  CHECK(ends("k7/2K5/8/8/8/8/6B1/8 b - - 0 1")->termination == Termination::InsufficientMaterial);
  CHECK_FALSE(ends(fen::Start).has_value());
  CHECK(has_insufficient_material(game("8/8/4k3/8/8/2N1K3/8/8 w - - 0 1").position(), Color::White));
  CHECK_FALSE(has_insufficient_material(game("8/8/4k3/4p3/8/2N1K3/8/8 w - - 0 1").position(), Color::White));
}
