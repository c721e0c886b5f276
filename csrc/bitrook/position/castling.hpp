// Castling: where king and rook go, what their paths ask for, and the two encodings of the move.
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

// The squares of a rank from `from`, not included, to `to`.
constexpr Bitboard walk(Square from, Square to) {
  Bitboard squares(to);
  for (Square s = from; s != to; s = offset(s, s < to ? 1 : -1)) squares |= Bitboard(s);
  return squares - (from == to ? Bitboard() : Bitboard(from));
}

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

// Castling is encoded as "king takes rook" (Chess960) or "king moves two squares" (standard chess). These functions
// convert between the two and return every other move as it is. They look only at the squares of the move and at kings
// on e1 and e8: the move need not be legal.
inline Move to_king_takes_rook(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if ((from != Square::E1 && from != Square::E8) || !p.of(PieceType::King).contains(from)) return m;
  const Rank home = rank_of(from);
  if (rank_of(to) != home || (file_of(to) != File::G && file_of(to) != File::C) || p.of(PieceType::Rook).contains(to))
    return m;
  return Move::normal(from, make_square(file_of(to) == File::G ? File::H : File::A, home));
}
inline Move to_king_two_squares(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (m.word() >> 12 || (from != Square::E1 && from != Square::E8) || !p.of(PieceType::King).contains(from)) return m;
  const Rank home = rank_of(from);
  if (rank_of(to) != home || (file_of(to) != File::H && file_of(to) != File::A)) return m;
  return Move::normal(from, make_square(file_of(to) == File::H ? File::G : File::C, home));
}
// The encoding that the generators of `p` use.
inline Move to_own_encoding(const Position& p, Move m) {
  m = to_king_takes_rook(p, m);
  return p.chess960() ? m : to_king_two_squares(p, m);
}

}  // namespace bitrook
