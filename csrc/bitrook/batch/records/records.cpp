// Reading and writing files of records piece by piece, and functions that the formats share.
#include "bitrook/batch/records/records.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

RecordReader::RecordReader(RecordFormat format) : fixed_(fixed_format(format)) {
  if (!fixed_) decoder_ = format == RecordFormat::Viri ? new_viri_decoder() : new_binpack_decoder();
}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;

void RecordReader::feed(std::span<const std::uint8_t> bytes) {
  bytes_.erase(bytes_.begin(), bytes_.begin() + std::ptrdiff_t(at_));
  at_ = 0;
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

bool RecordReader::next(Record& r) {
  if (error_) return false;
  if (decoder_) {
    std::size_t used = 0;
    const bool found = decoder_->next(unread(), used, r, error_);
    skip(used);
    return found;
  }
  if (unread().size() < fixed_->size) return false;
  error_ = fixed_->read(unread().first(fixed_->size), r);
  if (!error_) skip(fixed_->size);
  return !error_;
}

void RecordReader::finish() {
  if (!error_ && (at_ != bytes_.size() || (decoder_ && !decoder_->may_end()))) error_ = "the file is cut off";
}

void RecordReader::skip(std::size_t bytes) {
  at_ += bytes;
  offset_ += bytes;
}

RecordWriter::RecordWriter(RecordFormat format) : fixed_(fixed_format(format)) {
  if (!fixed_) encoder_ = format == RecordFormat::Viri ? new_viri_encoder() : new_binpack_encoder();
}
RecordWriter::~RecordWriter() = default;
RecordWriter::RecordWriter(RecordWriter&&) noexcept = default;

const char* RecordWriter::add(const Record& r) {
  if (encoder_) return encoder_->add(r, bytes_);
  const std::size_t before = bytes_.size();
  bytes_.resize(before + fixed_->size);
  const char* error = fixed_->write(r, std::span(bytes_).subspan(before));
  if (error) bytes_.resize(before);
  return error;
}

void RecordWriter::finish() {
  if (encoder_) encoder_->finish(bytes_);
}

std::vector<std::uint8_t> RecordWriter::take() { return std::exchange(bytes_, {}); }

const char* check_kings(const Placement& placement) {
  return has_one_king_each(placement) ? nullptr : "a side does not have exactly one king";
}

Position position_of(Setup setup) {
  const Position standard(setup);
  if (standard.castling_rights() == setup.castling) return standard;
  setup.chess960 = true;
  const Position chess960(setup);
  return chess960.castling_rights() == standard.castling_rights() ? standard : chess960;
}

bool follows(const Record& before, const Record& r) {
  if (before.result != r.result || before.position.turn() == r.position.turn()) return false;
  if (!is_legal(before.position, before.move)) return false;
  Position p = before.position;
  p.play_unchecked(before.move);
  return is_same_position(p, r.position) && p.fullmove_number() == r.position.fullmove_number() &&
         p.halfmove_clock() == r.position.halfmove_clock();
}

// --- Moving records to columns and back.

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
