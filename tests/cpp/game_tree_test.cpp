// GameTree: a tree holds what was read, in the same order, and blocks of bytes that are not a game are rejected.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/pgn/game_tree.hpp"
#include "bitrook/pgn/game_tree_walk.hpp"
#include "bitrook/pgn/reader.hpp"
#include "bitrook/pgn/writer.hpp"

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

// Returns the movetext on one line.
std::string movetext(const GameTree& tree) {
  pgn::Writer writer({.columns = 0});
  writer.begin_movetext();
  writer.start_position(Position::start());
  pgn::GameTreeWalk walk(tree, writer);
  CHECK(walk.run(Game()));
  std::string text = writer.text();
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::vector<std::string> tags_of(const GameTree& tree) {
  std::vector<std::string> all;
  for (const auto& [known, name, value] : tree.tags()) {
    CHECK((known != 0) == (std::ranges::find(pgn::KnownTags, name) != std::end(pgn::KnownTags)));
    all.push_back(std::string(name) + "=" + std::string(value));
  }
  return all;
}

// Reads everything in the tree and returns the number of nodes that can be reached.
std::size_t visit_all(const GameTree& tree) {
  std::vector<GameTree::Node> waiting = {0};
  std::size_t visited = 0, bytes = 0;
  while (!waiting.empty()) {
    const GameTree::Node node = waiting.back();
    waiting.pop_back();
    ++visited;
    REQUIRE(visited <= tree.size() + std::size_t{1});
    for (const Note kind : {Note::Comment, Note::StartingComment}) bytes += tree.note(node, kind).size();
    for (auto [i, end] = tree.nags(node); i < end; ++i) bytes += tree.nag(i);
    if (node != 0) bytes += tree.move(node).word();
    if (const auto child = tree.first_child(node)) waiting.push_back(child);
    if (const auto sibling = tree.next_sibling(node); node != 0 && sibling != 0) waiting.push_back(sibling);
  }
  for (const GameTree::Tag& tag : tree.tags()) bytes += tag.name.size() + tag.value.size();
  CHECK(bytes < std::size_t{1} << 40);
  return visited;
}

// Movetexts exactly as they are written.
constexpr std::string_view Texts[] = {
    "1. e4 e5 2. Nf3 Nc6",
    "{ before } 1. e4 $1 $3 { first second } ( { other } 1. d4 d5 ) 1... e5 { last }",
    "1. e4 ( 1. d4 d5 2. c4 ) ( 1. c4 c5 ( 1... e5 2. Nc3 ) ) ( 1. Nf3 ) 1... e5 ( 1... c5 $6 ) 2. Nf3 $10",
    "1. e4 e5 2. Nf3 ( 2. f4 exf4 3. Nf3 ( 3. Bc4 Qh4+ 4. Kf1 ) 3... g5 ) 2... Nc6 3. Bb5 a6 { Morphy }",
};

}  // namespace

TEST_CASE("a tree is written as the game that was read") {
  for (const std::string_view text : Texts) CHECK(movetext(tree_of(std::string(text) + "\n")) == text);
  // As in python-chess, an alternative to the first move of a variation becomes a sibling of that variation.
  CHECK(movetext(tree_of("1. e4 (1. d4 (1. c4) d5) e5\n")) == "1. e4 ( 1. d4 d5 ) ( 1. c4 ) 1... e5");
}

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
  CHECK(visit_all(tree) == 6);
}

TEST_CASE("comments and NAGs belong to nodes") {
  const GameTree tree = tree_of("{a} 1. e4 $2 {b} $1 (1. d4) {c} ({d} 1. c4 {e}) e5 {f} {g} *");
  CHECK(tree.note(0, Note::Comment) == "a");
  CHECK(tree.note(1, Note::Comment) == "b c");
  CHECK(tree.note(2, Note::Comment) == "");
  CHECK(tree.note(3, Note::StartingComment) == "d");
  CHECK(tree.note(3, Note::Comment) == "e");
  CHECK(tree.note(4, Note::Comment) == "f g");
  const auto [begin, end] = tree.nags(1);
  REQUIRE(end - begin == 2);
  CHECK(tree.nag(begin) == 1);
  CHECK(tree.nag(begin + 1) == 2);
  CHECK(tree.nags(2).begin == tree.nags(2).end);
}

TEST_CASE("tags keep their order, and a result in the movetext is one") {
  const std::string unknown(300, 'N');
  const GameTree tree =
      tree_of("[White \"Ann\"]\n[" + unknown + " \"\"]\n[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n\n0-1\n");
  CHECK((tags_of(tree) ==
         std::vector<std::string>{"White=Ann", unknown + "=", "FEN=8/8/8/8/8/8/8/K1k5 w - - 0 1", "Result=0-1"}));
  CHECK((tags_of(tree_of("[Result \"1-0\"]\n\n0-1\n")) == std::vector<std::string>{"Result=1-0"}));
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

TEST_CASE("a game with errors has the moves that could be read") {
  CHECK(movetext(tree_of("1. e4 e5 2. Ke3 Nf6\n")) == "1. e4 e5");
  // The variation with the illegal move is empty, and the line ends at e3, which Black cannot play.
  CHECK(movetext(tree_of("1. e4 (1. Ke8) e3) e5 (1... c5) 2. d4\n")) == "1. e4");
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

TEST_CASE("thousands of variations and levels") {
  std::string wide = "1. e4 ", deep = "1. e4 e5 ";
  for (int i = 0; i < 10'000; ++i) wide += "(1. d4 d5) ";
  constexpr std::string_view Levels[] = {"Nf3 Nf6 ( ", "Nc6 Ng1 ( ", "Ng1 Nb8 ( ", "Nb8 Nf3 ( "};
  for (int i = 0; i < 900; ++i) deep += Levels[i % 4];
  deep += std::string(900, ')');
  CHECK(visit_all(tree_of(wide + "\n")) == 20'002);
  CHECK(visit_all(tree_of(deep + "\n")) == 1'803);
  CHECK(movetext(tree_of(wide + "\n")).ends_with(" ( 1. d4 d5 ) ( 1. d4 d5 )"));
  const std::string written = movetext(tree_of(deep + "\n"));
  CHECK(movetext(tree_of(written + "\n")) == written);
}

TEST_CASE("bytes that are not a tree are refused, and others stay inside their block") {
  std::mt19937 rng(7);
  std::size_t refused = 0, accepted = 0;
  for (const std::string_view text : Texts) {
    const GameTree tree = tree_of("[White \"A\"]\n[Own \"b\"]\n\n" + std::string(text) + " *\n");
    const std::string bytes = tree.bytes();
    const auto same = GameTree::from_bytes(bytes);
    REQUIRE(same);
    CHECK(same->bytes() == bytes);
    CHECK(visit_all(*same) == visit_all(tree));
    const auto look = [&](std::string changed) {
      const auto found = GameTree::from_bytes(std::move(changed));
      found ? ++accepted : ++refused;
      if (found) visit_all(*found);
    };
    for (std::size_t length = 0; length < bytes.size(); ++length) look(bytes.substr(0, length));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned bits : {1U, 0x80U, 0xFFU, unsigned(rng() & 0xFF)}) {
        std::string changed = bytes;
        changed[at] = char(static_cast<unsigned char>(changed[at]) ^ bits);
        look(std::move(changed));
      }
    }
  }
  CHECK(refused > 100);
  CHECK(accepted > 100);  // with other moves, texts or NAGs, the block is still a tree
}
