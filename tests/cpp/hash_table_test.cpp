// The shared hash table: threads that write the same entries.
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
