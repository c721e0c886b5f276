// The legal moves of a counting board, each as the board it leads to, and their number without any.
#pragma once

#include "bitrook/perft/limits.hpp"

namespace bitrook::counting {

// Pawn moves as sets of targets: single and double steps, and captures to either side.
struct PawnTargets {
  Bitboard single, twice, east, west;
};

template <Color Us>
inline PawnTargets pawn_targets(const Board& b, const Limits& l) {
  const Bitboard empty = ~b.occupied();
  // A pawn pinned along its file may step, one pinned along a diagonal may capture, if it stays on the line.
  const Bitboard steppers = b.us.pawns - l.pin_diagonal;
  const Bitboard free_steppers = steppers - l.pin_orthogonal, pinned_steppers = steppers & l.pin_orthogonal;
  const Bitboard takers = b.us.pawns - l.pin_orthogonal;
  const Bitboard free_takers = takers - l.pin_diagonal, pinned_takers = takers & l.pin_diagonal;
  const Bitboard single = (forward<Us>(free_steppers) | (forward<Us>(pinned_steppers) & l.pin_orthogonal)) & empty;
  const Bitboard twice = forward<Us>(single & RelativeRank3<Us>) & empty;
  const Bitboard prey = b.them.all & l.targets;
  return {single & l.targets, twice & l.targets,
          (forward_east<Us>(free_takers) | (forward_east<Us>(pinned_takers) & l.pin_diagonal)) & prey,
          (forward_west<Us>(free_takers) | (forward_west<Us>(pinned_takers) & l.pin_diagonal)) & prey};
}

// The legal moves of the king, castling included.
template <Color Us>
inline unsigned count_king(const Board& b, bool check) {
  const Square king = b.us.king.first();
  const Bitboard ring = king_attacks(king) - b.us.all;
  const Bitboard castling = b.castling & Bitboard(relative(Rank::R1, Us));
  if ((ring | castling).empty()) return 0;
  const Bitboard banned = attacked_by<~Us>(b.them, b.occupied() - b.us.king);
  unsigned n = (ring - banned).count();
  // The ring may be empty and castling legal all the same, with the rook next to the king.
  if (castling.any() && !check) for_each_castling<Us>(b, banned, [&](Bitboard, Bitboard, Bitboard) { ++n; });
  return n;
}

// The number of legal moves of the side to move.
template <Color Us>
BITROOK_NEVER_INLINE unsigned count(const Board& b) {
  const Limits l = limits<Us>(b);
  unsigned n = count_king<Us>(b, l.checkers.any());
  if (l.checkers.many()) return n;

  const PawnTargets p = pawn_targets<Us>(b, l);
  n += p.single.count() + p.twice.count() + p.east.count() + p.west.count();
  if (b.us.pawns.meets(RelativeRank7<Us>))
    n += 3 * ((p.single & RelativeRank8<Us>).count() + (p.east & RelativeRank8<Us>).count() +
              (p.west & RelativeRank8<Us>).count());
  for_each_en_passant<Us>(b, [&](Bitboard, Bitboard) { ++n; });

  const Bitboard pins = l.pins(), targets = l.targets - b.us.all, occupied = b.occupied();
  for (const Square s : b.us.knights - pins) n += (knight_attacks(s) & targets).count();
  for (const Square s : b.us.diagonal - pins) n += (bishop_attacks(s, occupied) & targets).count();
  for (const Square s : b.us.orthogonal - pins) n += (rook_attacks(s, occupied) & targets).count();
  if (pins.disjoint(b.us.all)) return n;
  for (const Square s : b.us.diagonal & l.pin_diagonal)
    n += (bishop_attacks(s, occupied) & targets & l.pin_diagonal).count();
  for (const Square s : b.us.orthogonal & l.pin_orthogonal)
    n += (rook_attacks(s, occupied) & targets & l.pin_orthogonal).count();
  return n;
}

// Calls visit(board) for each legal move, in no promised order.
template <Color Us, class Visit>
inline void for_each_move(const Board& b, Visit visit) {
  const Limits l = limits<Us>(b);
  const Bitboard occupied = b.occupied();
  const Bitboard banned = attacked_by<~Us>(b.them, occupied - b.us.king);
  const Square king = b.us.king.first();
  for (const Square to : king_attacks(king) - b.us.all - banned) visit(king_played<Us>(b, b.us.king, Bitboard(to)));
  if (l.checkers.many()) return;

  if (l.checkers.empty())
    for_each_castling<Us>(b, banned, [&](Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
      visit(castled<Us>(b, king_to, rook_from, rook_to));
    });

  const PawnTargets p = pawn_targets<Us>(b, l);
  const auto pawn = [&](Bitboard from, Bitboard to) {
    if (to.meets(RelativeRank8<Us>))
      promoted(b, from, to, visit);
    else
      visit(played<Mover::Pawn>(b, from, to));
  };
  for (const Square s : p.single) pawn(forward<~Us>(Bitboard(s)), Bitboard(s));
  for (const Square s : p.east) pawn(forward_west<~Us>(Bitboard(s)), Bitboard(s));
  for (const Square s : p.west) pawn(forward_east<~Us>(Bitboard(s)), Bitboard(s));
  for (const Square s : p.twice) {
    const Bitboard to(s);
    visit(double_push_played<Us>(b, forward<~Us>(forward<~Us>(to)), to));
  }
  for_each_en_passant<Us>(
      b, [&](Bitboard from, Bitboard captured) { visit(en_passant_played(b, from, b.en_passant, captured)); });

  const Bitboard targets = l.targets - b.us.all;
  for (const Square s : b.us.knights - l.pin_diagonal - l.pin_orthogonal)
    for (const Square to : knight_attacks(s) & targets) visit(played<Mover::Knight>(b, Bitboard(s), Bitboard(to)));
  const auto slide = [&]<Mover M>(std::integral_constant<Mover, M>, Bitboard sliders) {
    for (const Square s : sliders) {
      Bitboard reach;
      const Bitboard from(s);
      if constexpr (M != Mover::Rook)
        if (!from.meets(l.pin_orthogonal))
          reach |= bishop_attacks(s, occupied) & (from.meets(l.pin_diagonal) ? l.pin_diagonal : Bitboard::all());
      if constexpr (M != Mover::Bishop)
        if (!from.meets(l.pin_diagonal))
          reach |= rook_attacks(s, occupied) & (from.meets(l.pin_orthogonal) ? l.pin_orthogonal : Bitboard::all());
      for (const Square to : reach& targets) visit(played<M>(b, from, Bitboard(to)));
    }
  };
  slide(std::integral_constant<Mover, Mover::Bishop>(), b.us.diagonal - b.us.orthogonal);
  slide(std::integral_constant<Mover, Mover::Rook>(), b.us.orthogonal - b.us.diagonal);
  slide(std::integral_constant<Mover, Mover::Queen>(), b.us.diagonal & b.us.orthogonal);
}

}  // namespace bitrook::counting
