// Readers of PGN: BufferReader reads games from text in memory, StreamReader is given the text in pieces.
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

// Reads a whole buffer, a memory-mapped file for example, game by game. The buffer must stay valid.
class BufferReader {
 public:
  explicit BufferReader(std::string_view text, const Options& options = {})
      : text_(text), options_(options), parser_(options) {}

  // Reads the next game. False if there is none.
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

  // Of the next game: the byte after the last one that was read.
  std::size_t offset() const { return at_; }
  // Continues at an offset where a game begins. Errors count lines from `line_number` on.
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

// Reads text that comes in pieces of any size: the events are those of the whole text. It keeps a line whose end has
// not come yet, unless it is longer than a game may be.
class StreamReader {
 public:
  explicit StreamReader(const Options& options = {}) : options_(options), parser_(options) {}

  // Returns the number of games that were completed.
  template <IsVisitor V>
  std::size_t feed(V& visitor, std::string_view bytes);
  // The end of the input. True if it completes a game.
  template <IsVisitor V>
  bool finish(V& visitor);

  const GameParser& parser() const { return parser_; }

 private:
  // A part of a line, and the bytes that end the line. True if that completes a game.
  template <IsVisitor V>
  bool add(V& visitor, std::string_view text);
  template <IsVisitor V>
  bool end_line(V& visitor, std::size_t length_of_end);

  Options options_;
  GameParser parser_;
  std::string kept_;           // the beginning of a line
  bool ends_with_cr_ = false;  // which may be half of the line's end
  bool is_given_ = false;      // the line is too long to be kept: the parser has its beginning
};

}  // namespace bitrook::pgn

#include "bitrook/pgn/reader_impl.hpp"
