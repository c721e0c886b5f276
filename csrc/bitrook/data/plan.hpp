// Plan: which columns to build from games or positions, which games to select, and what must be parsed for that.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/column.hpp"
#include "bitrook/pgn/options.hpp"
#include "bitrook/query/condition.hpp"

namespace bitrook::data {

// --- Conditions on games, which are tested after the tags have been read or, if they depend on the moves, at the end
// of the game.

// What a condition applies to: a tag that is read as a type, or a property of the game.
enum class Subject : std::uint8_t { Text, Integer, Date, Time, Result, PlyCount, HasEvals, HasClocks };
inline constexpr std::array<std::string_view, 8> SubjectNames{"text",   "integer",   "date",      "time",
                                                              "result", "ply_count", "has_evals", "has_clocks"};

enum class Comparison : std::uint8_t { Equal, NotEqual, Less, AtMost, Greater, AtLeast, In, NotIn, IsNull, IsNotNull };
inline constexpr std::array<std::string_view, 10> ComparisonNames{"==", "!=", "<",      "<=",      ">",
                                                                  ">=", "in", "not in", "is null", "is not null"};

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

// --- Columns.

// The contents of a column.
enum class Content : std::uint8_t {
  // One value per game; in a table of positions, the same value in each row.
  TagText,
  TagInteger,
  TagDate,
  TagTime,
  Offset,
  PlyCount,
  Result,
  Moves,
  Clocks,
  Evals,
  Depths,
  Times,
  TimesSpent,
  MatchPly,
  MatchPlies,
  Nags,
  Comments,
  Fen,
  Final,
  Error,
  Movetext,
  // One value per position. These depend on the whole game,
  Ply,
  Eval,
  Clock,
  TimeSpent,
  // and these only on the position and the move.
  Position,
  Move,
  Key,
  PawnKey,
  Material,
  MaterialKey,
  PieceCount,
  HalfmoveClock,
  FullmoveNumber,
  Dense,
  Classical,
};

// Whether a column of games with this name holds a tag.
bool is_tag(std::string_view name);

// What happens to a game with an error.
enum class OnError : std::uint8_t {
  Column,  // a row, with the moves before the error
  Drop,    // no row
  Raise,   // the stream ends with an error
};
inline constexpr std::array<std::string_view, 3> OnErrorNames{"column", "drop", "raise"};

// Assigns numbers to the tags that are stored.
class TagNumbers {
 public:
  TagNumbers() { heads_.fill(None); }
  std::size_t add(std::string_view name);  // returns the number of the tag, old or new
  std::optional<std::size_t> find(std::string_view name) const {
    for (std::uint16_t i = heads_[bucket(name)]; i != None; i = names_[i].next) {
      if (names_[i].name == name) return i;
    }
    return std::nullopt;
  }
  std::size_t size() const { return names_.size(); }

 private:
  static constexpr std::uint16_t None = 0xFFFF;
  struct Name {
    std::string name;
    std::uint16_t next;
  };
  static std::size_t bucket(std::string_view name) {
    if (name.empty()) return 0;
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(name[i])}; };
    return (name.size() * 5 + byte(0) + 3 * byte(name.size() - 1)) & 63;
  }
  std::array<std::uint16_t, 64> heads_;
  std::vector<Name> names_;
};

struct LinePlan;  // lines.hpp

// Conditions on positions. Both are optional.
struct Conditions {
  std::optional<query::Condition> of_games;  // selects games that have a position for which it holds
  std::optional<query::Condition> of_rows;   // selects rows in a table of positions
};

struct Plan {
  struct Origin {
    Content content;
    std::size_t tag = 0;  // the number of the tag, for TagText to TagTime
  };
  enum class Kind : std::uint8_t { Games, Positions };

  // Builds a plan. Every name is a column of games: a name that is not a known column is that of a tag. Tables of
  // positions have the columns of positions, and those columns of games that hold a single value, by the same rule.
  // Returns nothing if a column is not available: a list in a table of positions, or match_ply without a condition on
  // games.
  static std::optional<Plan> of(Kind kind, const std::vector<std::string>& names, OnError on_error, Filter filter,
                                TagNumbers tags, Conditions conditions = {});

  Kind kind = Kind::Games;                // what a row is
  std::shared_ptr<const LinePlan> lines;  // set if the source has lines instead of games; then only these apply:
                                          // fields, on_error
  Fields fields;
  std::vector<Origin> origins;  // where the values come from, one for each field
  TagNumbers tags;
  Filter filter;
  Conditions conditions;
  OnError on_error = OnError::Column;
  pgn::PieceLetters letters;                // of a language other than English
  std::uint32_t every = 1, skip_first = 0;  // positions: the plies skip_first, skip_first + every, ...

  // What must be parsed.
  bool replay = false;       // positions, to check the moves
  bool moves = false;        // the movetext
  bool all_moves = false;    // even after a position that decides the condition on games
  bool match_plies = false;  // every position for which that holds
  bool result = false;       // the result, from the movetext if it is not in a tag
  bool annotations = false;  // clocks, evaluations, depths and times
  bool time_spent = false;   // the time that each move took, computed from the clocks
  bool comments = false;     // their texts
  bool nags = false;
  bool movetext = false;
  bool fen = false;
  std::size_t result_tag = 0, fen_tag = 0, time_control_tag = 0;
};

}  // namespace bitrook::data
