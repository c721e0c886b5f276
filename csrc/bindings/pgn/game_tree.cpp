// The class GameTree and its readers, for bitrook.pgn: a game that was read, as a block of memory that nodes are made
// of.
#include "bitrook/pgn/game_tree.hpp"

#include <pybind11/pybind11.h>

#include <array>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/classes.hpp"
#include "bitrook/pgn/game_tree_walk.hpp"
#include "bitrook/pgn/parser.hpp"
#include "bitrook/pgn/writer.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using pgn::GameTree;
using Node = GameTree::Node;

py::object text_of(std::string_view text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), nullptr);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

// --- Reading.

struct Reader {
  pgn::GameParser parser;
  pgn::GameTreeBuilder builder;
  std::vector<py::object> lines;  // of the game that is being read

  // The next line, kept in `lines`; that of a binary file as Latin-1 if it is not UTF-8.
  PyObject* next(const py::object& readline) {
    py::object line = readline();
    if (PyBytes_Check(line.ptr())) {
      const char* data = PyBytes_AS_STRING(line.ptr());
      const Py_ssize_t size = PyBytes_GET_SIZE(line.ptr());
      PyObject* decoded = PyUnicode_DecodeUTF8(data, size, nullptr);
      if (decoded == nullptr) {
        PyErr_Clear();
        decoded = PyUnicode_DecodeLatin1(data, size, nullptr);
      }
      if (decoded == nullptr) throw py::error_already_set();
      line = py::reinterpret_steal<py::object>(decoded);
    }
    if (!PyUnicode_Check(line.ptr()))
      throw py::type_error("readline() must return a str or bytes, not " + std::string(Py_TYPE(line.ptr())->tp_name));
    return lines.emplace_back(std::move(line)).ptr();
  }
};

// One for each thread, for games read one after the other. It is taken while a game is read: readline() may read
// others.
thread_local std::unique_ptr<Reader> spare_reader;

class TakenReader {
  static constexpr std::size_t MaxKept = std::size_t{1} << 20;  // a huge game does not keep its memory

 public:
  TakenReader() : reader_(spare_reader ? std::move(spare_reader) : std::make_unique<Reader>()) {}
  TakenReader(const TakenReader&) = delete;
  TakenReader& operator=(const TakenReader&) = delete;
  ~TakenReader() {
    reader_->lines.clear();
    if (reader_->builder.kept_bytes() + sizeof(py::object) * reader_->lines.capacity() > MaxKept) return;
    if (reader_->parser.in_game()) reader_->parser.seek(0, 1);  // an exception has ended the reading
    spare_reader = std::move(reader_);
  }
  Reader& operator*() const { return *reader_; }

 private:
  std::unique_ptr<Reader> reader_;
};

struct Utf8 {
  std::string_view text;
  py::object owner{};
  bool is_valid = true;
};
Utf8 utf8_of(PyObject* line) {
  if (PyUnicode_IS_COMPACT_ASCII(line)) [[likely]]
    return {{reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(line)), std::size_t(PyUnicode_GET_LENGTH(line))}};
  Py_ssize_t size = 0;
  if (const char* data = PyUnicode_AsUTF8AndSize(line, &size)) return {{data, std::size_t(size)}};
  PyErr_Clear();  // lone surrogates
  PyObject* bytes = PyUnicode_AsEncodedString(line, "utf-8", "surrogatepass");
  if (bytes == nullptr) throw py::error_already_set();
  return {{PyBytes_AS_STRING(bytes), std::size_t(PyBytes_GET_SIZE(bytes))},
          py::reinterpret_steal<py::object>(bytes),
          false};
}

// Reads lines to the end of a game. True if there was one; `is_plain` if all of them are valid Unicode.
template <class Visitor>
bool read_lines(Reader& reader, Visitor& visitor, const py::object& readline, bool& is_plain) {
  is_plain = true;
  while (true) {
    PyObject* line = reader.next(readline);
    if (PyUnicode_GET_LENGTH(line) == 0) return reader.parser.finish(visitor);
    const Utf8 utf8 = utf8_of(line);
    is_plain &= utf8.is_valid;
    if (reader.parser.line(visitor, utf8.text)) return true;
  }
}

py::object read_game_tree(const py::object& readline, bool tags_only) {
  const TakenReader taken;
  Reader& reader = *taken;
  reader.builder.tags_only = tags_only;
  bool is_plain = true;
  if (!read_lines(reader, reader.builder, readline, is_plain)) return py::none();
  if (reader.builder.is_whole() && is_plain) return py::cast(reader.builder.tree());
  py::list lines(reader.lines.size());
  for (std::size_t i = 0; i < reader.lines.size(); ++i) lines[i] = std::move(reader.lines[i]);
  return lines;
}

bool skip_game_lines(const py::object& readline) {
  const TakenReader taken;
  pgn::SkipVisitor visitor;
  bool is_plain = true;
  return read_lines(*taken, visitor, readline, is_plain);
}

// --- What nodes are made of.

void check(const GameTree& tree, Node node) {
  if (node > tree.size()) throw py::index_error("the game has no such node");
}

py::object object_of(Move move) { return py::reinterpret_steal<py::object>(to_python(move)); }

py::set nags(const GameTree& tree, Node node) {
  py::set found;
  const GameTree::Range range = tree.nags(node);
  for (std::uint32_t i = range.begin; i < range.end; ++i) found.add(py::int_(tree.nag(i)));
  return found;
}

py::tuple notes(const GameTree& tree, Node node) {
  check(tree, node);
  return py::make_tuple(text_of(tree.note(node, GameTree::Note::Comment)),
                        text_of(tree.note(node, GameTree::Note::StartingComment)), nags(tree, node));
}

py::list children(const GameTree& tree, Node node) {
  check(tree, node);
  py::list found;
  for (Node child = tree.first_child(node); child != 0; child = tree.next_sibling(child)) {
    found.append(py::make_tuple(object_of(tree.move(child)), child, text_of(tree.note(child, GameTree::Note::Comment)),
                                text_of(tree.note(child, GameTree::Note::StartingComment)), nags(tree, child)));
  }
  return found;
}

py::list moves(const GameTree& tree, Node node) {
  check(tree, node);
  std::size_t count = 0;
  for (Node at = tree.first_child(node); at != 0; at = tree.first_child(at)) ++count;
  py::list found(count);
  Node at = node;
  for (std::size_t i = 0; i < count; ++i) {
    at = tree.first_child(at);
    PyList_SET_ITEM(found.ptr(), Py_ssize_t(i), to_python(tree.move(at)));
  }
  return found;
}

constexpr std::size_t RosterSize = 7;  // the first of the known tags
std::array<PyObject*, std::size(pgn::KnownTags)> known_names;

void fill_tags(const GameTree& tree, const py::dict& roster, const py::dict& others) {
  tree.tags([&](std::size_t known, std::string_view name, std::string_view value) {
    const py::object text = text_of(value);
    const py::dict& target = known != 0 && known <= RosterSize ? roster : others;
    const py::object key = known != 0 ? py::reinterpret_borrow<py::object>(known_names[known - 1]) : text_of(name);
    if (PyDict_SetItem(target.ptr(), key.ptr(), text.ptr()) != 0) throw py::error_already_set();
  });
}

py::object movetext(const GameTree& tree, const py::object& board, std::string_view result, std::size_t columns,
                    bool comments, bool variations) {
  if (!is_board(board.ptr())) throw py::type_error("board must be a Board");
  const Game start = [&] {
    [[maybe_unused]] const Lock lock(board.ptr());
    return board_of(board.ptr()).game;
  }();
  pgn::Writer writer({.columns = columns, .comments = comments, .variations = variations});
  if (!pgn::GameTreeWalk(tree, writer).run(start)) return py::none();
  writer.result(result);
  writer.end_game();
  return text_of(writer.text());
}

}  // namespace

void define_game_tree(py::module_& m) {
  for (std::size_t i = 0; i < known_names.size(); ++i) {
    if (known_names[i] == nullptr) known_names[i] = interned_text(std::string(pgn::KnownTags[i]).c_str());
  }
  py::class_<GameTree> cls(
      m, "GameTree", R"(A game that was read, as one block of memory. Its nodes are numbered from 1 on; 0 is the root.

For bitrook.pgn, whose nodes are made of it when they are used.)");
  cls.def("children", children, py::arg("node"),
          "The moves to the child nodes, each with the number and the notes of the child.");
  cls.def("notes", notes, py::arg("node"), "Comment, starting comment and NAGs of a node.");
  cls.def("moves", moves, py::arg("node"), "The moves of the main line behind a node.");
  cls.def("fill_tags", fill_tags, py::arg("roster"), py::arg("others"), "Put the tags into two dicts, in order.");
  cls.def("movetext", movetext, py::arg("board"), py::arg("result"), py::arg("columns"), py::arg("comments"),
          py::arg("variations"),
          "The movetext from the position of board, with an empty line; None if a move has no piece.");
  cls.def("to_bytes", [](const GameTree& tree) { return py::bytes(tree.bytes()); }, "The block, for from_bytes().");
  cls.def_static(
      "from_bytes",
      [](const py::bytes& block) {
        auto tree = GameTree::from_bytes(std::string(block));
        if (!tree) throw py::value_error("these bytes are not a GameTree");
        return *std::move(tree);
      },
      py::arg("block"), "The tree of a block; ValueError if it is not one.");
  cls.def("__sizeof__", [](const GameTree& tree) { return sizeof(GameTree) + tree.bytes().capacity(); });
  seal(cls);
  m.def("read_game_tree", read_game_tree, py::arg("readline"), py::arg("tags_only"),
        R"(Read the lines of a game. None if there is none, the lines if they need python-chess's slower rules.)");
  m.def("skip_game_lines", skip_game_lines, py::arg("readline"), "Read the lines of a game. False if there is none.");
}

}  // namespace bitrook::bindings
