// The readers of bitrook.pgn, which return a game as a GameTree, report it to a Python visitor, or skip it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/pgn/line_reader.hpp"
#include "bindings/pgn/text.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/type_builder.hpp"
#include "bitrook/pgn/languages.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using pgn::Flow;
using pgn::Reply;

// Calls a Python visitor as python-chess does. `start`, of the Python class _Start, handles the tags and creates the
// board.
class PythonVisitor : public pgn::Visitor {
 public:
  static constexpr bool Replay = false, AnyVariant = true;  // the Python visitor and `start` know the rules

  PythonVisitor(const pgn::GameParser& parser, const py::object& visitor, const py::object& start,
                const py::object& skip)
      : parser_(parser), visitor_(visitor), start_(start), skip_(skip) {}

  Flow begin_game() {
    if (calls_skip("begin_game")) return Flow::Skip;
    start_.attr("begin")();
    return Flow::Continue;
  }
  void tag(std::string_view name, std::string_view value) { start_.attr("visit")(text_of(name), text_of(value)); }
  Flow begin_movetext() {
    board_ = start_.attr("end")();
    return board_.is(skip_) ? Flow::Skip : Flow::Continue;
  }
  Reply san(std::string_view text) {
    if (board_.is_none()) return Reply::Illegal;
    leave_variations();
    const Reply reply = play(text_of(text));
    call("visit_board", board_);
    return reply;
  }
  void nag(std::uint32_t number) { call("visit_nag", py::int_(number)); }
  void comment(std::string_view text) { call("visit_comment", text_of(text)); }
  Flow begin_variation() {
    leave_variations();
    if (calls_skip("begin_variation")) return Flow::Skip;
    variations_.push_back({board_.attr("pop")(), plies_});
    plies_ = 0;
    return Flow::Continue;
  }
  void end_variation() { call("end_variation"); }
  void result(std::string_view text) { call("visit_result", text_of(text)); }
  void error(const pgn::Error& error) { call("handle_error", exception_of(parser_, error)); }
  void end_game() {
    leave_variations();
    call("end_game");
  }

 private:
  // A variation: the move that it replaces, and the number of plies of the enclosing line before that move.
  struct Variation {
    py::object replaced;
    std::size_t plies;
  };

  template <class... Arguments>
  py::object call(const char* name, const Arguments&... arguments) {
    return visitor_.attr(name)(arguments...);
  }
  template <class... Arguments>
  bool calls_skip(const char* name, const Arguments&... arguments) {
    return call(name, arguments...).is(skip_);
  }

  Reply play(const py::object& san) {
    if (calls_skip("begin_parse_san", board_, san)) return Reply::Ignore;
    py::object move;
    try {
      move = call("parse_san", board_, san);
    } catch (py::error_already_set& error) {
      if (!error.matches(PyExc_ValueError)) throw;
      const py::object value = error.value();
      call("handle_error", value);
      return Reply::Illegal;
    }
    call("visit_move", board_, move);
    board_.attr("push")(move);
    ++plies_;
    return Reply::Play;
  }

  // Takes the board back to the parser's current line. As in python-chess, it stays in a variation that ends after an
  // illegal move.
  void leave_variations() {
    for (; variations_.size() > parser_.depth(); variations_.pop_back()) {
      for (; plies_ != 0; --plies_) board_.attr("pop")();
      board_.attr("push")(variations_.back().replaced);
      plies_ = variations_.back().plies;
    }
  }

  const pgn::GameParser& parser_;
  py::object visitor_, start_, skip_, board_;
  std::vector<Variation> variations_;
  std::size_t plies_ = 0;  // the plies of the innermost line that are on the board
};

py::object object_of(PyObject* borrowed) { return py::reinterpret_borrow<py::object>(borrowed); }

// ---- The functions that every program calls in a loop, once for each game. They are functions of the hot path,
// because a call through pybind11 takes 840 instructions more, which is 2 to 3% of the time that skipping a game takes.

PyObject* read_game_tree(PyObject* readline, bool sized, bool tags_only, PyObject* limits, PyObject* letters,
                         bool lenient) {
  LineReader reader(object_of(readline), {sized, object_of(limits), object_of(letters), lenient});
  TreeBuilder& builder = reader.builder();
  builder.tags_only = tags_only;
  if (!reader.read_game(builder)) return none();
  py::list errors;
  for (const py::object& error : builder.errors) errors.append(error);
  return py::make_tuple(steal(to_python(builder.take())), errors, reader.unread()).release().ptr();
}

PyObject* read_game_events(PyObject* readline, bool sized, PyObject* visitor, PyObject* start, PyObject* skip,
                           PyObject* limits, PyObject* letters, bool lenient) {
  LineReader reader(object_of(readline), {sized, object_of(limits), object_of(letters), lenient});
  PythonVisitor calls(reader.parser(), object_of(visitor), object_of(start), object_of(skip));
  return reader.read_game(calls) ? incref(reader.unread().ptr()) : none();
}

PyObject* skip_game_lines(PyObject* readline, bool sized, PyObject* limits, bool lenient) {
  LineReader reader(object_of(readline), {sized, object_of(limits), py::none(), lenient});
  pgn::SkipVisitor visitor;
  return reader.read_game(visitor) ? incref(reader.unread().ptr()) : none();
}

// ---- Names.

// The letters of the pieces in a language by its code, or None.
py::object pgn_letters(const std::string& code) {
  for (const pgn::Language& language : pgn::Languages) {
    if (language.code == code) return py::tuple(py::cast(pgn::letters_of(language).letters));
  }
  return py::none();
}

py::list pgn_languages() {
  py::list codes;
  for (const pgn::Language& language : pgn::Languages) codes.append(std::string(language.code));
  return codes;
}

// The class of the rules with a name in the tag Variant.
std::string variant_kind(const std::string& name) {
  const auto kind = pgn::kind_named(name);
  return !kind ? "unsupported" : kind->variant ? "variant" : kind->chess960 ? "chess960" : "standard";
}

}  // namespace

void define_pgn_readers(py::module_& m) {
  add_functions(
      m.ptr(),
      {function<"read_game_tree(readline, sized, tags_only, limits, letters, lenient)", read_game_tree>(
           R"(Read a game. Return its tree, a list of exceptions, and the text that was read after it.

           Returns None at the end of the file. If `sized`, readline() gets the largest number of characters that it may
           return. With `lenient`, superfluous parentheses are no errors, unless moves depend on them.)"),
       function<"read_game_events(readline, sized, visitor, start, skip, limits, letters, lenient)", read_game_events>(
           R"(Read a game, report it to a visitor, and return the text that was read after it.

           Returns None at the end of the file. `start` has the methods begin(), visit(name, value) and end() for the
           tags; end() returns the board of the first position, None if the moves cannot be read, or `skip`, which is
           the object that the visitor's methods return to skip a part of the game.)"),
       function<"skip_game_lines(readline, sized, limits, lenient)", skip_game_lines>(
           R"(Skip the lines of a game, and return the text that was read after it.

           Returns None at the end of the file.)")});
  py::class_<pgn::Limits>(m, "_PgnLimits", py::is_final(), not_instantiable);
  m.def(
      "_pgn_limits",
      [](std::size_t game, std::size_t moves, std::size_t nags, std::size_t comment, std::size_t tags, std::size_t tag,
         std::size_t errors) { return pgn::Limits{game, moves, nags, comment, tags, tag, errors}; },
      py::kw_only(), "game"_a, "moves"_a, "nags"_a, "comment"_a, "tags"_a, "tag"_a, "errors"_a);
  m.def("_pgn_letters", &pgn_letters, "code"_a);
  m.def("_pgn_languages", &pgn_languages);
  m.def("_variant_kind", &variant_kind, "name"_a);
}

}  // namespace bitrook::bindings
