// Tests for conditions on the positions of a game: `for`, `then`, moves, clocks and evaluations.
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/query/condition.hpp"

using namespace bitrook;

namespace {

query::Condition condition(const std::string& text) {
  query::Condition made;
  const auto error = query::Condition::parse(text, made);
  REQUIRE_MESSAGE(!error, text << ": " << (error ? error->message : ""));
  return made;
}

// Returns the plies at which a condition is true in a game. The clock is 100 - ply and the evaluation ply / 2, except
// that the start position and every fifth position have none.
std::vector<unsigned> plies(query::Matcher& matcher, const std::string& moves) {
  std::vector<unsigned> found;
  Position p = Position::start(), before;
  Move move;
  std::istringstream words(moves);
  matcher.start_game();
  for (unsigned ply = 0;; ++ply) {
    query::Moment moment(p);
    if (ply > 0) moment.set_move(before, move);
    if (ply % 5 != 0) {
      moment.clock = 100.0 - ply;
      moment.eval = 0.5 * ply;
    }
    if (matcher.next(moment)) found.push_back(ply);
    std::string san;
    if (!(words >> san)) return found;
    const ParsedMove parsed = parse_san(p, san);
    REQUIRE_MESSAGE(parsed, san);
    move = parsed.move;
    before = p;
    p.play_unchecked(move);
  }
}
std::vector<unsigned> plies(const std::string& text, const std::string& moves) {
  query::Matcher matcher(condition(text));
  return plies(matcher, moves);
}

using Plies = std::vector<unsigned>;

constexpr const char* Ruy = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1";

}  // namespace

TEST_CASE("conditions on moves") {
  CHECK(plies("move == \"Bxc6\"", Ruy) == Plies{7});
  CHECK(plies("move == \"Bxc6+\"", Ruy).empty());
  CHECK(plies("move == \"O-O\" or move == 'Qxd1'", Ruy) == Plies{9, 16});
  CHECK(plies("capture", Ruy) == Plies{7, 8, 12, 13, 16, 17});
  CHECK(plies("not capture and move != 'e4' and ply < 4", Ruy) == Plies{2, 3});  // the start position has no move
  CHECK(plies("move_to & d4", Ruy) == Plies{11, 12, 13});
  CHECK(plies("move_from == {f1}", Ruy) == Plies{5, 17});
}

TEST_CASE("clocks and evaluations, some of which are missing") {
  CHECK(plies("clock < 88", Ruy) == Plies{13, 14, 16, 17});
  CHECK(plies("clock >= 97", Ruy) == Plies{1, 2, 3});
  CHECK(plies("not clock >= 88.5", Ruy) == Plies{0, 5, 10, 12, 13, 14, 15, 16, 17});
  CHECK(plies("1.5 < eval <= 3", Ruy) == Plies{4, 6});
  CHECK(plies("eval > -1 and clock == 99", Ruy) == Plies{1});
  CHECK(plies("eval == ply", Ruy).empty());
}

TEST_CASE("a condition that holds for some plies") {
  CHECK(plies("white & bishops & b5", Ruy) == Plies{5, 6});
  CHECK(plies("white & bishops & b5 for 1 ply", Ruy) == Plies{5, 6});
  CHECK(plies("white & bishops & b5 for 2 plies", Ruy) == Plies{6});
  CHECK(plies("white & bishops & b5 for 3 plies", Ruy).empty());
  CHECK(plies("count(occupied) == 32 for 5 plies", Ruy) == Plies{4, 5, 6});
  CHECK(plies("not (count(occupied) == 32 for 5 plies) and ply < 6", Ruy) == Plies{0, 1, 2, 3});
  CHECK(plies("(count(occupied) == 32 for 5 plies) and turn == black", Ruy) == Plies{5});
  CHECK(plies("(turn == white) for 2 plies", Ruy).empty());
  CHECK(plies("(ply <= 1 or ply >= 4) for 3 plies", "e4 e5 Nf3 Nc6 Bb5 a6") == Plies{6});
}

TEST_CASE("one position after another") {
  CHECK(plies("move == 'O-O' then move == 'Qxd1'", Ruy) == Plies{16});
  CHECK(plies("move == 'Qxd1' then move == 'O-O'", Ruy).empty());
  CHECK(plies("move == 'O-O' then move == 'O-O'", Ruy).empty());  // it takes another position
  CHECK(plies("ply == 2 then (ply == 2 or ply == 5) then ply > 7 and ply < 10", Ruy) == Plies{8, 9});
  CHECK(plies("ply == 5 then (turn == white)", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6") == Plies{6, 8});
  // What the right side says about several positions begins after the left side.
  CHECK(plies("ply == 3 then ply >= 0 for 3 plies", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6") == Plies{6, 7});
  CHECK(plies("ply == 3 then (ply == 2 then ply == 5)", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6").empty());
  CHECK(plies("(ply == 1 then ply == 3) then ply == 5", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6") == Plies{5});
  CHECK(plies("not (ply == 1 then ply == 3)", "e4 e5 Nf3 Nc6") == Plies{0, 1, 2, 4});
  // Each side sees every position, whatever the rest of the condition decides.
  CHECK(plies("ply == 4 and (ply == 1 then true)", "e4 e5 Nf3 Nc6 Bb5") == Plies{4});
  CHECK(plies("ply == 4 and ((ply < 5) for 5 plies)", "e4 e5 Nf3 Nc6 Bb5") == Plies{4});
}

TEST_CASE("a new game starts from the beginning") {
  query::Matcher matcher(condition("ply == 1 then ply == 2"));
  CHECK(plies(matcher, "e4 e5") == Plies{2});
  CHECK(plies(matcher, "d4 d5 c4") == Plies{2});
  query::Matcher lasting(condition("true for 3 plies"));
  CHECK(plies(lasting, "e4 e5 Nf3") == Plies{2, 3});
  CHECK(plies(lasting, "e4").empty());
}

TEST_CASE("errors leave the condition as it was") {
  query::Condition made = condition("check");
  const auto error = query::Condition::parse("checj", made);
  REQUIRE(error);
  CHECK(error->column == 1);
  CHECK(error->message == "no set is named 'checj' (did you mean check?)");
  CHECK(made.text() == "check");
  CHECK_FALSE(made.holds(Position::start()));
}
