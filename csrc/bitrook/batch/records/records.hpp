// Files of positions for training evaluations: formats of tools for NNUE networks, read and written as records.
//
//     RecordReader reader(RecordFormat::Binpack);
//     reader.feed(bytes);             // any part of a file; again when next() wants more
//     Record r;
//     while (reader.next(r)) use(r);
//     reader.finish();                // an error if the file is cut off here
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/position/position.hpp"

namespace bitrook::batch {

// A position with the move, the score and the result of its game. What a format does not keep is 0.
struct Record {
  Position position;
  Move move;
  std::int16_t score = 0;  // in centipawns, from White's side
  std::int8_t result = 0;  // 1 White won, 0 drawn, -1 Black won
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

class RecordDecoder;  // decoders.hpp: one for each format
class RecordEncoder;

// Reads a file of records, given to it in parts of any size. Keeps the bytes that have not been read, no more.
class RecordReader {
 public:
  explicit RecordReader(RecordFormat format);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;

  void feed(std::span<const std::uint8_t> bytes);
  // The next record. False if more bytes are needed, and after an error.
  bool next(Record& r);
  // There are no more bytes. An error unless the last record is complete.
  void finish();
  // Why the file cannot be read further, or null.
  const char* error() const { return error_; }
  // The place in the file of what is read next; after an error, of what is wrong.
  std::uint64_t offset() const { return offset_; }

  // For columns.hpp, which reads records of one size by several threads.
  std::size_t record_size() const;                                             // 0 if they have several
  std::span<const std::uint8_t> unread() const;                                // empty after an error
  const char* read_one(std::span<const std::uint8_t> bytes, Record& r) const;  // null, or what is wrong
  void skip(std::size_t bytes);
  void fail(const char* error) { error_ = error; }

 private:
  std::unique_ptr<RecordDecoder> decoder_;
  std::vector<std::uint8_t> bytes_;  // those before at_ have been read
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;
  const char* error_ = nullptr;
};

// Writes a file of records. The records of viriformat and .binpack are a game as long as each position follows from the
// one before it and its move, and the results are the same.
class RecordWriter {
 public:
  explicit RecordWriter(RecordFormat format);
  ~RecordWriter();
  RecordWriter(RecordWriter&&) noexcept;

  // Returns null, or why the record cannot be written. It is left out then; those before and after it are written.
  const char* add(const Record& r);
  // Ends the game and the chunk that are open. More records may follow.
  void finish();
  // The bytes that have been written since the last call.
  std::vector<std::uint8_t> take();

  // For columns.hpp, as in RecordReader.
  std::size_t record_size() const;
  const char* write_one(const Record& r, std::span<std::uint8_t> out) const;
  void append(std::vector<std::uint8_t> bytes);

 private:
  std::unique_ptr<RecordEncoder> encoder_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace bitrook::batch
