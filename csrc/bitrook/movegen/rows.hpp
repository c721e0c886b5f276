// Sets of targets written out as rows of moves, the highest square first.
#pragma once

#include <array>
#include <cstdint>

#include "../attacks.hpp"
#include "../intrinsics.hpp"
#include "../move.hpp"

namespace bitrook::rows {

// One move at a time: the definition, and what builds without vectors use. A mispredicted end of the loop for
// every piece is what it costs: 15 to 20 cycles each, as much as writing ten moves.
inline void add(MoveList& moves, Square from, Bitboard targets) {
  for (const Square to : targets.reversed()) moves.add(Move::normal(from, to));
}

// Two targets at most, without a loop whose end nothing foretells: what is written beyond them does not count.
inline void add_pair(MoveList& moves, Square from, Bitboard targets) {
  Move* out = moves.data() + moves.size();
  out[0] = Move::normal(from, Square(highest_bit(targets.word()) & 63));
  out[1] = Move::normal(from, Square(lowest_bit(targets.word()) & 63));
  moves.resize(moves.size() + targets.count());
}

template <int Back>  // every move starts `Back` squares further on than it ends
inline void add_steps(MoveList& moves, Bitboard targets) {
  for (const Square to : targets.reversed()) moves.add(Move::normal(offset(to, Back), to));
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

// Adds the moves of `row` whose bits are in `set`, which has eight bits.
BITROOK_ALWAYS_INLINE Move* write(Move* out, const Row& row, std::uint64_t set) {
  store_shuffled(&row, &Choices[set], out);
  return out + population_count(set);
}

// The squares that a piece reaches from a square on an empty board, and the moves there: 27 at most.
struct Reach {
  Bitboard squares;
  std::array<Row, 4> moves;
};

template <class Attacks>
constexpr std::array<Reach, 64> reaches(Attacks attacks) {
  std::array<Reach, 64> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square from{std::uint8_t(i)};
    t[i].squares = attacks(from);
    unsigned n = 0;
    for (const Square to : t[i].squares) {
      t[i].moves[n / 8].words[n % 8] = Move::normal(from, to).word();
      ++n;
    }
  }
  return t;
}
inline constexpr std::array KnightReach = reaches([](Square s) { return knight_attacks(s); });
inline constexpr std::array BishopReach = reaches([](Square s) { return bishop_rays(s); });
inline constexpr std::array RookReach = reaches([](Square s) { return rook_rays(s); });
inline constexpr std::array QueenReach = reaches([](Square s) { return queen_rays(s); });
inline constexpr std::array KingReach = reaches([](Square s) { return king_attacks(s); });

BITROOK_ALWAYS_INLINE Move* write(Move* out, const Reach& reach, Bitboard targets) {
  const std::uint64_t set = extracted_bits(targets.word(), reach.squares.word());
  if (set >> 16) {  // queens alone
    out = write(out, reach.moves[3], set >> 24);
    out = write(out, reach.moves[2], set >> 16 & 0xFF);
  }
  out = write(out, reach.moves[1], set >> 8 & 0xFF);
  return write(out, reach.moves[0], set & 0xFF);
}

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
    out = write(out, StepsToRank<Back>[unsigned(rank)], targets.word() >> 8 * rank & 0xFF);
  return out;
}

#endif

// Steps that are no promotions. Ranks on which few pawns arrive are asked for first: a row costs eight instructions.
template <int Back>
BITROOK_ALWAYS_INLINE void add_single_steps(MoveList& moves, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  Move* out = moves.data() + moves.size();
  if (targets.meets(Bitboard(Rank::R7))) out = write_steps<Back, 6, 6>(out, targets);
  out = write_steps<Back, 5, 2>(out, targets);
  if (targets.meets(Bitboard(Rank::R2))) out = write_steps<Back, 1, 1>(out, targets);
  moves.resize(std::size_t(out - moves.data()));
#else
  add_steps<Back>(moves, targets - Backranks);
#endif
}

// A double step from the first rank, which only a hand-made position has, ends on a rank of its own.
template <Color Us>
BITROOK_ALWAYS_INLINE void add_double_steps(MoveList& moves, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  Move* out = moves.data() + moves.size();
  if constexpr (Us == Color::White) {
    out = write_steps<-16, 3, 3>(out, targets);
    if (targets.meets(Bitboard(Rank::R3))) [[unlikely]]
      out = write_steps<-16, 2, 2>(out, targets);
  } else {
    if (targets.meets(Bitboard(Rank::R6))) [[unlikely]]
      out = write_steps<16, 5, 5>(out, targets);
    out = write_steps<16, 4, 4>(out, targets);
  }
  moves.resize(std::size_t(out - moves.data()));
#else
  add_steps<Us == Color::White ? -16 : 16>(moves, targets);
#endif
}

}  // namespace bitrook::rows
