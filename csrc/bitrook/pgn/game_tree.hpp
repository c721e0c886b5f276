// GameTree: a parsed game in one block of memory, with its tags, moves, variations, comments and NAGs.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/pgn/visitor.hpp"

namespace bitrook::pgn {

// Tag names that are stored as one byte, which is their index plus one. Pickled games depend on the order, so new names
// may only be added at the end.
inline constexpr std::string_view KnownTags[] = {"Event",
                                                 "Site",
                                                 "Date",
                                                 "Round",
                                                 "White",
                                                 "Black",
                                                 "Result",
                                                 "UTCDate",
                                                 "UTCTime",
                                                 "WhiteElo",
                                                 "BlackElo",
                                                 "WhiteRatingDiff",
                                                 "BlackRatingDiff",
                                                 "WhiteTitle",
                                                 "BlackTitle",
                                                 "Variant",
                                                 "TimeControl",
                                                 "ECO",
                                                 "Opening",
                                                 "Termination",
                                                 "FEN",
                                                 "SetUp",
                                                 "Annotator",
                                                 "EventDate",
                                                 "PlyCount",
                                                 "WhiteFideId",
                                                 "BlackFideId",
                                                 "WhiteTeam",
                                                 "BlackTeam",
                                                 "Time",
                                                 "Mode",
                                                 "Variation",
                                                 "SubVariation",
                                                 "NIC",
                                                 "Source"};

// Nodes are numbered in the order in which they were read; 0 is the root. A game without variations takes two bytes per
// move, because each node is the only child of the previous one. A GameTree is immutable.
class GameTree {
 public:
  using Node = std::uint32_t;
  enum class Note : std::uint32_t { Comment, StartingComment };

  // Makes a GameTree from the bytes() of another one. Returns nothing if the bytes are invalid, so no access can leave
  // the block.
  static std::optional<GameTree> from_bytes(std::string bytes);
  const std::string& bytes() const { return bytes_; }

  Node size() const { return counts().nodes; }  // without the root
  Move move(Node node) const { return Move::from_word(load<std::uint16_t>(moves_at() + 2 * (node - 1))); }
  Node first_child(Node node) const { return has_links() ? link(2 * node) : node < size() ? node + 1 : 0; }
  Node next_sibling(Node node) const { return has_links() ? link(2 * node + 1) : 0; }

  std::string_view note(Node node, Note kind) const;
  // The NAGs of a node, as indices for nag().
  struct Range {
    std::uint32_t begin, end;
  };
  Range nags(Node node) const;
  std::uint32_t nag(std::uint32_t index) const { return load<std::uint32_t>(nags_at() + 8 * std::size_t(index) + 4); }

  struct Tag {
    std::size_t known;  // the index of the name in KnownTags plus one, or 0 for any other name
    std::string_view name, value;
  };
  // The tags in order. A result in the movetext is added as a last tag "Result", unless an earlier tag has a result
  // other than "*".
  std::vector<Tag> tags() const;

 private:
  friend class GameTreeBuilder;
  struct Counts {
    std::uint32_t nodes, links, notes, nags, tags, tag_bytes;
  };
  struct NoteEntry {
    std::uint32_t node, kind, begin, length;
  };

  GameTree() = default;
  template <class T>
  T load(std::size_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }
  Counts counts() const { return load<Counts>(0); }
  bool has_links() const { return counts().links != 0; }
  std::size_t notes_at() const { return sizeof(Counts) + 4 * std::size_t(counts().links); }
  std::size_t nags_at() const { return notes_at() + sizeof(NoteEntry) * std::size_t(counts().notes); }
  std::size_t moves_at() const { return nags_at() + 8 * std::size_t(counts().nags); }
  std::size_t tags_at() const { return moves_at() + 2 * std::size_t(counts().nodes); }
  std::size_t text_at() const { return tags_at() + counts().tag_bytes; }
  NoteEntry note_entry(std::uint32_t i) const { return load<NoteEntry>(notes_at() + sizeof(NoteEntry) * i); }
  Node node_of_nag(std::uint32_t i) const { return load<Node>(nags_at() + 8 * std::size_t(i)); }
  std::uint32_t link(std::size_t i) const { return load<std::uint32_t>(sizeof(Counts) + 4 * i); }
  bool is_valid() const;

  std::string bytes_;
};

// A visitor that makes GameTrees in the same way as python-chess's GameBuilder makes games. A builder can be reused for
// many games; after the first few, it only allocates the memory of the trees. Precondition: Limits::game is below 2
// GiB.
class GameTreeBuilder : public Visitor {
 public:
  bool tags_only = false;  // skips the movetext

  // Returns the game that was read. Call it once, after end_game.
  GameTree take();
  // The approximate number of bytes that are kept for the next game.
  std::size_t kept_bytes() const {
    return tags_.capacity() + text_.capacity() + pending_.capacity() + sizeof(Move) * moves_.capacity() +
           sizeof(GameTree::NoteEntry) * notes_.capacity() + sizeof(Nag) * nags_.capacity() +
           sizeof(GameTree::Node) * (parents_.capacity() + lines_.capacity());
  }

  void begin_game();
  void tag(std::string_view name, std::string_view value);
  Flow begin_movetext() { return tags_only ? Flow::Skip : Flow::Continue; }
  BITROOK_ALWAYS_INLINE void move(Move move, const Position&) {
    moves_.push_back(move.word());
    parents_.push_back(last());
    last() = GameTree::Node(moves_.size());
    if (!pending_.empty()) [[unlikely]] {
      add_note(GameTree::Note::StartingComment, pending_);
      pending_.clear();
    }
    in_variation_ = true;
  }
  void nag(std::uint32_t number) { nags_.push_back({last(), number}); }
  void comment(std::string_view text);
  void begin_variation();
  void end_variation();
  void result(std::string_view text);

 private:
  struct Nag {
    GameTree::Node node;
    std::uint32_t number;
    auto operator<=>(const Nag&) const = default;
  };

  GameTree::Node& last() { return lines_.back(); }
  void add_note(GameTree::Note kind, std::string_view text);
  std::vector<std::uint32_t> links() const;

  bool in_variation_ = false, has_variations_ = false;
  std::uint32_t tag_count_ = 0;
  std::string tags_, text_, pending_, result_;
  std::vector<std::uint16_t> moves_;
  std::vector<GameTree::Node> parents_;  // of node i + 1
  std::vector<GameTree::Node> lines_;    // the last node of each open line
  // In the order of the text. A comment may consist of several notes of the same node and kind, which take() joins.
  std::vector<GameTree::NoteEntry> notes_;
  std::vector<Nag> nags_;
};

// --- Calling a visitor for the moves of a GameTree, in the order of a PGN text. Does not recurse.

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
