// Builds rows from games and positions.
#include "bitrook/data/rows.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "bitrook/data/game_facts.hpp"
#include "bitrook/data/lines.hpp"
#include "bitrook/data/row_values.hpp"
#include "bitrook/notation/variant_fen.hpp"
#include "bitrook/pgn/reader.hpp"

namespace bitrook::data {

namespace {

// Collects the data of each game and adds its rows to the table.
template <bool CheckMoves>
class RowReader final : public ChunkReader, public pgn::Visitor {
 public:
  static constexpr bool Replay = CheckMoves;

  RowReader(const Plan& plan, std::uint64_t position)
      : ChunkReader(plan),
        game_(plan),
        reader_({.letters = plan.letters, .first_offset = position}),
        kept_position_(position) {}

  void feed(std::string_view text, const Offsets& offsets) override {
    offsets_.append(offsets);
    if (plan_.movetext) kept_.append(text);
    reader_.feed(*this, text);
    if (plan_.movetext) drop_text();
  }
  void finish() override { reader_.finish(*this); }

  // --- The events.
  pgn::Flow begin_game() {
    game_.clear();
    plies_of_rows_.clear();
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
  void move(Move m, const auto& before) {
    if (plan_.kind == Plan::Kind::Positions) add_position(before, m);
    ++game_.plies;
    game_.moves.push_back(std::int16_t(m.word()));
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
    if (dropped_) return table_->drop_row();
    if (plan_.kind == Plan::Kind::Games) {
      add_game();
    } else {
      if (tracked_) parser().with_position([this](const auto& p) { add_position(p, std::nullopt); });
      add_positions();
    }
  }

 private:
  const pgn::GameParser& parser() const { return reader_.parser(); }

  // Drops the text before the current game, and all of it if that game is too long.
  void drop_text() {
    const std::uint64_t end = kept_position_ + kept_.size();
    const std::uint64_t game = parser().in_game() ? parser().game_offset() : parser().offset();
    const std::uint64_t needed = end - game <= pgn::Limits().game ? game : end;
    kept_.erase(0, std::size_t(needed - kept_position_));
    kept_position_ = needed;
  }

  // Adds the columns that depend only on the position and the move. A missing move is nullopt, because Move::null() is
  // a move, too.
  template <class P>
  void add_position(const P& p, std::optional<Move> move) {
    const std::size_t ply = game_.plies;
    if (ply < plan_.skip_first || (ply - plan_.skip_first) % plan_.every != 0) return;
    plies_of_rows_.push_back(ply);
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
      case Content::Nags:
        add_nags(column, game_);
        break;
      case Content::Comments:
        add_comments(column, game_);
        break;
      case Content::Fen:
        add_text(column, game_.fen);
        break;
      case Content::Final:
        tracked_ ? parser().with_position([&](const auto& p) { add_packed(column, p); }) : column.add_null();
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
  std::string kept_;  // the text from the start of a game that is not complete, if movetexts are needed
  std::uint64_t kept_position_;
  bool tracked_ = false;  // moves are checked, because the start position could be read
  bool dropped_ = false;
};

}  // namespace

std::unique_ptr<ChunkReader> new_reader(const Plan& plan, std::uint64_t position) {
  if (plan.lines) return new_line_reader(plan, position);
  if (plan.replay) return std::make_unique<RowReader<true>>(plan, position);
  return std::make_unique<RowReader<false>>(plan, position);
}

}  // namespace bitrook::data
