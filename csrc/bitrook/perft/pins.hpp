// The lines between their king and our sliders: what checks, what pins, and what each of our moves does to that.
#pragma once

#include "bitrook/perft/mobility.hpp"

namespace bitrook::counting {

// "They" reply; "we" are about to move, and they are not in check.
template <Color Us>
class Pins {
  static constexpr Color They = ~Us;

 public:
  Pins(const Board& b, Bitboard occupied) : b_(b), occupied_(occupied), king_(b.them.king.first()) {
    look(rook_rays(king_) & b.us.orthogonal, limits_.pin_orthogonal);
    look(bishop_rays(king_) & b.us.diagonal, limits_.pin_diagonal);
    check_orthogonal_ = rook_attacks(king_, occupied);
    check_diagonal_ = bishop_attacks(king_, occupied);
    // What the king sees when the first pieces of its own are lifted.
    pin_orthogonal_ = rook_attacks(king_, occupied - (check_orthogonal_ & b.them.all)) - check_orthogonal_;
    pin_diagonal_ = bishop_attacks(king_, occupied - (check_diagonal_ & b.them.all)) - check_diagonal_;
    for (const Square s : b.them.all& lines()) {
      const int n = moves_of<They>(b.them, occupied, s, limits_.line_of(b.them.king, s) - b.them.all);
      pinned_moves_[index(s)] = std::uint8_t(n);
      pinned_total_ += n;
    }
  }

  Bitboard lines() const { return limits_.pins(); }  // from their king to our pinners, pinners included

  // The moves of pinned pieces.
  int pinned_total() const { return pinned_total_; }

  // Our pieces that give check by leaving.
  Bitboard discoverers() const { return discoverers_; }
  // Squares from which our piece gives check.
  template <Mover M>
  Bitboard checks() const {
    if constexpr (M == Mover::Pawn) return pawn_attacks(They, king_);
    if constexpr (M == Mover::Knight) return knight_attacks(king_);
    if constexpr (M == Mover::Bishop) return check_diagonal_;
    if constexpr (M == Mover::Rook) return check_orthogonal_;
    if constexpr (M == Mover::Queen) return check_diagonal_ | check_orthogonal_;
    return Bitboard();
  }

  // Squares from which our piece pins.
  template <Mover M>
  Bitboard pinning() const {
    Bitboard squares;
    if constexpr (M == Mover::Bishop || M == Mover::Queen) squares |= pin_diagonal_;
    if constexpr (M == Mover::Rook || M == Mover::Queen) squares |= pin_orthogonal_;
    return squares;
  }

  // Whether none of our sliders would see their king.
  bool is_shielded(Bitboard occupied) const {
    return rook_attacks(king_, occupied).disjoint(b_.us.orthogonal) &&
           bishop_attacks(king_, occupied).disjoint(b_.us.diagonal);
  }

  // Any other move of ours leaves the pins on them as they are.
  Bitboard odd_from() const { return pinners_ | holders_; }

  // What the change of pins makes of the replies to the moves of our piece on `s` to `targets`, none of which
  // checks or takes a pinned piece. The replies have been counted for pieces as free, or as pinned, as they are now.
  template <Mover M>
  int changed(Square s, Bitboard targets) const {
    const Bitboard from(s), odd = targets & (lines() | pinning<M>());
    int n = 0;
    if (from.meets(holders_)) {
      for (const Square to : targets) n += compared<M>(from, to);
    } else if (from.meets(pinners_)) {
      const Square pinned = (b_.them.all & between(king_, s)).first();
      const Bitboard along = targets & line(king_, s);
      for (const Square to : along) n += still_pinned(pinned, from, to);
      for (const Square to : odd - along) n += compared<M>(from, to);
      n += freed(pinned, from, targets - along - odd);
    } else if (odd.any()) {
      for (const Square to : odd& lines() & pinning<M>()) n += compared<M>(from, to);
      for (const Square to : odd - pinning<M>()) n += cut(from, to);
      for (const Square to : odd - lines()) n += newly_pinned(from, to);
    }
    return n;
  }

 private:
  void look(Bitboard sliders, Bitboard& pins) {
    for (const Square s : sliders) {
      const Bitboard path = between(king_, s), blockers = path & occupied_;
      const Bitboard ours = blockers & b_.us.all, theirs = blockers & b_.them.all;
      if (ours.many() || theirs.many()) continue;
      if (ours.any()) {
        (theirs.any() ? holders_ : discoverers_) |= ours;
      } else {
        pins |= path | Bitboard(s);
        pinners_ |= Bitboard(s);
      }
    }
  }

  // The moves of their piece on `s`: pinned as now; and free after a move of ours.
  int pinned_moves(Square s) const { return pinned_moves_[index(s)]; }
  int free_moves(Square s, Bitboard from, Square to) const {
    const Bitboard square(to);
    return moves_of<They>(b_.them, (occupied_ - from) | square, s, ~(b_.them.all - square));
  }

  // Our slider goes to `to` and pins the one piece between it and their king.
  int newly_pinned(Bitboard from, Square to) const {
    const Square s = (between(king_, to) & b_.them.all).first();
    const Bitboard square(to);
    return -moves_of<They>(b_.them, (occupied_ - from) | square, s, ~line(king_, to) - (b_.them.all - square));
  }

  // The pinner of their piece on `s` stays on the line.
  int still_pinned(Square s, Bitboard from, Square to) const {
    const Bitboard square(to), allowed = (between(king_, to) | square) - Bitboard(s);
    return moves_of<They>(b_.them, (occupied_ - from) | square, s, allowed) - pinned_moves(s);
  }

  // It leaves the line.
  int freed(Square s, Bitboard from, Bitboard targets) const {
    if (targets.empty()) return 0;
    const int before = pinned_moves(s);
    const Bitboard near = targets & views<They>(b_.them, occupied_ - from, s);
    const int away = moves_of<They>(b_.them, occupied_ - from, s, ~b_.them.all) - before;
    int n = away * int((targets - near).count());
    for (const Square to : near) n += free_moves(s, from, to) - before;
    return n;
  }

  // Our piece comes between their king and a pinner of ours.
  int cut(Bitboard from, Square to) const {
    int n = 0;
    for (const Square s : b_.them.all& lines() & line(king_, to))
      if ((between(king_, s) | Bitboard(s)).meets(between(king_, to) | Bitboard(to)))  // not on the far side
        n += free_moves(s, from, to) - pinned_moves(s);
    return n;
  }

  // Any move: looks at all pins afterwards and compares.
  template <Mover M>
  BITROOK_NEVER_INLINE int compared(Bitboard from, Square to) const {
    const Board next = played<M>(b_, from, Bitboard(to));
    const Limits after = counting::limits<They>(next);
    int n = 0;
    for (const Square s : (lines() | after.pins()) & next.us.all) {
      const int free = free_moves(s, from, to);
      n -= lines().contains(s) ? pinned_moves(s) : free;
      n += after.pins().contains(s)
               ? moves_of<They>(next.us, next.occupied(), s, after.line_of(next.us.king, s) - next.us.all)
               : free;
    }
    return n;
  }

  const Board& b_;
  const Bitboard occupied_;
  const Square king_;  // theirs
  int pinned_total_ = 0;
  std::array<std::uint8_t, 64> pinned_moves_;   // of the pinned pieces; unset elsewhere
  Limits limits_;                               // on them
  Bitboard pinners_;                            // our pieces that pin,
  Bitboard holders_;                            // that pin, for a slider behind them, by leaving,
  Bitboard discoverers_;                        // and that give check by leaving
  Bitboard check_diagonal_, check_orthogonal_;  // from where sliders check
  Bitboard pin_diagonal_, pin_orthogonal_;      // from where they pin
};

}  // namespace bitrook::counting
