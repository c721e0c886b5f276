// What a format of records is made of: a decoder and an encoder, and what formats share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bitrook/batch/records/records.hpp"

namespace bitrook::batch {

using Bytes = std::span<const std::uint8_t>;

class RecordDecoder {
 public:
  virtual ~RecordDecoder() = default;
  // Reads a record at the start of `bytes`, the part of the file that has not been read. Adds to `used` the bytes that
  // need not be given again. False if more bytes are needed, or, with `error` set, if those after `used` are wrong.
  virtual bool next(Bytes bytes, std::size_t& used, Record& r, const char*& error) = 0;
  // Whether the file may end where the last call left off.
  virtual bool may_end() const { return true; }
  // The size of all records, if it is one: then each may be read by itself, by any thread.
  virtual std::size_t record_size() const { return 0; }
  virtual const char* read(Bytes, Record&) const { return nullptr; }
};

class RecordEncoder {
 public:
  virtual ~RecordEncoder() = default;
  // Adds the bytes of a record, some of them later. Returns null, or why it cannot be written.
  virtual const char* add(const Record& r, std::vector<std::uint8_t>& out) = 0;
  // Adds what is still to be written.
  virtual void finish(std::vector<std::uint8_t>&) {}
  // The size of all records, if it is one, and a record by itself. Threads may write different ones.
  virtual std::size_t record_size() const { return 0; }
  virtual const char* write(const Record&, std::span<std::uint8_t>) const { return nullptr; }
};

std::unique_ptr<RecordDecoder> new_fixed_decoder(RecordFormat format);  // fixed.cpp: records of one size
std::unique_ptr<RecordEncoder> new_fixed_encoder(RecordFormat format);
std::unique_ptr<RecordDecoder> new_viri_decoder();  // viriformat.cpp
std::unique_ptr<RecordEncoder> new_viri_encoder();
std::unique_ptr<RecordDecoder> new_binpack_decoder();  // binpack.cpp
std::unique_ptr<RecordEncoder> new_binpack_encoder();

// A record of marlinformat, which begins a game of viriformat.
inline constexpr std::size_t MarlinSize = 32;
const char* read_marlin(Bytes bytes, Record& r);
const char* write_marlin(const Record& r, std::span<std::uint8_t> out);

// Null, or that a side does not have one king.
const char* check_kings(const Placement& placement);

// The position of a setup whose mode is not known: of Chess960 if only that mode can use its castling rights.
Position position_of(Setup setup);

// The en-passant square, if a capture there is legal. The formats keep no other.
Square legal_en_passant_square(const Position& p);

// Whether `r` continues the game of `before`: same result, and the position and its clocks are those after the move.
bool follows(const Record& before, const Record& r);

}  // namespace bitrook::batch
