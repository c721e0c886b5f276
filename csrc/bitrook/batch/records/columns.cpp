// Moving records to columns and back.
#include "bitrook/batch/records/columns.hpp"

#include <algorithm>

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

}  // namespace bitrook::batch
