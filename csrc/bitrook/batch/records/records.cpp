// Reading and writing files of records piece by piece, and functions that the formats share.
#include "bitrook/batch/records/records.hpp"

#include <utility>

#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

namespace {

std::unique_ptr<RecordDecoder> new_decoder(RecordFormat format) {
  if (format == RecordFormat::Viri) return new_viri_decoder();
  if (format == RecordFormat::Binpack) return new_binpack_decoder();
  return new_fixed_decoder(format);
}

std::unique_ptr<RecordEncoder> new_encoder(RecordFormat format) {
  if (format == RecordFormat::Viri) return new_viri_encoder();
  if (format == RecordFormat::Binpack) return new_binpack_encoder();
  return new_fixed_encoder(format);
}

}  // namespace

RecordReader::RecordReader(RecordFormat format) : decoder_(new_decoder(format)) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;

void RecordReader::feed(std::span<const std::uint8_t> bytes) {
  bytes_.erase(bytes_.begin(), bytes_.begin() + std::ptrdiff_t(at_));
  at_ = 0;
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

bool RecordReader::next(Record& r) {
  if (error_) return false;
  std::size_t used = 0;
  const bool found = decoder_->next(Bytes(bytes_).subspan(at_), used, r, error_);
  at_ += used;
  offset_ += used;
  return found;
}

void RecordReader::finish() {
  if (!error_ && (at_ != bytes_.size() || !decoder_->may_end())) error_ = "the file is cut off";
}

std::size_t RecordReader::record_size() const { return decoder_->record_size(); }
std::span<const std::uint8_t> RecordReader::unread() const { return error_ ? Bytes() : Bytes(bytes_).subspan(at_); }
const char* RecordReader::read_one(Bytes bytes, Record& r) const { return decoder_->read(bytes, r); }
void RecordReader::skip(std::size_t bytes) {
  at_ += bytes;
  offset_ += bytes;
}

RecordWriter::RecordWriter(RecordFormat format) : encoder_(new_encoder(format)) {}
RecordWriter::~RecordWriter() = default;
RecordWriter::RecordWriter(RecordWriter&&) noexcept = default;

const char* RecordWriter::add(const Record& r) { return encoder_->add(r, bytes_); }
void RecordWriter::finish() { encoder_->finish(bytes_); }
std::size_t RecordWriter::record_size() const { return encoder_->record_size(); }
const char* RecordWriter::write_one(const Record& r, std::span<std::uint8_t> out) const {
  return encoder_->write(r, out);
}
void RecordWriter::append(std::vector<std::uint8_t> bytes) {
  if (bytes_.empty()) {
    bytes_ = std::move(bytes);
  } else {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
}
std::vector<std::uint8_t> RecordWriter::take() { return std::exchange(bytes_, {}); }

const char* check_kings(const Placement& placement) {
  for (const Color c : Colors) {
    if (placement.of(PieceType::King, c).count() != 1) return "a side does not have exactly one king";
  }
  return nullptr;
}

Position position_of(Setup setup) {
  const Position standard(setup);
  if (standard.castling_rights() == setup.castling) return standard;
  setup.chess960 = true;
  const Position chess960(setup);
  return chess960.castling_rights() == standard.castling_rights() ? standard : chess960;
}

Square legal_en_passant_square(const Position& p) {
  return p.en_passant() != Square::None && p.has_legal_en_passant() ? p.en_passant() : Square::None;
}

bool follows(const Record& before, const Record& r) {
  if (before.result != r.result || before.position.turn() == r.position.turn()) return false;
  if (!is_legal(before.position, before.move)) return false;
  Position p = before.position;
  p.play_unchecked(before.move);
  return p.placement() == r.position.placement() && p.castling_rights() == r.position.castling_rights() &&
         p.fullmove_number() == r.position.fullmove_number() && p.halfmove_clock() == r.position.halfmove_clock() &&
         legal_en_passant_square(p) == legal_en_passant_square(r.position);
}

}  // namespace bitrook::batch
