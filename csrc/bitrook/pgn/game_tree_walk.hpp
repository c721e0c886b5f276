// Calls a visitor for the moves of a GameTree, in the order of a PGN text. Does not recurse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/pgn/game_tree.hpp"

namespace bitrook::pgn {

template <IsVisitor V>
class GameTreeWalk {
 public:
  GameTreeWalk(const GameTree& tree, V& visitor) : tree_(tree), visitor_(visitor) {}

  // Visits the root's comment, then each move with its NAGs and comments, starting at the position of `start`.
  // Variations follow the moves that they replace. Returns false as soon as the origin of a move is empty. `start` is
  // a Game or a VariantGame.
  template <class G>
  bool run(const G& start) {
    std::vector<Waiting> waiting;
    G game = start;
    std::size_t plies = 0;  // of the current line, made on `game`
    comment(0, GameTree::Note::Comment);
    Node here = tree_.first_child(0);
    bool is_first = true;  // of its parent's children
    while (here != 0) {
      if (!show(here, game)) return false;
      ++plies;
      Node other = is_first ? tree_.next_sibling(here) : 0;
      while (true) {  // until there is a node to visit
        while (other != 0 && skips([&] { return visitor_.begin_variation(); })) {
          visitor_.end_variation();
          other = tree_.next_sibling(other);
        }
        if (other != 0) {
          waiting.push_back({here, tree_.next_sibling(other), plies});
          game.pop();
          here = other;
          is_first = false;
          plies = 0;
          break;
        }
        here = tree_.first_child(here);
        is_first = true;
        if (here != 0 || waiting.empty()) break;
        // At the end of a variation, return to the position after the node that it replaces.
        for (; plies != 0; --plies) game.pop();
        visitor_.end_variation();
        here = waiting.back().node;
        other = waiting.back().other;
        plies = waiting.back().plies;
        waiting.pop_back();
        game.push(tree_.move(here));
      }
    }
    return true;
  }

 private:
  using Node = GameTree::Node;
  struct Waiting {
    Node node, other;  // a node, and the next of its alternatives that has not been visited yet
    std::size_t plies;
  };

  void comment(Node node, GameTree::Note kind) {
    if (const std::string_view text = tree_.note(node, kind); !text.empty()) visitor_.comment(text);
  }

  template <class G>
  bool show(Node node, G& game) {
    comment(node, GameTree::Note::StartingComment);
    const Move move = tree_.move(node);
    const auto& before = game.position();
    if (!move.is_null() && !move.is_drop() && before.piece_at(move.from()) == Piece::None) return false;
    visitor_.move(move, before);
    game.push(move);
    const GameTree::Range range = tree_.nags(node);
    for (std::uint32_t i = range.begin; i < range.end; ++i) visitor_.nag(tree_.nag(i));
    comment(node, GameTree::Note::Comment);
    return true;
  }

  const GameTree& tree_;
  V& visitor_;
};

}  // namespace bitrook::pgn
