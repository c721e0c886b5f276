// Playing and taking back: any of the 65536 moves, in positions of any kind.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/problems.hpp"
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
      const Undo undo = p.play_unchecked(m);
      p.check_invariant();
      p.undo(undo);
      p.check_invariant();
      REQUIRE(portrait(p) == before);
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
      undos.push_back(p.play_unchecked(sensible ? moves[random.below(unsigned(moves.size()))]
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
    const Undo undo = p.play_unchecked(m);
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
