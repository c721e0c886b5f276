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
      const TextLine line = first_line(rest(), options_.line_ends);
      at_ += line.length;
      if (parser_.line(visitor, line)) return true;
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
  std::size_t feed(V& visitor, std::string_view bytes);
  // Ends the input. Returns true if that completes a game.
  template <IsVisitor V>
  bool finish(V& visitor);

  const GameParser& parser() const { return parser_; }

 private:
  // Add a part of a line, and end the line. Return true if that completes a game.
  template <IsVisitor V>
  bool add(V& visitor, std::string_view text);
  template <IsVisitor V>
  bool end_line(V& visitor, std::size_t length_of_end);

  Options options_;
  GameParser parser_;
  std::string kept_;           // the beginning of an incomplete line
  bool ends_with_cr_ = false;  // which may be the first half of a CR LF
  bool is_given_ = false;      // the line is too long to be kept, so the parser was given its beginning
};

}  // namespace bitrook::pgn

#include "bitrook/pgn/reader_impl.hpp"
