// LineReader: feeds the lines of a Python file to a parser, up to the end of a game.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/pgn/game_tree.hpp"
#include "bitrook/pgn/parser.hpp"

namespace bitrook::bindings {

// Returns the limits in a _PgnLimits, or the defaults for None.
pgn::Limits limits_of(const pybind11::object& limits);

// Returns the letters of the pieces in a tuple of six str, or those of English for None.
pgn::PieceLetters letters_of(const pybind11::object& letters);

// Returns the exception for an error: the one for an invalid, illegal or ambiguous move, or ValueError. Line numbers in
// the message count from the first line of the game.
pybind11::object exception_of(const pgn::GameParser& parser, pgn::Error error);

// A tree builder that also collects the exceptions for errors.
struct TreeBuilder : pgn::GameTreeBuilder {
  explicit TreeBuilder(const pgn::GameParser& p) : parser(p) {}
  void error(const pgn::Error& error) { errors.push_back(exception_of(parser, error)); }

  const pgn::GameParser& parser;
  std::vector<pybind11::object> errors;
};

// The state for reading a game, which is reused for the next one.
struct ReaderState {
  explicit ReaderState(const pgn::Options& options)
      : parser(options), builder(parser), ignores_parentheses(options.ignores_parentheses) {}
  pgn::GameParser parser;
  TreeBuilder builder;
  bool ignores_parentheses;
};

// The arguments of the functions that read a game.
struct HowToRead {
  bool sized;                        // readline() takes the largest number of characters that it may return
  pybind11::object limits, letters;  // None for the defaults
  bool ignores_parentheses;          // pgn::Options
};

// Calls `readline` for each line. It returns str, or bytes, which are decoded as UTF-8, or as Latin-1 if they are not
// valid UTF-8. A line may arrive in pieces if each of them has more than Limits::game characters, which is the size
// that `readline` gets if it takes one.
class LineReader {
 public:
  LineReader(const pybind11::object& readline, const HowToRead& how);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  pgn::GameParser& parser() { return state_->parser; }
  TreeBuilder& builder() { return state_->builder; }

  // Reads lines up to the end of a game. Returns false if there was none.
  template <class Visitor>
  bool read_game(Visitor& visitor) {
    while (true) {
      const Text line = next_line();
      if (line.text.empty()) {
        unread_ = joined({});
        return parser().finish(visitor);
      }
      std::string_view rest = line.text;
      while (!rest.empty()) {  // CR alone ends a line, too
        const pgn::TextLine part = first_line(rest);
        if (parser().plain_tag_line(visitor, part)) {
          rest.remove_prefix(part.length);
          continue;
        }
        const bool was_waiting = parser().is_waiting();
        if (parser().line(visitor, part)) {
          rest.remove_prefix(part.length - unread_of(part));
          unread_ = joined(rest);
          return true;
        }
        if (was_waiting && parser().is_waiting()) {
          after_blank_.append(rest.substr(0, part.length));
        } else {
          after_blank_.clear();
        }
        rest.remove_prefix(part.length);
      }
    }
  }
  // The text that was read after the end of the game, as str.
  const pybind11::object& unread() const { return unread_; }

 private:
  struct Text {
    std::string_view text;
    pybind11::object owner;
  };
  std::size_t unread_of(const pgn::TextLine& part) const {
    const std::size_t unread = state_->parser.unread();
    return unread == 0 ? 0 : unread + (part.length - part.text.size());
  }
  // The first line of what readline() returned, which is usually all of it.
  static pgn::TextLine first_line(std::string_view text) {
    const std::string_view line = text.substr(0, text.size() - 1);
    const bool is_all = text.back() == '\n' && line.find('\n') == line.npos && line.find('\r') == line.npos;
    return is_all ? pgn::TextLine{line, text.size()} : pgn::first_line(text);
  }
  // The lines after the empty line that ended the game, and the rest of the last one.
  pybind11::object joined(std::string_view rest) const;
  Text next_line();
  Text next_piece();

  pybind11::object readline_, size_;
  std::size_t longest_;  // a text of at most this length is always a whole line
  bool is_default_;
  bool line_is_open_ = false;  // the last piece did not end the line
  std::string after_blank_;    // lines that may belong to the next game
  pybind11::object unread_;
  std::unique_ptr<ReaderState> state_;
};

}  // namespace bitrook::bindings
