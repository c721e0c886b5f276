// Making, checking and reading the block of a GameTree.
#include "bitrook/pgn/game_tree.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace bitrook::pgn {

namespace {

void append_number(std::string& to, std::size_t number) {  // seven bits per byte, lowest first
  for (; number >= 128; number >>= 7) to += char(number | 128);
  to += char(number);
}

// Reads the number at `at` and advances `at` past it. Without a number before `end`, returns the largest std::size_t.
std::size_t read_number(const std::string& from, std::size_t& at, std::size_t end) {
  std::size_t number = 0;
  for (unsigned shift = 0; at < end && shift < 63; shift += 7) {
    const auto byte = static_cast<unsigned char>(from[at++]);
    number |= std::size_t(byte & 127) << shift;
    if (byte < 128) return number;
  }
  return std::numeric_limits<std::size_t>::max();
}

// The number of indices below `count` that come before the wanted one, by binary search.
template <class Before>
std::uint32_t partition_point(std::uint32_t count, Before is_before) {
  std::uint32_t low = 0, high = count;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    is_before(middle) ? low = middle + 1 : high = middle;
  }
  return low;
}

template <class T>
void append_items(std::string& to, const std::vector<T>& items) {
  to.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
}

}  // namespace

// --- Reading.

std::string_view GameTree::note(Node node, Note kind) const {
  const std::uint32_t all = counts().notes;
  const std::uint32_t i = partition_point(all, [&](std::uint32_t k) {
    const NoteEntry entry = note_entry(k);
    return std::pair(entry.node, entry.kind) < std::pair(node, std::uint32_t(kind));
  });
  if (i == all) return {};
  const NoteEntry entry = note_entry(i);
  if (entry.node != node || entry.kind != std::uint32_t(kind)) return {};
  return std::string_view(bytes_).substr(text_at() + entry.begin, entry.length);
}

GameTree::Range GameTree::nags(Node node) const {
  const std::uint32_t all = counts().nags;
  return {partition_point(all, [&](std::uint32_t i) { return node_of_nag(i) < node; }),
          partition_point(all, [&](std::uint32_t i) { return node_of_nag(i) <= node; })};
}

std::vector<GameTree::Tag> GameTree::tags() const {
  std::size_t at = tags_at();
  const auto next_text = [&] {
    const std::size_t length = read_number(bytes_, at, text_at());
    at += length;
    return std::string_view(bytes_).substr(at - length, length);
  };
  std::vector<Tag> all(counts().tags);
  for (Tag& tag : all) {
    tag.known = static_cast<unsigned char>(bytes_[at++]);
    tag.name = tag.known != 0 ? KnownTags[tag.known - 1] : next_text();
    tag.value = next_text();
  }
  return all;
}

// --- Checking.

std::optional<GameTree> GameTree::from_bytes(std::string bytes) {
  GameTree tree;
  tree.bytes_ = std::move(bytes);
  if (!tree.is_valid()) return std::nullopt;
  return tree;
}

bool GameTree::is_valid() const {
  if (bytes_.size() < sizeof(Counts)) return false;
  const Counts all = counts();
  for (const std::uint32_t count : {all.nodes, all.links, all.notes, all.nags, all.tags, all.tag_bytes})
    if (count > bytes_.size()) return false;
  if (text_at() > bytes_.size() || (all.links != 0 && all.links != 2 * (std::size_t(all.nodes) + 1))) return false;
  // Children and siblings must have higher numbers, and each node may be linked to only once, so there are no cycles.
  std::vector<bool> is_linked(all.links != 0 ? all.nodes + 1 : 0);
  for (std::uint32_t i = 0; i < all.links; ++i) {
    const std::uint32_t target = link(i);
    if (target == 0) continue;
    if (target > all.nodes || target <= i / 2 || is_linked[target]) return false;
    is_linked[target] = true;
  }
  const std::size_t text = bytes_.size() - text_at();
  std::pair<std::uint32_t, std::uint32_t> last(0, 0);
  for (std::uint32_t i = 0; i < all.notes; ++i) {
    const NoteEntry entry = note_entry(i);
    const std::pair here(entry.node, entry.kind);
    if (entry.node > all.nodes || entry.kind > 1 || entry.begin > text || entry.length > text - entry.begin ||
        (i != 0 && here <= last))
      return false;
    last = here;
  }
  for (std::uint32_t i = 0; i < all.nags; ++i) {
    if (node_of_nag(i) > all.nodes) return false;
    if (i != 0 && std::pair(node_of_nag(i), nag(i)) <= std::pair(node_of_nag(i - 1), nag(i - 1))) return false;
  }
  std::size_t at = tags_at();
  const std::size_t end = text_at();
  const auto skip = [&] {
    const std::size_t length = read_number(bytes_, at, end);
    if (length > end - at) return false;
    at += length;
    return true;
  };
  for (std::uint32_t i = 0; i < all.tags; ++i) {
    if (at == end) return false;
    const auto known = static_cast<unsigned char>(bytes_[at++]);
    if (known > std::size(KnownTags) || (known == 0 && !skip()) || !skip()) return false;
  }
  return at == end;
}

// --- Making.

void GameTreeBuilder::begin_game() {
  in_variation_ = has_variations_ = false;
  tag_count_ = 0;
  for (std::string* each : {&tags_, &text_, &pending_}) each->clear();
  result_ = "*";
  moves_.clear();
  parents_.clear();
  notes_.clear();
  nags_.clear();
  lines_.assign(1, 0);
}

void GameTreeBuilder::tag(std::string_view name, std::string_view value) {
  const auto known = std::ranges::find(KnownTags, name);
  if (known != std::end(KnownTags)) {
    tags_ += char(known - std::begin(KnownTags) + 1);
  } else {
    tags_ += '\0';
    append_number(tags_, name.size());
    tags_ += name;
  }
  append_number(tags_, value.size());
  tags_ += value;
  ++tag_count_;
  if (name == "Result") result_ = value;
}

void GameTreeBuilder::result(std::string_view text) {
  if (result_ == "*") tag("Result", text);
}

void GameTreeBuilder::add_note(GameTree::Note kind, std::string_view text) {
  if (!notes_.empty() && notes_.back().node == last() && notes_.back().kind == std::uint32_t(kind)) {
    notes_.back().length += std::uint32_t(1 + text.size());
    text_ += ' ';
    text_ += text;
    return;
  }
  notes_.push_back({last(), std::uint32_t(kind), std::uint32_t(text_.size()), std::uint32_t(text.size())});
  text_ += text;
}

// After a move, or before the first move of the game, a comment belongs to the current node; otherwise it belongs to
// the next move.
void GameTreeBuilder::comment(std::string_view text) {
  if (text.empty()) return;
  if (in_variation_ || (last() == 0 && moves_.empty())) return add_note(GameTree::Note::Comment, text);
  if (!pending_.empty()) pending_ += ' ';
  pending_ += text;
}

void GameTreeBuilder::begin_variation() {
  has_variations_ = true;
  lines_.push_back(last() == 0 ? 0 : parents_[last() - 1]);
  in_variation_ = false;
}

// After an illegal move in a variation, more variations can end than have begun.
void GameTreeBuilder::end_variation() {
  if (lines_.size() > 1) lines_.pop_back();
}

// The first child and the next sibling of each node.
std::vector<std::uint32_t> GameTreeBuilder::links() const {
  std::vector<std::uint32_t> links;
  if (!has_variations_) return links;
  links.resize(2 * (moves_.size() + 1));
  std::vector<GameTree::Node> last_child(moves_.size() + 1);
  for (GameTree::Node node = 1; node <= moves_.size(); ++node) {
    const GameTree::Node parent = parents_[node - 1];
    GameTree::Node& last = last_child[parent];
    (last == 0 ? links[2 * parent] : links[2 * last + 1]) = node;
    last = node;
  }
  return links;
}

GameTree GameTreeBuilder::take() {
  std::ranges::sort(nags_);
  nags_.erase(std::ranges::unique(nags_).begin(), nags_.end());
  const auto key = [](const GameTree::NoteEntry& note) { return std::pair(note.node, note.kind); };
  const auto order = [](const auto& note) { return std::tuple(note.node, note.kind, note.begin); };
  if (!std::ranges::is_sorted(notes_, {}, order)) std::ranges::sort(notes_, {}, order);
  std::vector<GameTree::NoteEntry> notes;  // with the offsets of the joined texts
  std::uint32_t text_size = 0;
  for (const GameTree::NoteEntry& note : notes_) {
    if (notes.empty() || key(notes.back()) != key(note)) {
      notes.push_back({note.node, note.kind, text_size, note.length});
    } else {
      notes.back().length += 1 + note.length;
    }
    text_size = notes.back().begin + notes.back().length;
  }
  const std::vector<std::uint32_t> all_links = links();
  const GameTree::Counts counts{std::uint32_t(moves_.size()),
                                std::uint32_t(all_links.size()),
                                std::uint32_t(notes.size()),
                                std::uint32_t(nags_.size()),
                                tag_count_,
                                std::uint32_t(tags_.size())};
  GameTree tree;
  tree.bytes_.reserve(sizeof counts + 4 * all_links.size() + sizeof(GameTree::NoteEntry) * notes.size() +
                      sizeof(Nag) * nags_.size() + 2 * moves_.size() + tags_.size() + text_size);
  tree.bytes_.append(reinterpret_cast<const char*>(&counts), sizeof counts);
  append_items(tree.bytes_, all_links);
  append_items(tree.bytes_, notes);
  append_items(tree.bytes_, nags_);
  append_items(tree.bytes_, moves_);
  tree.bytes_ += tags_;
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    if (i != 0 && key(notes_[i - 1]) == key(notes_[i])) tree.bytes_ += ' ';
    tree.bytes_.append(text_, notes_[i].begin, notes_[i].length);
  }
  return tree;
}

}  // namespace bitrook::pgn
