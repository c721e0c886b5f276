// Helpers for the formats of records: little-endian numbers, bit streams, and moves of 16 bits with a kind.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::batch {

template <class T>
T load_little(const std::uint8_t* from) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) word |= std::uint64_t{from[i]} << 8 * i;
  return T(word);
}

template <class T>
void store_little(T value, std::uint8_t* to) {
  for (std::size_t i = 0; i < sizeof(T); ++i) to[i] = std::uint8_t(std::uint64_t(value) >> 8 * i);
}

// 32 bytes, with room for the bits of records that turn out to need more.
using BitWords = std::array<std::uint64_t, 8>;

// Reads bits, starting with the lowest bit of the first byte. Bits past the end are zeros. Precondition: there are 32
// bytes, and no more than 448 bits are read.
class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) {
    for (unsigned i = 0; i < 4; ++i) words_[i] = load_little<std::uint64_t>(&bytes[8 * i]);
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
    for (unsigned i = 0; i < 4; ++i) store_little(words_[i], &bytes[8 * i]);
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
