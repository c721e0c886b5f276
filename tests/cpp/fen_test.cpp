// FENs: a placement is accepted only in the form that is written, and errors name the field, problem and offset.
#include "bitrook/notation/fen.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "arrangements.hpp"
#include "bitrook/base/names.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

std::string placement_text(const Position& p, Bitboard marked) {
  char text[fen::MaxLength];
  return {text, fen::write_placement(p, marked, text)};
}

// Reads a placement and writes it again; returns an empty text if it is not correct.
std::string read_and_write(std::string_view text) {
  Position p;
  Placement placement;
  Bitboard promoted;
  if (fen::parse_placement(text, placement, promoted)) return {};
  p.set_placement(placement, promoted);
  return placement_text(p, promoted);
}

// Returns the first error in a placement by the definition: row by row, and character by character.
std::optional<fen::Error> first_error(std::string_view text) {
  using enum fen::Problem;
  const auto error = [](fen::Problem problem, std::size_t i) { return fen::Error{fen::Field::Placement, problem, i}; };
  if (text.empty()) return error(Empty, 0);
  unsigned row = 1, squares = 0;
  char previous = '/';  // 'P' represents any piece, and '8' any digit
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_piece = type_named(char(c | 0x20)) != PieceType::None;
    if (c == '/') {
      if (squares != 8) return error(NotEightColumns, i);
      if (++row > 8) return error(NotEightRows, i);
      squares = 0;
    } else if (c == '~') {
      if (previous != 'P') return error(TildeAfterNothing, i);
    } else if (is_piece || is_rank_digit(c)) {
      if (!is_piece && previous == '8') return error(TwoDigits, i);
      squares += is_piece ? 1 : unsigned(c - '0');
      if (squares > 8) return error(NotEightColumns, i);
    } else {
      return error(BadCharacter, i);
    }
    previous = is_piece ? 'P' : is_rank_digit(c) ? '8' : c;
  }
  if (squares != 8) return error(NotEightColumns, text.size());
  if (row != 8) return error(NotEightRows, text.size());
  return std::nullopt;
}

}  // namespace

// Each placement has exactly one correct text. The readers are optimized for speed; they must not accept any other
// text, and must report the same error as the definition.
TEST_CASE("a placement that is accepted is written as the same text, and any other has the right error") {
  constexpr std::string_view Characters = "12345678PpNnBbRrQqKk/~ 09x\xff";
  test::Random random(2);
  int accepted = 0, rejected = 0;
  for (int i = 0; i < 20000; ++i) {
    const Position p = test::arrangement(random);
    std::string text = placement_text(p, random.chance(50) ? p.promoted() : Bitboard());
    CHECK(read_and_write(text) == text);
    for (unsigned changes = random.below(4); changes; --changes) {
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
    const auto expected = first_error(text);
    Placement placement;
    Bitboard promoted;
    const auto error = fen::parse_placement(text, placement, promoted);
    REQUIRE(error.has_value() == expected.has_value());
    if (error) {
      CHECK(error->problem == expected->problem);
      CHECK(error->offset == expected->offset);
    }
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
