// The class GameTree, for bitrook.pgn: a parsed game in one compact block, from which nodes are created lazily.
#include "bitrook/pgn/game_tree.hpp"

#include <pybind11/pybind11.h>

#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/pgn/text.hpp"
#include "bindings/support/object_of.hpp"
#include "bitrook/pgn/writer.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using pgn::GameTree;
using Node = GameTree::Node;

void check(const GameTree& tree, Node node) {
  if (node > tree.size()) throw py::index_error("the game has no such node");
}

py::object object_of(Move move) { return steal(to_python(move)); }

py::set nags(const GameTree& tree, Node node) {
  py::set found;
  const GameTree::Range range = tree.nags(node);
  for (std::uint32_t i = range.begin; i < range.end; ++i) found.add(py::int_(tree.nag(i)));
  return found;
}

PyObject* notes(const GameTree& tree, Node node) {
  check(tree, node);
  return py::make_tuple(text_of(tree.note(node, GameTree::Note::Comment)),
                        text_of(tree.note(node, GameTree::Note::StartingComment)), nags(tree, node))
      .release()
      .ptr();
}

PyObject* children(const GameTree& tree, Node node) {
  check(tree, node);
  py::list found;
  for (Node child = tree.first_child(node); child != 0; child = tree.next_sibling(child)) {
    found.append(py::make_tuple(object_of(tree.move(child)), child, text_of(tree.note(child, GameTree::Note::Comment)),
                                text_of(tree.note(child, GameTree::Note::StartingComment)), nags(tree, child)));
  }
  return found.release().ptr();
}

PyObject* moves(const GameTree& tree, Node node) {
  check(tree, node);
  std::size_t count = 0;
  for (Node at = tree.first_child(node); at != 0; at = tree.first_child(at)) ++count;
  return new_list(count, [&](std::size_t) { return to_python(tree.move(node = tree.first_child(node))); });
}

constexpr std::size_t RosterSize = 7;  // the first of the known tags
std::array<PyObject*, std::size(pgn::KnownTags)> known_names;

PyObject* fill_tags(const GameTree& tree, PyObject* roster, PyObject* others) {
  if (!PyDict_Check(roster)) return not_a("a dict", roster, "roster");
  if (!PyDict_Check(others)) return not_a("a dict", others, "others");
  for (const auto& [known, name, value] : tree.tags()) {
    const py::object text = text_of(value);
    PyObject* const target = known != 0 && known <= RosterSize ? roster : others;
    const py::object key = known != 0 ? py::reinterpret_borrow<py::object>(known_names[known - 1]) : text_of(name);
    if (PyDict_SetItem(target, key.ptr(), text.ptr()) != 0) return nullptr;
  }
  return none();
}

PyObject* movetext(const GameTree& tree, PyObject* board, std::string_view result, std::uint32_t columns, bool comments,
                   bool variations) {
  if (!is_board(board)) return fail(PyExc_TypeError, "board must be a Board");
  pgn::Writer writer({.columns = columns, .comments = comments, .variations = variations});
  if (!with_game_argument(board, [&](const auto& start) { return pgn::GameTreeWalk(tree, writer).run(start); }))
    return none();
  writer.result(result);
  writer.end_game();
  return text_of(writer.text()).release().ptr();
}

PyObject* from_bytes(PyTypeObject*, PyObject* block) {
  if (!PyBytes_Check(block)) return not_a("bytes", block, "block");
  auto tree = GameTree::from_bytes(std::string(PyBytes_AS_STRING(block), std::size_t(PyBytes_GET_SIZE(block))));
  return tree ? to_python(*std::move(tree)) : fail(PyExc_ValueError, "these bytes are not a GameTree");
}

std::uint64_t size_in_memory(const GameTree& tree) { return sizeof(ObjectOf<GameTree>) + tree.bytes().capacity(); }

PyObject* to_bytes(const GameTree& tree) {
  return PyBytes_FromStringAndSize(tree.bytes().data(), Py_ssize_t(tree.bytes().size()));
}

}  // namespace

template <>
struct Self<const GameTree&> : SelfOf<GameTree> {};

PyObject* to_python(GameTree tree) { return ObjectOf<GameTree>::make(std::move(tree)); }

void define_game_tree(PyObject* module) {
  for (std::size_t i = 0; i < known_names.size(); ++i) {
    if (known_names[i] == nullptr) known_names[i] = interned_text(std::string(pgn::KnownTags[i]).c_str());
  }
  ObjectOf<GameTree>::type =
      TypeBuilder("bitrook.GameTree", sizeof(ObjectOf<GameTree>), Immutable)
          .doc("", R"(A parsed game, stored in one compact block. Its nodes are numbered from 1; 0 is the root.

               Used by bitrook.pgn, which creates node objects on first access.)")
          .methods({
              method<"children(node)", children>(
                  "Return the moves to the child nodes, each with the number and the notes of the child."),
              method<"notes(node)", notes>("Return the comment, starting comment and NAGs of a node."),
              method<"moves(node)", moves>("Return the moves of the main line after a node."),
              method<"fill_tags(roster, others)", fill_tags>("Add the tags to two dicts, in order."),
              method<"movetext(board, result, columns, comments, variations)", movetext>(
                  "Return the movetext from the position of *board*, with an empty line, or None if a move has no "
                  "piece."),
              method<"to_bytes()", to_bytes>("Return the block as bytes."),
              class_method<"from_bytes(block)", from_bytes>(R"(Return the tree with a block from to_bytes().

              :raises ValueError: if *block* is invalid.)"),
              method<"__sizeof__()", size_in_memory>("Return the bytes of memory that the tree takes."),
          })
          .slot<ObjectOf<GameTree>::free>(Py_tp_dealloc)
          .build(module);
}

}  // namespace bitrook::bindings
