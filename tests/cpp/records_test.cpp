// Files of records: every format is written and read back, in parts of any size, also when truncated or damaged.
#include <doctest/doctest.h>

#include <array>
#include <random>
#include <vector>

#include "bitrook/batch/records/records.hpp"
#include "bitrook/movegen/movegen.hpp"

using namespace bitrook;
using namespace bitrook::batch;

namespace {

std::vector<Record> random_games(unsigned count, unsigned seed) {
  std::mt19937 rng(seed);
  std::vector<Record> records;
  for (unsigned i = 0; i < count; ++i) {
    Record r;
    r.position = Position::start();
    r.result = std::int8_t(int(rng() % 3) - 1);
    for (unsigned ply = 0; ply < 80; ++ply) {
      MoveList moves;
      generate_legal(r.position, moves);
      if (moves.empty()) break;
      r.move = moves[rng() % moves.size()];
      r.score = std::int16_t(int(rng() % 4001) - 2000);
      records.push_back(r);
      r.position.play_unchecked(r.move);
    }
  }
  return records;
}

std::vector<std::uint8_t> written(RecordFormat format, const std::vector<Record>& records) {
  RecordWriter writer(format);
  for (const Record& r : records) CHECK(writer.add(r) == nullptr);
  writer.finish();
  return writer.take();
}

struct Result {
  std::vector<Record> records;
  const char* error;
};

// Reads bytes in parts of up to `part` bytes.
Result read(RecordFormat format, const std::vector<std::uint8_t>& bytes, std::size_t part) {
  RecordReader reader(format);
  Result result{};
  Record r;
  for (std::size_t at = 0; at < bytes.size(); at += part) {
    reader.feed(std::span(bytes).subspan(at, std::min(part, bytes.size() - at)));
    while (reader.next(r)) result.records.push_back(r);
    CHECK(reader.offset() <= bytes.size());
  }
  reader.finish();
  result.error = reader.error();
  return result;
}

bool same(const Record& a, const Record& b, RecordFormat format) {
  if (format == RecordFormat::Bullet) return a.position.occupied().count() == b.position.occupied().count();
  if (a.position.placement() != b.position.placement() || a.position.turn() != b.position.turn()) return false;
  if (a.position.castling_rights() != b.position.castling_rights()) return false;
  if (format == RecordFormat::BinaryFen) return true;
  if (a.score != b.score || a.result != b.result) return false;
  if (a.position.halfmove_clock() != b.position.halfmove_clock()) return false;
  return a.position.fullmove_number() == b.position.fullmove_number() &&
         (format == RecordFormat::Marlin || a.move == b.move);
}

}  // namespace

TEST_CASE("records are read as they were written, in parts of any size") {
  const std::vector<Record> games = random_games(6, 1);
  for (const auto& [name, format] : RecordFormats) {
    CAPTURE(name);
    const std::vector<std::uint8_t> bytes = written(format, games);
    for (const std::size_t part : {std::size_t{1}, std::size_t{33}, bytes.size()}) {
      const Result result = read(format, bytes, part);
      CHECK(result.error == nullptr);
      REQUIRE(result.records.size() == games.size());
      std::size_t different = 0;
      for (std::size_t i = 0; i < games.size(); ++i) different += !same(games[i], result.records[i], format);
      CHECK(different == 0);
    }
  }
}

TEST_CASE("a file that is cut off gives the records before the cut and an error") {
  const std::vector<Record> games = random_games(3, 2);
  for (const auto& [name, format] : RecordFormats) {
    CAPTURE(name);
    std::vector<std::uint8_t> bytes = written(format, games);
    std::size_t before = games.size();
    const bool fixed = bytes.size() % games.size() == 0;
    for (std::size_t size = bytes.size() - 1; size > 0; --size) {
      bytes.resize(size);
      const Result result = read(format, bytes, 4096);
      if (result.records.size() > before || before - result.records.size() > 1) FAIL("records are missing");
      if (!fixed && result.error == nullptr && format == RecordFormat::Binpack) FAIL("no error");
      before = result.records.size();
    }
    CHECK(before == 0);
  }
}

TEST_CASE("damaged files are read or refused") {
  const std::vector<Record> games = random_games(3, 3);
  std::mt19937 rng(4);
  for (const auto& [name, format] : RecordFormats) {
    CAPTURE(name);
    const std::vector<std::uint8_t> bytes = written(format, games);
    std::size_t refused = 0;
    for (unsigned i = 0; i < 300; ++i) {
      std::vector<std::uint8_t> damaged = bytes;
      for (unsigned k = 0; k < 1 + i % 5; ++k) damaged[rng() % damaged.size()] = std::uint8_t(rng());
      Result result = read(format, damaged, 1 + rng() % 500);
      refused += result.error != nullptr;
      RecordWriter writer(format);
      for (const Record& r : result.records) writer.add(r);  // may reject the record
    }
    CHECK(refused > 0);
  }
}

TEST_CASE("a record that cannot be written is left out") {
  const std::vector<Record> games = random_games(1, 5);
  for (const RecordFormat format : {RecordFormat::Viri, RecordFormat::Binpack}) {
    RecordWriter writer(format);
    for (std::size_t i = 0; i < games.size(); ++i) {
      Record r = games[i];
      if (i == 10) r.move = Move::normal(Square::A1, Square::H8);
      CHECK((writer.add(r) == nullptr) == (i != 10));
    }
    writer.finish();
    const Result result = read(format, writer.take(), 4096);
    CHECK(result.error == nullptr);
    CHECK(result.records.size() == games.size() - 1);
  }
}
