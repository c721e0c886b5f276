// Conditions on positions for Python: the class _Condition, which bitrook.Condition wraps.
#include "bitrook/query/condition.hpp"

#include <bit>
#include <string>
#include <string_view>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/query.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/convert.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// A text in an error message; long ones are cut.
std::string text_in_quotes(std::string_view text) {
  constexpr Py_ssize_t Most = 200;
  const py::str whole(text.data(), text.size());
  if (PyUnicode_GetLength(whole.ptr()) <= Most) return std::string(py::repr(whole));
  return std::string(py::repr(steal(PyUnicode_Substring(whole.ptr(), 0, Most)))) + "...";
}

}  // namespace

void require_single_position(const query::Condition& condition, bool has_move) {
  const query::Facts facts = condition.facts();
  const char* what = facts.sequence            ? "`for` and `then` need the positions of a game"
                     : facts.clock             ? "clock is known only in games"
                     : facts.eval              ? "eval is known only in games"
                     : facts.move && !has_move ? "move, move_from, move_to and capture are not known here"
                                               : nullptr;
  if (what) throw py::value_error(std::string(what) + ": " + text_in_quotes(condition.text()));
}

namespace {

query::Condition condition(std::string_view text) {
  query::Condition made;
  if (const auto error = query::Condition::parse(text, made)) {
    throw py::value_error(error->message + " at column " + std::to_string(error->column) + ": " + text_in_quotes(text));
  }
  return made;
}

// Calls use(moment) with the position of a board and, if `with_move`, the last move on its stack.
template <class Use>
auto with_moment(PyObject* board, bool with_move, Use use) {
  if (!with_move) {  // copying a game would take longer
    return with_position_argument(board, [&](const auto& position) { return use(query::Moment(position)); });
  }
  return with_game_argument(board, [&](auto game) {
    const auto position = game.position();
    query::Moment moment(position);
    if (game.ply_count() == 0) return use(moment);
    const Move move = game.pop();
    const auto before = game.position();
    moment.set_move(before, move);
    return use(moment);
  });
}

bool matches(const query::Condition& condition, const py::object& board) {
  require_single_position(condition, true);
  return with_moment(board.ptr(), condition.facts().move,
                     [&](const query::Moment& moment) { return condition.holds(moment); });
}

py::object value_object(query::Kind kind, const query::Value& value) {
  switch (kind) {
    case query::Kind::Truth:
      return py::bool_(value.word != 0);
    case query::Kind::Real:
      return py::float_(value.real);
    default:
      return py::int_(value.word);
  }
}

constexpr std::array<const char*, 7> KindNames{"set", "number", "real", "truth", "piece", "side", "text"};

// Returns the terms with their values, (text, kind, operator, name, parts, value), and the index of the whole text.
py::tuple terms(const query::Condition& condition, const py::object& board) {
  require_single_position(condition, true);
  return with_moment(board.ptr(), condition.facts().move, [&](const query::Moment& moment) {
    if (const query::Value value = condition.evaluate(condition.root(), moment); value.missing) {
      throw py::value_error(std::string(value.missing) + ": " + text_in_quotes(condition.text()));
    }
    const auto& all = condition.terms();
    py::list list;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const query::Term& term = all[i];
      const std::string_view text = std::string_view(condition.text()).substr(term.begin, term.end - term.begin);
      list.append(py::make_tuple(text, KindNames[std::size_t(term.kind)], term.operator_name, term.name,
                                 py::tuple(py::cast(term.parts)),
                                 value_object(term.kind, condition.evaluate(i, moment))));
    }
    return py::make_tuple(list, condition.root());
  });
}

py::str text_of(const query::Condition& condition) { return py::str(condition.text()); }
// The facts other than the board that a condition uses: "move", "clock", "eval" and "sequence".
py::tuple facts_of(const query::Condition& condition) {
  const query::Facts facts = condition.facts();
  py::list names;
  if (facts.move) names.append("move");
  if (facts.clock) names.append("clock");
  if (facts.eval) names.append("eval");
  if (facts.sequence) names.append("sequence");
  return py::tuple(names);
}

py::tuple condition_names() {
  py::list names, functions;
  for (const std::string_view name : query::names()) names.append(name);
  for (const std::string_view name : query::function_names()) functions.append(name);
  return py::make_tuple(py::tuple(names), py::tuple(functions));
}

}  // namespace

void define_query(py::module_& m) {
  py::class_<query::Condition>(m, "_Condition", py::is_final(), not_instantiable)
      .def("matches", &matches, "board"_a)
      .def("terms", &terms, "board"_a)
      .def("text", &text_of)
      .def("facts", &facts_of);
  m.def("_condition", &condition, "text"_a);
  m.def("_condition_names", &condition_names);
}

}  // namespace bitrook::bindings
