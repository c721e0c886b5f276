// Making and unmaking any of the 65,536 moves, and editing, in arbitrary positions.
#include <doctest/doctest.h>

#include <string>

#include "arrangements.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/problems.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::Random;

namespace {

// Returns all fields of a position as text, including derived ones.
std::string fields(const Position& p) {
  std::string s = test::text(p);
  for (const std::uint64_t word :
       {p.key(), p.checkers().word(), p.pinned().word(), p.castling_rights().word(), p.promoted().word()})
    s += ' ' + std::to_string(word);
  return s;
}

}  // namespace

TEST_CASE("play and try_play make legal moves and refuse the others") {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Position p = test::arrangement(random);
    MoveList moves;
    generate_legal(p, moves);
    for (int j = 0; j < 10; ++j) moves.add(Move::from_word(std::uint16_t(random.word())));
    for (const Move m : moves) {
      Position checked = p, tried = p, unchecked = p;
      unchecked.play_unchecked(m);
      if (is_legal(p, m)) {
        const Undo undo = play(checked, m);
        REQUIRE(try_play(tried, m).has_value());
        CHECK(fields(checked) == fields(unchecked));
        CHECK(fields(tried) == fields(unchecked));
        checked.undo(undo);
      } else {
        CHECK_THROWS_AS(play(checked, m), IllegalMoveError);
        CHECK_FALSE(try_play(tried, m).has_value());
        CHECK(fields(tried) == fields(p));
      }
      CHECK(fields(checked) == fields(p));
    }
  }
  Position start = Position::start();
  CHECK_THROWS_WITH(play(start, Move::normal(Square::E2, Square::E5)),
                    "illegal move e2e5, the piece does not move like that");
  CHECK_THROWS_WITH(play(start, Move::promotion(Square::E2, Square::E4, PieceType::Queen)),
                    "illegal move e2e4q, the move cannot promote to that");
  CHECK_THROWS_WITH(play(start, Move::drop(Square::E4, Square::E4, PieceType::Knight)),
                    "illegal move N@e4, there is nothing to drop");
  CHECK_THROWS_WITH(play(start, Move::null()), "illegal move 0000, a null move is never legal");
}

TEST_CASE("any of the 65,536 moves leaves a valid position and is unmade without a trace") {
  Random random(2024);
  for (int i = 0; i < 400; ++i) {
    Position p = test::arrangement(random);
    p.check_invariant();
    const std::string before = fields(p);
    CAPTURE(before);
    for (int j = 0; j < 150; ++j) {
      // Half of the words are neither promotions nor drops.
      std::uint16_t word = std::uint16_t(random.word());
      if (random.chance(50)) word &= 0x0FFF;
      const Move m = Move::from_word(word);
      CAPTURE(word);
      const Undo undo = p.play_unchecked(m);
      p.check_invariant();
      p.undo(undo);
      p.check_invariant();
      REQUIRE(fields(p) == before);
    }
  }
}

TEST_CASE("every edit keeps the fields consistent") {
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
    CHECK(problems(p, Bitboard()) == problems(Position(p), Bitboard()));
  }
}

TEST_CASE("undoable is false for clocks beyond 16 bits and for rights off the outer ranks") {
  Position p = Position::start();
  CHECK(p.undoable());
  p.set_halfmove_clock(65536);
  CHECK_FALSE(p.undoable());
  p.set_halfmove_clock(65535);
  CHECK(p.undoable());
  p.set_castling_rights_as_is(Bitboard(Square::E4));
  CHECK_FALSE(p.undoable());
}

TEST_CASE("castling is unmade in the encoding in which it was made, even if the mode has changed since") {
  Setup setup;
  REQUIRE_FALSE(fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", setup).has_value());
  Position p(setup);
  const std::string before = fields(p);
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
    CHECK(fields(p) == before);
    CHECK(q.placement() == p.placement());
  }
}
