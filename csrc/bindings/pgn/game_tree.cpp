// The class GameTree, for bitrook.pgn: a parsed game in one compact block, from which nodes are created lazily.
#include "bitrook/pgn/game_tree.hpp"

#include <pybind11/pybind11.h>

#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/hot_path/variants/variant_board.hpp"
#include "bindings/pgn/text.hpp"
#include "bindings/support/object.hpp"
#include "bitrook/pgn/game_tree_walk.hpp"
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
    PyList_SET_ITEM(found.ptr(), Py_ssize_t(i), object_of(tree.move(at)).release().ptr());
  }
  return found;
}

constexpr std::size_t RosterSize = 7;  // the first of the known tags
std::array<PyObject*, std::size(pgn::KnownTags)> known_names;

void fill_tags(const GameTree& tree, const py::dict& roster, const py::dict& others) {
  for (const auto& [known, name, value] : tree.tags()) {
    const py::object text = text_of(value);
    const py::dict& target = known != 0 && known <= RosterSize ? roster : others;
    const py::object key = known != 0 ? py::reinterpret_borrow<py::object>(known_names[known - 1]) : text_of(name);
    if (PyDict_SetItem(target.ptr(), key.ptr(), text.ptr()) != 0) throw py::error_already_set();
  }
}

py::object movetext(const GameTree& tree, const py::object& board, std::string_view result, std::size_t columns,
                    bool comments, bool variations) {
  if (!is_board(board.ptr())) throw py::type_error("board must be a Board");
  pgn::Writer writer({.columns = columns, .comments = comments, .variations = variations});
  const auto write = [&](const auto& game_of) {
    const auto start = [&] {
      [[maybe_unused]] const Lock lock(board.ptr());
      return game_of(board.ptr());
    }();
    return pgn::GameTreeWalk(tree, writer).run(start);
  };
  if (!(is_variant_board(board.ptr()) ? write(variant_game_of) : write(game_of))) return py::none();
  writer.result(result);
  writer.end_game();
  return text_of(writer.text());
}

GameTree from_bytes(const py::object&, const py::bytes& block) {
  auto tree = GameTree::from_bytes(std::string(block));
  if (!tree) throw py::value_error("these bytes are not a GameTree");
  return *std::move(tree);
}

std::size_t size_in_memory(const GameTree& tree) { return sizeof(GameTree) + tree.bytes().capacity(); }

py::bytes to_bytes(const GameTree& tree) { return py::bytes(tree.bytes()); }

}  // namespace

void define_game_tree(py::module_& m) {
  for (std::size_t i = 0; i < known_names.size(); ++i) {
    if (known_names[i] == nullptr) known_names[i] = interned_text(std::string(pgn::KnownTags[i]).c_str());
  }
  ObjectType<GameTree> type("bitrook.GameTree",
                            R"(A parsed game, stored in one compact block. Its nodes are numbered from 1; 0 is the root.

           Used by bitrook.pgn, which creates node objects on first access.)");
  type.methods({
      bound<"children(node)", children>(
          "Return the moves to the child nodes, each with the number and the notes of the child."),
      bound<"notes(node)", notes>("Return the comment, starting comment and NAGs of a node."),
      bound<"moves(node)", moves>("Return the moves of the main line after a node."),
      bound<"fill_tags(roster, others)", fill_tags>("Add the tags to two dicts, in order."),
      bound<"movetext(board, result, columns, comments, variations)", movetext>(
          "Return the movetext from the position of *board*, with an empty line, or None if a move has no piece."),
      bound<"to_bytes()", to_bytes>("Return the block as bytes."),
      bound<"from_bytes(block)", from_bytes>(R"(Return the tree with a block from to_bytes().

          :raises ValueError: if *block* is invalid.)",
                                             METH_CLASS),
      bound<"__sizeof__()", size_in_memory>(),
  });
  type.build(m);
}

}  // namespace bitrook::bindings
