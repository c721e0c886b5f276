// Castling: the target squares of king and rook, the squares their paths require, and the two encodings of the move.
#pragma once

#include <array>

#include "bitrook/base/geometry.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

struct CastlingPath {
  Square king_to, rook_to;
  Bitboard king_walk;  // the squares that the king crosses or reaches: none may be attacked
  Bitboard empty;      // the squares that either piece crosses or reaches: none may be occupied by a third piece
};

namespace detail {

// The squares of a rank from `from` (exclusive) to `to` (inclusive).
constexpr Bitboard walk(Square from, Square to) { return from == to ? Bitboard(to) : between(from, to) | Bitboard(to); }

constexpr CastlingPath computed_castling_path(Color c, File king_file, File rook_file) {
  const Rank home = relative(Rank::R1, c);
  const bool queenside = rook_file < king_file;
  const Square king = make_square(king_file, home), rook = make_square(rook_file, home);
  const Square king_to = make_square(queenside ? File::C : File::G, home);
  const Square rook_to = make_square(queenside ? File::D : File::F, home);
  const Bitboard king_walk = walk(king, king_to), rook_walk = walk(rook, rook_to);
  return {king_to, rook_to, king_walk, (king_walk | rook_walk) - Bitboard(king) - Bitboard(rook)};
}

inline constexpr auto CastlingPaths = [] {
  std::array<std::array<CastlingPath, 64>, 2> t{};
  for (const Color c : Colors)
    for (unsigned i = 0; i < 64; ++i) t[index(c)][i] = computed_castling_path(c, File(i / 8), File(i % 8));
  return t;
}();

}  // namespace detail

// In Chess960, king and rook may stand on any two squares of their first rank.
constexpr const CastlingPath& castling_path(Color c, Square king, Square rook) {
  return detail::CastlingPaths[index(c)][8 * index(file_of(king)) + index(file_of(rook))];
}

// Converts castling to "king takes rook" (Chess960) or "king moves two squares" (standard chess), and returns all other
// moves unchanged. The move does not have to be legal: only its squares, kings on e1 and e8, and a rook on the target
// are examined.
inline Move with_castling_encoding(const Position& p, Move m, bool king_takes_rook) {
  const Square from = m.from();
  const Rank home = rank_of(from);
  if ((from != Square::E1 && from != Square::E8) || rank_of(m.to()) != home || !p.of(PieceType::King).contains(from))
    return m;
  const auto to_file = [&](File f) { return Move::normal(from, make_square(f, home)); };
  File file = file_of(m.to());
  if ((file == File::C || file == File::G) && !p.of(PieceType::Rook).contains(m.to())) {
    file = file == File::C ? File::A : File::H;
    m = to_file(file);  // as in python-chess, even if the move specifies a promotion
  }
  if (king_takes_rook || m.word() > 0xFFF || (file != File::A && file != File::H)) return m;
  return to_file(file == File::A ? File::C : File::G);
}
inline Move to_king_takes_rook(const Position& p, Move m) { return with_castling_encoding(p, m, true); }
// The encoding that the generators of `p` use.
inline Move to_own_encoding(const Position& p, Move m) { return with_castling_encoding(p, m, p.chess960()); }

// Whether any of the rights cannot exist in standard chess, because the rook is not in a corner or there is no king on
// e1 or e8.
inline bool has_chess960_rights(const Position& p, Bitboard rights) {
  if (!rights.subset_of(Corners)) return true;
  for (const Color c : Colors) {
    if (rights.meets(Bitboard(relative(Rank::R1, c))) && !p.of(PieceType::King, c).contains(relative(Square::E1, c)))
      return true;
  }
  return false;
}

}  // namespace bitrook
