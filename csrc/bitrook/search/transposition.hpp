// The transposition table: the results of the search by position, shared by its threads.
// https://www.chessprogramming.org/Transposition_Table
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "bitrook/base/move.hpp"
#include "bitrook/util/hash_table.hpp"

namespace bitrook::search {

// Whether the true score is at most (Upper), at least (Lower) or exactly the stored score.
enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct TableEntry {
  Move move;  // the best move, or the null move if none is known
  int score;  // relative to the position: see to_table()
  int depth;
  Bound bound;
};

// An entry packed into 64 bits: move (16), score (16), depth + 64 (8), generation (6), bound (2). It is never 0,
// because `bound` is never None.
namespace detail {
struct PackedEntry {
  static constexpr unsigned Generations = 64;

  static std::uint64_t pack(const TableEntry& e, unsigned generation) {
    return std::uint64_t(e.move.word()) | std::uint64_t(std::uint16_t(e.score)) << 16 |
           std::uint64_t(std::uint8_t(e.depth + 64)) << 32 | std::uint64_t(generation % Generations) << 40 |
           std::uint64_t(e.bound) << 46;
  }
  static int depth(std::uint64_t data) { return int(data >> 32 & 255) - 64; }
  static unsigned generation(std::uint64_t data) { return unsigned(data >> 40) % Generations; }
  static TableEntry unpack(std::uint64_t data) {
    return {Move::from_word(std::uint16_t(data)), std::int16_t(data >> 16), depth(data), Bound(data >> 46 & 3)};
  }
};
}  // namespace detail

// Replaces the entry with the least depth. Each search that has begun since an entry was written reduces its depth by
// eight plies for this comparison.
struct ReplaceOldAndShallow {
  std::size_t operator()(const std::array<std::uint64_t, 4>& data, std::uint64_t new_data) const {
    const unsigned now = detail::PackedEntry::generation(new_data);
    const auto worth = [now](std::uint64_t entry) {
      const unsigned age = (now - detail::PackedEntry::generation(entry)) % detail::PackedEntry::Generations;
      return entry == 0 ? -1000 : detail::PackedEntry::depth(entry) - 8 * int(age);
    };
    return std::size_t(std::ranges::min_element(data, {}, worth) - data.begin());
  }
};

class TranspositionTable {
 public:
  static constexpr int MinDepth = -64, MaxDepth = 190;

  // Returns null if there is not enough memory. The size is rounded down to a power of two.
  static std::unique_ptr<TranspositionTable> make(std::uint64_t mebibytes) {
    auto table = Table::make(mebibytes);
    if (!table) return nullptr;
    return std::unique_ptr<TranspositionTable>(new (std::nothrow)
                                                   TranspositionTable(std::move(table), std::size_t(mebibytes)));
  }

  std::optional<TableEntry> probe(std::uint64_t key) const {
    const auto data = table_->probe(key);
    if (!data) return std::nullopt;
    return detail::PackedEntry::unpack(*data);
  }
  // If the entry has no move, the move that is already stored for the position is kept.
  void store(std::uint64_t key, TableEntry e) {
    if (e.move.is_null())
      if (const auto old = probe(key)) e.move = old->move;
    table_->store(key, detail::PackedEntry::pack(e, generation_.load(std::memory_order_relaxed)));
  }
  void prefetch(std::uint64_t key) const { table_->prefetch(key); }

  // Makes all entries older. Called once for each search.
  void new_search() { generation_.fetch_add(1, std::memory_order_relaxed); }
  // The number of entries among the first thousand that the current search has written.
  int hashfull() const {
    const unsigned now = generation_.load(std::memory_order_relaxed) % detail::PackedEntry::Generations;
    return int(
        table_->count_first(1000, [now](std::uint64_t data) { return detail::PackedEntry::generation(data) == now; }));
  }

  // Removes all entries. Other threads may use the table at the same time; entries that they store may be removed or
  // kept.
  void clear() { table_->clear(); }
  std::size_t mebibytes() const { return mebibytes_; }
  std::size_t entries() const { return table_->entries(); }

 private:
  using Table = HashTable<ReplaceOldAndShallow>;

  TranspositionTable(std::unique_ptr<Table> table, std::size_t mebibytes)
      : table_(std::move(table)), mebibytes_(mebibytes) {}

  std::unique_ptr<Table> table_;
  std::size_t mebibytes_;
  std::atomic<unsigned> generation_{0};
};

}  // namespace bitrook::search
