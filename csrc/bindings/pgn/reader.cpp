// The readers of bitrook.pgn, which return a game as a GameTree, report it to a Python visitor, or skip it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/pgn/line_reader.hpp"
#include "bindings/pgn/text.hpp"
#include "bindings/support/object.hpp"
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

py::object read_game_tree(const py::object& readline, bool tags_only, const py::object& limits,
                          const py::object& letters, bool lenient) {
  LineReader reader(readline, {limits, letters, lenient});
  TreeBuilder& builder = reader.builder();
  builder.tags_only = tags_only;
  if (!reader.read_game(builder)) return py::none();
  py::list errors;
  for (const py::object& error : builder.errors) errors.append(error);
  return py::make_tuple(new_object(builder.take()), errors, reader.unread());
}

py::object read_game_events(const py::object& readline, const py::object& visitor, const py::object& start,
                            const py::object& skip, const py::object& limits, const py::object& letters, bool lenient) {
  LineReader reader(readline, {limits, letters, lenient});
  PythonVisitor calls(reader.parser(), visitor, start, skip);
  return reader.read_game(calls) ? reader.unread() : py::none();
}

py::object skip_game_lines(const py::object& readline, const py::object& limits, bool lenient) {
  LineReader reader(readline, {limits, py::none(), lenient});
  pgn::SkipVisitor visitor;
  return reader.read_game(visitor) ? reader.unread() : py::none();
}

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
  add_functions(m.ptr(),
                {bound<"read_game_tree(readline, tags_only, limits, letters, lenient)", read_game_tree>(
                     R"(Read a game. Return its tree, a list of exceptions, and the text that was read after it.

           Returns None at the end of the file. With `lenient`, superfluous parentheses are no errors, unless moves
           depend on them.)"),
                 bound<"read_game_events(readline, visitor, start, skip, limits, letters, lenient)", read_game_events>(
                     R"(Read a game, report it to a visitor, and return the text that was read after it.

           Returns None at the end of the file. `start` has the methods begin(), visit(name, value) and end() for the
           tags; end() returns the board of the first position, None if the moves cannot be read, or `skip`, which is
           the object that the visitor's methods return to skip a part of the game.)"),
                 bound<"skip_game_lines(readline, limits, lenient)", skip_game_lines>(
                     R"(Skip the lines of a game, and return the text that was read after it.

           Returns None at the end of the file.)"),
                 bound<"_pgn_letters(code)", pgn_letters>(), bound<"_pgn_languages()", pgn_languages>(),
                 bound<"_variant_kind(name)", variant_kind>()});
}

}  // namespace bitrook::bindings
