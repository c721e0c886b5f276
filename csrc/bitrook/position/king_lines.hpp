// One scan of the lines through a king finds the checkers, the blockers and the pinners.
#pragma once

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

struct KingLines {
  Bitboard checkers;  // enemy pieces that attack the king
  Bitboard blockers;  // pieces of either color that are alone between the king and an enemy slider
  Bitboard pinners;   // sliders whose blocker has the same color as the king
};

// Scans the lines to the king of color `c` on `king`; everything is empty for Square::None.
BITROOK_ALWAYS_INLINE KingLines scan_king_lines(const Position& p, Color c, Square king) {
  using enum PieceType;
  const Bitboard own = p.of(c), enemy = p.of(~c), occupied = own | enemy, queens = p.of(Queen);
  KingLines k;
  k.checkers = enemy & ((pawn_attacks(c, king) & p.of(Pawn)) | (knight_attacks(king) & p.of(Knight)) |
                        (king_attacks(king) & p.of(King)));
  // Snipers are sliders that would attack the king on an empty board. There are seldom more than two.
  Bitboard snipers =
      enemy & ((rook_rays(king) & (p.of(Rook) | queens)) | (bishop_rays(king) & (p.of(Bishop) | queens)));
  for (; snipers.any(); snipers = snipers.without_first()) {
    const Bitboard between_them = between(king, snipers.first()) & occupied;
    if (between_them.many()) continue;  // first, because it is the usual case
    if (between_them.empty()) {
      k.checkers |= snipers.isolated_first();
    } else {
      k.blockers |= between_them;
      if (between_them.meets(own)) k.pinners |= snipers.isolated_first();
    }
  }
  return k;
}

// Checkers and pins of the side to move.
template <Color Us>
BITROOK_ALWAYS_INLINE ChecksAndPins checks_and_pins(const Position& p) {
  const KingLines k = scan_king_lines(p, Us, p.king(Us));
  return {k.checkers.word(), (k.blockers & p.of(Us)).word()};
}
inline ChecksAndPins checks_and_pins(const Position& p) {
  return p.turn() == Color::White ? checks_and_pins<Color::White>(p) : checks_and_pins<Color::Black>(p);
}

}  // namespace bitrook
