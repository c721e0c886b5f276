// The encoding of moves in .binpack, and of the bits and scores around them.
//
// A move is stored as the index of the piece among the pieces of its side, and the index of the target among the
// targets of that piece, both in ascending order of squares. Each takes as few bits as its largest possible value
// needs, and no bits if there is only one value.
//   pawn    targets: pushes, and captures including legal en passant; for a promotion, times 4 plus the piece
//   king    attacked squares without own pieces; then castling, a-side first, for each right, legal now or not
//   others  attacked squares without own pieces
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/batch/records/bits.hpp"
#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch::binpack {

// Folds negative numbers onto the odd numbers, so that numbers close to 0 have few bits.
constexpr std::uint16_t folded(std::int16_t n) {
  return std::uint16_t(n < 0 ? (std::uint16_t(n) ^ 0x7FFF) << 1 | 1 : n << 1);
}
constexpr std::int16_t unfolded(std::uint16_t n) { return std::int16_t(n & 1 ? (n >> 1 ^ 0x7FFF) | 0x8000 : n >> 1); }
static_assert(folded(1) == 2 && folded(-1) == 1 && unfolded(folded(-32768)) == -32768);

constexpr unsigned bits_for(unsigned count) { return count < 2 ? 0 : unsigned(std::bit_width(count - 1)); }

// A window of 64 bits, which are read from the highest bit of each byte to the lowest.
class BitWindow {
 public:
  // Starts at `bit` of the first byte, counted from the highest. Bits past the end are zeros. Precondition: bit < 8.
  BitWindow(Bytes bytes, unsigned bit) : used_(bit) {
    if (bytes.size() >= 8) {
      word_ = byte_swapped(load_little<std::uint64_t>(bytes.data()));
    } else {
      for (std::size_t i = 0; i < 8; ++i) word_ = word_ << 8 | (i < bytes.size() ? bytes[i] : 0u);
    }
    word_ <<= bit;
  }
  unsigned read(unsigned count) {
    const auto value = count == 0 ? 0 : unsigned(word_ >> (64 - count));
    word_ <<= count;
    used_ += count;
    return value;
  }
  unsigned used() const { return used_; }  // bits, including those before the start

 private:
  std::uint64_t word_ = 0;
  unsigned used_;
};

// Collects bits, filling each byte from the highest bit to the lowest.
class BitText {
 public:
  void write(unsigned value, unsigned count) {
    for (unsigned left = count; left > 0;) {
      if (free_ == 0) {
        bytes_.push_back(0);
        free_ = 8;
      }
      const unsigned n = left < free_ ? left : free_;
      left -= n;
      free_ -= n;
      bytes_.back() = std::uint8_t(bytes_.back() | (value >> left & ((1u << n) - 1)) << free_);
    }
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  void clear() {
    bytes_.clear();
    free_ = 0;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  unsigned free_ = 0;  // unused bits of the last byte
};

// A number of 16 bits in blocks of five bits, low blocks first. The highest bit of a block is 1 if more blocks follow.
inline void write_number(BitText& text, unsigned value) {
  for (; value > 15; value >>= 4) text.write(16 | (value & 15), 5);
  text.write(value, 5);
}
inline std::optional<std::uint16_t> read_number(BitWindow& bits) {
  unsigned value = 0;
  for (unsigned shift = 0; shift < 16; shift += 4) {
    const unsigned block = bits.read(5);
    value |= (block & 15) << shift;
    if (block < 16) return std::uint16_t(value);
  }
  return std::nullopt;
}

// The square with index `number` in a set. Precondition: number < squares.count().
inline Square nth(Bitboard squares, unsigned number) {
#if BITROOK_HAS_PEXT
  return Square(lowest_bit(deposited_bits(std::uint64_t{1} << number, squares.word())));
#else
  std::uint64_t word = squares.word();
  for (; number > 0; --number) word &= word - 1;
  return Square(lowest_bit(word));
#endif
}
inline unsigned number_of(Square s, Bitboard squares) {
  return (squares & Bitboard((std::uint64_t{1} << index(s)) - 1)).count();
}

inline Bitboard targets(const Position& p, Square from) {
  const Color us = p.turn();
  if (p.type_at(from) != PieceType::Pawn) return p.attacks_from(from) - p.of(us);
  const Bitboard push = forward(us, Bitboard(from)) - p.occupied();
  Bitboard captures = p.of(~us);
  if (p.en_passant() != Square::None && pawn_attacks(us, from).contains(p.en_passant()) && p.has_legal_en_passant()) {
    captures |= Bitboard(p.en_passant());
  }
  return push | ((forward(us, push) & double_push_ranks(us)) - p.occupied()) | (pawn_attacks(us, from) & captures);
}

// The rooks of the side to move that may castle, as the format counts them.
inline Bitboard castling_rooks(const Position& p) { return p.castling_rights() & Corners & p.of(p.turn()); }

inline bool promotes(const Position& p, Square from) {
  return p.type_at(from) == PieceType::Pawn && rank_of(from) == relative(Rank::R7, p.turn());
}

// Precondition: the move is legal, and the castling rights are those of standard chess.
inline void write_move(BitText& text, const Position& p, Move m) {
  const Bitboard own = p.of(p.turn()), to = targets(p, m.from());
  unsigned count = to.count(), number = number_of(m.to(), to);
  if (p.type_at(m.from()) == PieceType::King) {
    const Bitboard rooks = castling_rooks(p);
    if (is_castling(p, m)) number = count + (m.to() > m.from() && rooks.many() ? 1 : 0);
    count += rooks.count();
  } else if (promotes(p, m.from())) {
    number = 4 * number + index(m.promotion()) - index(PieceType::Knight);
    count *= 4;
  }
  text.write(number_of(m.from(), own), bits_for(own.count()));
  text.write(number, bits_for(count));
}

// Returns the null move if the bits do not encode a move. The move may be illegal.
inline Move read_move(BitWindow& bits, const Position& p) {
  const Bitboard own = p.of(p.turn());
  const unsigned piece = bits.read(bits_for(own.count()));
  if (piece >= own.count()) return Move::null();
  const Square from = nth(own, piece);
  const Bitboard to = targets(p, from);
  const unsigned count = to.count();
  if (p.type_at(from) == PieceType::King) {
    const Bitboard rooks = castling_rooks(p);
    const unsigned number = bits.read(bits_for(count + rooks.count()));
    if (number < count) return Move::normal(from, nth(to, number));
    if (number - count >= rooks.count()) return Move::null();
    return with_castling_encoding(p, Move::normal(from, nth(rooks, number - count)), p.chess960());
  }
  if (promotes(p, from)) {
    const unsigned number = bits.read(bits_for(4 * count));
    if (number >= 4 * count) return Move::null();
    return Move::promotion(from, nth(to, number / 4), PieceType(index(PieceType::Knight) + number % 4));
  }
  const unsigned number = bits.read(bits_for(count));
  return number < count ? Move::normal(from, nth(to, number)) : Move::null();
}

}  // namespace bitrook::batch::binpack
