// The interfaces of record formats, and helpers that several formats use.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "bitrook/batch/records/records.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/util/bytes.hpp"

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

// Whether `r` continues the game of `before`: the results are the same, and the position and the clocks of `r` are
// those after the move of `before`.
bool follows(const Record& before, const Record& r);

// --- Helpers for the formats of records: bit streams, and moves of 16 bits with a kind.

// 32 bytes, with room for the bits of records that turn out to need more.
using BitWords = std::array<std::uint64_t, 8>;

// Reads bits, starting with the lowest bit of the first byte. Bits past the end are zeros. Precondition: there are 32
// bytes, and no more than 448 bits are read.
class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) {
    for (unsigned i = 0; i < 4; ++i) words_[i] = little_endian<std::uint64_t>(&bytes[8 * i]);
  }
  unsigned read(unsigned count) {
    const auto value = unsigned(next() & ((std::uint64_t{1} << count) - 1));
    at_ += count;
    return value;
  }
  // Skips up to `most` zeros and returns their number.
  unsigned skip_zeros(unsigned most) {
    const unsigned count = std::min(unsigned(std::countr_zero(next())), most);
    at_ += count;
    return count;
  }
  bool past_end() const { return at_ > 256; }

 private:
  std::uint64_t next() const {
    const unsigned i = at_ / 64, bit = at_ % 64;
    return words_[i] >> bit | words_[i + 1] << 1 << (63 - bit);
  }

  BitWords words_{};
  unsigned at_ = 0;
};

// Precondition: no more than 448 bits are written.
class BitWriter {
 public:
  void write(unsigned value, unsigned count) {
    const unsigned i = at_ / 64, bit = at_ % 64;
    words_[i] |= std::uint64_t{value} << bit;
    words_[i + 1] |= std::uint64_t{value} >> 1 >> (63 - bit);
    at_ += count;
  }
  void skip(unsigned count) { at_ += count; }  // zeros
  // Returns false if there are more bits than fit in these 32 bytes.
  bool store(std::span<std::uint8_t> bytes) const {
    for (unsigned i = 0; i < 4; ++i) store_little_endian(&bytes[8 * i], words_[i]);
    return at_ <= 256;
  }

 private:
  BitWords words_{};
  unsigned at_ = 0;
};

// The numbers of the kinds of moves in a format, which are in bits 14-15. Bits 12-13 are the promotion, 0 for a knight.
struct MoveKinds {
  unsigned promotion, en_passant, castling;
  bool target_first;  // bits 0-5 are the target, not the origin
};
inline constexpr MoveKinds StockfishKinds{1, 2, 3, true}, ViriKinds{3, 1, 2, false};

// Castling is written as king takes rook.
inline std::uint16_t move_with_kind(const Position& p, Move m, const MoveKinds& kinds) {
  const Move move = with_castling_encoding(p, m, true);
  unsigned kind = 0;
  if (m.is_promotion()) {
    kind = kinds.promotion << 14 | (index(m.promotion()) - index(PieceType::Knight)) << 12;
  } else if (is_en_passant(p, m)) {
    kind = kinds.en_passant << 14;
  } else if (is_castling(p, m)) {
    kind = kinds.castling << 14;
  }
  const unsigned from = index(move.from()), to = index(move.to());
  return std::uint16_t(kinds.target_first ? to | from << 6 | kind : from | to << 6 | kind);
}

// The move in the position's own castling encoding.
inline Move move_of_kind(const Position& p, std::uint16_t word, const MoveKinds& kinds) {
  const Square low = Square(word & 63), high = Square(word >> 6 & 63);
  const Square from = kinds.target_first ? high : low, to = kinds.target_first ? low : high;
  if (word >> 14 == kinds.promotion) return Move::promotion(from, to, PieceType((word >> 12 & 3) + 2));
  const Move m = Move::normal(from, to);
  return word >> 14 == kinds.castling ? with_castling_encoding(p, m, p.chess960()) : m;
}

// Converts a score or result between White's point of view and that of this side.
template <class T>
T seen_by(Color side, T value) {
  return side == Color::Black ? T(-std::max<int>(value, -std::numeric_limits<T>::max())) : value;
}

}  // namespace bitrook::batch
