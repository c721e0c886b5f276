// Columns, batches for Arrow, and progress.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bitrook/data/arrow.hpp"
#include "bitrook/data/column.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/data/pipeline.hpp"

using namespace bitrook;
using namespace bitrook::data;

namespace {

using Strings = std::vector<std::optional<std::string>>;

Strings strings_of(const Column& c) {
  Strings all;
  for (std::size_t i = 0; i < c.length(); ++i) {
    all.push_back(c.is_null(i) ? std::optional<std::string>() : std::string(c.text(i)));
  }
  return all;
}

}  // namespace

TEST_CASE("a column is the list of its values, whatever is appended and cut off") {
  std::mt19937 rng(2);
  Column column(Type::String);
  Strings expected;
  for (int i = 0; i < 3000; ++i) {
    const unsigned what = rng() % 20;
    if (what == 0) {
      const std::size_t keep = rng() % (expected.size() + 1);
      column.truncate(keep);
      expected.resize(keep);
    } else if (what < 3) {
      Column other(Type::String);
      for (unsigned n = rng() % 20; n > 0; --n) rng() % 3 ? other.add_text(std::to_string(n)) : other.add_null();
      const std::size_t from = rng() % (other.length() + 1), count = rng() % (other.length() - from + 1);
      column.append(other, from, count);
      const Strings theirs = strings_of(other);
      expected.insert(expected.end(), theirs.begin() + long(from), theirs.begin() + long(from + count));
    } else if (what < 6) {
      column.add_null();
      expected.emplace_back();
    } else {
      column.add_text(std::to_string(i));
      expected.emplace_back(std::to_string(i));
    }
  }
  CHECK((strings_of(column) == expected));
}

TEST_CASE("lists keep their items when they are appended and cut off") {
  Column lists(Type::ListListInt16), copy(Type::ListListInt16);
  for (int i = 0; i < 100; ++i) {
    for (int k = 0; k < i % 5; ++k) {
      for (int n = 0; n < k; ++n) lists.items().items().add(std::int16_t(100 * i + n));
      lists.items().end_list();
    }
    i % 7 ? lists.end_list() : lists.add_null();
  }
  copy.append(lists, 10, 50);
  copy.append(lists, 60, 40);
  lists.items().items().add(std::int16_t(1));  // an item of a list that has not been ended
  lists.truncate(60);
  CHECK(lists.items().items().length() == std::size_t(lists.items().offsets().as<std::int32_t>().back()));
  CHECK(copy.length() == 90);
  CHECK(copy.nulls() == 13);
}

TEST_CASE("rows that a column cannot hold are not appended to the others") {
  const Fields fields{{"a", Type::Int16}, {"b", Type::ListString}, {"c", Type::Binary}};
  const auto rows = [&](std::size_t size) {  // two rows, the second with nulls
    auto table = std::make_unique<Table>();
    Column numbers(Type::Int16), lists(Type::ListString);
    numbers.add(std::int16_t(1));
    numbers.add_null();
    lists.items().add_text("text");
    lists.end_list();
    lists.add_null();
    Buffer offsets, bytes;
    for (const std::size_t end : {std::size_t{0}, size, size}) offsets.push(std::int32_t(end));
    bytes.resize(size);  // the memory is reserved, but never written
    table->add_column(fields[0], std::move(numbers));
    table->add_column(fields[1], std::move(lists));
    table->add_column(fields[2], Column(Type::Binary, 2, 0, {}, std::move(offsets), std::move(bytes), nullptr));
    return table;
  };
  Table all(fields);
  const auto small = rows(3), large = rows(0x7FFFFFFF - 2);
  all.append(*small, 0, 1);
  CHECK_THROWS_AS(all.append(*large, 0, 2), std::length_error);
  CHECK(all.rows() == 1);
  for (const Column& c : all.columns) {
    CHECK(c.length() == 1);
    CHECK(c.nulls() == 0);
    CHECK(c.validity().empty());
  }
  CHECK(all.columns[1].items().length() == 1);
  all.append(*small, 0, 2);
  CHECK((strings_of(all.columns[1].items()) == Strings{"text", "text"}));
  CHECK(all.columns[0].is_null(2));
  CHECK(!all.columns[0].is_null(1));
}

TEST_CASE("batches are released with all their children, also those that have been moved out") {
  auto table = std::make_shared<Table>(Fields{{"a", Type::Int16}, {"b", Type::ListString}});
  table->columns[0].add(std::int16_t(7));
  table->columns[1].add_null();
  table->row_added();
  const std::weak_ptr<Table> watch = table;
  ArrowArray batch{}, moved;
  export_batch(std::move(table), 0, 1, Dialect::Arrow, &batch);
  moved = *batch.children[0];
  batch.children[0]->release = nullptr;
  batch.release(&batch);
  CHECK(!batch.release);
  CHECK(static_cast<const std::int16_t*>(moved.buffers[1])[0] == 7);
  CHECK(!watch.expired());
  moved.release(&moved);
  CHECK(watch.expired());
}

TEST_CASE("progress includes all games of the texts that have been read") {
  struct TwoTexts : Source {
    explicit TwoTexts(std::vector<std::uint64_t>& seen) : seen(seen) {}
    bool read(Block& block) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));  // longer than the interval between calls of go_on()
      if (blocks == 2) return false;
      ++blocks;
      for (int i = 0; i < 5; ++i) block.bytes.append("1. e4 *\n\n", 9);
      block.is_new_text = true;
      return true;
    }
    void skip_text() override {}
    void go_on(std::uint64_t games) override { seen.push_back(games); }

    std::vector<std::uint64_t>& seen;
    int blocks = 0;
  };
  std::vector<std::uint64_t> seen;
  auto plan = Plan::of(Plan::Kind::Games, {"White"}, OnError::Column, {}, {});
  Pipeline pipeline(std::make_shared<const Plan>(std::move(*plan)), std::make_unique<TwoTexts>(seen), {});
  CHECK(pipeline.rest()->rows() == 10);
  CHECK(std::ranges::count(seen, 5) != 0);
}
