// The construction of piece-square tables.
#include "bitrook/search/evaluation.hpp"

#include "bitrook/search/default_tables.hpp"

namespace bitrook::search {

namespace {

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
