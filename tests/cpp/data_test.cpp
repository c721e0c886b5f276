// Columns, packed positions, and the pipeline from bytes to rows, with various blocks and numbers of threads.
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

#include "bitrook/data/column.hpp"
#include "bitrook/data/export.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/data/pipeline.hpp"
#include "bitrook/data/values.hpp"
#include "bitrook/notation/fen.hpp"

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

// A source that returns a text in blocks of random sizes.
class Blocks : public Source {
 public:
  Blocks(const std::string& text, unsigned seed, std::size_t largest) : text_(text), rng_(seed), largest_(largest) {}
  bool read(Block& block) override {
    if (at_ == text_.size()) return false;
    const std::size_t size = std::min<std::size_t>(1 + rng_() % largest_, text_.size() - at_);
    block.bytes.append(text_.data() + at_, size);
    block.offset = std::int64_t(at_);
    block.is_new_text = at_ == 0;
    at_ += size;
    return true;
  }
  void skip_text() override {}
  void go_on(std::uint64_t) override {}

 private:
  const std::string& text_;
  std::mt19937 rng_;
  const std::size_t largest_;
  std::size_t at_ = 0;
};

std::string many_games(unsigned count) {
  std::mt19937 rng(1);
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += "[White \"" + std::to_string(i) + "\"]\n[WhiteElo \"" + std::to_string(1000 + i % 1500) + "\"]\n\n1. e4 { ";
    if (rng() % 50 == 0) text += "a\n\nb [White]\n\n";  // almost a marker
    text += std::string(rng() % 300, 'x') + " } e5 2. Nf3 *\n\n";
  }
  return text;
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

TEST_CASE("positions come back from 24 bytes") {
  for (const char* text : {"r3k2r/8/8/8/3pP3/8/8/R3K2R b KQq e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    Setup setup, again;
    REQUIRE(!fen::parse(text, setup));
    Packed bytes;
    REQUIRE((pack(Position(setup), bytes) == PackedError::None));
    REQUIRE((unpack(bytes, again) == PackedError::None));
    char out[fen::MaxLength];
    CHECK(std::string(out, fen::write(Position(again), {}, out)) == text);
  }
}

TEST_CASE("annotations") {
  CHECK(parse_annotations("[%clk 0:05:07]", true).clock == 307'000);
  CHECK(parse_annotations("[%clk 0:05:0x]", true).clock == Annotations::None);
  CHECK(parse_annotations("x [%eval -0.5,12] [%clk 1:00:00.25]", true).clock == 3'600'250);
  CHECK(parse_annotations("x [%eval -0.5,12] [%clk 1:00:00.25]", true).eval == -50);
  CHECK(parse_annotations("[%eval #0]", false).eval == -32768);
  CHECK(parse_annotations("[%clk 99999999999:99:99]", false).clock == 0x7FFFFFFF);
}

TEST_CASE("the rows are the same for all blocks and threads") {
  const std::string text = many_games(20'000);
  const auto read = [&](unsigned threads, unsigned seed, std::size_t largest) {
    auto plan = Plan::of(Plan::Kind::Games, {"White", "moves", "offset"}, OnError::Column, {}, {});
    REQUIRE(plan);
    Pipeline pipeline(std::make_shared<const Plan>(std::move(*plan)), std::make_unique<Blocks>(text, seed, largest),
                      {.threads = threads, .batch_size = 3000});
    Strings names;
    while (const auto batch = pipeline.next()) {
      const Strings more = strings_of(batch->columns[0]);
      names.insert(names.end(), more.begin(), more.end());
      for (std::size_t i = 0; i < batch->rows(); ++i) {
        const auto offset = std::size_t(batch->columns[2].data().as<std::int64_t>()[i]);
        REQUIRE(text.compare(offset, 9 + more[i]->size(), "[White \"" + *more[i] + "\"") == 0);
      }
    }
    return names;
  };
  Strings expected;
  for (int i = 0; i < 20'000; ++i) expected.emplace_back(std::to_string(i));
  CHECK((read(1, 1, 1 << 20) == expected));
  CHECK((read(1, 2, 5000) == expected));
  CHECK((read(3, 3, 1 << 20) == expected));
  CHECK((read(2, 4, 70'000) == expected));
}

TEST_CASE("a chunk that ends within a game keeps the positions that it has") {
  std::string text;  // has no empty lines, so that no chunk ends between games
  for (int i = 0; i < 500; ++i) text += "[White \"" + std::to_string(i) + "\"]\n1. e4 e5 2. Nf3\nNc6 3. Bb5 a6\n";
  const auto read = [&](std::size_t chunk_size, unsigned threads) {
    auto plan = Plan::of(Plan::Kind::Positions, {"White", "ply", "piece_count"}, OnError::Column, {}, {});
    Pipeline pipeline(std::make_shared<const Plan>(std::move(*plan)), std::make_unique<Blocks>(text, 6, 100),
                      {.threads = threads, .chunk_size = chunk_size});
    const auto all = pipeline.rest();
    std::vector<int> plies;
    for (std::size_t i = 0; i < all->rows(); ++i) plies.push_back(all->columns[1].data().as<std::int16_t>()[i]);
    for (const Column& c : all->columns) CHECK(c.length() == all->rows());
    return plies;
  };
  const std::vector<int> whole = read(std::size_t{1} << 20, 1);
  CHECK(whole.size() > 6);
  CHECK((read(50, 1) == whole));
  CHECK((read(10, 3) == whole));
}

TEST_CASE("a pipeline may be left at any time") {
  const std::string text = many_games(5'000);
  for (unsigned threads = 1; threads < 5; ++threads) {
    auto plan = Plan::of(Plan::Kind::Positions, {"ply", "position"}, OnError::Column, {}, {});
    Pipeline pipeline(std::make_shared<const Plan>(std::move(*plan)), std::make_unique<Blocks>(text, 5, 90'000),
                      {.threads = threads, .batch_size = 100});
    CHECK(pipeline.next()->rows() == 100);
  }
}

TEST_CASE("progress includes all games of the texts that have been read") {
  struct TwoTexts : Source {
    explicit TwoTexts(std::vector<std::uint64_t>& seen) : seen(seen) {}
    bool read(Block& block) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));  // longer than the interval between calls of go_on()
      if (blocks == 2) return false;
      ++blocks;
      const std::string text = many_games(5);
      block.bytes.append(text.data(), text.size());
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
