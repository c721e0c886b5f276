// FEN: random positions are written and read back; a placement is read only if it is written in the same way.
#include "bitrook/notation/fen.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "arrangements.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

std::string placement_text(const Position& p, Bitboard marked) {
  char text[fen::MaxLength];
  return {text, fen::write_placement(p, marked, text)};
}

// The placement of `text` written again, or the empty text if it is not correct.
std::string read_and_write(std::string_view text) {
  Position p;
  Placement placement;
  Bitboard promoted;
  if (fen::parse_placement(text, placement, promoted)) return {};
  p.set_placement(placement, promoted);
  return placement_text(p, promoted);
}

}  // namespace

TEST_CASE("random positions are written and read back") {
  test::Random random(1);
  for (int i = 0; i < 5000; ++i) {
    // With several kings the text does not say which one may castle.
    const bool has_castling = random.chance(50);
    const Position p = test::arrangement(random, has_castling ? test::Kings::OneEach : test::Kings::Any);
    for (const bool shredder : {false, true}) {
      char text[fen::MaxLength];
      const std::string_view fen{text, fen::write(p, {fen::EnPassant::Always, shredder, true}, text)};
      CAPTURE(fen);
      const Position q = test::position(fen, p.chess960());
      CHECK(q.placement() == p.placement());
      CHECK(q.promoted() == p.promoted());
      CHECK(q.turn() == p.turn());
      CHECK(q.en_passant() == p.en_passant());
      CHECK(q.halfmove_clock() == p.halfmove_clock());
      CHECK(q.fullmove_number() == p.fullmove_number());
      if (!has_castling) continue;
      CHECK(q.castling_rights() == p.castling_rights());
      CHECK(q.key() == p.key());
    }
  }
}

// Each placement has one correct text. The readers that are specialised for speed must accept no other one.
TEST_CASE("a placement that is accepted is written as the same text") {
  constexpr std::string_view Characters = "12345678PpNnBbRrQqKk/~ 09x\xff";
  test::Random random(2);
  int accepted = 0, rejected = 0;
  for (int i = 0; i < 20000; ++i) {
    const Position p = test::arrangement(random);
    std::string text = placement_text(p, random.chance(50) ? p.promoted() : Bitboard());
    CHECK(read_and_write(text) == text);
    for (unsigned changes = 1 + random.below(2); changes; --changes) {
      const unsigned at = random.below(unsigned(text.size()));
      const char c = Characters[random.below(unsigned(Characters.size()))];
      switch (random.below(3)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          text.erase(at, 1);
      }
      if (text.empty()) break;
    }
    CAPTURE(text);
    const std::string again = read_and_write(text);
    const bool same = again.empty() || again == text;
    CHECK(same);
    ++(again.empty() ? rejected : accepted);
  }
  CHECK(accepted > 500);
  CHECK(rejected > 5000);
}

TEST_CASE("errors name the field, the problem and the offset") {
  struct Case {
    std::string_view fen;
    fen::Field field;
    fen::Problem problem;
    std::size_t offset;
  };
  using enum fen::Problem;
  using fen::Field;
  const Case cases[] = {
      {" ", Field::Placement, Empty, 0},
      {"8/8/8/8/8/8/8", Field::Placement, NotEightRows, 13},
      {"8/8/8/8/8/8/8/8/8", Field::Placement, NotEightRows, 15},
      {"8/8/8/8/8/8/8/7", Field::Placement, NotEightColumns, 15},
      {"rnbqkbnrr/8/8/8/8/8/8/8", Field::Placement, NotEightColumns, 8},
      {"8/8/8/44/8/8/8/8", Field::Placement, TwoDigits, 7},
      {"8/8/8/4~4/8/8/8/8", Field::Placement, TildeAfterNothing, 7},
      {"8/8/8/8/8/8/8/7x w", Field::Placement, BadCharacter, 15},
      {"8/8/8/8/8/8/8/8 W", Field::Turn, BadTurn, 16},
      {"8/8/8/8/8/8/8/8 w KQkqK", Field::Castling, BadCastling, 22},
      {"8/8/8/8/8/8/8/8 w - e9", Field::EnPassant, BadEnPassant, 20},
      {"8/8/8/8/8/8/8/8 w - - x", Field::HalfmoveClock, NotANumber, 22},
      {"8/8/8/8/8/8/8/8 w - - -1", Field::HalfmoveClock, Negative, 22},
      {"8/8/8/8/8/8/8/8 w - - 0 4294967296", Field::FullmoveNumber, TooLarge, 24},
      {"8/8/8/8/8/8/8/8 w - - 0 1 x", Field::AfterLast, ExtraField, 26},
  };
  for (const Case& c : cases) {
    CAPTURE(c.fen);
    Setup setup;
    const auto error = fen::parse(c.fen, setup);
    REQUIRE(error.has_value());
    CHECK(error->field == c.field);
    CHECK(error->problem == c.problem);
    CHECK(error->offset == c.offset);
  }
}
