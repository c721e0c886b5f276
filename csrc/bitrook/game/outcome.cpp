// Insufficient material, and the text of a result.
#include "bitrook/game/outcome.hpp"

#include "bitrook/base/geometry.hpp"

namespace bitrook {

std::string_view Outcome::result() const {
  if (!winner) return "1/2-1/2";
  return *winner == Color::White ? "1-0" : "0-1";
}

bool has_insufficient_material(const Position& p, Color c) {
  const Bitboard own = p.of(c);
  const Bitboard pawns = p.of(PieceType::Pawn), knights = p.of(PieceType::Knight), bishops = p.of(PieceType::Bishop);
  if (own.meets(pawns | p.of(PieceType::Rook) | p.of(PieceType::Queen))) return false;

  // A single knight can mate only if enemy pieces block the squares next to the enemy king. Queens are not enough for
  // that, because a queen could parry the check. Two knights can mate a bare king that cooperates.
  if (own.meets(knights)) {
    return own.count() <= 2 && p.of(~c).subset_of(p.of(PieceType::King) | p.of(PieceType::Queen));
  }
  // Bishops on squares of one color can mate only if either side has a pawn, a knight or a bishop on the other color
  // that can block the king's escape squares.
  if (own.meets(bishops)) {
    const bool one_colored = bishops.disjoint(LightSquares) || bishops.disjoint(DarkSquares);
    return one_colored && pawns.empty() && knights.empty();
  }
  return true;
}

}  // namespace bitrook
