// Material that cannot mate, and the text of a result.
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

  // One knight mates only a king hemmed in by its own men, and a queen is no such man: it takes the knight or
  // interposes. Two knights can mate a bare king, if it helps.
  if (own.meets(knights)) {
    return own.count() <= 2 && p.of(~c).subset_of(p.of(PieceType::King) | p.of(PieceType::Queen));
  }
  // Bishops of one colour of squares mate only where other men, of either side, can stand in the king's way.
  if (own.meets(bishops)) {
    const bool one_colored = bishops.disjoint(LightSquares) || bishops.disjoint(DarkSquares);
    return one_colored && pawns.empty() && knights.empty();
  }
  return true;
}

}  // namespace bitrook
