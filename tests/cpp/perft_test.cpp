// Both methods of perft, compared with lists of moves; irregular positions, threads, and the parts of the counter.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/perft/counting/counter.hpp"
#include "bitrook/perft/counting/mobility.hpp"
#include "bitrook/perft/perft.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::position;
using test::text;

namespace {

// Counts leaves by making the listed moves; those of the last ply are only listed. It shares no code with the counter
// or with count_legal.
std::uint64_t listed(const Position& p, unsigned depth) {
  if (depth == 0) return 1;
  MoveList moves;
  generate_legal(p, moves);
  if (depth == 1) return moves.size();
  std::uint64_t n = 0;
  for (const Move m : moves) {
    Position next = p;
    next.play_unchecked(m);
    n += listed(next, depth - 1);
  }
  return n;
}

void check_game(std::mt19937& random, Position p, unsigned plies) {
  MoveList moves;
  for (unsigned ply = 0; ply < plies; ++ply) {
    CAPTURE(text(p));
    for (unsigned depth = 1; depth <= 3 - (ply % 4 != 0); ++depth) {
      const std::uint64_t leaves = listed(p, depth);
      REQUIRE(perft(p, depth) == leaves);
      REQUIRE(perft_walk(p, depth) == leaves);
    }
    moves.clear();
    generate_legal(p, moves);
    if (moves.empty()) return;
    p.play_unchecked(moves[random() % moves.size()]);
  }
}

// Returns a position with few pieces anywhere: more exposed kings, pins and passed pawns than in games.
Position scattered(std::mt19937& random) {
  for (;;) {
    Setup setup;
    setup.turn = Color(random() % 2);
    const unsigned pieces = 2 + random() % 14;
    Bitboard free = Bitboard::all();
    for (unsigned i = 0; i < pieces; ++i) {
      Square s;
      do s = Square(random() % 64);
      while (!free.contains(s));
      const PieceType type = i < 2 ? PieceType::King : PieceTypes[random() % 5];
      if (type == PieceType::Pawn && Backranks.contains(s)) continue;
      free -= Bitboard(s);
      setup.placement.toggle(make_piece(type, i < 2 ? Color(i) : Color(random() % 2)), Bitboard(s));
    }
    setup.castling = Backranks;  // the position keeps the rights that can be used
    setup.chess960 = random() % 2 != 0;
    Position p(setup);
    if (!p.was_into_check()) return p;
  }
}

}  // namespace

TEST_CASE("both methods agree with listed moves along random games") {
  std::mt19937 random(1);
  for (unsigned game = 0; game < 12; ++game) check_game(random, Position::start(), 60);
  for (const std::string_view start : {
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "rnbqkb1r/pp1p1pPp/8/2p1pP2/1P1P4/3P3P/P1P1P3/RNBQKBNR w KQkq e6 0 1",
           "r3k2r/1P1pp1p1/8/8/8/8/1p1PP1P1/R3K2R b KQkq - 0 1",
       })
    for (unsigned game = 0; game < 4; ++game) check_game(random, position(start), 40);
  for (const std::string_view start : {
           "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
           "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
           "rkr5/pp4pp/8/8/8/8/PP4PP/RKR5 w CAca - 0 1",
       })
    for (unsigned game = 0; game < 4; ++game) check_game(random, position(start, true), 40);
}

TEST_CASE("the counter agrees with listed moves on random boards") {
  std::mt19937 random(2);
  for (unsigned i = 0; i < 3000; ++i) {
    const Position p = scattered(random);
    CAPTURE(text(p));
    REQUIRE(perft(p, 2) == listed(p, 2));
    if (i % 16 == 0) REQUIRE(perft(p, 3) == listed(p, 3));
  }
}

TEST_CASE("the counter agrees with listed moves where a move changes more than it seems to") {
  for (const std::string_view trap : {
           "8/P7/8/8/k7/8/8/K7 w - - 0 1",                            // the new queen checks across the pawn's square
           "1n6/P7/8/8/4k3/8/8/K7 w - - 0 1",                         // the new queen checks along the diagonal
           "6b1/8/8/2Q5/3p4/8/8/4K1k1 w - - 0 1",                     // a queen pins
           "4k3/8/1b6/2q5/3P4/8/8/6K1 b - - 0 1",                     // a pinner leaves and the next slider pins
           "4k3/4r3/8/8/8/4B3/4K3/8 b - - 0 1",                       // the pinner moves along the line
           "7k/8/8/8/8/5n2/4PPP1/R3K2R w KQ - 0 1",                   // castling that changes nothing
           "r3k2r/8/8/8/8/8/6n1/R3K2R b KQkq - 0 1",                  // castling on both sides, and checks
           "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",                     // an en-passant capture opens a rank
           "4k3/8/2n5/2pP4/8/8/8/4K3 w - c6 0 1",                     // an en-passant square that is occupied
           "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",                       // an en-passant capture by White opens a rank
           "k7/8/8/8/1q6/8/3PPP2/4K3 w - - 0 1",                      // double pushes and pins
           "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",               // en passant for a pinned pawn
           "2kr3r/8/8/8/8/8/1Q6/R3K2R w KQ - 0 1",                    // distant checks
           "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR w KQkq - 0 1",  // a quiet position
           "2N3Q1/8/5p2/8/3P4/3k4/8/2QKR2B w E - 0 1",                // castling moves two pieces that attack a square
           "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/K5pp/6nk w - - 0 1",     // queens on most lines to a square
           "NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/8/8/k7/2K5 w - - 0 1",  // eight knights
           "NBNBNBNB/QRQRQRQR/NBN1NBNB/QRQRQRQR/NBNBNBNB/8/k7/2K5 w - - 0 1",
       }) {
    CAPTURE(trap);
    const Position p = position(trap, trap.find(" E ") != trap.npos);
    const bool crowded = p.occupied().count() > 24;
    if (crowded) CHECK(counting::board_of(p));
    const unsigned deepest = crowded ? 3 : 4;
    for (unsigned depth = 0; depth <= deepest; ++depth) CHECK(perft(p, depth) == listed(p, depth));
  }
}

TEST_CASE("transpositions are counted each time: each move of the root has the full tree below it") {
  for (const std::string_view fen : {
           "4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1",        // kings and pawns: most sequences can be reordered
           "8/8/1k6/2p5/1P1p4/8/2P1P3/4K3 w - - 0 1",  // double pushes, en passant
           "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",         // a rook reaches a square in one move or in two
           "8/P6k/8/8/8/8/1p6/3K4 w - - 0 1",          // promotions
       }) {
    CAPTURE(fen);
    const Position p = position(fen);
    std::uint64_t nodes = 0;
    for (const PerftCount::Root& root : count_tree(p, 5).roots) {
      Position next = p;
      next.play_unchecked(root.move);
      CHECK(root.nodes == listed(next, 4));
      nodes += root.nodes;
    }
    CHECK(perft(p, 5) == nodes);
  }
}

TEST_CASE("irregular positions, which have no counting board, are walked") {
  for (const std::string_view fen : {
           "8/8/8/8/8/8/8/8 w - - 0 1",         // no pieces
           "8/8/3p4/8/8/3P4/8/8 w - - 0 1",     // no kings
           "4k3/8/8/8/8/8/8/4K2K w - - 0 1",    // two kings
           "4k2k/8/8/8/8/8/4R3/4K3 w - - 0 1",  // two enemy kings
           "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",   // the opponent is in check
           "4k3/8/8/8/8/8/8/P3K2p w - - 0 1",   // pawns on the outer ranks
           "4k3/8/8/3P4/8/8/8/4K3 w - c6 0 1",  // an en-passant square without a pawn
       }) {
    CAPTURE(fen);
    const Position p = position(fen);
    CHECK(!counting::board_of(p));
    for (unsigned depth = 0; depth <= 3; ++depth) CHECK(perft(p, depth) == listed(p, depth));
  }
}

TEST_CASE("methods, threads and tables give the same counts") {
  const Position p = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  MoveList moves;
  generate_legal(p, moves);
  for (const PerftOptions& options :
       {PerftOptions{}, PerftOptions{2}, PerftOptions{1, 1}, PerftOptions{3, 4}, PerftOptions{100},
        PerftOptions{1, 0, PerftMethod::Walk}, PerftOptions{2, 0, PerftMethod::Walk}}) {
    const PerftCount count = count_tree(p, 4, options);
    CHECK(count.end == PerftEnd::Counted);
    CHECK(count.nodes == 4085603);
    REQUIRE(count.roots.size() == moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      CHECK(count.roots[i].move == moves[i]);
      Position next = p;
      next.play_unchecked(moves[i]);
      CHECK(count.roots[i].nodes == perft(next, 3));
    }
  }
  CHECK(count_tree(p, 0).nodes == 1);
  CHECK(count_tree(p, 1).nodes == 48);
  CHECK(count_tree(position("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), 3).nodes == 0);  // stalemate
}

TEST_CASE("boards that differ in few squares have different digests") {
  // Squares that collide under a weaker hash: the last ones of the board, and those half a board below.
  const std::uint64_t high = std::uint64_t{1} << 63, half = std::uint64_t{1} << 31;
  const std::array<std::uint64_t, 7> sets{0, high, half, high | half, high >> 1, half >> 1, (high | half) >> 1};
  std::vector<std::uint64_t> digests;
  for (unsigned i = 0; i < 7 * 7 * 7 * 7 * 7; ++i) {
    const auto set = [&sets, i](unsigned power) { return Bitboard(sets[i / power % 7]); };
    counting::Board b{};
    b.us = {set(1), set(7), set(49), set(343), set(2401), Bitboard()};
    digests.push_back(counting::digest(b, Color::White, 3));
  }
  std::sort(digests.begin(), digests.end());
  CHECK(std::adjacent_find(digests.begin(), digests.end()) == digests.end());
}

TEST_CASE("tallies count up to seven on each square") {
  counting::SquareCounters counters;
  const Bitboard a(Square::A1), b(Square::B2);
  for (int n = 1; n <= 7; ++n) {
    counters.add(n % 2 ? a | b : a);
    CHECK(counters.sum(a) == n);
    CHECK(counters.sum(b) == (n + 1) / 2);
    CHECK(counters.sum(Bitboard::all()) == n + (n + 1) / 2);
    CHECK(counters.sum(a | b, [](Square s) { return s == Square::A1 ? 10 : 1; }) == 10 * n + (n + 1) / 2);
  }
  CHECK(counters.full() == a);
}
