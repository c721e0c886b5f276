// Building a plan from the names of columns.
#include "bitrook/data/plan.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace bitrook::data {

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
    {"eval", Content::Eval, Type::Int16},
    {"clock", Content::Clock, Type::Int32},
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
         c == Content::Error;
}

}  // namespace

std::size_t TagNumbers::add(std::string_view name) {
  if (const auto known = find(name)) return *known;
  std::uint16_t& head = heads_[bucket(name)];
  names_.push_back({std::string(name), head});
  head = std::uint16_t(names_.size() - 1);
  return head;
}

std::optional<Plan> Plan::of(Kind kind, const std::vector<std::string>& names, OnError on_error, Filter filter,
                             TagNumbers tags) {
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
  plan.replay = kind == Kind::Positions || on_error != OnError::Column ||
                has({Content::Moves, Content::Final, Content::Fen, Content::Error});
  plan.result = has({Content::Result}) || filter.mentions({Subject::Result});
  plan.annotations =
      has({Content::Clocks, Content::Evals, Content::Depths, Content::Times, Content::Eval, Content::Clock}) ||
      filter.mentions({Subject::HasEvals, Subject::HasClocks});
  plan.comments = has({Content::Comments});
  plan.nags = has({Content::Nags});
  plan.movetext = has({Content::Movetext});
  plan.fen = has({Content::Fen});
  plan.moves = plan.replay || plan.annotations || plan.comments || plan.nags || has({Content::PlyCount}) ||
               filter.mentions({Subject::PlyCount});
  plan.result_tag = plan.tags.add("Result");
  plan.fen_tag = plan.tags.add("FEN");
  plan.filter = std::move(filter);
  return plan;
}

}  // namespace bitrook::data
