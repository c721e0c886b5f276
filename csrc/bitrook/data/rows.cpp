// Builds rows from games and positions.
#include "bitrook/data/rows.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bitrook/data/game_facts.hpp"
#include "bitrook/data/lines.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/pgn/reader.hpp"
#include "bitrook/search/properties.hpp"
#include "bitrook/variants/fen.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::data {

// --- Adding values to columns.

void add_number(Column& column, std::int64_t value) {
  width(column.type()) == 2 ? column.add(std::int16_t(value)) : column.add(std::int32_t(value));
}

void add_text(Column& column, std::string_view text) { text.empty() ? column.add_null() : column.add_text(text); }

void add_packed(Column& column, const Position& p) {
  Packed bytes;
  pack(p, bytes) == PackedError::None ? column.add_bytes(bytes.data()) : column.add_null();
}

void add_packed(Column& column, const Setup& setup) {
  Packed bytes;
  const PackedError error = pack(setup.placement, setup.turn, setup.castling, Square::None, bytes);
  error == PackedError::None ? column.add_bytes(bytes.data()) : column.add_null();
}

namespace {

// Null if the variant has pockets or counters, too.
void add_packed(Column& column, const VariantPosition& p) {
  p.rules().has_state() ? column.add_null() : data::add_packed(column, p.chess());
}

std::int16_t capped(std::size_t plies) { return std::int16_t(std::min<std::size_t>(plies, 0x7FFF)); }

void add_optional(Column& column, std::int32_t value) {
  value == GameFacts::None ? column.add_null() : add_number(column, value);
}

void add_tag_number(Column& column, Content content, const std::optional<std::string_view>& text) {
  const Subject subject = content == Content::TagDate   ? Subject::Date
                          : content == Content::TagTime ? Subject::Time
                                                        : Subject::Integer;
  const auto value = text ? number_of(subject, *text) : std::nullopt;
  if (value && (content != Content::TagInteger || (-0x8000 <= *value && *value <= 0x7FFF))) {
    add_number(column, *value);
  } else {
    column.add_null();
  }
}

// These functions add a list with an item for each ply, or null if the game has no such values.

void add_list(Column& column, const std::vector<std::int32_t>& values, std::size_t plies) {
  if (values.empty()) return column.add_null();
  const bool is_full = values.size() == plies && std::ranges::find(values, GameFacts::None) == values.end();
  if (is_full && column.items().type() == Type::Int32) {
    column.items().add_all(values);
  } else {
    for (std::size_t i = 0; i < plies; ++i) add_optional(column.items(), GameFacts::value_at(values, i));
  }
  column.end_list();
}

void add_nags(Column& column, const GameFacts& game) {
  if (game.nags.empty()) return column.add_null();
  std::size_t next = 0;
  while (next < game.nags.size() && game.nags[next].first == 0) ++next;  // before the first move
  for (std::size_t ply = 1; ply <= game.plies; ++ply) {
    for (; next < game.nags.size() && game.nags[next].first == ply; ++next) {
      column.items().items().add(game.nags[next].second);
    }
    column.items().end_list();
  }
  column.end_list();
}

void add_comments(Column& column, const GameFacts& game) {
  const auto& texts = game.comments;
  if (std::ranges::all_of(texts, [](const std::string& c) { return c.empty(); })) return column.add_null();
  for (std::size_t i = 0; i < game.plies; ++i) {
    add_text(column.items(), i < texts.size() ? std::string_view(texts[i]) : std::string_view());
  }
  column.end_list();
}

// --- Reading games.

// Collects the data of each game and adds its rows to the table.
template <bool CheckMoves>
class RowReader final : public ChunkReader, public pgn::Visitor {
 public:
  static constexpr bool Replay = CheckMoves;

  RowReader(const Plan& plan, std::uint64_t position)
      : ChunkReader(plan),
        game_(plan),
        reader_({.letters = plan.letters, .first_offset = position}),
        kept_position_(position) {
    const auto& [of_games, of_rows] = plan.conditions;
    if (of_games) of_games_.emplace(*of_games);
    if (of_rows) {
      of_rows_.emplace(*of_rows);
      tests_all_rows_ = of_rows->facts().sequence;
    }
    for (const auto* condition : {&of_games, &of_rows}) {
      if (!*condition) continue;
      const query::Facts facts = (*condition)->facts();
      needs_.move |= facts.move;
      needs_.clock |= facts.clock;
      needs_.eval |= facts.eval;
    }
    only_tests_ = plan.kind == Plan::Kind::Games && of_games && !needs_.move && !needs_.clock && !needs_.eval;
  }

  void feed(std::string_view text, const Offsets& offsets) override {
    offsets_.append(offsets);
    if (plan_.movetext) kept_.append(text);
    reader_.feed(*this, text);
    if (plan_.movetext) drop_text();
  }
  void finish() override { reader_.finish(*this); }
  void add(const Record& record, pgn::StartPosition& start, std::string error) override {
    begin_game();
    for (const auto& [name, value] : record.tags) tag(name, value);
    begin_movetext();
    recorded_ = &start;
    if (error.empty()) error = std::visit([&](auto& p) { return play(record.turns, p); }, start);
    game_.error = std::move(error);
    end_game();
    recorded_ = nullptr;
  }

  // --- The events.
  pgn::Flow begin_game() {
    game_.clear();
    plies_of_rows_.clear();
    matches_.clear();
    if (of_games_) of_games_->start_game();
    if (of_rows_) of_rows_->start_game();
    is_decided_ = has_before_ = false;
    tracked_ = false;
    dropped_ = failure_.has_value();
    return dropped_ ? pgn::Flow::Skip : pgn::Flow::Continue;
  }
  void tag(std::string_view name, std::string_view value) { game_.set_tag(name, value); }
  pgn::Flow begin_movetext() {
    game_.tags_are_complete();
    const Answer answer = plan_.filter.test(game_, false);
    if (answer == Answer::No) dropped_ = true;
    const bool is_needed = plan_.moves || (plan_.result && !game_.result);
    return dropped_ || !is_needed ? pgn::Flow::Skip : pgn::Flow::Continue;
  }
  void start_position(const Position& start) {
    tracked_ = true;
    if (!plan_.fen || !game_.tags[plan_.fen_tag]) return;
    char fen[fen::MaxLength];
    game_.fen.assign(fen, fen::write(start, {}, fen));
    if (game_.fen == fen::Start) game_.fen.clear();
  }
  void start_position(const VariantPosition& start) {
    tracked_ = true;
    if (!plan_.fen || !game_.tags[plan_.fen_tag]) return;
    game_.fen = fen::write(start);
    if (game_.fen == names(start.rules().variant).starting_fen) game_.fen.clear();
  }
  void san(std::string_view) {
    if constexpr (!CheckMoves) ++game_.plies;
  }
  pgn::Flow move(Move m, const auto& before) {
    if (only_tests_) {
      test(query::Moment(before));
    } else if (visits_) {
      visit(before, m);
    }
    ++game_.plies;
    game_.moves.push_back(std::int16_t(m.word()));
    return is_decided_ ? pgn::Flow::Skip : pgn::Flow::Continue;
  }
  void nag(std::uint64_t number) {
    if (plan_.nags) game_.nags.emplace_back(game_.plies, std::int16_t(std::min<std::uint64_t>(number, 0x7FFF)));
  }
  void comment(std::string_view text) {
    if (plan_.annotations || plan_.comments) game_.add_comment(text);
  }
  pgn::Flow begin_variation() { return pgn::Flow::Skip; }
  void result(std::string_view text) {
    if (!game_.result) game_.set_result(text);
  }
  void error(const pgn::Error& e) {
    if (!game_.error.empty()) return;
    const std::string message = pgn::message(e);  // "line 3, column 7: why"; lines would depend on where a shard begins
    const auto colon = message.find(": ");
    game_.error = "offset " + std::to_string(offsets_.at(e.offset)) + ", ply " + std::to_string(e.ply) +
                  message.substr(colon == std::string::npos ? 0 : colon);
  }
  void end_game() {
    ++games_;
    if (!dropped_) {
      if (!game_.error.empty() && plan_.on_error == OnError::Drop) dropped_ = true;
      if (plan_.filter.test(game_, true) != Answer::Yes) dropped_ = true;
    }
    if (!dropped_ && !game_.error.empty() && plan_.on_error == OnError::Raise) {
      failure_ = game_.error;
      dropped_ = true;
    }
    if (!dropped_ && tracked_ && visits_ && !is_decided_) {
      with_position([this](const auto& p) { visit(p, std::nullopt); });
    }
    if (of_games_ && matches_.empty()) dropped_ = true;
    if (dropped_) return table_->drop_row();
    if (plan_.time_spent) game_.compute_time_spent();
    if (plan_.kind == Plan::Kind::Games) {
      add_game();
    } else {
      add_positions();
    }
  }

 private:
  const pgn::GameParser& parser() const { return reader_.parser(); }
  // Calls use() with the position after the last move.
  template <class Use>
  void with_position(Use use) const {
    recorded_ ? std::visit(use, *recorded_) : parser().with_position(use);
  }

  // Makes the moves up to the first illegal one. Returns the error, or an empty text.
  template <class P>
  std::string play(const std::vector<Record::Turn>& turns, P& p) {
    start_position(std::as_const(p));
    for (const Record::Turn& turn : turns) {
      const Move m = to_own_encoding(p, turn.move);
      if (!m.is_null() && !is_legal(p, m)) {
        char text[MaxUci];
        return "ply " + std::to_string(game_.plies) + ": illegal move '" +
               std::string(text, write_uci(turn.move, text)) + "'";
      }
      move(m, std::as_const(p));
      for (const std::uint64_t number : turn.nags) nag(number);
      if (!turn.comment.empty()) comment(turn.comment);
      p.play_unchecked(m);
    }
    return {};
  }

  // Drops the text before the current game, and all of it if that game is too long.
  void drop_text() {
    const std::uint64_t end = kept_position_ + kept_.size();
    const std::uint64_t game = parser().in_game() ? parser().game_offset() : parser().offset();
    const std::uint64_t needed = end - game <= pgn::Limits().game ? game : end;
    kept_.erase(0, std::size_t(needed - kept_position_));
    kept_position_ = needed;
  }

  // Tests the condition on games.
  void test(const query::Moment& moment) {
    if (!(matches_.empty() || plan_.match_plies) || !of_games_->next(moment)) return;
    matches_.push_back(capped(game_.plies));
    is_decided_ = !plan_.all_moves && !(plan_.result && !game_.result);
  }

  // Tests the conditions on a position after `game_.plies` moves, whose comments have been read, and adds its row. A
  // missing move is nullopt, because Move::null() is a move, too.
  template <class P>
  void visit(const P& p, std::optional<Move> move) {
    const std::size_t ply = game_.plies;
    bool is_row =
        plan_.kind == Plan::Kind::Positions && ply >= plan_.skip_first && (ply - plan_.skip_first) % plan_.every == 0;
    if (of_games_ || of_rows_) {
      query::Moment moment(p);
      if (has_before_) variant_before_ ? moment.set_move(*variant_before_, last_) : moment.set_move(*before_, last_);
      if (ply != 0 && needs_.clock) {
        if (const auto clock = GameFacts::value_at(game_.clocks, ply - 1); clock != GameFacts::None)
          moment.clock = double(clock) / 1000;
      }
      if (ply != 0 && needs_.eval) {
        if (const auto eval = GameFacts::value_at(game_.evals, ply - 1); eval != GameFacts::None)
          moment.eval = double(eval) / 100;
      }
      if (of_games_) test(moment);
      if (of_rows_ && (is_row || tests_all_rows_)) is_row = of_rows_->next(moment) && is_row;
      if (needs_.move && move) {
        keep(p);
        last_ = *move;
        has_before_ = true;
      }
    }
    if (is_row) add_position(p, move);
  }
  void keep(const Position& p) {
    before_ = p;
    variant_before_.reset();
  }
  void keep(const VariantPosition& p) { variant_before_ = p; }

  // Adds the columns that depend only on the position and the move.
  template <class P>
  void add_position(const P& p, std::optional<Move> move) {
    plies_of_rows_.push_back(game_.plies);
    for (std::size_t i = 0; i < plan_.origins.size(); ++i) {
      Column& column = table_->columns[i];
      switch (plan_.origins[i].content) {
        case Content::Position:
          add_packed(column, p);
          break;
        case Content::Move:
          move ? column.add(std::int16_t(move->word())) : column.add_null();
          break;
        case Content::Key:
          column.add(p.key());
          break;
        case Content::PawnKey:
          column.add(search::pawn_key(p));
          break;
        case Content::Material:
          column.add(search::material(p));
          break;
        case Content::MaterialKey:
          column.add(search::material_key(p));
          break;
        case Content::PieceCount:
          column.add(std::int8_t(p.occupied().count()));
          break;
        case Content::HalfmoveClock:
          column.add(capped(p.halfmove_clock()));
          break;
        case Content::FullmoveNumber:
          column.add(capped(p.fullmove_number()));
          break;
        case Content::Dense: {
          std::uint64_t words[8];
          for (const Color c : Colors) words[index(c)] = p.of(c).word();
          for (const PieceType t : PieceTypes) words[index(t) + 1] = p.of(t).word();
          column.add_bytes(words);
          break;
        }
        case Content::Classical: {
          std::uint64_t words[12];
          for (const Color c : Colors) {
            for (const PieceType t : PieceTypes) words[6 * index(c) + index(t) - 1] = p.of(t, c).word();
          }
          column.add_bytes(words);
          break;
        }
        default:
          break;  // added when the game has been read
      }
    }
  }

  // Adds the other columns of the positions of this game.
  void add_positions() {
    for (std::size_t i = 0; i < plan_.origins.size(); ++i) {
      const Plan::Origin& origin = plan_.origins[i];
      if (origin.content >= Content::Position) continue;  // add_position() has added it
      Column& column = table_->columns[i];
      for (const std::size_t ply : plies_of_rows_) {
        switch (origin.content) {
          case Content::Ply:
            column.add(capped(ply));
            break;
          case Content::Eval:
            add_optional(column, ply == 0 ? GameFacts::None : GameFacts::value_at(game_.evals, ply - 1));
            break;
          case Content::Clock:
            add_optional(column, GameFacts::value_at(game_.clocks, ply));
            break;
          case Content::TimeSpent:
            add_optional(column, GameFacts::value_at(game_.spent, ply));
            break;
          default:
            add_value(column, origin);
        }
      }
    }
    for (std::size_t i = 0; i < plies_of_rows_.size(); ++i) table_->row_added();
  }

  void add_game() {
    for (std::size_t i = 0; i < plan_.origins.size(); ++i) add_value(table_->columns[i], plan_.origins[i]);
    table_->row_added();
  }

  // Adds the value of a column of games.
  void add_value(Column& column, const Plan::Origin& origin) {
    switch (origin.content) {
      case Content::TagText:
        game_.tags[origin.tag] ? column.add_text(*game_.tags[origin.tag]) : column.add_null();
        break;
      case Content::TagInteger:
      case Content::TagDate:
      case Content::TagTime:
        add_tag_number(column, origin.content, game_.tags[origin.tag]);
        break;
      case Content::Offset:
        column.add(offsets_.at(parser().game_offset()));
        break;
      case Content::PlyCount:
        column.add(capped(game_.plies));
        break;
      case Content::Result:
        game_.result ? column.add(std::int8_t(*game_.result)) : column.add_null();
        break;
      case Content::Moves:
        column.items().add_all(game_.moves);
        column.end_list();
        break;
      case Content::Clocks:
        add_list(column, game_.clocks, game_.plies);
        break;
      case Content::Evals:
        add_list(column, game_.evals, game_.plies);
        break;
      case Content::Depths:
        add_list(column, game_.depths, game_.plies);
        break;
      case Content::Times:
        add_list(column, game_.times, game_.plies);
        break;
      case Content::TimesSpent:
        add_list(column, game_.spent, game_.plies);
        break;
      case Content::Nags:
        add_nags(column, game_);
        break;
      case Content::Comments:
        add_comments(column, game_);
        break;
      case Content::MatchPly:
        column.add(matches_.front());
        break;
      case Content::MatchPlies:
        column.items().add_all(matches_);
        column.end_list();
        break;
      case Content::Fen:
        add_text(column, game_.fen);
        break;
      case Content::Final:
        tracked_ ? with_position([&](const auto& p) { add_packed(column, p); }) : column.add_null();
        break;
      case Content::Error:
        add_text(column, game_.error);
        break;
      case Content::Movetext:
        if (parser().movetext_offset() < kept_position_) return column.add_null();  // too long to be stored
        column.add_text(movetext());
        break;
      default:
        column.add_null();
    }
  }
  // The movetext without trailing white space.
  std::string_view movetext() const {
    const std::uint64_t begin = parser().movetext_offset();
    const auto all =
        std::string_view(kept_).substr(std::size_t(begin - kept_position_), std::size_t(parser().offset() - begin));
    return all.substr(0, all.find_last_not_of(" \t\r\n") + 1);
  }

  GameFacts game_;
  std::vector<std::size_t> plies_of_rows_;
  Offsets offsets_;
  pgn::StreamReader reader_;
  const pgn::StartPosition* recorded_ = nullptr;  // the position of a game that is not text
  std::string kept_;  // the text from the start of a game that is not complete, if movetexts are needed
  std::uint64_t kept_position_;
  bool tracked_ = false;  // moves are checked, because the start position could be read
  bool dropped_ = false;
  // The conditions on positions.
  const bool visits_ = plan_.kind == Plan::Kind::Positions || plan_.conditions.of_games.has_value();
  std::optional<query::Matcher> of_games_, of_rows_;
  query::Facts needs_;
  bool only_tests_ = false;            // the visits are tests of single positions
  bool tests_all_rows_ = false;        // even those that every and skip_first leave out
  std::vector<std::int16_t> matches_;  // the plies for which the condition on games holds; at least the first one
  bool is_decided_ = false;            // the rest of the game is not needed
  // The last move and the position before it, if a condition needs them.
  bool has_before_ = false;
  Move last_;
  std::optional<Position> before_;
  std::optional<VariantPosition> variant_before_;
};

}  // namespace

std::unique_ptr<ChunkReader> new_reader(const Plan& plan, std::uint64_t position) {
  if (plan.lines) return new_line_reader(plan, position);
  if (plan.replay) return std::make_unique<RowReader<true>>(plan, position);
  return std::make_unique<RowReader<false>>(plan, position);
}

}  // namespace bitrook::data
