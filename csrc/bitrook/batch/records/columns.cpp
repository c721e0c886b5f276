// Moving records to columns and back.
#include "bitrook/batch/records/columns.hpp"

#include <algorithm>
#include <vector>

#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/data/packed.hpp"

namespace bitrook::batch {

const char* store_record(const Record& r, const RecordColumns& columns, std::size_t i) {
  data::Packed packed;
  const data::PackedError error = data::pack(r.position, packed);
  if (error != data::PackedError::None) return data::description(error);
  std::ranges::copy(packed, columns.positions.begin() + std::ptrdiff_t(PackedSize * i));
  columns.moves[i] = r.move.word();
  columns.scores[i] = r.score;
  columns.results[i] = r.result;
  columns.halfmove_clocks[i] = std::uint16_t(std::min(r.position.halfmove_clock(), 0xFFFFu));
  columns.fullmove_numbers[i] = std::uint16_t(std::min(r.position.fullmove_number(), 0xFFFFu));
  return nullptr;
}

const char* load_record(const ConstRecordColumns& columns, std::size_t i, Record& r) {
  Setup setup;
  const data::PackedError error = data::unpack(columns.positions.subspan(PackedSize * i).first<PackedSize>(), setup);
  if (error != data::PackedError::None) return data::description(error);
  setup.halfmove_clock = columns.halfmove_clocks[i];
  setup.fullmove_number = columns.fullmove_numbers[i];
  r.result = columns.results[i];
  if (r.result < -1 || r.result > 1) return "the result is not -1, 0 or 1";
  r.position = position_of(setup);
  r.move = Move::from_word(columns.moves[i]);
  r.score = columns.scores[i];
  return nullptr;
}

namespace {

// Calls f(i), which returns null or an error, for the rows up to the first error.
template <class F>
bool for_rows(std::size_t n, const Threads& threads, FirstError& error, F f) {
  constexpr std::size_t PartSize = 256;
  const auto work = [&](std::size_t i, std::size_t last) {
    for (; i < last && !error.is_before(i); ++i) {
      if (const char* why = f(i)) return error.add(i, why);
    }
  };
  return for_parts(n, threads, work, PartSize);
}

}  // namespace

bool read_records(RecordReader& reader, const RecordColumns& columns, const Threads& threads, std::size_t& count) {
  count = 0;
  const FixedFormat* format = reader.fixed();
  if (!format) {
    for (Record r; count < columns.size() && reader.next(r); ++count) {
      const char* why = store_record(r, columns, count);
      if (why) return reader.fail(why), true;
    }
    return true;
  }
  if (reader.error()) return true;
  const std::span<const std::uint8_t> bytes = reader.unread();
  FirstError error(std::min(columns.size(), bytes.size() / format->size));
  const bool done = for_rows(error.at(), threads, error, [&](std::size_t i) -> const char* {
    Record r;
    const char* why = format->read(bytes.subspan(format->size * i, format->size), r);
    return why ? why : store_record(r, columns, i);
  });
  if (!done) return false;
  count = error.at();
  reader.skip(format->size * count);
  if (error.why()) reader.fail(error.why());
  return true;
}

bool write_records(RecordWriter& writer, const ConstRecordColumns& columns, const Threads& threads, std::size_t& count,
                   const char*& error) {
  count = 0;
  error = nullptr;
  const FixedFormat* format = writer.fixed();
  if (!format) {
    for (Record r; count < columns.size(); ++count) {
      error = load_record(columns, count, r);
      if (!error) error = writer.add(r);
      if (error) break;
    }
    return true;
  }
  std::vector<std::uint8_t>& bytes = writer.bytes();
  const std::size_t before = bytes.size();
  bytes.resize(before + format->size * columns.size());
  FirstError first(columns.size());
  const bool done = for_rows(columns.size(), threads, first, [&](std::size_t i) {
    Record r;
    const char* why = load_record(columns, i, r);
    return why ? why : format->write(r, std::span(bytes).subspan(before + format->size * i, format->size));
  });
  if (done) {
    count = first.at();
    error = first.why();
  }
  bytes.resize(before + format->size * count);
  return done;
}

}  // namespace bitrook::batch
