// LineReader: feeds the lines of a Python file to a parser, up to the end of a game.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "bitrook/pgn/game_tree.hpp"
#include "bitrook/pgn/parser.hpp"

namespace bitrook::bindings {

// The limits given by a tuple in the order of pgn::Limits, or the defaults for None.
pgn::Limits limits_of(const pybind11::object& limits);

// The exception for an error: that of the move, or ValueError. The message counts lines from the first one of the game.
pybind11::object exception_of(const pgn::GameParser& parser, pgn::Error error);

// A builder of trees that also keeps the exceptions of the errors.
struct TreeBuilder : pgn::GameTreeBuilder {
  explicit TreeBuilder(const pgn::GameParser& p) : parser(p) {}
  void error(const pgn::Error& error) { errors.push_back(exception_of(parser, error)); }

  const pgn::GameParser& parser;
  std::vector<pybind11::object> errors;
};

// What is needed to read a game, kept for the next one.
struct ReaderState {
  explicit ReaderState(const pgn::Limits& limits)
      : parser({.limits = limits, .reads_other_variants = true}), builder(parser) {}
  pgn::GameParser parser;
  TreeBuilder builder;
};

// Calls `readline` for each line: str, or bytes that are read as UTF-8, or as Latin-1 if they are not UTF-8. A line
// may come in pieces if they have more than Limits::game characters each.
class LineReader {
 public:
  LineReader(const pybind11::object& readline, const pybind11::object& limits);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  pgn::GameParser& parser() { return state_->parser; }
  TreeBuilder& builder() { return state_->builder; }

  // Reads lines to the end of a game. False if there was none.
  template <class Visitor>
  bool read_game(Visitor& visitor) {
    while (true) {
      const Text line = next_line();
      if (line.text.empty()) return parser().finish(visitor);
      if (parser().line(visitor, line.text)) return true;
    }
  }

 private:
  struct Text {
    std::string_view text;
    pybind11::object owner;
  };
  Text next_line();
  Text next_piece();

  pybind11::object readline_;
  std::size_t longest_;  // line that is never a piece of one
  bool is_default_;
  bool line_is_open_ = false;  // the last piece did not end its line
  std::unique_ptr<ReaderState> state_;
};

}  // namespace bitrook::bindings
