// _parse_info() for bitrook.engine, which converts an "info" line of a UCI engine to a dict.
#include "bitrook/notation/uci_info.hpp"

#include <pybind11/pybind11.h>

#include <iterator>
#include <string>
#include <string_view>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/casters.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using uci_info::Bound;
using uci_info::LineKind;
using uci_info::Number;

void put(const py::dict& dict, const py::object& key, const py::object& value) {
  if (PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()) != 0) throw py::error_already_set();
}

py::str interned(std::string_view text) { return steal(interned_text(std::string(text).c_str())); }

// The keys, which all dicts share. Never freed.
struct Keys {
  py::str numbers[std::size(uci_info::NumberNames)];
  py::str lines[3] = {interned("pv"), interned("refutation"), interned("currline")};
  py::str ebf = interned("ebf"), score = interned("score"), wdl = interned("wdl");
  py::str lowerbound = interned("lowerbound"), upperbound = interned("upperbound");
  py::str currmove = interned("currmove"), string = interned("string");
  Keys() {
    for (std::size_t i = 0; i < std::size(numbers); ++i) numbers[i] = interned(uci_info::NumberNames[i]);
  }
};
Keys* keys = nullptr;

struct DictListener final : uci_info::Listener {
  DictListener(Color turn, const py::tuple& classes) : turn(turn == Color::White), classes(classes) {}

  py::dict info;
  py::list problems;
  py::bool_ turn;
  const py::tuple& classes;  // Cp, Mate, PovScore, Wdl, PovWdl
  LineKind kind = LineKind::Pv;
  py::list moves;

  template <class... Arguments>
  py::object make(std::size_t which, const Arguments&... arguments) const {
    PyObject* given[] = {nullptr, arguments.ptr()...};
    return steal(PyObject_Vectorcall(PyTuple_GET_ITEM(classes.ptr(), Py_ssize_t(which)), given + 1,
                                     sizeof...(arguments) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
  }
  void number(Number which, std::int64_t value) override {
    const py::str& key = keys->numbers[std::size_t(which)];
    put(info, key, which == Number::Time ? py::object(py::float_(double(value) / 1000)) : py::int_(value));
  }
  void branching_factor(std::string_view text) override {
    const py::object given = steal(to_python(text));
    PyObject* value = PyFloat_FromString(given.ptr());
    if (value != nullptr) return put(info, keys->ebf, steal(value));
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) throw py::error_already_set();
    PyErr_Clear();
    problems.append(keys->ebf);
  }
  void score(bool is_mate, std::int64_t value, Bound bound) override {
    put(info, keys->score, make(2, make(is_mate ? 1 : 0, py::int_(value)), turn));
    if (bound == Bound::Lower) put(info, keys->lowerbound, py::bool_(true));
    if (bound == Bound::Upper) put(info, keys->upperbound, py::bool_(true));
  }
  void wdl(std::int64_t wins, std::int64_t draws, std::int64_t losses) override {
    put(info, keys->wdl, make(4, make(3, py::int_(wins), py::int_(draws), py::int_(losses)), turn));
  }
  void current_move(Move move) override { put(info, keys->currmove, steal(to_python(move))); }
  void text(std::string_view rest) override { put(info, keys->string, steal(to_python(rest))); }

  void begin_line(LineKind line) override {
    kind = line;
    moves = py::list();
    if (line == LineKind::Pv) return;
    const py::str& key = keys->lines[std::size_t(line)];
    if (!info.contains(key)) put(info, key, py::dict());
  }
  void line_move(Move move) override { moves.append(steal(to_python(move))); }
  void end_line(std::int64_t thread) override {
    const py::str& key = keys->lines[std::size_t(kind)];
    if (kind == LineKind::Pv) return put(info, key, moves);
    const py::dict lines = info[key];
    if (kind == LineKind::Current) return put(lines, py::int_(thread), moves);
    put(lines, moves[0], steal(PyList_GetSlice(moves.ptr(), 1, PyList_GET_SIZE(moves.ptr()))));
  }
  void invalid(std::string_view field) override { problems.append(interned(field)); }
};

py::tuple parse_info(const py::object& line, const py::object& board, unsigned fields, const py::tuple& classes) {
  const auto text = argument<std::string_view>(line, "line");
  if (classes.size() != 5) throw py::value_error("classes must have five items");
  return with_position_argument(board.ptr(), [&](const auto& root) {
    DictListener listener(root.turn(), classes);
    uci_info::parse(text, root, fields, listener);
    return py::make_tuple(listener.info, listener.problems);
  });
}

}  // namespace

void define_uci_info(py::module_& m) {
  keys = new Keys;
  m.def("_parse_info", &parse_info, "line"_a, "board"_a, "fields"_a, "classes"_a,
        "Return the fields of the line as a dict, and the names of invalid fields. See bitrook.engine.");
}

}  // namespace bitrook::bindings
