// GameTree: the numbers of nodes, and the memory and the builder of trees.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/pgn/game_tree.hpp"
#include "bitrook/pgn/reader.hpp"

using namespace bitrook;
using pgn::GameTree;
using Note = GameTree::Note;

namespace {

GameTree tree_of(std::string_view text) {
  pgn::GameTreeBuilder builder;
  pgn::BufferReader reader(text);
  REQUIRE(reader.read_game(builder));
  return builder.take();
}

std::vector<std::string> tags_of(const GameTree& tree) {
  std::vector<std::string> all;
  for (const auto& [known, name, value] : tree.tags()) {
    CHECK((known != 0) == (std::ranges::find(pgn::KnownTags, name) != std::end(pgn::KnownTags)));
    all.push_back(std::string(name) + "=" + std::string(value));
  }
  return all;
}

}  // namespace

TEST_CASE("nodes are numbered as they are read") {
  const GameTree tree = tree_of("1. e4 (1. d4 d5) (1. c4) e5 *");
  CHECK(tree.size() == 5);  // e4, d4, d5, c4, e5
  CHECK(tree.first_child(0) == 1);
  CHECK(tree.next_sibling(1) == 2);
  CHECK(tree.next_sibling(2) == 4);
  CHECK(tree.next_sibling(4) == 0);
  CHECK(tree.first_child(1) == 5);
  CHECK(tree.first_child(2) == 3);
  CHECK(tree.first_child(3) == 0);
  const GameTree line = tree_of("1. e4 e5 *");
  CHECK(line.first_child(0) == 1);
  CHECK(line.first_child(1) == 2);
  CHECK(line.first_child(2) == 0);
  CHECK(line.next_sibling(1) == 0);
}

TEST_CASE("comments that a variation interrupts are joined") {
  std::string text = "1. e4 {a} ", expected = "a";
  for (int i = 0; i < 1'000; ++i) {
    text += "(1. d4 {x}) {b} ";
    expected += " b";
  }
  const GameTree tree = tree_of(text);
  CHECK(tree.note(1, Note::Comment) == expected);
  CHECK(tree.note(2, Note::Comment) == "x");
  CHECK(tree.bytes().size() < 4 * text.size());
}

TEST_CASE("a builder makes many games, each its own") {
  pgn::GameTreeBuilder builder;
  pgn::BufferReader reader("{a} 1. e4 (1. d4) $1 *\n\n1. c4\n\n");
  REQUIRE(reader.read_game(builder));
  REQUIRE(reader.read_game(builder));
  CHECK(builder.take().bytes() == tree_of("1. c4\n").bytes());
  builder.tags_only = true;
  pgn::BufferReader again("[White \"A\"]\n\n1. e4 *\n");
  REQUIRE(again.read_game(builder));
  const GameTree tags = builder.take();
  CHECK(tags.size() == 0);
  CHECK((tags_of(tags) == std::vector<std::string>{"White=A"}));
}
