// GameParser: the core of the readers. It receives one line at a time and calls a visitor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bitrook/base/checked.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/error.hpp"
#include "bitrook/pgn/options.hpp"
#include "bitrook/pgn/replay.hpp"
#include "bitrook/pgn/start.hpp"
#include "bitrook/pgn/text.hpp"
#include "bitrook/pgn/tokens.hpp"
#include "bitrook/pgn/visitor.hpp"

namespace bitrook::pgn {

// A PGN parser that sends the same events as python-chess's `read_game`. A game ends at the end of the input, or with
// the blank line after its movetext, which belongs to the game. A parser can read many games; after the first few, it
// does not allocate memory.
class GameParser {
 public:
  explicit GameParser(const Options& options = {}) : options_(options), next_offset_(options.first_offset) {
    BITROOK_ASSERT(options.limits.are_valid());
  }

  // Reads the next line. Returns true if it completes a game, in which case `end_game` has been called.
  template <IsVisitor V>
  bool line(V& visitor, TextLine line);
  // The same for a line as returned by Python's readline(), including its line feed.
  template <IsVisitor V>
  bool line(V& visitor, std::string_view text) {
    const std::size_t length = text.size();
    return line(visitor, TextLine{text.ends_with('\n') ? text.substr(0, length - 1) : text, length});
  }
  // Passes more of the previous line, if that was longer than Limits::game and did not end. The caller does not have to
  // keep such a line. `length` includes the line end.
  void rest_of_line(std::string_view text, std::size_t length);
  // Ends the input. Returns true if that completes a game.
  template <IsVisitor V>
  bool finish(V& visitor);

  // --- The current place of the parser, which is also available during events.
  bool in_game() const { return state_ != State::Between; }
  std::uint64_t offset() const { return next_offset_; }       // of the first byte that has not been read
  std::uint64_t line_number() const { return next_line_; }    // of the line that begins there
  std::uint64_t game_offset() const { return game_offset_; }  // of the first line of the last game
  std::uint64_t game_line() const { return game_line_; }
  // The offset of the last game's movetext, after the tags and the lines that follow them. Valid from begin_movetext
  // on.
  std::uint64_t movetext_offset() const { return movetext_offset_; }
  std::size_t ply() const { return replay_.plies(); }  // the number of moves from the start of the game
  // The number of open variations: 0 in the main line. In end_variation, the one that ends is still counted.
  std::size_t depth() const { return replay_.depth(); }
  const Position& position() const { return replay_.position(); }  // after the last move, if positions are tracked
  // Continues elsewhere in the input, and drops an incomplete game.
  void seek(std::uint64_t offset, std::uint64_t line_number);

 private:
  enum class State : std::uint8_t { Between, Tags, Movetext, Comment, Skipping };

  template <IsVisitor V>
  void begin_game(V& visitor);
  // Reads a line of movetext, or a line that begins inside a comment. Returns true if the game is complete.
  template <IsVisitor V>
  bool movetext_line(V& visitor, std::string_view text, bool is_ended);
  template <IsVisitor V>
  bool comment_line(V& visitor, std::string_view text, bool is_ended);
  template <IsVisitor V>
  void tag(V& visitor, std::string_view line);
  template <IsVisitor V>
  void begin_movetext(V& visitor);
  // Reads the tokens from `at` to `end`. Returns true if the game is complete.
  template <IsVisitor V>
  bool tokens(V& visitor, const char* at, const char* end, bool is_ended);
  // These return true if the rest of the game has to be skipped.
  template <IsVisitor V>
  bool comment(V& visitor, std::string_view text);
  template <IsVisitor V>
  bool nag(V& visitor, const Token& token);
  template <IsVisitor V>
  bool token(V& visitor, const Token& token);
  template <IsVisitor V>
  bool san(V& visitor, std::string_view text);
  template <IsVisitor V>
  bool play(V& visitor, Move m);

  // Reports a move as written. Returns true if it should be made.
  template <IsVisitor V>
  bool accepts(V& visitor, std::string_view text);

  template <IsVisitor V>
  void open_variation(V& visitor);
  template <IsVisitor V>
  void close_variation(V& visitor);
  template <IsVisitor V>
  void end_game(V& visitor) {
    state_ = State::Between;
    first_line_ = true;
    visitor.end_game();
  }
  template <IsVisitor V>
  void report(V& visitor, Error error, const char* at);
  // Ends a game that is longer than its limit: it is skipped from the current line on.
  template <IsVisitor V>
  void end_long_game(V& visitor);

  // Skips the rest of the game, which begins at `rest` in the current line.
  bool skip_game(const char* rest, const char* end) {
    state_ = State::Skipping;
    skipping_comment_ = false;
    skip_movetext({rest, std::size_t(end - rest)});
    return false;
  }
  void skip_movetext(std::string_view line);
  // Appends a part of a multi-line comment, up to one character more than the limit.
  void append_to_comment(std::string_view text, bool is_ended);

  // A tag that the start position depends on.
  struct KeptTag {
    std::string text;
    bool is_set = false;
    std::uint64_t line_offset = 0, line = 0;
    std::size_t index = 0;  // in its line
  };
  void keep(KeptTag& kept, std::string_view value) {
    kept.text = value;
    kept.is_set = true;
    kept.line_offset = line_offset_;
    kept.line = line_number_;
    kept.index = std::size_t(value.data() - line_begin_);
  }

  State state_ = State::Between;
  bool first_line_ = true;   // the next line is the first one after a game or seek(); byte order marks are skipped
  bool blank_line_ = false;  // a blank line follows the last tag
  bool is_skipped_ = false;  // an event before the movetext returned Flow::Skip
  bool is_over_ = false;     // an error was reported after which the rest of the game is skipped
  bool fast_moves_ = false;  // read_fast_move may be used
  bool skipping_comment_ = false;
  bool rest_is_comment_ = false;  // the rest of the skipped line is a comment
  std::size_t skip_depth_ = 0;    // open variations in the skipped text, including itself; 0 if nothing is skipped
  std::size_t tags_ = 0, moves_ = 0, nags_ = 0, errors_ = 0;  // numbers in this game; NAGs of the last move
  Options options_;
  Replay replay_;
  std::string comment_;  // the lines of a comment that has not ended yet
  KeptTag fen_, variant_;
  const char* line_begin_ = nullptr;
  std::uint64_t line_offset_ = 0, line_number_ = 1;  // of the current line
  std::uint64_t next_offset_, next_line_ = 1;
  std::uint64_t game_offset_ = 0, game_line_ = 1, movetext_offset_ = 0;
};

}  // namespace bitrook::pgn

#include "bitrook/pgn/parser_impl.hpp"
#include "bitrook/pgn/parser_movetext_impl.hpp"
