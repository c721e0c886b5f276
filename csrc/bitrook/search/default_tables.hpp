// The default piece-square tables, computed from a few numbers for each piece: its value, and bonuses for the center,
// the advance of pawns and a safe king. benchmarks/tune_tables.py tunes them on game results.
#pragma once

#include <algorithm>

#include "bitrook/search/evaluation.hpp"

namespace bitrook::search {

namespace detail {

struct MidgameAndEndgame {
  PieceSquareTables::Table midgame, endgame;
};

constexpr MidgameAndEndgame default_tables() {
  MidgameAndEndgame t{};
  for (std::size_t square = 0; square < 64; ++square) {
    const int file = int(square % 8), rank = int(square / 8);
    const int from_side = std::min(file, 7 - file);                       // 0 on files a and h, 3 on files d and e
    const int from_edge = std::min(from_side, std::min(rank, 7 - rank));  // 0 at the edge, 3 in the center
    const auto set = [&](PieceType type, int midgame, int endgame) {
      t.midgame[index(type) - 1][square] = midgame;
      t.endgame[index(type) - 1][square] = endgame;
    };
    const bool castled = rank == 0 && (file < 3 || file > 5);
    const bool outer_rank = rank == 0 || rank == 7;
    set(PieceType::Pawn, outer_rank ? 82 : 82 + 4 * (rank - 1) + (from_side >= 2 ? 8 * from_edge : 0),
        outer_rank ? 110 : 110 + 10 * (rank - 1));
    set(PieceType::Knight, 308 + 12 * from_edge, 290 + 10 * from_edge);
    set(PieceType::Bishop, 332 + 8 * from_edge, 315 + 5 * from_edge);
    set(PieceType::Rook, 480 + (rank == 6 ? 15 : 0) + (from_side == 3 ? 5 : 0), 530 + (rank == 6 ? 8 : 0));
    set(PieceType::Queen, 967 + 3 * from_edge, 952 + 8 * from_edge);
    set(PieceType::King, std::max(-75, -25 * rank) + (castled ? 20 : 0), -20 + 14 * from_edge);
  }
  return t;
}

}  // namespace detail

inline constexpr PieceSquareTables::Table DefaultMidgame = detail::default_tables().midgame;
inline constexpr PieceSquareTables::Table DefaultEndgame = detail::default_tables().endgame;

}  // namespace bitrook::search
