// Testing conditions on games, and building a plan from the names of columns.
#include "bitrook/data/plan.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "bitrook/data/game_facts.hpp"
#include "bitrook/data/values.hpp"

namespace bitrook::data {

// --- Conditions on games.

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

// --- Columns.

namespace {

struct Known {
  std::string_view name;
  Content content;
  Type type;
};

// Tags with a type, which have the names and types of the dataset Lichess/standard-chess-games; then our own columns.
constexpr Known OfGames[] = {
    {"WhiteElo", Content::TagInteger, Type::Int16},
    {"BlackElo", Content::TagInteger, Type::Int16},
    {"WhiteRatingDiff", Content::TagInteger, Type::Int16},
    {"BlackRatingDiff", Content::TagInteger, Type::Int16},
    {"UTCDate", Content::TagDate, Type::Date32},
    {"UTCTime", Content::TagTime, Type::Time32},
    {"movetext", Content::Movetext, Type::String},
    {"offset", Content::Offset, Type::Int64},
    {"ply_count", Content::PlyCount, Type::Int16},
    {"result", Content::Result, Type::Int8},
    {"moves", Content::Moves, Type::ListInt16},
    {"clocks", Content::Clocks, Type::ListInt32},
    {"evals", Content::Evals, Type::ListInt16},
    {"depths", Content::Depths, Type::ListInt16},
    {"times", Content::Times, Type::ListInt32},
    {"time_spent", Content::TimesSpent, Type::ListInt32},
    {"match_ply", Content::MatchPly, Type::Int16},
    {"match_plies", Content::MatchPlies, Type::ListInt16},
    {"nags", Content::Nags, Type::ListListInt16},
    {"comments", Content::Comments, Type::ListString},
    {"fen", Content::Fen, Type::String},
    {"final", Content::Final, Type::Packed},
    {"error", Content::Error, Type::String},
};
constexpr Known OfPositions[] = {
    {"game", Content::Offset, Type::Int64},
    {"ply", Content::Ply, Type::Int16},
    {"position", Content::Position, Type::Packed},
    {"move", Content::Move, Type::Int16},
    {"key", Content::Key, Type::UInt64},
    {"pawn_key", Content::PawnKey, Type::UInt64},
    {"material", Content::Material, Type::UInt64},
    {"material_key", Content::MaterialKey, Type::UInt64},
    {"eval", Content::Eval, Type::Int16},
    {"clock", Content::Clock, Type::Int32},
    {"time_spent", Content::TimeSpent, Type::Int32},
    {"piece_count", Content::PieceCount, Type::Int8},
    {"dense", Content::Dense, Type::Words8},
    {"classical", Content::Classical, Type::Words12},
    {"halfmove_clock", Content::HalfmoveClock, Type::Int16},
    {"fullmove_number", Content::FullmoveNumber, Type::Int16},
};

const Known* find(std::span<const Known> list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Known::name);
  return found == list.end() ? nullptr : &*found;
}

bool fits_positions(Content c) {
  return c <= Content::TagTime || c == Content::Offset || c == Content::PlyCount || c == Content::Result ||
         c == Content::MatchPly || c == Content::Error;
}

}  // namespace

bool is_tag(std::string_view name) {
  const Known* known = find(OfGames, name);
  return !known || known->content <= Content::TagTime;
}

std::size_t TagNumbers::add(std::string_view name) {
  if (const auto known = find(name)) return *known;
  std::uint16_t& head = heads_[bucket(name)];
  names_.push_back({std::string(name), head});
  head = std::uint16_t(names_.size() - 1);
  return head;
}

std::optional<Plan> Plan::of(Kind kind, const std::vector<std::string>& names, OnError on_error, Filter filter,
                             TagNumbers tags, Conditions conditions) {
  Plan plan;
  plan.kind = kind;
  plan.on_error = on_error;
  plan.tags = std::move(tags);
  for (const std::string& name : names) {
    const Known* known = kind == Kind::Positions ? data::find(OfPositions, name) : nullptr;
    if (known == nullptr) {
      known = data::find(OfGames, name);
      if (kind == Kind::Positions && known && !fits_positions(known->content)) return std::nullopt;
    }
    const Content content = known ? known->content : Content::TagText;
    plan.fields.push_back({name, known ? known->type : Type::String});
    plan.origins.push_back({content, content <= Content::TagTime ? plan.tags.add(name) : 0});
  }
  const auto has = [&](std::initializer_list<Content> list) {
    return std::ranges::any_of(plan.origins, [&](const Origin& o) { return std::ranges::count(list, o.content) != 0; });
  };
  const auto facts = [](const std::optional<query::Condition>& c) { return c ? c->facts() : query::Facts(); };
  const query::Facts of_games = facts(conditions.of_games), of_rows = facts(conditions.of_rows);
  plan.match_plies = has({Content::MatchPlies});
  if (!conditions.of_games && has({Content::MatchPly, Content::MatchPlies})) return std::nullopt;
  plan.all_moves = kind == Kind::Positions || on_error != OnError::Column || plan.match_plies ||
                   has({Content::Moves, Content::Final, Content::Error, Content::Movetext});
  plan.replay = conditions.of_games || kind == Kind::Positions || on_error != OnError::Column ||
                has({Content::Moves, Content::Final, Content::Fen, Content::Error});
  plan.result = has({Content::Result}) || filter.mentions({Subject::Result});
  plan.time_spent = has({Content::TimesSpent, Content::TimeSpent});
  plan.annotations =
      plan.time_spent || of_games.clock || of_games.eval || of_rows.clock || of_rows.eval ||
      has({Content::Clocks, Content::Evals, Content::Depths, Content::Times, Content::Eval, Content::Clock}) ||
      filter.mentions({Subject::HasEvals, Subject::HasClocks});
  plan.comments = has({Content::Comments});
  plan.nags = has({Content::Nags});
  plan.movetext = has({Content::Movetext});
  plan.fen = has({Content::Fen});
  const bool details = plan.comments || plan.nags || has({Content::Clocks, Content::Evals, Content::Depths}) ||
                       has({Content::Times, Content::TimesSpent, Content::PlyCount}) ||
                       filter.mentions({Subject::PlyCount, Subject::HasEvals, Subject::HasClocks});
  plan.moves = plan.replay || plan.annotations || details;
  plan.all_moves = plan.all_moves || details;
  plan.result_tag = plan.tags.add("Result");
  plan.fen_tag = plan.tags.add("FEN");
  plan.time_control_tag = plan.tags.add("TimeControl");
  plan.filter = std::move(filter);
  plan.conditions = std::move(conditions);
  return plan;
}

}  // namespace bitrook::data
