// Geometry of the empty board: masks, leaper attacks, rays, between, line and distances, all constexpr.
#pragma once

#include <array>
#include <cstddef>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// The adjacent square in direction d, or None at the edge.
constexpr Square stepped(Square s, Direction d) {
  const Bitboard b = shifted(Bitboard(s), d);
  return b.empty() ? Square::None : b.first();
}

namespace detail {

template <std::size_t N, class F>
constexpr std::array<Bitboard, N> table(F entry) {
  std::array<Bitboard, N> t{};
  for (std::size_t i = 0; i < N; ++i) t[i] = entry(unsigned(i));
  return t;
}
template <class F>
constexpr std::array<Bitboard, 64> table(F entry) {
  return table<64>([entry](unsigned i) { return entry(Square(i)); });
}

constexpr Bitboard ray(Square s, Direction d) {
  Bitboard squares;
  for (Bitboard b = shifted(Bitboard(s), d); b.any(); b = shifted(b, d)) squares |= b;
  return squares;
}

}  // namespace detail

// --- Ranks and files: eight masks each, with their complements.
inline constexpr std::array MaskRank = detail::table<8>([](unsigned i) { return Bitboard(Rank(i)); });
inline constexpr std::array ClearRank = detail::table<8>([](unsigned i) { return ~Bitboard(Rank(i)); });
inline constexpr std::array MaskFile = detail::table<8>([](unsigned i) { return Bitboard(File(i)); });
inline constexpr std::array ClearFile = detail::table<8>([](unsigned i) { return ~Bitboard(File(i)); });

inline constexpr Bitboard LightSquares{0x55AA55AA55AA55AAu};
inline constexpr Bitboard DarkSquares{0xAA55AA55AA55AA55u};
inline constexpr Bitboard Corners{0x8100000000000081u};
inline constexpr Bitboard Backranks = MaskRank[0] | MaskRank[7];
inline constexpr Bitboard Edges = Backranks | MaskFile[0] | MaskFile[7];

constexpr Bitboard rank_mask(Square s) { return Bitboard(rank_of(s)); }
constexpr Bitboard file_mask(Square s) { return Bitboard(file_of(s)); }

// --- Diagonals, parallel to a1-h8, numbered by rank - file + 7: h1 alone is 0, a1-h8 is 7, a8 alone is 14.
inline constexpr std::array Diagonals = detail::table<15>([](unsigned i) {
  const Square s = i < 7 ? Square(7 - i) : Square(8 * (i - 7));
  return Bitboard(s) | detail::ray(s, Direction::NorthEast);
});
// --- Anti-diagonals, parallel to a8-h1, numbered by rank + file: a1 alone is 0, a8-h1 is 7, h8 alone is 14.
inline constexpr std::array AntiDiagonals = detail::table<15>([](unsigned i) {
  const Square s = i < 7 ? Square(i) : Square(8 * (i - 7) + 7);
  return Bitboard(s) | detail::ray(s, Direction::NorthWest);
});

constexpr unsigned diagonal_index(Square s) { return index(rank_of(s)) + 7 - index(file_of(s)); }
constexpr unsigned anti_diagonal_index(Square s) { return index(rank_of(s)) + index(file_of(s)); }
constexpr Bitboard diagonal_mask(Square s) { return Diagonals[diagonal_index(s)]; }
constexpr Bitboard anti_diagonal_mask(Square s) { return AntiDiagonals[anti_diagonal_index(s)]; }

// --- Leapers and pawns: the combined attacks of a set of pieces.
constexpr Bitboard knight_attacks(Bitboard knights) {
  const Bitboard near = shifted<Direction::East>(knights) | shifted<Direction::West>(knights);
  const Bitboard far = shifted<Direction::East, 2>(knights) | shifted<Direction::West, 2>(knights);
  return near << 16 | near >> 16 | far << 8 | far >> 8;
}
constexpr Bitboard king_attacks(Bitboard kings) {
  const Bitboard sides = shifted<Direction::East>(kings) | shifted<Direction::West>(kings);
  const Bitboard wide = kings | sides;
  return sides | wide << 8 | wide >> 8;
}
constexpr Bitboard pawn_attacks(Color c, Bitboard pawns) {
  const Bitboard sides = shifted<Direction::East>(pawns) | shifted<Direction::West>(pawns);
  return c == Color::White ? sides << 8 : sides >> 8;
}
// The squares in front of `b` from the point of view of side `c`.
constexpr Bitboard forward(Color c, Bitboard b) { return c == Color::White ? b << 8 : b >> 8; }
// The ranks where a double push can end: the fourth and, for pawns on their first rank, the third. Such pawns occur
// only in artificial positions, but they get a double push, as in python-chess.
constexpr Bitboard double_push_ranks(Color c) {
  return Bitboard(relative(Rank::R3, c)) | Bitboard(relative(Rank::R4, c));
}
// Single pushes, and double pushes from the second rank, as if no other piece were on the board.
constexpr Bitboard pawn_pushes(Color c, Bitboard pawns) {
  const Bitboard second = pawns & Bitboard(relative(Rank::R2, c));
  return c == Color::White ? pawns << 8 | second << 16 : pawns >> 8 | second >> 16;
}

// The square of the pawn that `capturer` takes en passant on `en_passant`, as a set. The set is empty if the en-passant
// square of an artificial position is on the outermost rank, where no pawn can be beyond it.
constexpr Bitboard en_passant_victim(Color capturer, Square en_passant) {
  return forward(~capturer, Bitboard(en_passant));
}

// --- Attacks on an empty board ("pseudo attacks"): one cache line per square. Square::None attacks nothing.
struct alignas(64) PseudoAttacks {
  std::array<Bitboard, 8> sets;  // white pawn, black pawn, then from the knight on by index(PieceType)
};
inline constexpr std::array PseudoAttacksFrom = [] {
  std::array<PseudoAttacks, 65> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    const Bitboard b(s), bishop = diagonal_mask(s) ^ anti_diagonal_mask(s), rook = rank_mask(s) ^ file_mask(s);
    t[i].sets = {pawn_attacks(Color::White, b),
                 pawn_attacks(Color::Black, b),
                 knight_attacks(b),
                 bishop,
                 rook,
                 bishop | rook,
                 king_attacks(b)};
  }
  return t;
}();

// Not for pawns, whose attacks depend on the color.
constexpr Bitboard pseudo_attacks(PieceType t, Square s) { return PseudoAttacksFrom[index(s)].sets[index(t)]; }
constexpr Bitboard pawn_attacks(Color c, Square s) { return PseudoAttacksFrom[index(s)].sets[index(c)]; }
constexpr Bitboard knight_attacks(Square s) { return pseudo_attacks(PieceType::Knight, s); }
constexpr Bitboard king_attacks(Square s) { return pseudo_attacks(PieceType::King, s); }
constexpr Bitboard rook_rays(Square s) { return pseudo_attacks(PieceType::Rook, s); }
constexpr Bitboard bishop_rays(Square s) { return pseudo_attacks(PieceType::Bishop, s); }
constexpr Bitboard queen_rays(Square s) { return pseudo_attacks(PieceType::Queen, s); }
constexpr Bitboard pawn_pushes(Color c, Square s) { return pawn_pushes(c, Bitboard(s)); }

// --- Pairs of squares.
namespace detail {

using PairTable = std::array<std::array<Bitboard, 64>, 64>;

// The table of entry(a, b) for each pair of squares.
template <class F>
constexpr PairTable pair_table(F entry) {
  PairTable t{};
  for (unsigned a = 0; a < 64; ++a)
    for (unsigned b = 0; b < 64; ++b) t[a][b] = entry(Square(a), Square(b));
  return t;
}

// These two tables are filled line by line. They are evaluated in every file that includes this header, and testing
// each of the 4,096 pairs would account for a tenth of its compile time. (Without fill(), GCC 12 rejects constants
// computed from the value-initialized entries.)
constexpr PairTable lines() {
  PairTable t{};
  for (unsigned a = 0; a < 64; ++a) {
    const Square s{std::uint8_t(a)};
    t[a].fill(Bitboard());
    for (const Bitboard line : {rank_mask(s), file_mask(s), diagonal_mask(s), anti_diagonal_mask(s)})
      for (const Square b : line - Bitboard(s)) t[a][index(b)] = line;
  }
  return t;
}

constexpr PairTable squares_between() {
  PairTable t{};
  for (unsigned a = 0; a < 64; ++a) {
    t[a].fill(Bitboard());
    for (const Direction d : Directions) {
      Bitboard passed;
      for (Bitboard b = shifted(Bitboard(Square(a)), d); b.any(); b = shifted(b, d)) {
        t[a][index(b.first())] = passed;
        passed |= b;
      }
    }
  }
  return t;
}

inline constexpr PairTable Line = lines();
inline constexpr PairTable Between = squares_between();

}  // namespace detail

// The squares strictly between two squares on one rank, file or diagonal; empty for any other pair.
constexpr Bitboard between(Square a, Square b) { return detail::Between[index(a)][index(b)]; }

// The rank, file or diagonal through two squares, from edge to edge; empty if they are not aligned or a == b.
constexpr Bitboard line(Square a, Square b) { return detail::Line[index(a)][index(b)]; }

constexpr unsigned file_distance(Square a, Square b) {
  return file_of(a) < file_of(b) ? index(file_of(b)) - index(file_of(a)) : index(file_of(a)) - index(file_of(b));
}
constexpr unsigned rank_distance(Square a, Square b) {
  return rank_of(a) < rank_of(b) ? index(rank_of(b)) - index(rank_of(a)) : index(rank_of(a)) - index(rank_of(b));
}

// Chebyshev distance (king moves), Manhattan distance (steps along ranks and files), and the number of knight moves,
// computed by breadth-first search (at most 6).
constexpr unsigned distance(Square a, Square b) {
  const unsigned files = file_distance(a, b), ranks = rank_distance(a, b);
  return files > ranks ? files : ranks;
}
constexpr unsigned manhattan_distance(Square a, Square b) { return file_distance(a, b) + rank_distance(a, b); }
constexpr unsigned knight_distance(Square a, Square b) {
  unsigned jumps = 0;
  for (Bitboard reached{a}; !reached.contains(b); reached |= knight_attacks(reached)) ++jumps;
  return jumps;
}

}  // namespace bitrook
