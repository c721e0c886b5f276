// A hash table of fixed size that threads share without locks.
//
// An entry is two words: the data, and the key XORed with the data. If two threads write an entry at the same time, it
// may end up with one word of each. XORing the two words then does not give either key, so the entry is not found.
// (Hyatt and Mann, "A lockless transposition-table implementation for parallel search", 2002.)
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/util/huge_pages.hpp"

namespace bitrook {

// A key selects a cluster of four entries by its low bits; a cluster is one cache line. `Replacement` decides which
// entry of a full cluster to overwrite:
//
//   std::size_t operator()(const std::array<std::uint64_t, 4>& data, std::uint64_t new_data) const;
//
// It returns an index into `data`, the words stored in the cluster; 0 is an empty entry.
template <class Replacement>
class HashTable {
 public:
  static constexpr std::size_t EntriesPerCluster = 4;
  // 512 GiB; on a 32-bit system, just under 2 GiB.
  static constexpr std::size_t MaxMebibytes = std::min<std::size_t>(~std::size_t{0} >> 21, std::size_t{1} << 19);

  // A table of at most `mebibytes` (rounded down to a power of two), or null if there is not enough memory. The
  // operating system provides zeroed pages when they are first touched.
  static std::unique_ptr<HashTable> make(std::uint64_t mebibytes, Replacement replacement = {}) {
    if (mebibytes > MaxMebibytes) return nullptr;
    const std::size_t clusters =
        std::max<std::size_t>(std::bit_floor((std::size_t(mebibytes) << 20) / sizeof(Cluster)), 1);
    // One extra cluster, because calloc only aligns to 16 bytes.
    Memory memory(std::calloc(clusters + 1, sizeof(Cluster)));
    if (!memory) return nullptr;
    advise_huge_pages(memory.get(), (clusters + 1) * sizeof(Cluster));
    return std::unique_ptr<HashTable>(new (std::nothrow) HashTable(std::move(memory), clusters, replacement));
  }

  // The data stored with `key`, if it is still there.
  std::optional<std::uint64_t> probe(std::uint64_t key) const {
    for (const Entry& e : cluster(key)) {
      const std::uint64_t data = e.data.load(std::memory_order_relaxed);
      if ((e.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return data;
    }
    return std::nullopt;
  }

  // Stores `data`, which must not be 0. It replaces the data stored with the same key, if any.
  void store(std::uint64_t key, std::uint64_t data) {
    BITROOK_ASSERT(data != 0);
    Cluster& entries = cluster(key);
    std::array<std::uint64_t, EntriesPerCluster> stored;
    std::size_t slot = EntriesPerCluster;
    for (std::size_t i = 0; i < EntriesPerCluster; ++i) {
      stored[i] = entries[i].data.load(std::memory_order_relaxed);
      if ((entries[i].check.load(std::memory_order_relaxed) ^ stored[i]) == key) slot = i;
    }
    if (slot == EntriesPerCluster) slot = replacement_(stored, data);
    entries[slot].check.store(key ^ data, std::memory_order_relaxed);
    entries[slot].data.store(data, std::memory_order_relaxed);
  }

  // Loads the cluster of `key` into the cache.
  void prefetch(std::uint64_t key) const { bitrook::prefetch(&cluster(key)); }

  std::size_t entries() const { return EntriesPerCluster * (mask_ + 1); }
  // How many of the first `n` entries are in use and satisfy `condition(data)`.
  template <class Condition>
  std::size_t count_first(std::size_t n, Condition condition) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(n, entries()); ++i) {
      const std::uint64_t data =
          clusters_[i / EntriesPerCluster][i % EntriesPerCluster].data.load(std::memory_order_relaxed);
      count += data != 0 && condition(data);
    }
    return count;
  }
  // Removes all entries. Those that other threads store in the meantime may or may not be removed.
  void clear() {
    for (std::size_t i = 0; i <= mask_; ++i)
      for (Entry& e : clusters_[i]) {
        e.check.store(0, std::memory_order_relaxed);
        e.data.store(0, std::memory_order_relaxed);
      }
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check, data;  // the key XOR the data; the data, 0 if the entry is empty
  };
  using Cluster = std::array<Entry, EntriesPerCluster>;
  static_assert(sizeof(Cluster) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<void, Free>;

  HashTable(Memory memory, std::size_t clusters, Replacement replacement)
      : memory_(std::move(memory)), mask_(clusters - 1), replacement_(replacement) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    clusters_ = reinterpret_cast<Cluster*>((address + sizeof(Cluster) - 1) / sizeof(Cluster) * sizeof(Cluster));
  }

  Cluster& cluster(std::uint64_t key) const { return clusters_[key & mask_]; }

  Memory memory_;
  Cluster* clusters_;  // the first cache line within `memory_`
  std::size_t mask_;
  Replacement replacement_;
};

}  // namespace bitrook
