// Conditions on games, tested as soon as the tags have been read and, where they need the moves, at the game's end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bitrook::data {

// What a condition is about: a tag, read as a type, or a property of the game.
enum class Subject : std::uint8_t { Text, Integer, Date, Time, Result, PlyCount, HasEvals, HasClocks };

enum class Comparison : std::uint8_t { Equal, NotEqual, Less, AtMost, Greater, AtLeast, In, NotIn, IsNull, IsNotNull };

struct Condition {
  Subject subject;
  std::size_t tag;  // the number of the tag; unused for properties of the game
  Comparison comparison;
  std::vector<std::int64_t> numbers;  // one, or those of In and NotIn; not for Text
  std::vector<std::string> texts;     // for Text
};

// The answer to a condition: no, yes, or that the moves are needed to know.
enum class Answer : std::uint8_t { No, Yes, Later };

// What is known about a game. A tag that is missing has no value.
struct Facts {
  const std::vector<std::optional<std::string_view>>& tags;
  bool complete;                       // the moves have been read: the following are known
  std::optional<std::int64_t> result;  // known earlier if a tag says it
  std::int64_t ply_count = 0;
  bool has_evals = false, has_clocks = false;
};

// Any of several lists of conditions that must all hold. Without lists, every game passes. A comparison with a missing
// value does not hold.
struct Filter {
  std::vector<std::vector<Condition>> any;

  Answer test(const Facts& facts) const;
  bool needs_result() const;
  bool needs_plies() const;
  bool needs_comments() const;
};

// The value of a tag for a condition or a column that is not a text.
std::optional<std::int64_t> number_of(Subject subject, std::string_view text);

}  // namespace bitrook::data
