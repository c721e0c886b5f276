// Counts that have been made once: a table of fixed size that threads share without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "bitrook/perft/board.hpp"

namespace bitrook::counting {

// 64 bits from the whole board, made when they are wanted: an incremental key would cost every move for the sake
// of the few boards that are looked up.
inline std::uint64_t digest(const Board& b, Color turn, unsigned depth) {
  std::uint64_t h = 2 * std::uint64_t{depth} + index(turn);
  // All of splitmix64's finalizer for each word: with less, boards that differ in two corners had the same digest.
  const auto mix = [&h](Bitboard word) {
    h = (h + 0x9E3779B97F4A7C15u) ^ word.word();
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
    h = (h ^ h >> 27) * 0x94D049BB133111EBu;
    h ^= h >> 31;
  };
  for (const Side* side : {&b.us, &b.them}) {
    mix(side->pawns);
    mix(side->knights);
    mix(side->diagonal);
    mix(side->orthogonal);
    mix(side->king);
  }
  mix(b.castling);
  mix(b.en_passant);
  return h;
}

class Table {
 public:
  static constexpr std::size_t MaxMebibytes = std::size_t{1} << 19;  // far beyond what there is anywhere

  // Nothing if there is not that much memory.
  static std::unique_ptr<Table> make(std::size_t mebibytes) {
    if (mebibytes > MaxMebibytes) return nullptr;
    std::size_t buckets = 1;
    while (buckets <= (mebibytes << 20) / sizeof(Bucket) / 2) buckets *= 2;
    std::unique_ptr<Table> table(new (std::nothrow) Table);
    if (!table) return nullptr;
    // Zeroed memory from the system costs nothing until it is used; one bucket more, to begin on a cache line.
    table->memory_ = std::calloc(buckets + 1, sizeof(Bucket));
    if (table->memory_ == nullptr) return nullptr;
    const auto address = reinterpret_cast<std::uintptr_t>(table->memory_);
    table->buckets_ = reinterpret_cast<Bucket*>((address + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket));
    table->mask_ = buckets - 1;
    return table;
  }

  Table(const Table&) = delete;
  ~Table() { std::free(memory_); }

  std::optional<std::uint64_t> find(std::uint64_t key) const {
    for (const Entry& e : buckets_[key & mask_].entries) {
      const std::uint64_t count = e.count.load(std::memory_order_relaxed);
      if ((e.check.load(std::memory_order_relaxed) ^ count) == key && count != 0) return count - 1;
    }
    return std::nullopt;
  }

  // The first entry keeps the largest count it has seen, the others take turns.
  void store(std::uint64_t key, std::uint64_t count) {
    Bucket& bucket = buckets_[key & mask_];
    Entry& largest = bucket.entries[0];
    Entry& e = count + 1 >= largest.count.load(std::memory_order_relaxed) ? largest : bucket.entries[1 + (key >> 62)];
    e.check.store(key ^ (count + 1), std::memory_order_relaxed);
    e.count.store(count + 1, std::memory_order_relaxed);
  }

 private:
  // The check is key ^ count: halves that two threads wrote at once do not fit each other, and are not found.
  struct Entry {
    std::atomic<std::uint64_t> check, count;  // the count plus one, 0 if there is none
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };
  static_assert(sizeof(Bucket) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);

  Table() = default;

  void* memory_ = nullptr;
  Bucket* buckets_ = nullptr;
  std::size_t mask_ = 0;
};

}  // namespace bitrook::counting
