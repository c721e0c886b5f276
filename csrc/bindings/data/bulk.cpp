// Many games at once for Python: movetexts to columns, moves to text and back, packed positions.
#include <pybind11/stl.h>

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/data/table.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bindings/support/gil.hpp"
#include "bitrook/data/arrow.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/data/texts.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// --- Columns that callers pass: Arrow data through the PyCapsule interface, or iterables of Python objects.

// Moves the structure out of its capsule.
template <class Structure>
Structure taken(const py::handle& capsule, const char* capsule_name, const char* name) {
  auto* from = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), capsule_name));
  if (!from) throw py::error_already_set();
  if (!from->release) throw py::value_error(std::string(name) + " has Arrow data that has already been consumed");
  return std::exchange(*from, Structure{});
}

// Like py::hasattr(), but passes on exceptions other than AttributeError.
bool has_attribute(const py::object& object, const char* name) {
  if (PyObject* value = in_python([&] { return PyObject_GetAttrString(object.ptr(), name); })) {
    Py_DECREF(value);
    return true;
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw py::error_already_set();
  PyErr_Clear();
  return false;
}

// Returns the text of a str as UTF-8. The object owns it.
std::string_view utf8_of(py::handle text) {
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!utf8) throw py::error_already_set();
  return {utf8, std::size_t(size)};
}

// How the arrays of a parameter are checked and read.
template <class Column>
struct Importer {
  const char* name;  // of the parameter
  bool (*holds)(const ArrowSchema&);
  const char* (*read)(const ArrowSchema&, const ArrowArray&, Column&);

  void check(const ArrowSchema& schema) const {
    if (schema.release && holds(schema)) return;
    const std::string format = schema.release && schema.format ? schema.format : "";
    throw py::type_error(std::string(name) + " has the Arrow type '" + format + "', which cannot be read here");
  }
  void add(const ArrowSchema& schema, const ArrowArray& array, Column& out) const {
    if (const char* wrong = read(schema, array, out)) {
      throw py::value_error(std::string(name) + " has invalid Arrow data: " + wrong);
    }
  }
};

// Owns the memory that the views of columns refer to. Needs the GIL, except for reading the views.
class Inputs {
 public:
  // Reads texts from an object with __arrow_c_array__ or __arrow_c_stream__, or from an iterable of str and None.
  // `name` is the parameter's name for error messages.
  data::Texts texts(const py::object& object, const char* name) {
    data::Texts out;
    if (arrow_data(object, Importer<data::Texts>{name, data::holds_texts, data::import_texts}, out)) return out;
    if (py::isinstance<py::str>(object) || py::isinstance<py::bytes>(object)) {
      throw py::type_error(std::string(name) + " must be a column or a list of str, not a single text");
    }
    const py::iterator items = py::iter(object);
    while (const py::object item = next_item(items)) {
      if (item.is_none()) {
        out.emplace_back();
        continue;
      }
      if (!PyUnicode_Check(item.ptr())) {
        throw py::type_error(std::string(name) + " must contain str, not " + Py_TYPE(item.ptr())->tp_name);
      }
      out.emplace_back(utf8_of(item));
      objects_.push_back(item);
    }
    return out;
  }

  // Reads lists of moves from Arrow data of type list<int16>.
  data::MoveLists moves(const py::object& object, const char* name) {
    data::MoveLists out;
    if (!arrow_data(object, Importer<data::MoveLists>{name, data::holds_moves, data::import_moves}, out)) {
      throw py::type_error(std::string(name) + " must be a column of lists of int16: an Arrow array or stream");
    }
    return out;
  }

 private:
  // Reads the arrays of an object. Returns false if it has no Arrow data.
  template <class Column>
  bool arrow_data(const py::object& object, const Importer<Column>& importer, Column& out) {
    if (has_attribute(object, "__arrow_c_array__")) {
      const py::object pair = call_method(object, "__arrow_c_array__");
      if (!PyTuple_Check(pair.ptr()) || PyTuple_GET_SIZE(pair.ptr()) != 2) {
        throw py::type_error(std::string(importer.name) + ": __arrow_c_array__() must return two capsules");
      }
      ArrowSchema& schema = schemas_.emplace_back();
      schema = taken<ArrowSchema>(PyTuple_GET_ITEM(pair.ptr(), 0), "arrow_schema", importer.name);
      importer.check(schema);
      ArrowArray& array = arrays_.emplace_back();
      array = taken<ArrowArray>(PyTuple_GET_ITEM(pair.ptr(), 1), "arrow_array", importer.name);
      importer.add(schema, array, out);
      return true;
    }
    if (!has_attribute(object, "__arrow_c_stream__")) return false;
    stream(call_method(object, "__arrow_c_stream__"), importer, out);
    return true;
  }

  template <class Column>
  void stream(const py::object& capsule, const Importer<Column>& importer, Column& out) {
    data::Owned<ArrowArrayStream> stream(taken<ArrowArrayStream>(capsule, "arrow_array_stream", importer.name));
    const auto fill = [&]<class Structure>(int (*callback)(ArrowArrayStream*, Structure*), Structure& structure) {
      int code;
      {
        Structure made{};
        const ReleasedGil released;
        code = callback(&stream, &made);
        if (code == 0) structure = made;
      }
      throw_if_set();
      if (code == 0) return;
      const char* why = stream.get_last_error(&stream);
      throw std::runtime_error(std::string(importer.name) + ": " + (why ? why : "the stream failed"));
    };
    ArrowSchema& schema = schemas_.emplace_back();
    fill(stream.get_schema, schema);
    importer.check(schema);
    while (true) {
      ArrowArray& array = arrays_.emplace_back();
      fill(stream.get_next, array);
      if (!array.release) return;
      importer.add(schema, array, out);
    }
  }

  std::deque<data::Owned<ArrowArray>> arrays_;
  std::deque<data::Owned<ArrowSchema>> schemas_;
  std::vector<py::object> objects_;
};

// --- The functions.

TableObject parse_texts(const PlanObject& plan, const py::object& texts, unsigned threads) {
  Inputs inputs;
  const data::Texts list = inputs.texts(texts, "strings");
  return {run_interruptible([&](const GoOn& go_on) { return data::parse_texts(*plan.plan, list, threads, go_on); })};
}

// Each game is a dict of tags, and a list of moves with their comments and NAGs.
TableObject rows_of_games(const PlanObject& plan, const py::object& games) {
  const auto reader = data::new_reader(*plan.plan, 0);
  const py::iterator items = py::iter(games);
  for (std::size_t i = 0; const py::object game = next_item(items); ++i) {
    const auto [tags, turns] = game.cast<std::pair<py::dict, py::list>>();
    data::Record record;
    for (const auto& [name, value] : tags) record.tags.emplace_back(utf8_of(name), utf8_of(value));
    for (const py::handle turn : turns) {
      try {
        const auto [move, comment, nags] = turn.cast<std::tuple<Move, py::object, std::vector<std::uint64_t>>>();
        record.turns.push_back({move, std::string(utf8_of(comment)), nags});
      } catch (const py::cast_error&) {
        throw py::type_error("games[" + std::to_string(i) + "] has a move or a NAG of the wrong type at ply " +
                             std::to_string(record.turns.size()));
      }
    }
    data::add_record(*reader, record);
  }
  return {reader->table()};
}

data::Texts tags_of(Inputs& inputs, const py::object& texts, const char* name, std::size_t games) {
  if (texts.is_none()) return {};
  data::Texts list = inputs.texts(texts, name);
  if (list.size() == games) return list;
  throw py::value_error(std::string(name) + " must have a row for each of " + std::to_string(games) + " games, not " +
                        std::to_string(list.size()));
}

// Returns two columns, the converted games and their errors. With `raises`, the first error is thrown as an exception.
template <auto Convert, class Games>
TableObject converted(Inputs& inputs, const Games& games, const py::object& fens, const py::object& variants, bool san,
                      unsigned threads, bool raises) {
  const data::Starts starts{tags_of(inputs, fens, "fens", games.size()),
                            tags_of(inputs, variants, "variants", games.size())};
  const auto notation = san ? data::Notation::San : data::Notation::Uci;
  auto table = run_interruptible([&](const GoOn& go_on) { return Convert(games, starts, notation, threads, go_on); });
  const data::Column& errors = table->columns[1];
  for (std::size_t row = 0; raises && errors.nulls() != errors.length() && row < errors.length(); ++row) {
    if (errors.is_null(row)) continue;
    throw py::value_error("game " + std::to_string(row) + ", " + std::string(errors.text(row)));
  }
  return {std::move(table)};
}

TableObject moves_to_text(const py::object& moves, const py::object& fens, const py::object& variants, bool san,
                          unsigned threads, bool raises) {
  Inputs inputs;
  const auto games = inputs.moves(moves, "moves");
  return converted<data::write_moves>(inputs, games, fens, variants, san, threads, raises);
}

TableObject text_to_moves(const py::object& texts, const py::object& fens, const py::object& variants, bool san,
                          unsigned threads, bool raises) {
  Inputs inputs;
  const auto games = inputs.texts(texts, "games");
  return converted<data::read_moves>(inputs, games, fens, variants, san, threads, raises);
}

py::bytes pack_boards(const py::object& boards) {
  std::string out;
  const py::iterator items = py::iter(boards);
  while (const py::object board = next_item(items)) {
    if (!is_board(board.ptr())) {
      not_a("an iterable of Boards", board.ptr(), "boards");
      throw py::error_already_set();
    }
    [[maybe_unused]] const Lock lock(board.ptr());
    data::Packed bytes;
    const data::PackedError error = data::pack(board_of(board.ptr()).game.position(), bytes);
    if (error != data::PackedError::None) {
      throw py::value_error("boards[" + std::to_string(out.size() / 24) +
                            "] cannot be packed: " + data::description(error));
    }
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return out;
}

py::list unpack_boards(const py::object& packed, bool chess960) {
  const ReadableBuffer<std::uint8_t> buffer(packed.ptr(), "packed");
  const auto bytes = buffer.items();
  if (bytes.size() % 24 != 0) {
    throw py::value_error("packed must contain a multiple of 24 bytes, not " + std::to_string(bytes.size()));
  }
  py::list boards(bytes.size() / 24);
  for (std::size_t i = 0; i < bytes.size() / 24; ++i) {
    Setup setup;
    setup.chess960 = chess960;
    const data::PackedError error = data::unpack(bytes.subspan(24 * i).first<24>(), setup);
    if (error != data::PackedError::None) {
      throw py::value_error("packed, position " + std::to_string(i) + ": " + data::description(error));
    }
    PyObject* board = new_board(board_type, Game(setup));
    if (!board) throw py::error_already_set();
    PyList_SET_ITEM(boards.ptr(), Py_ssize_t(i), board);
  }
  return boards;
}

}  // namespace

void define_data_bulk(py::module_& m) {
  m.def("_parse_texts", &parse_texts, "plan"_a, "strings"_a, "threads"_a);
  m.def("_rows_of_games", &rows_of_games, "plan"_a, "games"_a);
  m.def("_moves_to_text", &moves_to_text, "moves"_a, "fens"_a, "variants"_a, "san"_a, "threads"_a, "raises"_a);
  m.def("_text_to_moves", &text_to_moves, "games"_a, "fens"_a, "variants"_a, "san"_a, "threads"_a, "raises"_a);
  m.def("_pack_boards", &pack_boards, "boards"_a);
  m.def("_unpack_boards", &unpack_boards, "packed"_a, "chess960"_a);
}

}  // namespace bitrook::bindings
