// Records as columns: packed positions, and an array for each of the other fields, which the caller owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bitrook/batch/parts.hpp"
#include "bitrook/batch/records/records.hpp"

namespace bitrook::batch {

inline constexpr std::size_t PackedSize = 24;  // data/packed.hpp

// All columns have size() items, `positions` 24 bytes for each.
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

// Writes row i. Clocks above 65,535 become that. Returns null, or why the position does not fit 24 bytes.
const char* store_record(const Record& r, const RecordColumns& columns, std::size_t i);

// Reads row i. Returns null, or why it is not a record.
const char* load_record(const ConstRecordColumns& columns, std::size_t i, Record& r);

// Reads records into the columns, as many as there are bytes of or as fit. `count` is their number. Records of one size
// are shared by the threads. Returns false if the work was stopped: then none was read.
bool read_records(RecordReader& reader, const RecordColumns& columns, const Threads& threads, std::size_t& count);

// Writes the rows up to the first that cannot be written. `count` is their number, `error` why the next one cannot, or
// null. Records of one size are shared by the threads. Returns false if the work was stopped: then none was written.
bool write_records(RecordWriter& writer, const ConstRecordColumns& columns, const Threads& threads, std::size_t& count,
                   const char*& error);

}  // namespace bitrook::batch
