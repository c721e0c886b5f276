// The construction of piece-square tables, and the default ones.
#include "bitrook/search/evaluation.hpp"

#include <algorithm>

namespace bitrook::search {

namespace {

// --- The default piece-square tables, computed from a few numbers for each piece: its value, and bonuses for the
// center, the advance of pawns and a safe king. benchmarks/tune_tables.py tunes them on game results.

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

constexpr PieceSquareTables::Table DefaultMidgame = default_tables().midgame;
constexpr PieceSquareTables::Table DefaultEndgame = default_tables().endgame;

PieceSquareTables::Table mirrored_table(const PieceSquareTables::Table& table) {
  PieceSquareTables::Table result;
  for (std::size_t row = 0; row < 6; ++row)
    for (unsigned i = 0; i < 64; ++i) result[row][index(mirrored(Square(i)))] = table[row][i];
  return result;
}

}  // namespace

PieceSquareTables::PieceSquareTables(const Table& midgame, const Table& endgame, const PhaseWeights& weights)
    : PieceSquareTables(std::array{midgame, mirrored_table(midgame)}, std::array{endgame, mirrored_table(endgame)},
                        weights) {}

PieceSquareTables::PieceSquareTables(const std::array<Table, 2>& midgame, const std::array<Table, 2>& endgame,
                                     const PhaseWeights& weights)
    : weights_(weights) {
  for (const Color c : Colors)
    for (const PieceType t : PieceTypes)
      for (unsigned i = 0; i < 64; ++i) {
        const std::size_t row = index(t) - 1;
        const Tapered score(midgame[index(c)][row][i], endgame[index(c)][row][i]);
        scores_[index(make_piece(t, c))][i] = c == Color::White ? score : -score;
      }
  constexpr std::array AtStart{16, 4, 4, 4, 2, 2};
  int sum = 0;
  for (std::size_t row = 0; row < 6; ++row) sum += AtStart[row] * weights[row];
  max_phase_ = std::max(sum, 1);
}

const PieceSquareTables& PieceSquareTables::standard() {
  static const PieceSquareTables tables(DefaultMidgame, DefaultEndgame);
  return tables;
}

}  // namespace bitrook::search
