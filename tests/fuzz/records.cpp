// Fuzzes files of records. The first byte chooses the format, and whether the rest is a file or a list of rows. A file
// is read in pieces of any size and written again. Rows, which are games and rows with arbitrary bytes, are written.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/batch/records/records.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/notation/uci.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using batch::Record;
using batch::RecordFormat;
using fuzz::check;

namespace {

using Bytes = std::vector<std::uint8_t>;

// One row of columns, which is how Python receives a record.
struct Row {
  data::Packed position{};
  std::uint16_t move = 0;
  std::int16_t score = 0;
  std::int8_t result = 0;
  std::uint16_t halfmove_clock = 0, fullmove_number = 1;

  bool operator==(const Row&) const = default;
};

void print(const char* name, const Row& row) {
  std::fprintf(stderr, "%s: ", name);
  for (const unsigned b : row.position) std::fprintf(stderr, "%02x", b);
  std::fprintf(stderr, ", move %04x, score %d, result %d, clocks %u %u\n", unsigned(row.move), row.score, row.result,
               unsigned(row.halfmove_clock), unsigned(row.fullmove_number));
}

// Arrays of exactly n rows, as Python passes them.
struct Columns {
  Bytes positions;
  std::vector<std::uint16_t> moves;
  std::vector<std::int16_t> scores;
  std::vector<std::int8_t> results;
  std::vector<std::uint16_t> halfmove_clocks, fullmove_numbers;

  explicit Columns(std::size_t n)
      : positions(batch::PackedSize * n), moves(n), scores(n), results(n), halfmove_clocks(n), fullmove_numbers(n) {}
  explicit Columns(std::span<const Row> rows) : Columns(rows.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::ranges::copy(rows[i].position, positions.begin() + std::ptrdiff_t(batch::PackedSize * i));
      moves[i] = rows[i].move;
      scores[i] = rows[i].score;
      results[i] = rows[i].result;
      halfmove_clocks[i] = rows[i].halfmove_clock;
      fullmove_numbers[i] = rows[i].fullmove_number;
    }
  }
  batch::RecordColumns writable() { return {positions, moves, scores, results, halfmove_clocks, fullmove_numbers}; }
  batch::ConstRecordColumns readable() const {
    return {positions, moves, scores, results, halfmove_clocks, fullmove_numbers};
  }
  Row row(std::size_t i) const {
    Row row;
    std::copy_n(positions.begin() + std::ptrdiff_t(batch::PackedSize * i), batch::PackedSize, row.position.begin());
    row.move = moves[i];
    row.score = scores[i];
    row.result = results[i];
    row.halfmove_clock = halfmove_clocks[i];
    row.fullmove_number = fullmove_numbers[i];
    return row;
  }
};

const char* store(const Record& r, Row& row) {
  Columns columns(1);
  const char* error = batch::store_record(r, columns.writable(), 0);
  row = columns.row(0);
  return error;
}

const char* load(const Row& row, Record& r) { return batch::load_record(Columns({&row, 1}).readable(), 0, r); }

struct File {
  std::vector<Row> rows;
  std::string error;  // of the reader, with its offset

  bool operator==(const File&) const = default;
};

// The maximum number of records in a file of this size.
std::size_t most_records(RecordFormat format, std::size_t bytes) {
  switch (format) {
    case RecordFormat::BinaryFen:
      return bytes / 24;
    case RecordFormat::Marlin:
    case RecordFormat::Bullet:
      return bytes / 32;
    case RecordFormat::PackedSfen:
      return bytes / 40;
    case RecordFormat::Viri:
      return bytes / 4;
    case RecordFormat::Binpack:
      return 8 * bytes / 5;
  }
  return 0;
}

// `piece()` returns the number of bytes to pass to the reader next.
template <class Piece>
File read(RecordFormat format, std::string_view bytes, Piece piece) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  batch::RecordReader reader(format);
  File file;
  Record r;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t n = std::min<std::size_t>(piece(), bytes.size() - at);
    reader.feed({data + at, n});
    at += n;
    while (reader.next(r)) {
      r.position.check_invariant();
      check(r.result >= -1 && r.result <= 1, "the result is -1, 0 or 1");
      if (format == RecordFormat::Viri) check(is_legal(r.position, r.move), "the move is legal");
      if (format == RecordFormat::Binpack) check(r.move.is_null() || is_legal(r.position, r.move), "the move is legal");
      check(store(r, file.rows.emplace_back()) == nullptr, "a position that was read fits a row");
      check(file.rows.size() <= most_records(format, bytes.size()), "each record takes some bytes");
    }
    check(reader.offset() <= at, "the offset is in the file");
  }
  reader.finish();
  if (reader.error()) file.error = reader.error() + (' ' + std::to_string(reader.offset()));
  return file;
}

File read_whole(RecordFormat format, const Bytes& bytes) {
  return read(format, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, [&] { return bytes.size(); });
}

// Reads the file in columns of a few rows each.
File read_columns(RecordFormat format, std::string_view bytes, std::uint32_t sizes) {
  batch::RecordReader reader(format);
  reader.feed({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  File file;
  while (true) {
    Columns columns(1 + sizes++ % 97);
    std::size_t n = 0;
    check(batch::read_records(reader, columns.writable(), {1 + sizes % 2, {}}, n), "nothing stops the reader");
    for (std::size_t i = 0; i < n; ++i) file.rows.push_back(columns.row(i));
    if (n < columns.moves.size()) break;
  }
  reader.finish();
  if (reader.error()) file.error = reader.error() + (' ' + std::to_string(reader.offset()));
  return file;
}

// Writes the rows that can be written, and removes the others.
Bytes write(RecordFormat format, std::vector<Row>& rows) {
  batch::RecordWriter writer(format);
  std::erase_if(rows, [&](const Row& row) {
    Record r;
    return load(row, r) != nullptr || writer.add(r) != nullptr;
  });
  writer.finish();
  return writer.take();
}

// The row that is read after `row` has been written in a format.
Row kept(RecordFormat format, Row row) {
  Record r;
  check(load(row, r) == nullptr && store(r, row) == nullptr, "a row that was written is a record");
  const bool black = r.position.turn() == Color::Black;
  if (format == RecordFormat::BinaryFen) return {.position = row.position};
  if (format == RecordFormat::Marlin) {
    row.move = 0;
    row.halfmove_clock = std::min<std::uint16_t>(row.halfmove_clock, 255);
  } else {
    row.move = with_castling_encoding(r.position, r.move, r.position.chess960()).word();
  }
  if (format == RecordFormat::Binpack) row.fullmove_number = std::max<std::uint16_t>(row.fullmove_number, 1);
  if (format == RecordFormat::PackedSfen) row.halfmove_clock = std::min<std::uint16_t>(row.halfmove_clock, 127);
  if (black && (format == RecordFormat::PackedSfen || format == RecordFormat::Binpack)) {
    row.score = std::max<std::int16_t>(row.score, -32767);
  }
  return row;
}

// Half-move clocks are computed from that of the first position of a game, for which viriformat has one byte.
bool has_long_clock(RecordFormat format, const std::vector<Row>& rows) {
  return format == RecordFormat::Viri && std::ranges::any_of(rows, [](const Row& r) { return r.halfmove_clock > 255; });
}

// Checks that rows are unchanged after writing and reading them, and that writing them again gives the same bytes.
void check_written(RecordFormat format, std::vector<Row> rows) {
  const Bytes bytes = write(format, rows);
  batch::RecordWriter writer(format);
  std::size_t n = 0;
  const char* error = nullptr;
  check(batch::write_records(writer, Columns(rows).readable(), {2, {}}, n, error), "nothing stops the writer");
  check(!error && n == rows.size(), "columns of rows that can be written can be written");
  writer.finish();
  check(writer.take() == bytes, "columns are written as their rows");
  File again = read_whole(format, bytes);
  check(again.error.empty(), "what was written can be read");
  check(again.rows.size() == rows.size(), "as many records are read as were written");
  if (format != RecordFormat::Bullet && !has_long_clock(format, rows)) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (again.rows[i] == kept(format, rows[i])) continue;
      print("written", rows[i]);
      print("read", again.rows[i]);
      check(false, "what was written reads back equal");
    }
  }
  check(write(format, again.rows) == bytes, "what was read is written as it was");
}

// Reads a file as a whole, in single bytes and in pieces of any size.
void check_file(RecordFormat format, std::string_view bytes, std::uint32_t sizes) {
  const File whole = read(format, bytes, [&] { return bytes.size(); });
  check(whole == read(format, bytes, [] { return 1; }), "single bytes give the records of the whole");
  check(whole == read_columns(format, bytes, sizes), "columns give the records of the whole");
  check(whole == read(format, bytes, [&] { return 1 + ((sizes = sizes * 1664525 + 1013904223) >> 16) % 97; }),
        "pieces give the records of the whole");
  check_written(format, whole.rows);
}

// Builds rows. Each row consists of a byte whose bits select what is unusual about the row, the index of a legal move,
// a score, and bytes for the unusual values.
std::vector<Row> rows_of(fuzz::Bytes& bytes) {
  std::vector<Row> rows;
  Position p = Position::start();
  std::int8_t result = 1;
  while (!bytes.empty() && rows.size() < 200) {
    const unsigned odd = bytes.byte();
    if (odd & 1) {
      Setup setup;
      data::Packed packed;
      for (std::uint8_t& b : packed) b = bytes.byte();
      setup.chess960 = bytes.byte() & 1;
      if (data::unpack(packed, setup) == data::PackedError::None) p = Position(setup);
    }
    if (odd & 2) p.set_halfmove_clock(bytes.number(2));
    if (odd & 4) p.set_fullmove_number(bytes.number(2));
    if (odd & 8) result = std::int8_t(bytes.byte() % 3) - 1;
    MoveList moves;
    generate_legal(p, moves);
    const Move m = moves.empty() ? Move::null() : moves[bytes.byte() % moves.size()];
    Row row;
    if (store({p, m, std::int16_t(bytes.number(2)), result}, row)) break;
    if (odd & 16) row.move = std::uint16_t(bytes.number(2));
    if (odd & 32) row.position[bytes.byte() % row.position.size()] = bytes.byte();
    if (odd & 64) row.result = std::int8_t(bytes.byte());
    rows.push_back(row);
    if (!(odd & 128)) p.play_unchecked(m);
  }
  return rows;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const unsigned choice = bytes.byte();
  const RecordFormat format = batch::RecordFormats[choice % 8 % batch::RecordFormats.size()].format;
  if (choice & 8) {
    check_written(format, rows_of(bytes));
  } else {
    const std::uint32_t sizes = bytes.number(1);
    check_file(format, bytes.rest(), sizes);
  }
  return 0;
}
