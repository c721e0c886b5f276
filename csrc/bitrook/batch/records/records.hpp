// Files of training data: positions in the formats of tools for NNUE networks, read and written as records.
//
//     RecordReader reader(RecordFormat::Binpack);
//     reader.feed(bytes);             // any part of a file; repeat when next() needs more
//     Record r;
//     while (reader.next(r)) use(r);
//     reader.finish();                // sets an error if the file is truncated
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bitrook/batch/parts.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::batch {

// A position with the move, the score and the result of its game. Fields that a format does not store are 0.
struct Record {
  Position position;
  Move move;
  std::int16_t score = 0;  // in centipawns, from White's point of view
  std::int8_t result = 0;  // 1 if White won, 0 if drawn, -1 if Black won
};

enum class RecordFormat : std::uint8_t {
  BinaryFen,   // 24 bytes: the position only
  Marlin,      // 32 bytes: marlinformat; no move
  Bullet,      // 32 bytes: bulletformat; the side to move is White, no castling rights, en passant, clocks or move
  PackedSfen,  // 40 bytes: Stockfish's .bin
  Viri,        // games: a record of marlinformat, then 4 bytes for each move
  Binpack,     // Stockfish's .binpack: chunks of games, about 2.5 bytes for each move
};

struct RecordFormatInfo {
  std::string_view name;
  RecordFormat format;
};
inline constexpr std::array<RecordFormatInfo, 6> RecordFormats{{
    {"binary_fen", RecordFormat::BinaryFen},
    {"marlinformat", RecordFormat::Marlin},
    {"bulletformat", RecordFormat::Bullet},
    {"packedsfen", RecordFormat::PackedSfen},
    {"viriformat", RecordFormat::Viri},
    {"binpack", RecordFormat::Binpack},
}};

struct FixedFormat;  // decoders.hpp
class RecordDecoder;
class RecordEncoder;

// Reads a file of records, which is passed in parts of any size. Stores only the bytes that have not been read yet.
class RecordReader {
 public:
  explicit RecordReader(RecordFormat format);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;

  void feed(std::span<const std::uint8_t> bytes);
  // Reads the next record. Returns false if more bytes are needed, and after an error.
  bool next(Record& r);
  // Call this at the end of the file. Sets an error unless the last record is complete.
  void finish();
  // The reason why the file cannot be read further, or null.
  const char* error() const { return error_; }
  // The offset in the file of the next byte to read; after an error, the offset of the invalid bytes.
  std::uint64_t offset() const { return offset_; }

  // For read_records(), which reads records of a fixed size with several threads.
  const FixedFormat* fixed() const { return fixed_; }  // null if the size is not fixed
  std::span<const std::uint8_t> unread() const { return std::span(bytes_).subspan(at_); }
  void skip(std::size_t bytes);
  void fail(const char* error) { error_ = error; }

 private:
  const FixedFormat* fixed_;
  std::unique_ptr<RecordDecoder> decoder_;  // for formats that are not fixed
  std::vector<std::uint8_t> bytes_;         // the bytes before at_ have been read
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;
  const char* error_ = nullptr;
};

// Writes a file of records. In viriformat and .binpack, successive records form a game as long as each position follows
// from the previous record's position and move, and the results are the same.
class RecordWriter {
 public:
  explicit RecordWriter(RecordFormat format);
  ~RecordWriter();
  RecordWriter(RecordWriter&&) noexcept;

  // Returns null, or the reason why the record cannot be written. Such a record is skipped, without affecting those
  // before and after it.
  const char* add(const Record& r);
  // Ends the current game and chunk. More records may follow.
  void finish();
  // Returns the bytes that have been written since the last call.
  std::vector<std::uint8_t> take();

  // For write_records(), as in RecordReader.
  const FixedFormat* fixed() const { return fixed_; }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  const FixedFormat* fixed_;
  std::unique_ptr<RecordEncoder> encoder_;
  std::vector<std::uint8_t> bytes_;
};

// --- Records as columns that the caller owns: packed positions, and an array for each of the other fields.

inline constexpr std::size_t PackedSize = 24;  // see data/packed.hpp

// All columns have size() items; an item of `positions` is 24 bytes.
template <bool IsConst>
struct BasicRecordColumns {
  template <class T>
  using Column = std::span<std::conditional_t<IsConst, const T, T>>;

  Column<std::uint8_t> positions;
  Column<std::uint16_t> moves;
  Column<std::int16_t> scores;
  Column<std::int8_t> results;
  Column<std::uint16_t> halfmove_clocks, fullmove_numbers;

  std::size_t size() const { return moves.size(); }
};
using RecordColumns = BasicRecordColumns<false>;
using ConstRecordColumns = BasicRecordColumns<true>;

// Writes row i. Clocks are capped at 65,535. Returns null, or the reason why the position does not fit in 24 bytes.
const char* store_record(const Record& r, const RecordColumns& columns, std::size_t i);

// Reads row i. Returns null, or the reason why the row is not a record.
const char* load_record(const ConstRecordColumns& columns, std::size_t i, Record& r);

// Reads records into the columns until the bytes end or the columns are full. Sets `count` to the number of records. If
// records have a fixed size, they are divided among the threads. Returns false if the work was stopped; no records are
// read then.
bool read_records(RecordReader& reader, const RecordColumns& columns, const Threads& threads, std::size_t& count);

// Writes the rows before the first one that cannot be written. Sets `count` to their number, and `error` to the reason
// why the next row cannot be written, or null. If records have a fixed size, they are divided among the threads.
// Returns false if the work was stopped; no records are written then.
bool write_records(RecordWriter& writer, const ConstRecordColumns& columns, const Threads& threads, std::size_t& count,
                   const char*& error);

}  // namespace bitrook::batch
