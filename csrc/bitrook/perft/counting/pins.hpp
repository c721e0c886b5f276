// The moves of their pinned pieces, and how our moves change the number of these moves.
//
// "We" are the side to move, "they" reply. A *pin line* consists of the squares from their king to one of our sliders,
// including the slider, if one of their pieces and nothing else is between the two. A move of ours that ends on a pin
// line or creates a new one changes the moves of the one piece on it, which are counted before and after our move.
// Moves that give check and moves that leave a line are not handled here; see blockers_and_pinners().
#pragma once

#include "bitrook/perft/counting/mobility.hpp"

namespace bitrook::counting {

template <Color Us>
class Pins {
  static constexpr Color Them = ~Us;

 public:
  Pins(const Board& b, Bitboard occupied) : b_(b), occupied_(occupied), king_(b.them.king.first()) {
    scan(rook_rays(king_) & b.us.orthogonal);
    scan(bishop_rays(king_) & b.us.diagonal);
    orthogonal_checks_ = rook_attacks(king_, occupied);
    diagonal_checks_ = bishop_attacks(king_, occupied);
    // The squares that can be reached from the king if the nearest pieces of its own color are removed.
    orthogonal_pinning_ = rook_attacks(king_, occupied - (orthogonal_checks_ & b.them.all)) - orthogonal_checks_;
    diagonal_pinning_ = bishop_attacks(king_, occupied - (diagonal_checks_ & b.them.all)) - diagonal_checks_;
    for (const Square s : pinned()) total_ += moves_of_pinned(s, occupied, lines_ & line(king_, s), b.them.all);
  }

  // All pin lines.
  Bitboard lines() const { return lines_; }
  Bitboard pinned() const { return b_.them.all & lines_; }
  // The total number of moves of pinned pieces.
  int total() const { return total_; }

  // Our pieces that can give check or change pins by leaving their line: the pinners, and the pieces between their king
  // and one of our sliders if there is at most one piece of theirs on that line.
  Bitboard blockers_and_pinners() const { return blockers_and_pinners_; }

  // The squares from which a piece of type T gives check.
  template <PieceType T>
  Bitboard checks() const {
    if constexpr (T == PieceType::Pawn) return pawn_attacks(Them, king_);
    if constexpr (T == PieceType::Knight) return knight_attacks(king_);
    return by_direction<T>(diagonal_checks_, orthogonal_checks_);
  }
  // The squares from which a piece of type T pins.
  template <PieceType T>
  Bitboard pinning() const {
    return by_direction<T>(diagonal_pinning_, orthogonal_pinning_);
  }

  // Whether none of our sliders attacks their king if these squares are occupied.
  bool is_safe_from_sliders(Bitboard occupied) const {
    return rook_attacks(king_, occupied).disjoint(b_.us.orthogonal) &&
           bishop_attacks(king_, occupied).disjoint(b_.us.diagonal);
  }

  // The change in the number of their moves due to pins that begin or end, summed over the moves of our piece of type T
  // from `from` to `targets`. Preconditions: each target is on a pin line or in pinning<T>(), `from` is not in
  // blockers_and_pinners(), and no move gives check or captures a pinned piece.
  template <PieceType T>
  int changes(Bitboard from, Bitboard targets) const {
    int n = 0;
    for (const Square to : targets) {
      const Bitboard up_to = between(king_, to) | Bitboard(to);
      const Bitboard before = lines_.contains(to) ? lines_ & line(king_, to) & (up_to | behind(king_, to)) : Bitboard();
      const Bitboard after = pinning<T>().contains(to) ? up_to : Bitboard();
      const Bitboard occupied = (occupied_ - from) | Bitboard(to), theirs = b_.them.all - Bitboard(to);
      const Square pinned = ((before | after) & theirs).first();
      if (before.empty()) {  // it was counted as unpinned, and loses its moves off the line
        n -= moves_of_pinned(pinned, occupied, ~after, theirs);
      } else {
        n += moves_of_pinned(pinned, occupied, after.any() ? after : Bitboard::all(), theirs);
        n -= moves_of_pinned(pinned, occupied_, before, b_.them.all);
      }
    }
    return n;
  }

 private:
  void scan(Bitboard sliders) {
    for (const Square s : sliders) {
      const Bitboard path = between(king_, s), blockers = path & occupied_;
      const Bitboard ours = blockers & b_.us.all, theirs = blockers & b_.them.all;
      if (ours.many() || theirs.many()) continue;
      blockers_and_pinners_ |= ours;
      if (ours.any()) continue;  // otherwise it is theirs, because they are not in check
      blockers_and_pinners_ |= Bitboard(s);
      lines_ |= path | Bitboard(s);
    }
  }

  template <PieceType T>
  static Bitboard by_direction(Bitboard diagonal, Bitboard orthogonal) {
    return (moves_diagonally(T) ? diagonal : Bitboard()) | (moves_orthogonally(T) ? orthogonal : Bitboard());
  }

  int moves_of_pinned(Square s, Bitboard occupied, Bitboard line, Bitboard theirs) const {
    return moves_of<Them>(b_.them, occupied, s, line - theirs);
  }

  const Board& b_;
  const Bitboard occupied_;
  const Square king_;  // theirs
  int total_ = 0;
  Bitboard lines_, blockers_and_pinners_;
  Bitboard diagonal_checks_, orthogonal_checks_;    // from where sliders give check
  Bitboard diagonal_pinning_, orthogonal_pinning_;  // from where they pin
};

}  // namespace bitrook::counting
