// Fuzzes GameTree::from_bytes: a block that it accepts can be read and written without accesses outside the block. If
// the first byte is even, the input is a PGN text; it is read into a tree, and bytes of that tree are changed.
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bitrook/pgn/game_tree.hpp"
#include "bitrook/pgn/reader.hpp"
#include "bitrook/pgn/writer.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;
using pgn::GameTree;

namespace {

// Visits each node once and reads all its data.
std::size_t visit(const GameTree& tree) {
  std::vector<GameTree::Node> waiting{0};
  std::size_t visited = 0, size = 0;
  while (!waiting.empty()) {
    const GameTree::Node node = waiting.back();
    waiting.pop_back();
    check(++visited <= tree.size() + std::size_t{1}, "each node is linked to once");
    for (const auto kind : {GameTree::Note::Comment, GameTree::Note::StartingComment})
      size += std::string(tree.note(node, kind)).size();
    for (auto [i, end] = tree.nags(node); i < end; ++i) size += tree.nag(i);
    if (node != 0) size += tree.move(node).word();
    if (const auto child = tree.first_child(node)) waiting.push_back(child);
    if (const auto sibling = tree.next_sibling(node); node != 0 && sibling != 0) waiting.push_back(sibling);
  }
  for (const GameTree::Tag& tag : tree.tags()) size += std::string(tag.name).size() + std::string(tag.value).size();
  return size;
}

std::string written(const GameTree& tree) {
  pgn::Writer writer;
  writer.begin_movetext();
  writer.start_position(Position::start());
  pgn::GameTreeWalk(tree, writer).run(Game());
  return writer.text();
}

std::optional<GameTree> look(std::string_view bytes) {
  std::string block(bytes);
  block.shrink_to_fit();
  std::optional<GameTree> tree = GameTree::from_bytes(std::move(block));
  if (!tree) return tree;
  check(tree->bytes() == bytes, "a tree keeps its bytes");
  visit(*tree);
  written(*tree);
  return tree;
}

// Reads a game, and checks that the bytes of its tree are accepted and give the same tree.
GameTree read(std::string_view text) {
  pgn::GameTreeBuilder builder;
  pgn::BufferReader reader(text);
  if (!reader.read_game(builder)) builder.begin_game();
  GameTree tree = builder.take();
  const auto again = look(tree.bytes());
  check(again && visit(*again) == visit(tree) && written(*again) == written(tree),
        "the bytes of a tree give the same tree");
  return tree;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  if (bytes.byte() % 2 != 0) {
    look(bytes.rest());
    return 0;
  }
  const unsigned changes = bytes.byte() % 4;
  std::pair<std::uint32_t, std::uint8_t> change[3];
  for (unsigned i = 0; i < changes; ++i) change[i] = {bytes.number(2), bytes.byte()};
  std::string changed = read(bytes.rest()).bytes();
  for (unsigned i = 0; i < changes; ++i) changed[change[i].first % changed.size()] ^= char(change[i].second);
  look(changed);
  return 0;
}
