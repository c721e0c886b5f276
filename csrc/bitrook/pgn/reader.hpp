// PGN readers: BufferReader reads games from text in memory, and StreamReader reads text that arrives in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bitrook/pgn/options.hpp"
#include "bitrook/pgn/parser.hpp"
#include "bitrook/pgn/text.hpp"
#include "bitrook/pgn/visitor.hpp"

namespace bitrook::pgn {

// Reads a buffer, such as a memory-mapped file, game by game. The buffer must stay valid.
class BufferReader {
 public:
  explicit BufferReader(std::string_view text, const Options& options = {})
      : text_(text), options_(options), parser_(options) {}

  // Reads the next game. Returns false at the end of the text.
  template <IsVisitor V>
  bool read_game(V& visitor) {
    while (!rest().empty()) {
      at_ += parser_.plain_tags(visitor, rest());
      const TextLine line = first_line(rest());
      const bool complete = parser_.line(visitor, line);
      at_ = std::size_t(parser_.offset() - options_.first_offset);
      if (complete) return true;
    }
    return parser_.finish(visitor);
  }
  bool skip_game() {
    SkipVisitor skip;
    return read_game(skip);
  }

  // The offset of the next game, which begins after the last byte that was read.
  std::size_t offset() const { return at_; }
  // Continues at an offset where a game begins. In errors, its first line has the number `line_number`.
  void seek(std::size_t offset, std::uint64_t line_number = 1) {
    at_ = offset;
    parser_.seek(options_.first_offset + offset, line_number);
  }
  const GameParser& parser() const { return parser_; }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  std::string_view text_;
  Options options_;
  std::size_t at_ = 0;
  GameParser parser_;
};

// Reads text that arrives in pieces of any size. The events are the same as for the whole text. An incomplete line is
// kept until it ends, unless it is longer than Limits::game.
class StreamReader {
 public:
  explicit StreamReader(const Options& options = {}) : options_(options), parser_(options) {}

  // Returns the number of games that were completed.
  template <IsVisitor V>
  std::size_t feed(V& visitor, std::string_view bytes) {
    std::size_t games = 0;
    if (ends_with_cr_ && !bytes.empty()) {
      const bool feed = bytes.front() == '\n';
      if (feed) bytes.remove_prefix(1);
      ends_with_cr_ = false;
      games += end_line(visitor, feed ? 2 : 1);
    }
    while (!bytes.empty()) {
      if (kept_.empty() && !is_given_) bytes.remove_prefix(parser_.plain_tags(visitor, bytes));
      const TextLine line = first_line(bytes);
      const bool is_last = line.length == bytes.size();
      // If the piece ends with CR, a line feed at the beginning of the next piece belongs to the same line end.
      const bool pending = is_last && bytes.back() == '\r';
      const std::string_view text = line.text;
      if (line.is_ended() && !pending && kept_.empty() && !is_given_) {
        games += read(visitor, line);
      } else {
        games += add(visitor, text);
        ends_with_cr_ = pending;
        if (line.is_ended() && !pending) games += end_line(visitor, line.length - text.size());
      }
      bytes.remove_prefix(line.length);
    }
    return games;
  }
  // Ends the input. Returns true if that completes a game.
  template <IsVisitor V>
  bool finish(V& visitor) {
    bool complete = false;
    if (ends_with_cr_) {
      ends_with_cr_ = false;
      complete = end_line(visitor, 1) != 0;
    } else if (!kept_.empty() || is_given_) {
      complete = end_line(visitor, 0) != 0;
    }
    return parser_.finish(visitor) || complete;
  }

  const GameParser& parser() const { return parser_; }

 private:
  // These return the number of games that were completed.

  // Reads a line, which may have the end of a game and all of the next ones.
  template <IsVisitor V>
  std::size_t read(V& visitor, TextLine line) {
    std::size_t games = 0;
    while (parser_.line(visitor, line)) {
      ++games;
      const std::size_t unread = parser_.unread();
      if (unread == 0) break;
      const std::size_t end = line.length - line.text.size();
      line = {line.text.substr(line.text.size() - unread), unread + end};
    }
    return games;
  }
  // Adds a part of a line.
  template <IsVisitor V>
  std::size_t add(V& visitor, std::string_view text) {
    const std::size_t limit = options_.limits.game;
    std::size_t games = 0;
    while (!is_given_) {
      const std::string_view used = text.substr(0, limit + 1 - kept().size());
      kept_.append(used);
      text.remove_prefix(used.size());
      if (kept().size() <= limit) return games;
      const std::size_t complete = parser_.line(visitor, TextLine{kept(), kept().size()});
      games += complete;
      if (complete && parser_.unread() != 0) {  // the next game gets as much text as this one
        drop(kept().size() - parser_.unread());
      } else {
        clear_kept();
        is_given_ = true;
      }
    }
    parser_.rest_of_line(text, text.size());
    return games;
  }
  template <IsVisitor V>
  std::size_t end_line(V& visitor, std::size_t length_of_end) {
    if (is_given_) {
      is_given_ = false;
      parser_.rest_of_line({}, length_of_end);
      return 0;
    }
    const std::size_t games = read(visitor, TextLine{kept(), kept().size() + length_of_end});
    clear_kept();
    return games;
  }

  // The beginning of an incomplete line that has not been read.
  std::string_view kept() const { return std::string_view(kept_).substr(dropped_); }
  void drop(std::size_t size) {
    dropped_ += size;
    if (dropped_ <= options_.limits.game) return;  // move the rest only after as many bytes have been dropped
    kept_.erase(0, dropped_);
    dropped_ = 0;
  }
  void clear_kept() {
    kept_.clear();
    dropped_ = 0;
  }

  Options options_;
  GameParser parser_;
  std::string kept_;  // the beginning of an incomplete line, after `dropped_` bytes that have been read
  std::size_t dropped_ = 0;
  bool ends_with_cr_ = false;  // which may be the first half of a CR LF
  bool is_given_ = false;      // the line is too long to be kept, so the parser was given its beginning
};

}  // namespace bitrook::pgn
