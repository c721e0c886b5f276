// Conditions on positions. tests/query and tests/data/test_where.py have their values.
#include "bitrook/query/condition.hpp"

#include <doctest/doctest.h>

using namespace bitrook;

TEST_CASE("errors leave the condition as it was") {
  query::Condition made;
  REQUIRE_FALSE(query::Condition::parse("turn == white for 2 plies", made));
  query::Matcher matcher(made);
  matcher.start_game();
  const Position start = Position::start();
  query::Moment first(start), second(start);
  CHECK_FALSE(matcher.next(first));
  CHECK(matcher.next(second));
  const auto error = query::Condition::parse("checj", made);
  REQUIRE(error);
  CHECK(error->column == 1);
  CHECK(error->message == "no set is named 'checj' (did you mean check?)");
  CHECK(made.text() == "turn == white for 2 plies");
}
