// Records as columns that the caller owns: packed positions, and an array for each of the other fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bitrook/batch/parts.hpp"
#include "bitrook/batch/records/records.hpp"

namespace bitrook::batch {

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
