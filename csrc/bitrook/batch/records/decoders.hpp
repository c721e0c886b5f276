// The interfaces of record formats, and helpers that several formats use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bitrook/batch/records/records.hpp"

namespace bitrook::batch {

using Bytes = std::span<const std::uint8_t>;

// A format whose records have a fixed size. Threads may read and write different records at the same time.
struct FixedFormat {
  std::size_t size;
  const char* (*read)(Bytes, Record&);                           // returns null or an error
  const char* (*write)(const Record&, std::span<std::uint8_t>);  // returns null or the reason why it cannot be written
};
const FixedFormat* fixed_format(RecordFormat format);  // fixed.cpp; null for the formats below

// The other formats have a decoder and an encoder.
class RecordDecoder {
 public:
  virtual ~RecordDecoder() = default;
  // Reads a record from `bytes`, the part of the file that has not been read, and adds the number of bytes that are no
  // longer needed to `used`. Returns false if more bytes are needed, or if the bytes after `used` are invalid, in which
  // case `error` is set.
  virtual bool next(Bytes bytes, std::size_t& used, Record& r, const char*& error) = 0;
  // Whether the file may end where the last call left off.
  virtual bool may_end() const = 0;
};

class RecordEncoder {
 public:
  virtual ~RecordEncoder() = default;
  // Adds the bytes of a record, some of them possibly in later calls. Returns null, or the reason why it cannot be
  // written.
  virtual const char* add(const Record& r, std::vector<std::uint8_t>& out) = 0;
  // Adds the bytes that have not been written yet.
  virtual void finish(std::vector<std::uint8_t>& out) = 0;
};

std::unique_ptr<RecordDecoder> new_viri_decoder();  // viriformat.cpp
std::unique_ptr<RecordEncoder> new_viri_encoder();
std::unique_ptr<RecordDecoder> new_binpack_decoder();  // binpack.cpp
std::unique_ptr<RecordEncoder> new_binpack_encoder();

// A record of marlinformat. In viriformat, each game begins with one.
inline constexpr std::size_t MarlinSize = 32;
const char* read_marlin(Bytes bytes, Record& r);
const char* write_marlin(const Record& r, std::span<std::uint8_t> out);

// Returns null, or an error if a side does not have exactly one king.
const char* check_kings(const Placement& placement);

// The position of a setup whose mode is unknown. The mode is Chess960 only if that makes more castling rights usable.
Position position_of(Setup setup);

// The en-passant square if a capture there is legal, otherwise none. The formats do not store other en-passant squares.
Square legal_en_passant_square(const Position& p);

// Whether `r` continues the game of `before`: the results are the same, and the position and the clocks of `r` are
// those after the move of `before`.
bool follows(const Record& before, const Record& r);

}  // namespace bitrook::batch
