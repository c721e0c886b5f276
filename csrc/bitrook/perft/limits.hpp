// What limits the side to move: checks, pins, and the squares its king must not enter.
#pragma once

#include "bitrook/perft/board.hpp"

namespace bitrook::counting {

// Moves that keep to these sets are legal: nothing has to be played and looked at.
struct Limits {
  Bitboard targets = Bitboard::all();  // of every piece but the king: in check, the squares that answer it
  Bitboard pin_diagonal;               // the lines from the king to those that pin its pieces, pinner included;
  Bitboard pin_orthogonal;             // a pinned piece stays on them
  Bitboard checkers;

  Bitboard pins() const { return pin_diagonal | pin_orthogonal; }
  // Where the pinned piece on `s` may go.
  Bitboard line_of(Bitboard king, Square s) const { return pins() & line(king.first(), s); }
};

template <Color Us>
inline Limits limits(const Board& b) {
  const Square king = b.us.king.first();
  const Bitboard occupied = b.occupied();
  Limits l;
  l.checkers = (knight_attacks(king) & b.them.knights) | (pawn_attacks(Us, king) & b.them.pawns);
  if (l.checkers.any()) l.targets = l.checkers;
  const auto look = [&](Bitboard sliders, Bitboard& pins) {
    for (const Square s : sliders) {
      const Bitboard path = between(king, s), blockers = path & occupied;
      if (blockers.empty()) {
        l.checkers |= Bitboard(s);
        l.targets = path | Bitboard(s);
      } else if (!blockers.many()) {
        pins |= path | Bitboard(s);  // holds whichever piece is there; only ours care
      }
    }
  };
  look(rook_rays(king) & b.them.orthogonal, l.pin_orthogonal);
  look(bishop_rays(king) & b.them.diagonal, l.pin_diagonal);
  return l;
}

// Everything that `side` attacks, through what is not in `occupied`.
template <Color Of>
inline Bitboard attacked_by(const Side& side, Bitboard occupied) {
  Bitboard all = forward_east<Of>(side.pawns) | forward_west<Of>(side.pawns) | king_attacks(side.king.first());
  for (const Square s : side.knights) all |= knight_attacks(s);
  for (const Square s : side.diagonal) all |= bishop_attacks(s, occupied);
  for (const Square s : side.orthogonal) all |= rook_attacks(s, occupied);
  return all;
}

// Calls visit(king_to, rook_from, rook_to) for each legal castling; `banned` is what the enemy attacks when our
// king is lifted from the board. The caller guarantees that there is no check.
template <Color Us, class Visit>
inline void for_each_castling(const Board& b, Bitboard banned, Visit visit) {
  for (const Square rook : b.castling& Bitboard(relative(Rank::R1, Us))) {
    const Square king = b.us.king.first();
    if (between(king, rook).meets(b.occupied())) continue;  // all of it lies on one path or the other
    const bool short_side = index(rook) > index(king);
    const Square king_to = relative(short_side ? Square::G1 : Square::C1, Us);
    const Square rook_to = relative(short_side ? Square::F1 : Square::D1, Us);
    const Bitboard walk = between(king, king_to) | Bitboard(king_to);
    const Bitboard others = b.occupied() - b.us.king - Bitboard(rook);
    if (walk.meets(banned | others) || (between(rook, rook_to) | Bitboard(rook_to)).meets(others)) continue;
    // In Chess960 the rook may have shielded the king's new square from behind.
    if ((Bitboard(rook) - MaskFile[0] - MaskFile[7]).any() &&
        rook_attacks(king_to, others | Bitboard(rook_to)).meets(b.them.orthogonal))
      continue;
    visit(Bitboard(king_to), Bitboard(rook), Bitboard(rook_to));
  }
}

// Calls visit(from, captured) for each legal en-passant capture: at most two, and rare, so each is simply played
// and looked at. Its traps are the check by the pawn that is taken, the diagonal pin of the taker, and the two
// pawns that leave the king's rank together.
template <Color Us, class Visit>
inline void for_each_en_passant(const Board& b, Visit visit) {
  if (b.en_passant.empty()) return;
  const Square target = b.en_passant.first();
  const Bitboard captured = forward<~Us>(b.en_passant);
  const Square king = b.us.king.first();
  for (const Square s : pawn_attacks(~Us, target) & b.us.pawns) {
    const Bitboard occupied = (b.occupied() - captured - Bitboard(s)) | b.en_passant;
    const bool attacked = rook_attacks(king, occupied).meets(b.them.orthogonal) ||
                          bishop_attacks(king, occupied).meets(b.them.diagonal) ||
                          knight_attacks(king).meets(b.them.knights) ||
                          pawn_attacks(Us, king).meets(b.them.pawns - captured);
    if (!attacked) visit(Bitboard(s), captured);
  }
}

}  // namespace bitrook::counting
