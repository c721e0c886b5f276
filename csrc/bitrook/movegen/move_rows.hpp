// Sets of targets written out as rows of moves, the highest square first.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/move.hpp"

namespace bitrook::rows {

// All of these write to `out` and return where the next move goes: a list's size, kept in memory, would make each wait
// for the one before.

// One move at a time: the definition, and what builds without vectors use. A mispredicted end of the loop for
// every piece is what it costs: 15 to 20 cycles each, as much as writing ten moves.
inline Move* write(Move* out, Square from, Bitboard targets) {
  std::size_t n = 0;
  for (const Square to : targets.reversed()) out[n++] = Move::normal(from, to);
  return out + n;
}

template <int Back>  // every move starts `Back` squares further on than it ends
inline Move* write_steps(Move* out, Bitboard targets) {
  for (const Square to : targets.reversed()) *out++ = Move::normal(offset(to, Back), to);
  return out;
}

#if BITROOK_HAS_SHUFFLE

// Eight moves at a time, without a branch: PEXT packs the targets among all squares that the piece could
// ever reach, eight bits of that choose a shuffle, and one shuffle of eight prepared moves is the row.
// Moves beyond the chosen ones are written and then overwritten, or lie beyond the end of the list.

struct alignas(16) Row {
  std::array<std::uint16_t, 8> words;
};

// For each set of eight bits, the bytes of the words of its bits, from the highest down.
struct alignas(16) Choice {
  std::array<std::uint8_t, 16> bytes;
};
inline constexpr auto Choices = [] {
  std::array<Choice, 256> t{};
  for (unsigned set = 0; set < 256; ++set) {
    unsigned n = 0;
    for (const Square bit : Bitboard(std::uint64_t{set}).reversed()) {
      t[set].bytes[n++] = std::uint8_t(2 * index(bit));
      t[set].bytes[n++] = std::uint8_t(2 * index(bit) + 1);
    }
  }
  return t;
}();

// Sets of eight bits are handed about four bits up, as the place of their Choice in bytes.
inline constexpr std::uint64_t Places = 0xFF0;

// Adds the moves of `row` whose bits are in the set.
BITROOK_ALWAYS_INLINE Move* write(Move* out, const Row& row, std::uint64_t place) {
  store_shuffled(&row, reinterpret_cast<const char*>(Choices.data()) + place, out);
  return out + population_count(place);
}

// The squares that a piece reaches from a square on an empty board, 27 at most, and the moves there.
template <PieceType T>
inline constexpr std::array Reach = [] {
  std::array<Bitboard, 64> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    t[i] = T == PieceType::Knight   ? knight_attacks(s)
           : T == PieceType::Bishop ? bishop_rays(s)
           : T == PieceType::Rook   ? rook_rays(s)
           : T == PieceType::Queen  ? queen_rays(s)
                                    : king_attacks(s);
  }
  return t;
}();
template <PieceType T>
inline constexpr std::array Moves = [] {
  std::array<std::array<Row, T == PieceType::Queen ? 4 : 2>, 64> t{};
  for (unsigned i = 0; i < 64; ++i) {
    unsigned n = 0;
    for (const Square to : Reach<T>[i]) {
      t[i][n / 8].words[n % 8] = Move::normal(Square(i), to).word();
      ++n;
    }
  }
  return t;
}();

// The moves to the eight squares of each rank from `Back` squares further on. (Those whose origin would be
// off the board have meaningless origins, and are never chosen.)
template <int Back>
inline constexpr auto StepsToRank = [] {
  std::array<Row, 8> t{};
  for (unsigned to = 0; to < 64; ++to) t[to / 8].words[to % 8] = std::uint16_t(((to + unsigned(Back)) & 63) | to << 6);
  return t;
}();

// Steps to the ranks from `First` down to `Last`, by number.
template <int Back, int First, int Last>
BITROOK_ALWAYS_INLINE Move* write_steps(Move* out, Bitboard targets) {
  for (int rank = First; rank >= Last; --rank)
    out = write(out, StepsToRank<Back>[unsigned(rank)], targets.word() >> (8 * rank - 4) & Places);
  return out;
}

#endif

// The moves of officers, found type by type, to be written from the highest square down. (Two arrays, so that a square
// is an index as it is.)
class Waiting {
 public:
  Waiting() {}  // nothing is read before it is set

#if BITROOK_HAS_SHUFFLE
  template <PieceType T>
  BITROOK_ALWAYS_INLINE void add(Square from, Bitboard targets) {
    sets_[index(from)] = extracted_bits(targets.word(), Reach<T>[index(from)].word());
    rows_[index(from)] = Moves<T>[index(from)].data();
  }
  BITROOK_ALWAYS_INLINE Move* write(Move* out, Square from) const {
    const std::uint64_t set = sets_[index(from)];
    const Row* rows = rows_[index(from)];
    if (set >> 16) {  // queens alone
      out = rows::write(out, rows[3], set >> 20 & Places);
      out = rows::write(out, rows[2], set >> 12 & Places);
    }
    out = rows::write(out, rows[1], set >> 4 & Places);
    return rows::write(out, rows[0], set << 4 & Places);
  }

 private:
  std::array<std::uint64_t, 64> sets_;
  std::array<const Row*, 64> rows_;
#else
  template <PieceType T>
  void add(Square from, Bitboard targets) {
    targets_[index(from)] = targets.word();
  }
  Move* write(Move* out, Square from) const { return rows::write(out, from, Bitboard(targets_[index(from)])); }

 private:
  std::array<std::uint64_t, 64> targets_;
#endif
};

// The captures of a pawn, two at most, without a loop whose end nothing foretells: what is written beyond does not
// count.
template <Color Us>
BITROOK_ALWAYS_INLINE Move* write_captures(Move* out, Square from, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  // Two moves side by side, the higher target first; of a pawn on an edge the second alone.
  static constexpr auto Pairs = [] {
    std::array<std::uint32_t, 64> t{};
    for (unsigned i = 0; i < 64; ++i) {
      const Square s{std::uint8_t(i)};
      for (const Square to : pawn_attacks(Us, s).reversed())
        t[i] = t[i] >> 16 | std::uint32_t{Move::normal(s, to).word()} << 16;
    }
    return t;
  }();
  const std::uint64_t set = extracted_bits(targets.word(), pawn_attacks(Us, from).word());
  const std::uint32_t pair = Pairs[index(from)] >> ((~set & 2) << 3);
  std::memcpy(static_cast<void*>(out), &pair, sizeof pair);
  return out + population_count(set);
#else
  out[0] = Move::normal(from, Square(highest_bit(targets.word()) & 63));
  out[1] = Move::normal(from, Square(lowest_bit(targets.word()) & 63));
  return out + targets.any() + targets.many();
#endif
}

// Steps that are no promotions. Ranks on which few pawns arrive are asked for first: a row costs eight instructions.
template <int Back>
BITROOK_ALWAYS_INLINE Move* write_single_pushes(Move* out, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  if (targets.meets(Bitboard(Rank::R7))) out = write_steps<Back, 6, 6>(out, targets);
  out = write_steps<Back, 5, 2>(out, targets);
  if (targets.meets(Bitboard(Rank::R2))) out = write_steps<Back, 1, 1>(out, targets);
  return out;
#else
  return write_steps<Back>(out, targets - Backranks);
#endif
}

// A double step from the first rank, which only a hand-made position has, ends on a rank of its own.
template <Color Us>
BITROOK_ALWAYS_INLINE Move* write_double_pushes(Move* out, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  if constexpr (Us == Color::White) {
    out = write_steps<-16, 3, 3>(out, targets);
    if (targets.meets(Bitboard(Rank::R3))) [[unlikely]]
      out = write_steps<-16, 2, 2>(out, targets);
  } else {
    if (targets.meets(Bitboard(Rank::R6))) [[unlikely]]
      out = write_steps<16, 5, 5>(out, targets);
    out = write_steps<16, 4, 4>(out, targets);
  }
  return out;
#else
  return write_steps<Us == Color::White ? -16 : 16>(out, targets);
#endif
}

}  // namespace bitrook::rows
