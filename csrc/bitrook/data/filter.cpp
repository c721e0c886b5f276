// Testing conditions on games.
#include "bitrook/data/filter.hpp"

#include <algorithm>

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

Answer answer(bool yes) { return yes ? Answer::Yes : Answer::No; }

Answer test_number(const Condition& c, std::optional<std::int64_t> value) {
  if (!value) return answer(c.comparison == Comparison::IsNull);
  return answer(holds(c.comparison, *value, c.numbers));
}

Answer test_one(const Condition& c, const Facts& facts) {
  switch (c.subject) {
    case Subject::Text: {
      const auto& text = facts.tags[c.tag];
      if (!text) return answer(c.comparison == Comparison::IsNull);
      return answer(holds(c.comparison, *text, c.texts));
    }
    case Subject::Integer:
    case Subject::Date:
    case Subject::Time: {
      const auto& text = facts.tags[c.tag];
      return test_number(c, text ? number_of(c.subject, *text) : std::nullopt);
    }
    case Subject::Result:
      if (!facts.complete && !facts.result) return Answer::Later;
      return test_number(c, facts.result);
    case Subject::PlyCount:
      return facts.complete ? test_number(c, facts.ply_count) : Answer::Later;
    case Subject::HasEvals:
      return facts.complete ? test_number(c, facts.has_evals) : Answer::Later;
    case Subject::HasClocks:
      return facts.complete ? test_number(c, facts.has_clocks) : Answer::Later;
  }
  return Answer::No;
}

}  // namespace

Answer Filter::test(const Facts& facts) const {
  if (any.empty()) return Answer::Yes;
  Answer best = Answer::No;
  for (const auto& all : any) {
    Answer together = Answer::Yes;
    for (const Condition& c : all) {
      const Answer one = test_one(c, facts);
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
