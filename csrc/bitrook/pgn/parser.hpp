// GameParser: the core of the readers. It receives one line at a time and calls a visitor.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/scan.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/error.hpp"
#include "bitrook/pgn/options.hpp"
#include "bitrook/pgn/read_move.hpp"
#include "bitrook/pgn/start.hpp"
#include "bitrook/pgn/text.hpp"
#include "bitrook/pgn/tokens.hpp"
#include "bitrook/pgn/visitor.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::pgn {

// --- The moves from the start of a game to the place of a reader, with variations, by make and unmake.

// Counts the moves of each open line: the main line and the variations that enclose the current place. If positions are
// tracked, variations are left by unmaking their moves, so each nesting level takes only a few bytes. Memory is reused
// for the next game.
class Replay {
 public:
  // Starts a game without positions, until track() is called.
  void restart() {
    variations_.clear();
    variant_.reset();
    snapshots_.clear();
    plies_ = 0;
    tracked_ = false;
  }
  // Tracks positions from the start of the game. Precondition: plies() is 0.
  void track(const Position& start) {
    position_ = start;
    tracked_ = true;
  }
  void track(const VariantPosition& start) {
    variant_.emplace(start);
    tracked_ = true;
  }
  bool is_tracked() const { return tracked_; }
  const Position& position() const { return position_; }        // precondition: it is not a game of a variant
  const VariantPosition& variant() const { return *variant_; }  // precondition: it is one
  // Returns use(position), with a Position or a VariantPosition.
  template <class Use>
  auto with_position(Use use) const {
    return variant_ ? use(*variant_) : use(position_);
  }
  std::size_t plies() const { return plies_; }
  std::size_t depth() const { return variations_.size(); }  // 0 in the main line

  void count() { ++plies_; }  // a move without a position
  void play(Move m) {
    if (variant_) [[unlikely]] {
      play(m, *variant_);
    } else {
      play(m, position_);
    }
  }
  // The same, given the current position.
  void play(Move m, const Position&) { position_.play_unchecked(m, next_step(m, position_).undo); }
  void play(Move m, const VariantPosition&) {
    const Rules& rules = variant_->rules();
    const Captured captured = rules.captured_by(*variant_, m);
    if (rules.changes_more(captured)) snapshots_.push_back({plies_, *variant_});
    Step& step = next_step(m, *variant_);
    step.state = variant_->state();
    variant_->play_unchecked(m, captured, step.undo);
  }
  // Opens a variation that replaces the last move. Precondition: plies() > 0.
  void open() {
    BITROOK_ASSERT(plies_ > 0);
    variations_.push_back({std::uint32_t(plies_), tracked_ ? steps_[plies_ - 1].move : Move()});
    unmake();
  }
  // Returns to the enclosing line. Precondition: depth() > 0.
  void close() {
    BITROOK_ASSERT(depth() > 0);
    const Variation variation = variations_.back();
    variations_.pop_back();
    while (plies_ >= variation.plies) unmake();
    tracked_ ? play(variation.replaced) : count();
  }

 private:
  struct Step {
    Undo undo;
    std::uint32_t halfmove_clock;  // an Undo only stores 16 bits of it
    Move move;
    VariantState state;  // in variants
  };
  // A position of a variant that an Undo cannot restore.
  struct Snapshot {
    std::size_t plies;
    VariantPosition position;
  };
  struct Variation {
    std::uint32_t plies;  // of the enclosing line
    Move replaced;        // the last move of that line
  };

  void unmake() {
    --plies_;
    if (!tracked_) return;
    const Step& last = steps_[plies_];
    if (!variant_) {
      position_.undo(last.undo);
      position_.set_halfmove_clock(last.halfmove_clock);
    } else if (!snapshots_.empty() && snapshots_.back().plies == plies_) {
      *variant_ = snapshots_.back().position;
      snapshots_.pop_back();
    } else {
      variant_->undo(last.undo, last.state);
      variant_->set_halfmove_clock(last.halfmove_clock);
    }
  }
  Step& next_step(Move m, const Position& before) {
    if (plies_ == steps_.size()) [[unlikely]]
      steps_.resize(plies_ < 256 ? 512 : 2 * plies_);
    Step& step = steps_[plies_++];
    step.move = m;
    step.halfmove_clock = before.halfmove_clock();
    return step;
  }

  Position position_;
  std::optional<VariantPosition> variant_;  // instead of position_
  std::vector<Step> steps_;                 // the first plies_ are in use
  std::vector<Snapshot> snapshots_;
  std::vector<Variation> variations_;
  std::size_t plies_ = 0;
  bool tracked_ = false;
};

// A PGN parser that sends the same events as python-chess's `read_game` for a text without errors. A parser can read
// many games; after the first few, it does not allocate memory.
//
// A game ends
//   - after its result and the comments and NAGs that follow: at an empty line, which belongs to the game, or before
//     the next tag or the first move of the next game,
//   - without a result: before a tag, before a line that begins with move number 1 again, or at an empty line if the
//     game has no tags and no move numbers. Other empty lines are white space.
//   - before a line "[Event ...", and before any tag after an empty line, even in a comment, which has no end then.
// Where a game ends does not depend on which parts of it are skipped. In particular, a game begins at each marker
// (marker.hpp), so that readers can start there.
class GameParser {
 public:
  explicit GameParser(const Options& options = {}) : options_(options), next_offset_(options.first_offset) {
    BITROOK_ASSERT(options.limits.are_valid());
  }

  // Reads the next line. Returns true if a game has ended, for which `end_game` has been called. The line may go on
  // after that game: then the last unread() bytes of its text must be passed again, as the next line.
  template <IsVisitor V>
  bool line(V& visitor, TextLine line);
  std::size_t unread() const { return unread_; }
  // Reads the line if it is a usual tag among the tags of a game; otherwise returns false. It is faster than line().
  template <IsVisitor V>
  bool plain_tag_line(V& visitor, const TextLine& line);
  // Reads such lines from a text that goes on after them. Returns their length, which may be 0.
  template <IsVisitor V>
  std::size_t plain_tags(V& visitor, std::string_view text);
  // Passes more of the previous line, if that was longer than Limits::game and did not end. The caller does not have to
  // keep such a line. `length` includes the line end.
  void rest_of_line(std::string_view text, std::size_t length);
  // Ends the input. Returns true if that completes a game.
  template <IsVisitor V>
  bool finish(V& visitor);

  // --- The current place of the parser, which is also available during events.
  bool in_game() const { return state_ != State::Between; }
  // After an empty line within the moves, which ends the game only if another one follows.
  bool is_waiting() const { return was_blank_ && state_ == State::Movetext; }
  std::uint64_t offset() const { return next_offset_; }       // of the first byte that has not been read
  std::uint64_t line_number() const { return next_line_; }    // of the line that begins or goes on there
  std::uint64_t game_offset() const { return game_offset_; }  // of the first byte of the last game
  std::uint64_t game_line() const { return game_line_; }
  // The offset of the last game's movetext, after the tags and the lines that follow them. Valid from begin_movetext
  // on.
  std::uint64_t movetext_offset() const { return movetext_offset_; }
  std::size_t ply() const { return replay_.plies(); }  // the number of moves from the start of the game
  // The number of open variations: 0 in the main line. In end_variation, the one that ends is still counted.
  std::size_t depth() const { return replay_.depth(); }
  // Returns use(position) with the position after the last move, which is a VariantPosition in a game of a variant.
  // Precondition: positions are tracked.
  template <class Use>
  auto with_position(Use use) const {
    return replay_.with_position(use);
  }
  // Continues elsewhere in the input, and drops an incomplete game.
  void seek(std::uint64_t offset, std::uint64_t line_number);

 private:
  enum class State : std::uint8_t { Between, Tags, Movetext, Comment };
  // What is skipped. Its comments and parentheses are read, because they decide where it ends.
  enum class Skip : std::uint8_t {
    Nothing,
    Line,       // after an error: the rest of a variation, or of the main line up to the result
    Variation,  // one that the visitor does not want
    Misplaced,  // a variation that replaces no move; without events
    Game,       // without events
  };
  // Whether read_fast_move may be used, and on which position.
  enum class FastMoves : std::uint8_t { None, OfChess, OfVariant };
  static constexpr std::size_t MaxShown = 60;  // bytes of the text in an error
  struct Place {
    std::uint64_t offset = 0, line = 1, column = 1;
  };

  // --- Lines. They return true if the game ends.
  template <IsVisitor V>
  bool tag_line(V& visitor, const ParsedTag& tag, std::string_view& text, const char* end);
  template <IsVisitor V>
  void tag(V& visitor, const ParsedTag& tag, const char* begin);
  template <IsVisitor V>
  bool movetext_line(V& visitor, std::string_view text, LineKind kind, bool is_ended);
  template <IsVisitor V>
  bool comment_line(V& visitor, std::string_view text, bool is_ended);
  template <IsVisitor V>
  bool after_result(V& visitor, const char* at, const char* end, bool is_ended);
  // Ends the game before `at`, which is in a line that ends at `end`.
  template <IsVisitor V>
  bool end_game_before(V& visitor, const char* at, const char* end);

  // --- Parts of a game.
  template <IsVisitor V>
  void begin_game(V& visitor, const char* at);
  template <IsVisitor V>
  void begin_movetext(V& visitor, const char* at);
  // Sets the start position. Returns false if the moves cannot be read.
  template <IsVisitor V>
  bool find_start(V& visitor);
  template <IsVisitor V>
  void end_game(V& visitor);
  template <IsVisitor V>
  bool tokens(V& visitor, const char* at, const char* end, bool is_ended);
  // Reads a comment from its brace on. Returns the end of the comment, or null if it goes on in the next line.
  template <IsVisitor V>
  const char* comment(V& visitor, const char* at, const char* end, bool is_ended);
  template <IsVisitor V>
  void comment(V& visitor, std::string_view text);
  template <IsVisitor V>
  void comment_after_move(V& visitor, std::string_view text);
  template <IsVisitor V>
  void nag(V& visitor, const Token& token);
  template <IsVisitor V>
  void open(V& visitor, const char* at);
  template <IsVisitor V>
  void close(V& visitor, const char* at);
  // Skips the rest of a main line that cannot be read.
  template <IsVisitor V>
  void block(V& visitor);
  template <IsVisitor V>
  void unknown(V& visitor, const Token& token);
  template <IsVisitor V>
  void san(V& visitor, const Token& token);
  template <IsVisitor V>
  void play(V& visitor, Move m) {
    replay_.with_position([&](const auto& before) { play(visitor, m, before); });
  }
  template <IsVisitor V, class P>
  void play(V& visitor, Move m, const P& before) {
    const bool skip = skips([&] { return visitor.move(m, before); });
    replay_.play(m, before);
    if (skip) skip_game();
  }
  // Reads and plays a usual move. Returns the length of its text, or 0 if it is not one.
  template <IsVisitor V, class P>
  std::size_t fast_move(V& visitor, const P& before, const char* at) {
    const FastMove fast = read_fast_move(before, at);
    if (fast.length != 0 && accepts(visitor, {at, fast.length}, at)) play(visitor, fast.move, before);
    return fast.length;
  }
  // Reports a move. Returns true if it should be made.
  template <IsVisitor V>
  bool accepts(V& visitor, std::string_view text, const char* at);

  Place place_of(const char* at) const {
    const auto index = std::uint64_t(at - line_begin_);
    return {line_offset_ + index, line_number_, line_column_ + index};
  }
  template <IsVisitor V>
  void report(V& visitor, Error error, const Place& place);
  template <IsVisitor V>
  void report(V& visitor, const Error& error, const char* at) {
    report(visitor, error, place_of(at));
  }
  // Reports an error of a move. Precondition: positions are tracked.
  template <IsVisitor V>
  void report_in_position(V& visitor, Error error, const char* at) {
    replay_.with_position([&](const auto& before) {
      error.position = &before;
      if constexpr (std::is_same_v<decltype(before), const VariantPosition&>) error.variant = &before;
      report(visitor, error, at);
    });
  }
  // Ends a game that is longer than its limit: it is skipped from the current line on.
  template <IsVisitor V>
  void end_long_game(V& visitor);

  // The number of open parentheses.
  std::size_t open_parentheses() const {
    if (skip_ == Skip::Game) return skip_depth_;
    return depth() + skip_depth_ + (skip_ == Skip::Variation || skip_ == Skip::Misplaced ? 1 : 0);
  }
  void skip_game() {
    skip_depth_ = open_parentheses();
    skip_ = Skip::Game;
  }
  void skip(Skip what) {
    skip_depth_ = 0;
    skip_ = what;
  }
  bool in_main_line() const { return open_parentheses() == 0; }
  // Reads a line of a skipped game, unless it has more than moves, comments in braces and a result.
  bool skip_plain_line(std::string_view text);
  // Whether a comment before the first move is an object in JSON.
  static bool is_json(std::string_view comment);
  // Whether movetext begins here: the text begins with a token of PGN.
  bool begins_movetext(std::string_view text);
  // Appends a part of a multi-line comment, up to one character more than the limit.
  void append_to_comment(std::string_view text, bool is_ended);

  // A tag that the start position depends on.
  struct KeptTag {
    std::string text;
    bool is_set = false;
    Place place;
  };

  State state_ = State::Between;
  Skip skip_ = Skip::Nothing;
  FastMoves fast_moves_ = FastMoves::None;
  bool was_blank_ = false;        // the last line of the game, apart from escaped ones, was empty
  bool is_ended_ = false;         // the result has been read
  bool is_skipped_ = false;       // an event before the movetext returned Flow::Skip
  bool is_over_ = false;          // an error was reported after which the rest of the game is skipped
  bool has_event_ = false;        // the tag Event has been read
  bool has_bracket_ = false;      // the last line of the tags ends with "]"
  bool has_garbage_ = false;      // text before the moves has been reported
  bool is_blocked_ = false;       // the next move and what follows it are not read
  bool has_moves_ = false;        // a move has been read or skipped
  bool has_comment_ = false;      // so has a comment
  bool has_text_ = false;         // there is movetext
  bool is_numbered_ = false;      // a number was before the first move
  bool has_bad_start_ = false;    // a tag with the start position cannot be read
  bool has_opening_ = false;      // an opening parenthesis has been ignored
  bool has_closing_ = false;      // a closing one has been ignored, at unmatched_
  bool rest_is_comment_ = false;  // the rest of a long line is a comment
  std::size_t skip_depth_ = 0;    // open parentheses in the skipped text; in a skipped game, all of them
  std::size_t tags_ = 0, moves_ = 0, nags_ = 0, errors_ = 0;  // numbers in this game; NAGs of the last move
  std::size_t unread_ = 0;
  Options options_;
  Replay replay_;
  std::string comment_;    // the lines of a comment that has not ended yet
  std::string buffer_;     // the text of a token that is not written as in PGN
  std::string first_tag_;  // the name of the first tag of this game, unless it is Event
  KeptTag fen_, variant_;
  Place comment_begin_, movetext_begin_, unmatched_;
  std::vector<Place> variations_;  // where the open ones begin
  const char* line_begin_ = nullptr;
  std::uint64_t line_offset_ = 0, line_number_ = 1, line_column_ = 1;  // of the first byte of the current text
  std::uint64_t next_offset_, next_line_ = 1, next_column_ = 1;
  std::uint64_t game_offset_ = 0, game_line_ = 1, movetext_offset_ = 0;
};

// --- Lines.

template <IsVisitor V>
bool GameParser::line(V& visitor, TextLine line) {
  if (line.text.size() > options_.limits.game + 1) [[unlikely]] {
    const TextLine first = {line.text.substr(0, options_.limits.game + 1), options_.limits.game + 1};
    const bool complete = this->line(visitor, first);
    if (unread_ != 0) {
      unread_ += line.text.size() - first.text.size();
    } else {
      rest_of_line(line.text.substr(first.length), line.length - first.length);
    }
    return complete;
  }
  std::string_view text = line.text;
  const char* const end = text.data() + text.size();
  line_begin_ = text.data();
  line_offset_ = next_offset_;
  line_number_ = next_line_;
  line_column_ = next_column_;
  next_offset_ += line.length;
  ++next_line_;
  next_column_ = 1;
  unread_ = 0;
  rest_is_comment_ = false;
  ParsedTag tag = !text.empty() && text[0] == '[' ? plain_tag(text) : ParsedTag();
  const bool is_plain_tag = tag.length != 0;
  LineKind kind = is_plain_tag ? LineKind::Tag : classify(text, line_column_ == 1);
  if (state_ == State::Between) [[unlikely]] {
    if (kind == LineKind::Blank || kind == LineKind::Escape) return false;
    begin_game(visitor, line_begin_);
  }
  if (next_offset_ - game_offset_ > options_.limits.game) [[unlikely]]
    end_long_game(visitor);
  if (state_ == State::Movetext) return movetext_line(visitor, text, kind, line.is_ended());
  if (state_ == State::Comment) {
    if (kind == LineKind::Tag && (was_blank_ || is_event(text))) return end_game_before(visitor, line_begin_, end);
    was_blank_ = kind == LineKind::Blank;
    return comment_line(visitor, line.text, line.is_ended());
  }
  if (is_plain_tag) [[likely]] {
    if (tag_line(visitor, tag, text, end)) return true;
    has_bracket_ = true;
    return false;
  }
  bool has_bracket = has_bracket_;
  const auto last = line.text.find_last_not_of(" \t");  // what the markers of games regard as white space
  if (last != std::string_view::npos) has_bracket = line.text[last] == ']';
  if (kind == LineKind::Blank) {
    has_bracket_ = has_bracket;
    was_blank_ = true;
    is_blocked_ = false;
    return false;
  }
  while (kind != LineKind::Blank &&
         kind != LineKind::Escape) {  // several tags may be in one line, and moves after them
    if (kind != LineKind::Text) {
      tag = parse_tag(text);
      if (tag_line(visitor, tag, text, end)) return true;
    } else if (is_first_number(text) || begins_movetext(text)) {
      has_text_ = true;
      begin_movetext(visitor, text.data());
      return movetext_line(visitor, text, kind, line.is_ended());
    } else {
      if (!has_garbage_ && !is_skipped_ && !is_over_)
        report(visitor, {.kind = ErrorKind::NotPgn, .text = first_bytes(text, MaxShown)}, text.data());
      has_garbage_ = true;
      is_blocked_ = !stripped(text).ends_with(']');  // it may have moves, unless it seems to be a tag
      break;
    }
    kind = classify(text, false);
  }
  was_blank_ = false;
  has_bracket_ = has_bracket;
  return false;
}

template <IsVisitor V>
inline bool GameParser::plain_tag_line(V& visitor, const TextLine& line) {
  if (state_ != State::Tags || was_blank_ || next_column_ != 1 || !line.text.starts_with('[')) return false;
  if (next_offset_ + line.length - game_offset_ > options_.limits.game) return false;
  const ParsedTag found = plain_tag(line.text);
  if (found.length == 0 || found.name == "Event") return false;
  line_begin_ = line.text.data();
  line_offset_ = next_offset_;
  line_number_ = next_line_;
  line_column_ = 1;
  next_offset_ += line.length;
  ++next_line_;
  tag(visitor, found, line_begin_);
  has_bracket_ = true;
  return true;
}

template <IsVisitor V>
std::size_t GameParser::plain_tags(V& visitor, std::string_view text) {
  std::size_t length = 0;
  while (length != text.size() && text[length] == '[') {
    const TextLine line = first_line(text.substr(length));
    if (length + line.length == text.size() || !plain_tag_line(visitor, line)) break;
    length += line.length;
  }
  return length;
}

// Reads a tag at the beginning of the text and removes it from the text. Returns true if it belongs to the next game.
template <IsVisitor V>
bool GameParser::tag_line(V& visitor, const ParsedTag& tag, std::string_view& text, const char* const end) {
  const char* const begin = text.data();
  const bool event = tag.name == "Event";
  if ((event && has_event_) || (was_blank_ && (!has_bracket_ || tag.name == first_tag_)))
    return end_game_before(visitor, begin, end);
  text.remove_prefix(tag.length);
  has_event_ |= event;
  this->tag(visitor, tag, begin);
  return false;
}

template <IsVisitor V>
void GameParser::tag(V& visitor, const ParsedTag& tag, const char* const begin) {
  was_blank_ = is_blocked_ = false;
  if (++tags_ == 1 && !has_event_) first_tag_ = tag.name;
  if (is_skipped_ || is_over_) return;
  if (tag.problem) {
    report(visitor, {.kind = ErrorKind::Tag, .text = first_bytes({begin, tag.length}, MaxShown)}, begin);
    has_bad_start_ |= tag.name == "FEN" || tag.name == "Variant";
    return;
  }
  const Limits& limits = options_.limits;
  if (tag.name.size() + tag.value.size() > limits.tag) {
    report(visitor, {.kind = ErrorKind::TagTooLong, .limit = limits.tag}, begin);
    return;
  }
  if (tags_ > limits.tags) {
    if (tags_ == limits.tags + 1) report(visitor, {.kind = ErrorKind::TooManyTags, .limit = limits.tags}, begin);
    return;
  }
  if constexpr (V::Replay || !V::AnyVariant) {
    const auto keep = [&](KeptTag& kept) {
      kept.text = tag.value;
      kept.is_set = true;
      kept.place = place_of(tag.value.data());
    };
    if (tag.name == "FEN") keep(fen_);
    if (tag.name == "Variant") keep(variant_);
  }
  is_skipped_ = skips([&] { return visitor.tag(tag.name, tag.value); });
}

template <IsVisitor V>
bool GameParser::movetext_line(V& visitor, std::string_view text, LineKind kind, bool is_ended) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const bool was_blank = was_blank_;
  switch (kind) {
    case LineKind::Escape:
      rest_is_comment_ = true;
      return false;
    case LineKind::Blank:
      if (!is_ended_ && (!has_moves_ || is_numbered_ || tags_ != 0 || !in_main_line())) {
        was_blank_ = true;
        return false;
      }
      end_game(visitor);
      return true;
    case LineKind::Tag:
      return end_game_before(visitor, line_begin_, end);
    case LineKind::Bracket:  // a tag with an error, unless it is among moves
      if (was_blank || is_ended_) return end_game_before(visitor, line_begin_, end);
      break;
    case LineKind::Text:
      if (is_first_number(text) && has_moves_ && in_main_line()) return end_game_before(visitor, line_begin_, end);
      break;
  }
  was_blank_ = false;
  if (is_ended_) return after_result(visitor, begin, end, is_ended);
  if (skip_ == Skip::Game && skip_plain_line(text)) return false;
  return tokens(visitor, begin, end, is_ended);
}

template <IsVisitor V>
bool GameParser::comment_line(V& visitor, std::string_view text, bool is_ended) {
  const char* const end = text.data() + text.size();
  const char* const close = find_first(text.data(), end, '}');
  if (close == end) {
    append_to_comment(text, is_ended);
    return false;
  }
  append_to_comment(without_last_space({text.data(), std::size_t(close - text.data())}), false);
  state_ = State::Movetext;
  was_blank_ = false;
  comment(visitor, comment_);
  return is_ended_ ? after_result(visitor, close + 1, end, is_ended) : tokens(visitor, close + 1, end, is_ended);
}

template <IsVisitor V>
bool GameParser::end_game_before(V& visitor, const char* at, const char* end) {
  if (state_ == State::Tags) begin_movetext(visitor, at);
  unread_ = std::size_t(end - at);
  const Place place = place_of(at);
  next_offset_ = place.offset;
  next_line_ = place.line;
  next_column_ = place.column;
  end_game(visitor);
  return true;
}

// After a result, comments and NAGs may follow, then the next game.
template <IsVisitor V>
bool GameParser::after_result(V& visitor, const char* at, const char* const end, bool is_ended) {
  bool is_reported = skip_ != Skip::Nothing;
  while (true) {
    const Token token = next_token(at, end, options_.letters, buffer_);
    const std::string_view rest(token.begin, std::size_t(end - token.begin));
    switch (token.kind) {
      case TokenKind::End:
      case TokenKind::Semicolon:
        return false;
      case TokenKind::Brace:
        at = comment(visitor, token.begin, end, is_ended);
        if (at == nullptr) return false;
        continue;
      case TokenKind::Nag:
        if (skip_ == Skip::Nothing) nag(visitor, token);
        break;
      case TokenKind::Ignored:
        break;
      default:
        if (rest[0] == '[' && classify_bracket(rest) != LineKind::Text)
          return end_game_before(visitor, token.begin, end);
        if (is_first_number(rest) || (token.kind == TokenKind::San && !is_numbered_))
          return end_game_before(visitor, token.begin, end);
        if (!is_reported) {
          is_reported = true;
          report(visitor, {.kind = ErrorKind::AfterResult, .text = first_bytes(token.text, MaxShown)}, token.begin);
        }
    }
    at = token.end;
  }
}

template <IsVisitor V>
bool GameParser::finish(V& visitor) {
  next_column_ = 1;
  unread_ = 0;
  if (state_ == State::Between) return false;
  line_begin_ = nullptr;
  line_offset_ = next_offset_;
  line_number_ = next_line_;
  line_column_ = 1;
  if (state_ == State::Tags) begin_movetext(visitor, line_begin_);
  end_game(visitor);
  return true;
}

// --- Parts of a game.

template <IsVisitor V>
void GameParser::begin_game(V& visitor, const char* at) {
  const Place place = place_of(at);
  game_offset_ = place.offset;
  game_line_ = place.line;
  state_ = State::Tags;
  skip(Skip::Nothing);
  was_blank_ = is_ended_ = is_over_ = has_event_ = has_bracket_ = has_garbage_ = has_moves_ = is_numbered_ = false;
  has_comment_ = has_text_ = is_blocked_ = has_bad_start_ = fen_.is_set = variant_.is_set = false;
  fast_moves_ = FastMoves::None;
  has_opening_ = has_closing_ = false;
  tags_ = moves_ = nags_ = errors_ = 0;
  first_tag_.clear();
  variations_.clear();
  replay_.restart();
  is_skipped_ = skips([&] { return visitor.begin_game(); });
}

template <IsVisitor V>
void GameParser::begin_movetext(V& visitor, const char* at) {
  movetext_begin_ = place_of(at);
  movetext_offset_ = movetext_begin_.offset;
  state_ = State::Movetext;
  was_blank_ = false;
  skip(Skip::Game);
  if (is_skipped_ || skips([&] { return visitor.begin_movetext(); }) || is_over_) return;
  if (has_bad_start_ || !find_start(visitor)) is_blocked_ = true;
  if (is_blocked_) fast_moves_ = FastMoves::None;
  if (!is_over_) skip(Skip::Nothing);
}

template <IsVisitor V>
bool GameParser::find_start(V& visitor) {
  if constexpr (V::Replay || !V::AnyVariant) {
    const auto value = [](const KeptTag& kept) {
      return kept.is_set ? std::optional<std::string_view>(kept.text) : std::nullopt;
    };
    StartPosition start;
    if (const auto error = read_start(value(variant_), value(fen_), start)) {
      const KeptTag& tag = error->kind == ErrorKind::Fen ? fen_ : variant_;
      report(visitor, {.kind = error->kind, .text = tag.text, .fen = error->fen}, tag.place);
      return V::AnyVariant && error->kind == ErrorKind::Variant;
    }
    if constexpr (V::Replay) {
      std::visit(
          [&](const auto& p) {
            replay_.track(p);
            if (options_.letters.empty() && has_regular_kings(p))
              fast_moves_ = std::is_same_v<decltype(p), const Position&> ? FastMoves::OfChess : FastMoves::OfVariant;
            visitor.start_position(p);
          },
          start);
    }
  }
  return true;
}

template <IsVisitor V>
void GameParser::end_game(V& visitor) {
  if (state_ == State::Comment) {
    if (skip_ != Skip::Game) report(visitor, {.kind = ErrorKind::UnclosedComment}, comment_begin_);
    comment(visitor, comment_);
  }
  if (skip_ != Skip::Game && !variations_.empty())
    report(visitor, {.kind = ErrorKind::UnclosedVariation}, variations_.back());
  if (skip_ == Skip::Nothing && has_text_ && !has_moves_ && !has_comment_ && !is_ended_)
    report(visitor, {.kind = ErrorKind::NoMoves}, movetext_begin_);  // numbers, NAGs and dots alone
  state_ = State::Between;
  was_blank_ = false;
  visitor.end_game();
}

template <IsVisitor V>
bool GameParser::tokens(V& visitor, const char* at, const char* const end, bool is_ended) {
  bool is_plain = skip_ == Skip::Game && !has_moves_;  // try to skip the rest of the line after the first move
  while (true) {
    if (skip_ != Skip::Nothing) [[unlikely]] {
      if (!in_main_line()) {  // only parentheses and comments count here
        at = find_first(at, end, '(', ')', '{', ';');
        if (at == end) return false;
      } else if (is_plain && has_moves_) {
        is_plain = false;
        if (skip_plain_line({at, std::size_t(end - at)})) return false;
      }
    }
    at = has_moves_ ? next_start(at, end, nullptr) : next_start(at, end, &is_numbered_);
    if (at == end) return false;
    switch (start_of(at)) {
      case Start::Move:
        if (end - at < 8) break;
        if (!V::Replay || skip_ != Skip::Nothing) {
          const std::size_t length = options_.letters.empty() ? plain_move(at) : 0;
          if (length == 0) break;
          if (skip_ == Skip::Nothing) san(visitor, {TokenKind::San, 0, at, at + length, {at, length}});
          has_moves_ = true;
          at += length;
          if (*at != ' ') ++at;
          if (is_over_ && skip_ != Skip::Game) skip_game();
          continue;
        }
        if constexpr (V::Replay) {
          std::size_t length = 0;
          if (fast_moves_ == FastMoves::OfChess) [[likely]] {
            length = fast_move(visitor, replay_.position(), at);
          } else if (fast_moves_ == FastMoves::OfVariant && !replay_.variant().is_over()) {
            length = fast_move(visitor, replay_.variant(), at);
          }
          if (length == 0) break;
          at += length;
          if ((*at == '+' || *at == '#') && (at + 1 == end || at[1] == ' ')) ++at;  // the usual end of a check
          if (at == end || *at != ' ') continue;
          if (++at == end || *at != '{' || skip_ != Skip::Nothing) continue;
          // The usual comment, which ends in this line.
          if (const char* const close = find_first(at, end, '}'); close != end) {
            comment_after_move(visitor, in_braces(at, close));
            at = close + 1;
          }
          continue;
        }
        break;
      case Start::Brace:
        at = comment(visitor, at, end, is_ended);
        if (at == nullptr) return false;
        continue;
      default:
        break;
    }
    const Token token = next_token(at, end, options_.letters, buffer_);
    at = token.end;
    switch (token.kind) {
      case TokenKind::End:
        return false;
      case TokenKind::Semicolon:
        rest_is_comment_ = true;
        return false;
      case TokenKind::Number:
        if (!has_moves_) is_numbered_ = true;
        break;
      case TokenKind::Brace:
        --at;
        break;
      case TokenKind::Ignored:
        break;
      case TokenKind::Nag:
        if (skip_ == Skip::Nothing) nag(visitor, token);
        break;
      case TokenKind::Open:
        open(visitor, token.begin);
        break;
      case TokenKind::Close:
        close(visitor, token.begin);
        break;
      case TokenKind::Result:
        if (!in_main_line()) {
          if (skip_ == Skip::Nothing) san(visitor, token);
          break;
        }
        is_ended_ = true;
        if (skip_ != Skip::Game && skips([&] { return visitor.result(token.text); })) skip_game();
        return after_result(visitor, at, end, is_ended);
      case TokenKind::San:
        if (skip_ == Skip::Nothing) san(visitor, token);
        has_moves_ = true;
        break;
      case TokenKind::Unknown:
        if (skip_ == Skip::Nothing) unknown(visitor, token);
        has_moves_ = true;
        break;
    }
    if (is_over_ && skip_ != Skip::Game) skip_game();
  }
}

template <IsVisitor V>
const char* GameParser::comment(V& visitor, const char* at, const char* const end, bool is_ended) {
  const char* const close = find_first(at, end, '}');
  if (close == end) {
    comment_begin_ = place_of(at);
    if (++at != end && *at == ' ') ++at;
    comment_.clear();
    append_to_comment({at, std::size_t(end - at)}, is_ended);
    state_ = State::Comment;
    was_blank_ = false;
    return nullptr;
  }
  comment(visitor, in_braces(at, close));
  return close + 1;
}

template <IsVisitor V>
void GameParser::comment(V& visitor, std::string_view text) {
  if (!has_moves_) [[unlikely]] {
    has_comment_ = true;
    if (skip_ == Skip::Nothing && tags_ == 0 && is_json(text))
      report(visitor, {.kind = ErrorKind::NotPgn, .text = "{"}, line_begin_);
  }
  if (skip_ == Skip::Nothing) comment_after_move(visitor, text);
}

template <IsVisitor V>
inline void GameParser::comment_after_move(V& visitor, std::string_view text) {
  const std::size_t limit = options_.limits.comment;
  if (text.size() > limit) [[unlikely]] {
    report(visitor, {.kind = ErrorKind::CommentTooLong, .limit = limit}, line_begin_);
    text = first_bytes(text, limit);
  }
  if (skips([&] { return visitor.comment(text); }) || is_over_) skip_game();
}

template <IsVisitor V>
void GameParser::nag(V& visitor, const Token& token) {
  std::uint32_t number = token.glyph;
  if (number == 0 && std::from_chars(token.begin + 1, token.end, number).ec != std::errc())
    return report(visitor, {.kind = ErrorKind::NagTooLarge}, token.begin);
  const std::size_t limit = options_.limits.nags;
  if (++nags_ <= limit) {
    if (skips([&] { return visitor.nag(number); })) skip_game();
  } else if (nags_ == limit + 1) {
    report(visitor, {.kind = ErrorKind::TooManyNags, .limit = limit}, token.begin);
  }
}

template <IsVisitor V>
void GameParser::open(V& visitor, const char* at) {
  if (options_.ignores_parentheses && !has_moves_ && in_main_line()) {
    has_opening_ = true;
    return;
  }
  if (is_blocked_ && skip_ == Skip::Nothing) block(visitor);
  if (skip_ != Skip::Nothing) {
    ++skip_depth_;
    return;
  }
  if (ply() == 0) {
    report(visitor, {.kind = ErrorKind::VariationOfNothing}, at);
    return skip(Skip::Misplaced);
  }
  nags_ = 0;
  variations_.push_back(place_of(at));
  if (skips([&] { return visitor.begin_variation(); })) {
    skip(Skip::Variation);
  } else {
    replay_.open();
  }
}

template <IsVisitor V>
void GameParser::close(V& visitor, const char* at) {
  nags_ = 0;
  if (skip_ != Skip::Nothing && skip_depth_ != 0) {
    --skip_depth_;
    return;
  }
  if (skip_ == Skip::Game) return;
  if (skip_ == Skip::Misplaced) return skip(Skip::Nothing);
  if (skip_ == Skip::Variation) {
    variations_.pop_back();
    visitor.end_variation();
    return skip(Skip::Nothing);
  }
  if (depth() != 0) {
    skip_ = Skip::Nothing;
    variations_.pop_back();
    visitor.end_variation();
    return replay_.close();
  }
  if (skip_ == Skip::Line || has_closing_) return;
  if (options_.ignores_parentheses && !has_opening_) {
    is_blocked_ = has_closing_ = true;
    fast_moves_ = FastMoves::None;
    unmatched_ = place_of(at);
    return;
  }
  report(visitor, {.kind = ErrorKind::UnmatchedParenthesis}, at);
  skip(Skip::Line);
}

template <IsVisitor V>
void GameParser::block(V& visitor) {
  if (has_closing_) report(visitor, {.kind = ErrorKind::UnmatchedParenthesis}, unmatched_);
  skip(Skip::Line);
}

template <IsVisitor V>
void GameParser::unknown(V& visitor, const Token& token) {
  if (is_blocked_) return block(visitor);
  const Error error{
      .kind = ErrorKind::San, .text = first_bytes(token.text, MaxShown), .move = {Move(), MoveError::Invalid}};
  if (replay_.is_tracked()) {
    report_in_position(visitor, error, token.begin);
  } else {
    report(visitor, error, token.begin);
  }
  skip(Skip::Line);
}

template <IsVisitor V>
bool GameParser::accepts(V& visitor, std::string_view text, const char* at) {
  const std::size_t limit = options_.limits.moves;
  if (moves_ == limit) [[unlikely]] {
    report(visitor, {.kind = ErrorKind::TooManyMoves, .limit = limit}, at);
    is_over_ = true;
    skip_game();
    return false;
  }
  ++moves_;
  nags_ = 0;
  has_moves_ = true;
  if constexpr (std::is_void_v<decltype(visitor.san(text))>) {
    visitor.san(text);
  } else {
    const Reply reply = visitor.san(text);
    if (reply == Reply::Illegal) skip(Skip::Line);
    if (reply != Reply::Play) return false;
  }
  return true;
}

template <IsVisitor V>
void GameParser::san(V& visitor, const Token& token) {
  if (is_blocked_) [[unlikely]]
    return block(visitor);
  const std::string_view text = token.text;
  if (!accepts(visitor, text, token.begin)) return;
  if constexpr (V::Replay) {
    const ParsedMove parsed = replay_.with_position([text](const auto& before) { return parse_san(before, text); });
    if (parsed) return play(visitor, parsed.move);
    report_in_position(visitor, {.kind = ErrorKind::San, .text = text, .move = parsed}, token.begin);
    skip(Skip::Line);
  } else {
    replay_.count();
  }
}

template <IsVisitor V>
void GameParser::report(V& visitor, Error error, const Place& place) {
  error.offset = place.offset;
  error.line = place.line;
  error.column = place.column;
  error.ply = ply();
  visitor.error(error);
  const std::size_t limit = options_.limits.errors;
  if (++errors_ < limit || is_over_) return;
  is_over_ = true;
  error = {.kind = ErrorKind::TooManyErrors,
           .offset = error.offset,
           .line = error.line,
           .column = error.column,
           .ply = error.ply,
           .limit = limit};
  visitor.error(error);
}

template <IsVisitor V>
void GameParser::end_long_game(V& visitor) {
  if (is_skipped_ || is_over_ || skip_ == Skip::Game) return;
  report(visitor, {.kind = ErrorKind::GameTooLong, .limit = options_.limits.game}, line_begin_);
  is_over_ = true;
  if (state_ != State::Tags) skip_game();  // further tags are ignored, but begin_movetext is called
}

}  // namespace bitrook::pgn
