// Their pinned pieces, and how our moves change what is pinned.
//
// Input: a counting board. "We" are the side to move, "they" reply. On each line from their king, a piece of theirs is
// pinned by a slider of ours if nothing else stands between the slider and the king. A move of ours can change that on
// two lines only: the one that it leaves and the one where it lands. For each, changes() compares the *pin line* (the
// squares from the king to the pinning slider, that included) before and after the move.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/perft/mobility.hpp"

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
    // What the king sees when the first pieces of its own are removed.
    orthogonal_pinning_ = rook_attacks(king_, occupied - (orthogonal_checks_ & b.them.all)) - orthogonal_checks_;
    diagonal_pinning_ = bishop_attacks(king_, occupied - (diagonal_checks_ & b.them.all)) - diagonal_checks_;
    for (const Square s : (b.them.all & lines_)) {
      const int n = moves_of<Them>(b.them, occupied, s, (lines_ & line(king_, s)) - b.them.all);
      moves_[index(s)] = std::uint8_t(n);
      total_ += n;
    }
  }

  // All pin lines.
  Bitboard lines() const { return lines_; }
  // The moves of pinned pieces.
  int total() const { return total_; }

  // Our pieces that give check by leaving their line.
  Bitboard discoverers() const { return discoverers_; }
  // Our pieces whose leaving may change pins: those that pin, and those between a pinned piece and the slider behind.
  Bitboard holders() const { return pinners_ | screens_; }

  // The squares from which a piece of type T gives check.
  template <PieceType T>
  Bitboard checks() const {
    if constexpr (T == PieceType::Pawn) return pawn_attacks(Them, king_);
    if constexpr (T == PieceType::Knight) return knight_attacks(king_);
    return by_direction<T>(diagonal_checks_, orthogonal_checks_);
  }
  // The squares from which it pins.
  template <PieceType T>
  Bitboard pinning() const {
    return by_direction<T>(diagonal_pinning_, orthogonal_pinning_);
  }

  // Whether none of our sliders would attack their king.
  bool is_safe_from_sliders(Bitboard occupied) const {
    return rook_attacks(king_, occupied).disjoint(b_.us.orthogonal) &&
           bishop_attacks(king_, occupied).disjoint(b_.us.diagonal);
  }

  // The change of their replies by changed pins, summed over the moves to `targets` of our piece of type T on `s`.
  // Precondition: none of them gives check or captures a pinned piece.
  template <PieceType T>
  int changes(Square s, Bitboard targets) const {
    const Bitboard from(s);
    Bitboard ray;  // the line that the piece leaves, if that matters
    int n = 0;
    if (from.meets(holders())) {
      ray = up_to(s) | behind(king_, s);
      const Bitboard before = lines_ & ray, after = hidden_lines_ & ray;
      for (const Square to : (targets & ray)) n += change(before, before.any() ? up_to(to) : Bitboard(), from, to);
      // Off the line, the change is the same wherever the piece lands, except where it gets in the way of the piece
      // that was pinned or will be.
      const Square pinned = ((before | after) & b_.them.all).first();
      const Bitboard near = (targets - ray) & (queen_rays(pinned) | knight_attacks(pinned));
      for (const Square to : near) n += change(before, after, from, to);
      const Bitboard far = targets - ray - near;
      if (far.any()) n += int(far.count()) * change(before, after, from, far.first());
    }
    for (const Square to : (targets & (lines_ | pinning<T>())) - ray)
      n += change(lines_.contains(to) ? lines_ & (up_to(to) | behind(king_, to)) : Bitboard(),
                  pinning<T>().contains(to) ? up_to(to) : Bitboard(), from, to);
    return n;
  }

 private:
  void scan(Bitboard sliders) {
    for (const Square s : sliders) {
      const Bitboard path = between(king_, s), blockers = path & occupied_;
      const Bitboard ours = blockers & b_.us.all, theirs = blockers & b_.them.all;
      if (ours.many() || theirs.many()) continue;
      if (theirs.empty()) {
        discoverers_ |= ours;
      } else if (ours.empty()) {
        pinners_ |= Bitboard(s);
        lines_ |= path | Bitboard(s);
      } else {
        screens_ |= ours;
        hidden_lines_ |= path | Bitboard(s);
      }
    }
  }

  template <PieceType T>
  static Bitboard by_direction(Bitboard diagonal, Bitboard orthogonal) {
    return (moves_diagonally(T) ? diagonal : Bitboard()) | (moves_orthogonally(T) ? orthogonal : Bitboard());
  }

  // The squares from their king to `s`.
  Bitboard up_to(Square s) const { return between(king_, s) | Bitboard(s); }

  // The change of their replies if one pin line is `before` and becomes `after` (each may be empty) by a move of ours.
  // The pinned piece has been counted as free if `before` is empty, and otherwise as pinned.
  int change(Bitboard before, Bitboard after, Bitboard from, Square to) const {
    if (before == after) return 0;
    const Bitboard square(to), occupied = (occupied_ - from) | square, theirs = b_.them.all - square;
    const Square pinned = ((before | after) & theirs).first();
    const auto moves = [&](Bitboard targets) { return moves_of<Them>(b_.them, occupied, pinned, targets - theirs); };
    if (before.empty()) return -moves(~after);
    return moves(after.any() ? after : Bitboard::all()) - int(moves_[index(pinned)]);
  }

  const Board& b_;
  const Bitboard occupied_;
  const Square king_;  // theirs
  int total_ = 0;
  std::array<std::uint8_t, 64> moves_;              // of the pinned pieces; uninitialized elsewhere
  Bitboard lines_, hidden_lines_;                   // pin lines; lines that pin once our piece has left them
  Bitboard pinners_, screens_, discoverers_;        // our pieces that pin, that stand on hidden lines, that would check
  Bitboard diagonal_checks_, orthogonal_checks_;    // from where sliders give check
  Bitboard diagonal_pinning_, orthogonal_pinning_;  // from where they pin
};

}  // namespace bitrook::counting
