// Reading and writing files of records piece by piece, and functions that the formats share.
#include "bitrook/batch/records/records.hpp"

#include <utility>

#include "bitrook/batch/records/decoders.hpp"
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
