// Conditions on games, which are tested after the tags have been read or, if they depend on the moves, at the end of
// the game.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bitrook::data {

// What a condition applies to: a tag that is read as a type, or a property of the game.
enum class Subject : std::uint8_t { Text, Integer, Date, Time, Result, PlyCount, HasEvals, HasClocks };

enum class Comparison : std::uint8_t { Equal, NotEqual, Less, AtMost, Greater, AtLeast, In, NotIn, IsNull, IsNotNull };

struct Condition {
  Subject subject;
  std::size_t tag;  // the number of the tag; unused for properties of the game
  Comparison comparison;
  std::vector<std::int64_t> numbers;  // one value, or the values of In and NotIn; not for Text
  std::vector<std::string> texts;     // for Text
};

struct GameFacts;  // game_facts.hpp

// The result of testing a condition: no, yes, or unknown until the moves have been read.
enum class Answer : std::uint8_t { No, Yes, Later };

// A game passes if all conditions of any of these lists hold, or if there are no lists. A missing value differs from
// every other value: with it, only NotEqual, NotIn and IsNull hold.
struct Filter {
  std::vector<std::vector<Condition>> any;

  // `complete`: whether the moves have been read, so that all facts are known.
  Answer test(const GameFacts& game, bool complete) const;
  // Whether a condition applies to one of these.
  bool mentions(std::initializer_list<Subject> subjects) const;
};

// Whether a condition holds for a value. Without a value, only IsNull does.
bool passes(const Condition& c, const std::optional<std::int64_t>& value);
bool passes(const Condition& c, const std::optional<std::string_view>& value);

// The value of a tag for a condition or a column whose type is not text.
std::optional<std::int64_t> number_of(Subject subject, std::string_view text);

}  // namespace bitrook::data
