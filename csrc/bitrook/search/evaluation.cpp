#include "bitrook/search/evaluation.hpp"

#include "bitrook/search/default_tables.hpp"

namespace bitrook::search {

PieceSquareTables::PieceSquareTables(const Table& midgame, const Table& endgame) {
  for (const PieceType t : PieceTypes)
    for (unsigned i = 0; i < 64; ++i) {
      const std::size_t row = index(t) - 1;
      const std::int64_t score = std::int64_t(endgame[row][i]) * (std::int64_t{1} << 32) + midgame[row][i];
      scores_[index(make_piece(t, Color::White))][i] = score;
      scores_[index(make_piece(t, Color::Black))][index(mirrored(Square(i)))] = -score;
    }
}

const PieceSquareTables& PieceSquareTables::standard() {
  static const PieceSquareTables tables(DefaultMidgame, DefaultEndgame);
  return tables;
}

}  // namespace bitrook::search
