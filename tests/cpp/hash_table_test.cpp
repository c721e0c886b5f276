// The shared hash table: storing and probing, replacement, sizes, and threads that write the same entries.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>
#include <vector>

#include "bitrook/util/hash_table.hpp"

using namespace bitrook;

namespace {

// Replaces the entry with the smallest data, and thus empty entries first.
struct Smallest {
  std::size_t operator()(const std::array<std::uint64_t, 4>& data, std::uint64_t) const {
    return std::size_t(std::min_element(data.begin(), data.end()) - data.begin());
  }
};
using Table = HashTable<Smallest>;

constexpr std::uint64_t data_of(std::uint64_t key) { return key * 0x9E3779B97F4A7C15u | 1; }

}  // namespace

TEST_CASE("what is stored is found, and nothing else") {
  const auto table = Table::make(1);
  REQUIRE(table);
  for (std::uint64_t key = 0; key < 1000; ++key) CHECK(!table->probe(key));
  for (std::uint64_t key = 0; key < 1000; ++key) table->store(key, data_of(key));
  for (std::uint64_t key = 0; key < 1000; ++key) CHECK(table->probe(key) == data_of(key));
  for (std::uint64_t key = 1000; key < 2000; ++key) CHECK(!table->probe(key));
  table->store(7, 1234);
  CHECK(table->probe(7) == 1234u);
}

TEST_CASE("a full cluster overwrites the entry that the policy names") {
  const auto table = Table::make(1);
  REQUIRE(table);
  const auto key = [](std::uint64_t i) { return i << 32 | 5; };  // all in one cluster
  for (std::uint64_t i = 0; i < 5; ++i) table->store(key(i), 100 + i);
  CHECK(!table->probe(key(0)));
  for (std::uint64_t i = 1; i < 5; ++i) CHECK(table->probe(key(i)) == 100 + i);
  table->store(key(1), 200);  // replaces its own entry
  for (std::uint64_t i = 2; i < 5; ++i) CHECK(table->probe(key(i)) == 100 + i);
}

TEST_CASE("a table uses what it was given, and is refused if there is not that much memory") {
  for (const std::size_t mebibytes : {0u, 1u, 3u}) {
    const auto table = Table::make(mebibytes);
    REQUIRE(table);
    // If the table has `clusters` clusters, these five keys share one, and the first is overwritten.
    const std::uint64_t clusters = mebibytes == 0 ? 1 : (mebibytes == 1 ? 1 : 2) << 14;
    for (std::uint64_t i = 0; i < 4; ++i) table->store(i * clusters, 1 + i);
    table->store(4 * clusters, 5);
    CHECK(!table->probe(0));
    if (clusters > 1) {
      table->store(clusters - 1, 7);
      CHECK(table->probe(clusters - 1) == 7u);
      CHECK(table->probe(clusters) == 2u);
    }
  }
  CHECK(!Table::make(Table::MaxMebibytes + 1));
  CHECK(!Table::make(~std::uint64_t{0}));
  static_assert(Table::MaxMebibytes <= ~std::size_t{0} >> 20);  // the size in bytes fits in a size_t
}

TEST_CASE("threads that write the same clusters never find the data of another key") {
  const auto table = Table::make(0);  // one cluster
  REQUIRE(table);
  std::vector<std::thread> threads;
  std::array<bool, 4> right{};
  for (std::size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&table, &right, t] {
      bool all_right = true;
      for (std::uint64_t i = 0; i < 20000; ++i) {
        const std::uint64_t key = (i * 7 + t) % 16;
        table->store(key, data_of(key));
        const auto found = table->probe(key);
        all_right = all_right && (!found || *found == data_of(key));
      }
      right[t] = all_right;
    });
  for (std::thread& thread : threads) thread.join();
  for (const bool r : right) CHECK(r);
}
