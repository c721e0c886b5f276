// Testing conditions on games.
#include "bitrook/data/filter.hpp"

#include <algorithm>

#include "bitrook/data/game_facts.hpp"
#include "bitrook/data/values.hpp"

namespace bitrook::data {

namespace {

template <class Value, class Values>
bool holds(Comparison comparison, const Value& value, const Values& others) {
  const bool is_among = std::ranges::find(others, value) != others.end();
  switch (comparison) {
    case Comparison::Equal:
    case Comparison::In:
      return is_among;
    case Comparison::NotEqual:
    case Comparison::NotIn:
      return !is_among;
    case Comparison::Less:
      return value < others[0];
    case Comparison::AtMost:
      return value <= others[0];
    case Comparison::Greater:
      return value > others[0];
    case Comparison::AtLeast:
      return value >= others[0];
    case Comparison::IsNull:
      return false;
    case Comparison::IsNotNull:
      return true;
  }
  return false;
}

bool holds_if_missing(Comparison comparison) {
  return comparison == Comparison::IsNull || comparison == Comparison::NotEqual || comparison == Comparison::NotIn;
}

template <class Value, class Values>
Answer test_value(Comparison comparison, const std::optional<Value>& value, const Values& others) {
  const bool passes = value ? holds(comparison, *value, others) : holds_if_missing(comparison);
  return passes ? Answer::Yes : Answer::No;
}

std::optional<std::int64_t> number_in(const GameFacts& game, const Condition& c) {
  switch (c.subject) {
    case Subject::Result:
      return game.result;
    case Subject::PlyCount:
      return std::int64_t(game.plies);
    case Subject::HasEvals:
      return !game.evals.empty();
    case Subject::HasClocks:
      return !game.clocks.empty();
    default:
      return game.tags[c.tag] ? number_of(c.subject, *game.tags[c.tag]) : std::nullopt;
  }
}

Answer test_one(const Condition& c, const GameFacts& game, bool complete) {
  if (c.subject == Subject::Text) return test_value(c.comparison, game.tags[c.tag], c.texts);
  const bool is_known = complete || c.subject < Subject::Result || (c.subject == Subject::Result && game.result);
  return is_known ? test_value(c.comparison, number_in(game, c), c.numbers) : Answer::Later;
}

}  // namespace

Answer Filter::test(const GameFacts& game, bool complete) const {
  if (any.empty()) return Answer::Yes;
  Answer best = Answer::No;
  for (const auto& all : any) {
    Answer together = Answer::Yes;
    for (const Condition& c : all) {
      const Answer one = test_one(c, game, complete);
      if (one == Answer::Later) together = Answer::Later;
      if (one == Answer::No) {
        together = Answer::No;
        break;
      }
    }
    if (together == Answer::Yes) return Answer::Yes;
    if (together == Answer::Later) best = Answer::Later;
  }
  return best;
}

bool Filter::mentions(std::initializer_list<Subject> subjects) const {
  const auto is_one = [&](const Condition& c) { return std::ranges::count(subjects, c.subject) != 0; };
  return std::ranges::any_of(any, [&](const auto& all) { return std::ranges::any_of(all, is_one); });
}

bool passes(const Condition& c, const std::optional<std::int64_t>& value) {
  return test_value(c.comparison, value, c.numbers) == Answer::Yes;
}
bool passes(const Condition& c, const std::optional<std::string_view>& value) {
  return test_value(c.comparison, value, c.texts) == Answer::Yes;
}

std::optional<std::int64_t> number_of(Subject subject, std::string_view text) {
  switch (subject) {
    case Subject::Integer:
      return parse_integer(text, INT64_MIN, INT64_MAX);
    case Subject::Date:
      return parse_date(text);
    case Subject::Time:
      return parse_time(text);
    default:
      return std::nullopt;
  }
}

}  // namespace bitrook::data
