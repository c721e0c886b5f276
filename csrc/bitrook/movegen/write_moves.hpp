// Writes sets of target squares as moves, the highest square first: python-chess's order.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "bitrook/base/geometry.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/move.hpp"

namespace bitrook::write {

// All functions write to `out` and return a pointer past the last move. (If the size were kept in memory, each function
// would have to wait for the store of the previous one.)

// One move at a time: the reference, also used by builds without PEXT and byte shuffles. It costs one mispredicted
// branch per piece, 15 to 20 cycles, as much as writing ten moves.
inline Move* moves_from(Move* out, Square from, Bitboard targets) {
  for (const Square to : targets.reversed()) *out++ = Move::normal(from, to);
  return out;
}
template <int Back>  // each move starts `Back` squares after its target
inline Move* pushes(Move* out, Bitboard targets) {
  for (const Square to : targets.reversed()) *out++ = Move::normal(offset(to, Back), to);
  return out;
}

#if BITROOK_HAS_SHUFFLE

// Eight moves at a time, without a branch: for each piece and square the moves on an empty board are a table. PEXT
// packs the real targets among them into a small number; each byte of it selects a shuffle, which gathers the chosen
// ones among eight moves and stores them. Moves after the chosen ones are overwritten by the next store or lie beyond
// the end of the list.

struct alignas(16) EightMoves {
  std::array<std::uint16_t, 8> words;
};

// For each set of eight bits, a shuffle that gathers the words of its bits from the highest down.
struct alignas(16) Shuffle {
  std::array<std::uint8_t, 16> bytes;
};
inline constexpr auto Shuffles = [] {
  std::array<Shuffle, 256> t{};
  for (unsigned set = 0; set < 256; ++set) {
    unsigned n = 0;
    for (const Square bit : Bitboard(std::uint64_t{set}).reversed()) {
      t[set].bytes[n++] = std::uint8_t(2 * index(bit));
      t[set].bytes[n++] = std::uint8_t(2 * index(bit) + 1);
    }
  }
  return t;
}();

// Sets of eight bits are passed shifted left by four, which makes them the byte offsets of their shuffles.
inline constexpr std::uint64_t ShuffleOffsets = 0xFF0;

BITROOK_ALWAYS_INLINE Move* chosen(Move* out, const EightMoves& moves, std::uint64_t offset) {
  store_shuffled(&moves, reinterpret_cast<const char*>(Shuffles.data()) + offset, out);
  return out + population_count(offset);
}

// The moves of a piece of type T from each square on an empty board, at most 27.
template <PieceType T>
inline constexpr std::array MovesOnEmptyBoard = [] {
  std::array<std::array<EightMoves, T == PieceType::Queen ? 4 : 2>, 64> t{};
  for (unsigned i = 0; i < 64; ++i) {
    unsigned n = 0;
    for (const Square to : pseudo_attacks(T, Square(i))) {
      t[i][n / 8].words[n % 8] = Move::normal(Square(i), to).word();
      ++n;
    }
  }
  return t;
}();

// The pushes to the eight squares of each rank. (Where the origin would be off the board, the word has no meaning and
// is never chosen.)
template <int Back>
inline constexpr auto PushesToRank = [] {
  std::array<EightMoves, 8> t{};
  for (unsigned to = 0; to < 64; ++to) t[to / 8].words[to % 8] = std::uint16_t(((to + unsigned(Back)) & 63) | to << 6);
  return t;
}();

// The pushes to the ranks from number `First` down to `Last`.
template <int Back, int First, int Last>
BITROOK_ALWAYS_INLINE Move* pushes(Move* out, Bitboard targets) {
  for (int rank = First; rank >= Last; --rank)
    out = chosen(out, PushesToRank<Back>[unsigned(rank)], targets.word() >> (8 * rank - 4) & ShuffleOffsets);
  return out;
}

#endif

// The moves of pieces other than pawns, collected by piece type and written by square.
class PieceMoves {
 public:
  PieceMoves() {}  // leaves the arrays uninitialized: an entry is read only after it has been added

#if BITROOK_HAS_SHUFFLE
  template <PieceType T>
  BITROOK_ALWAYS_INLINE void add(Square from, Bitboard targets) {
    chosen_[index(from)] = extracted_bits(targets.word(), pseudo_attacks(T, from).word());
    moves_[index(from)] = MovesOnEmptyBoard<T>[index(from)].data();
  }
  BITROOK_ALWAYS_INLINE Move* write(Move* out, Square from) const {
    const std::uint64_t set = chosen_[index(from)];
    const EightMoves* moves = moves_[index(from)];
    if (set >> 16) {  // only a queen has more than 16 moves
      out = chosen(out, moves[3], set >> 20 & ShuffleOffsets);
      out = chosen(out, moves[2], set >> 12 & ShuffleOffsets);
    }
    out = chosen(out, moves[1], set >> 4 & ShuffleOffsets);
    return chosen(out, moves[0], set << 4 & ShuffleOffsets);
  }

 private:
  std::array<std::uint64_t, 64> chosen_;
  std::array<const EightMoves*, 64> moves_;
#else
  template <PieceType T>
  void add(Square from, Bitboard targets) {
    targets_[index(from)] = targets.word();
  }
  Move* write(Move* out, Square from) const { return moves_from(out, from, Bitboard(targets_[index(from)])); }

 private:
  std::array<std::uint64_t, 64> targets_;
#endif
};

// The captures of a pawn, at most two, without a loop. May write one move more than it counts.
template <Color Us>
BITROOK_ALWAYS_INLINE Move* pawn_captures(Move* out, Square from, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  // Two moves side by side, the higher target first; a pawn on an edge has only the second.
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

// Single pushes without promotions. The ranks that few pawns reach are tested first, because a rank costs eight
// instructions.
template <int Back>
BITROOK_ALWAYS_INLINE Move* single_pushes(Move* out, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  if (targets.meets(Bitboard(Rank::R7))) out = pushes<Back, 6, 6>(out, targets);
  out = pushes<Back, 5, 2>(out, targets);
  if (targets.meets(Bitboard(Rank::R2))) out = pushes<Back, 1, 1>(out, targets);
  return out;
#else
  return pushes<Back>(out, targets - Backranks);
#endif
}

// Double pushes. Those from the first rank, which occur only in artificial positions, end one rank earlier.
template <Color Us>
BITROOK_ALWAYS_INLINE Move* double_pushes(Move* out, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  if constexpr (Us == Color::White) {
    out = pushes<-16, 3, 3>(out, targets);
    if (targets.meets(Bitboard(Rank::R3))) [[unlikely]]
      out = pushes<-16, 2, 2>(out, targets);
  } else {
    if (targets.meets(Bitboard(Rank::R6))) [[unlikely]]
      out = pushes<16, 5, 5>(out, targets);
    out = pushes<16, 4, 4>(out, targets);
  }
  return out;
#else
  return pushes<Us == Color::White ? -16 : 16>(out, targets);
#endif
}

}  // namespace bitrook::write
