// pgn_events() and pgn_rewrite() for the tests: the events of the PGN reader, as tuples and as PGN.
#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "bindings/pgn/line_reader.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/pgn/reader.hpp"
#include "bitrook/pgn/writer.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

py::bytes bytes_of(std::string_view text) { return {text.data(), text.size()}; }

// A visitor that tracks positions, and one that does not.
template <bool Replays>
struct Recorder : pgn::Visitor {
  static constexpr bool Replay = Replays, AnyVariant = !Replays;

  py::list events;

  template <class... Values>
  void add(const char* name, Values&&... values) {
    events.append(py::make_tuple(name, std::forward<Values>(values)...));
  }
  void begin_game() { add("begin_game"); }
  void tag(std::string_view name, std::string_view value) { add("tag", bytes_of(name), bytes_of(value)); }
  void begin_movetext() { add("begin_movetext"); }
  void start_position(const auto& start) { add("start_position", fen_text(start), start.chess960()); }
  void san(std::string_view text) { add("san", bytes_of(text)); }
  void move(Move m, const Position&) {
    char text[MaxUci];
    add("move", std::string(text, write_uci(m, text)));
  }
  void nag(std::uint32_t number) { add("nag", number); }
  void comment(std::string_view text) { add("comment", bytes_of(text)); }
  void begin_variation() { add("begin_variation"); }
  void end_variation() { add("end_variation"); }
  void result(std::string_view text) { add("result", bytes_of(text)); }
  void error(const pgn::Error& error) {
    add("error", int(error.kind), error.offset, error.line, error.column, error.ply, bytes_of(pgn::message(error)));
  }
  void end_game() { add("end_game"); }
};

template <class V>
py::list read_all(std::string_view text, std::size_t chunk, const pgn::Options& options) {
  V visitor;
  if (chunk == 0) {
    pgn::BufferReader reader(text, options);
    while (reader.read_game(visitor)) {
    }
  } else {
    pgn::StreamReader reader(options);
    for (std::size_t at = 0; at < text.size(); at += chunk) reader.feed(visitor, text.substr(at, chunk));
    reader.finish(visitor);
  }
  return visitor.events;
}

py::list pgn_events(const py::bytes& text, std::size_t chunk, bool replay, const py::object& letters) {
  const auto read = replay ? read_all<Recorder<true>> : read_all<Recorder<false>>;
  return read(text, chunk, {.letters = letters_of(letters)});
}

py::bytes pgn_rewrite(const py::bytes& text, std::size_t columns, bool headers, bool comments, bool variations) {
  pgn::Writer writer({.columns = columns, .headers = headers, .comments = comments, .variations = variations});
  pgn::BufferReader reader(text);
  while (reader.read_game(writer)) {
  }
  return bytes_of(writer.text());
}

}  // namespace

void define_pgn(py::module_& m) {
  m.def("pgn_events", &pgn_events, "text"_a, py::kw_only(), "chunk"_a = 0, "replay"_a = true, "letters"_a = py::none(),
        R"(Return the events of the PGN reader in order, for tests.

`chunk` is the number of bytes passed to the reader at once, or 0 to pass all of them.)");
  m.def("pgn_rewrite", &pgn_rewrite, "text"_a, py::kw_only(), "columns"_a = 80, "headers"_a = true, "comments"_a = true,
        "variations"_a = true, R"(Return the games of a text as the PGN writer writes them, for tests.

`columns` is the maximum length of a line of movetext, or 0 for a single line.)");
}

}  // namespace bitrook::bindings
