// Playing and taking back: any of the 65536 moves, in positions of any kind.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/copy_make.hpp"
#include "bitrook/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/problems.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::Random;

namespace {

// All that a position is, derived fields included.
std::string portrait(const Position& p) {
  char text[fen::MaxLength];
  std::string s(text, fen::write(p, {fen::EnPassant::Always, true, true}, text));
  for (const std::uint64_t word :
       {p.key(), p.checkers().word(), p.pinned().word(), p.castling_rights().word(), p.promoted().word()})
    s += ' ' + std::to_string(word);
  return s;
}

}  // namespace

TEST_CASE("any move at all can be played, leaves a sound position, and is taken back without a trace") {
  Random random(2024);
  for (int i = 0; i < 400; ++i) {
    Position p = test::arrangement(random);
    p.check_invariant();
    const std::string before = portrait(p);
    CAPTURE(before);
    for (int j = 0; j < 150; ++j) {
      // Plain moves of something half of the time; the other kinds are promotions, drops and words of no meaning.
      std::uint16_t word = std::uint16_t(random.word());
      if (random.chance(50)) word &= 0x0FFF;
      const Move m = Move::from_word(word);
      CAPTURE(word);
      const Undo undo = p.play(m);
      p.check_invariant();
      p.undo(undo);
      p.check_invariant();
      REQUIRE(portrait(p) == before);
    }
  }
}

TEST_CASE("copy-make leads where playing leads") {
  Random random(31);
  const auto compare = [](const Position& p, const CopyMake& copy_make, Move m) {
    Position played = p, next = p;
    played.play(m);
    copy_make.play(m, next);
    next.check_invariant();
    REQUIRE_MESSAGE(portrait(next) == portrait(played), portrait(p), " after the word ", m.word());
  };
  const auto compare_in_a_row = [](const Position& p, const CopyMake& copy_make, const MoveList& moves) {
    std::size_t i = 0;
    copy_make.for_each(moves, [&](const Position& next) {
      Position played = p;
      played.play(moves[i]);
      next.check_invariant();
      REQUIRE_MESSAGE(portrait(next) == portrait(played), portrait(p), " in a row, after the word ", moves[i].word());
      ++i;
    });
    REQUIRE(i == moves.size());
  };
  const auto compare_all = [&](const Position& p) {
    const CopyMake copy_make(p);
    for (unsigned word = 0; word < 0x1000; ++word) compare(p, copy_make, Move::from_word(std::uint16_t(word)));
    for (int i = 0; i < 200; ++i) compare(p, copy_make, Move::from_word(std::uint16_t(random.word())));
    // One after the other, so that each has to leave behind what the next starts from.
    for (int list = 0; list < 8; ++list) {
      MoveList moves;
      generate_pseudo_legal(p, moves);
      while (moves.size() < 200) {
        const std::uint16_t word = std::uint16_t(random.word());
        moves.add(Move::from_word(random.chance(80) ? word & 0x0FFF : word));
      }
      for (std::size_t i = moves.size(); i > 1; --i)
        std::swap(moves.data()[i - 1], moves.data()[random.below(unsigned(i))]);
      compare_in_a_row(p, copy_make, moves);
    }
  };
  SUBCASE("any move in positions of any kind") {
    for (int i = 0; i < 120; ++i) {
      Position p = test::arrangement(random, i % 3 ? test::Kings::OneEach : test::Kings::Any);
      if (random.chance(40))
        p.set_castling_rights_as_is(Bitboard(random.word()) & (random.chance(50) ? Corners : Bitboard::all()));
      compare_all(p);
    }
  }
  SUBCASE("any move where one does more than one thing") {
    for (const char* fen :
         {"8/8/k7/r7/8/8/8/R3K2R w KQ - 0 1",     // castling with the rook that pins, into a check
          "8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1",     // to a square beside the king
          "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",     // and with a check
          "r~3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",    // with a promoted rook
          "3k4/3P4/8/8/4p3/8/3P4/3K4 w - - 0 1",  // two steps back; two forth, beside a pawn and on a pin's line
          "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1",    // en passant that uncovers
          "4k3/1P6/2n5/b7/8/8/8/4K2R w K - 0 1",  // promotions, with and without a check; rights under attack
          "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
          "4k3/4p3/8/8/4R3/8/8/4K3 w - - 0 1",          // a rook that pins: along the line, off it, up to the pin
          "4k3/8/4p3/8/4R3/4Q3/8/1B2K3 w - - 0 1",      // with another behind it
          "8/8/4k3/8/4K3/8/8/4R3 w - - 0 1",            // a king that shields the other, nearer on the line
          "r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1",     // rooks with rights, by a bishop and by rooks with rights
          "r3k3/1K6/8/8/8/8/8/8 w q - 0 1",             // and by a king
          "8/8/4k3/8/2B1p1Q1/8/1P2P1P1/4K3 w - - 0 1",  // double steps that check, pin or come between
          "8/8/8/8/8/8/R2P3k/4K3 w - - 0 1"}) {         // or uncover
      Setup setup;
      REQUIRE(!fen::parse(fen, setup));
      for (const bool chess960 : {false, true}) {
        setup.chess960 = chess960;
        compare_all(Position(setup));
      }
    }
  }
  SUBCASE("all legal moves of random games") {
    for (const test::Tree& tree : test::WikiTrees) {
      for (int game = 0; game < 20; ++game) {
        Position p = test::position(tree.fen);
        for (int ply = 0; ply < 60; ++ply) {
          MoveList moves;
          generate_legal(p, moves);
          if (moves.empty()) break;
          const CopyMake copy_make(p);
          for (const Move m : moves) compare(p, copy_make, m);
          compare_in_a_row(p, copy_make, moves);
          p.play(moves[random.below(unsigned(moves.size()))]);
        }
      }
    }
  }
}

TEST_CASE("long games of nonsense are taken back move by move") {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    Position p = test::arrangement(random);
    std::vector<Undo> undos;
    std::vector<std::string> portraits;
    for (int j = 0; j < 60; ++j) {
      portraits.push_back(portrait(p));
      MoveList moves;
      generate_pseudo_legal(p, moves);
      const bool sensible = !moves.empty() && random.chance(80);
      undos.push_back(p.play(sensible ? moves[random.below(unsigned(moves.size()))]
                                      : Move::from_word(std::uint16_t(random.word()))));
      p.check_invariant();
    }
    while (!undos.empty()) {
      p.undo(undos.back());
      REQUIRE(portrait(p) == portraits.back());
      undos.pop_back();
      portraits.pop_back();
    }
  }
}

TEST_CASE("editing keeps everything true") {
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    Position p = test::arrangement(random);
    p.put(Square(random.below(64)), random.chance(50) ? Piece::None : Piece(2 + random.below(12)), random.chance(20));
    p.check_invariant();
    p.set_turn(~p.turn());
    p.check_invariant();
    p.set_en_passant(Square(random.below(65)));
    p.check_invariant();
    p.set_castling_rights_as_is(Bitboard(random.word()));
    p.check_invariant();
    p.set_chess960(!p.chess960());
    p.check_invariant();
    CHECK(p.castling_rights() == p.clean_castling_rights(p.castling_rights()));
    p.set_promoted(Bitboard(random.word()));
    p.check_invariant();
    problems(p, Bitboard(random.word()));
  }
}

TEST_CASE("an Undo does not hold clocks beyond 16 bits or rights off the outer ranks: undoable says so") {
  Position p = Position::start();
  CHECK(p.undoable());
  p.set_halfmove_clock(65536);
  CHECK_FALSE(p.undoable());
  p.set_halfmove_clock(65535);
  CHECK(p.undoable());
  p.set_castling_rights_as_is(Bitboard(Square::E4));
  CHECK_FALSE(p.undoable());
}

TEST_CASE("castling is taken back in the spelling in which it was played, whatever the mode is by then") {
  Setup setup;
  REQUIRE_FALSE(fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", setup).has_value());
  Position p(setup);
  const std::string before = portrait(p);
  for (const Move m : {Move::normal(Square::E1, Square::G1), Move::normal(Square::E1, Square::H1),
                       Move::normal(Square::E1, Square::A1), Move::normal(Square::E1, Square::C1)}) {
    const Undo undo = p.play(m);
    CHECK(p.of(PieceType::King, Color::White).count() == 1);
    CHECK(file_of(p.king(Color::White)) == (m.to() > m.from() ? File::G : File::C));
    Position q = p;
    q.set_chess960(true);
    q.undo(undo);
    q.set_chess960(false);
    p.undo(undo);
    CHECK(portrait(p) == before);
    CHECK(q.placement() == p.placement());
  }
}
