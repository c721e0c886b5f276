// The moves that their king would have after each of ours.
#pragma once

#include "mobility.hpp"

namespace bitrook::counting {

// "They" reply; "we" are about to move. The king may step to a square of its ring that we do not attack, and castle
// over squares that we do not attack; so what counts is which of our pieces guard those few squares.
template <Color Us>
class Ring {
  static constexpr Color They = ~Us;

 public:
  explicit Ring(const Board& b, Bitboard occupied)
      : occupied_(occupied),
        ring_(king_attacks(b.them.king.first()) - b.them.all),
        prey_(king_attacks(b.them.king.first()) & b.them.all),
        watched_(ring_) {
    for (const Square rook : b.castling& Bitboard(relative(Rank::R1, They))) {
      const Square king = b.them.king.first();
      const bool short_side = index(rook) > index(king);
      const Square king_to = relative(short_side ? Square::G1 : Square::C1, They);
      const Square rook_to = relative(short_side ? Square::F1 : Square::D1, They);
      const Bitboard walk = between(king, king_to) | Bitboard(king_to);
      const Bitboard path = (walk | between(rook, rook_to) | Bitboard(rook_to)) - b.them.king - Bitboard(rook);
      if (path.meets(b.them.all) || (path & b.us.all).many()) continue;  // whatever we do, not in one move
      if ((Bitboard(rook) - MaskFile[0] - MaskFile[7]).any()) special_ = true;
      wings_[wing_count_++] = {path.word(), walk.word()};
      watched_ |= walk;
    }
  }

  // Their rook may leave a king behind that it has shielded (Chess960): not told here.
  bool special() const { return special_; }

  // --- First all of our attacks are made known.
  void guard(Bitboard attacks) {
    twice_ |= once_ & attacks;
    once_ |= attacks;
  }
  template <Mover M>
  void guard(Square s, Bitboard attacks, Bitboard ours) {
    guard(attacks);
    const Bitboard rays = reach<M>(s, Bitboard());
    // Squares of the ring and beyond that `s` would see if a piece of ours stepped aside.
    if (rays.meets(prey_ - attacks))
      for (const Square a : attacks& ours)
        if (behind(s, a).meets(prey_)) prey_openers_ |= Bitboard(a);
    const Bitboard near = rays & watched_;
    if (near.empty()) return;
    for (const Square r : attacks& watched_) blocks_ |= between(s, r);
    if (near.subset_of(attacks)) return;
    for (const Square a : attacks& ours)
      if (behind(s, a).meets(near) && (reach<M>(s, occupied_ - Bitboard(a)) - attacks).meets(near))
        openers_ |= Bitboard(a);
  }
  void seal() {
    for (const Square r : ring_ - once_) {
      open_square_[open_count_] = r;
      open_diagonal_[open_count_] = bishop_attacks(r, occupied_).word();
      open_orthogonal_[open_count_++] = rook_attacks(r, occupied_).word();
    }
  }

  // --- Moves that change for other pieces of ours what they guard: `over` must not be asked about these.
  Bitboard odd(Bitboard from, Bitboard targets) const {
    if (from.meets(openers_)) return targets;
    Bitboard odd = targets & blocks_;
    if (from.meets(prey_openers_)) odd |= targets & prey_;
    return odd;
  }
  Bitboard odd_from() const { return openers_ | prey_openers_; }
  Bitboard odd_to() const { return blocks_; }
  // Pieces of ours that alone guard something here.
  Bitboard guarded() const { return watched_ & (once_ - twice_); }

  // The replies of their king, over the moves of our piece on `from`, with these `attacks`, to `targets`.
  template <Mover M>
  int over(Bitboard from, Bitboard attacks, Bitboard targets) const {
    unsigned n = 0;
    for (unsigned i = 0; i < open_count_; ++i) {
      const Square r = open_square_[i];
      Bitboard guards;
      if constexpr (M == Mover::Bishop || M == Mover::Queen) guards |= Bitboard(open_diagonal_[i]);
      if constexpr (M == Mover::Rook || M == Mover::Queen) guards |= Bitboard(open_orthogonal_[i]);
      if constexpr (M == Mover::Pawn || M == Mover::Knight || M == Mover::King)
        guards = guards_of<M>(r, from);
      else if (guards.meets(from))
        guards = guards_of<M>(r, from);
      n += (targets - guards).count();
    }
    const Bitboard alone = attacks & (once_ - twice_) & (watched_ | prey_);
    if (alone.any()) {
      n += (targets & prey_ & alone).count();
      for (const Square r : ring_& alone) n += (targets - guards_of<M>(r, from)).count();
    }
    for (unsigned i = 0; i < wing_count_; ++i) {
      const Bitboard path(wings_[i].path), walk(wings_[i].walk);
      if (path.meets(occupied_ - from) || walk.meets(once_ - alone)) continue;
      Bitboard clear = targets - path;
      for (const Square w : walk) clear -= guards_of<M>(w, from);
      n += clear.count();
    }
    return int(n);
  }

 private:
  // The squares from which our piece would attack `r`.
  template <Mover M>
  Bitboard guards_of(Square r, Bitboard from) const {
    if constexpr (M == Mover::Pawn)
      return pawn_attacks(They, r);
    else
      return reach<M>(r, occupied_ - from);
  }

  const Bitboard occupied_;
  const Bitboard ring_;  // squares next to their king where none of their own pieces stands
  const Bitboard prey_;  // and those where one does, which the king may retake
  Bitboard watched_;     // the ring, and where the king walks when it castles
  Bitboard once_, twice_;
  Bitboard blocks_;                  // between our sliders and what they guard
  Bitboard openers_, prey_openers_;  // pieces of ours that hide it from them
  bool special_ = false;
  unsigned wing_count_ = 0, open_count_ = 0;
  struct Wing {
    std::uint64_t path, walk;  // must be empty; must not be attacked
  };
  std::array<Wing, 2> wings_;
  // Squares of the ring that we do not attack now, and what they see.
  std::array<Square, 8> open_square_;
  std::array<std::uint64_t, 8> open_diagonal_, open_orthogonal_;
};

}  // namespace bitrook::counting
