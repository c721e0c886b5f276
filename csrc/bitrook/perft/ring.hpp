// The moves that their king would have after each of ours.
#pragma once

#include "bitrook/perft/mobility.hpp"

namespace bitrook::counting {

// "They" reply; "we" are about to move. Their king may step to a square of its ring that we do not attack, and castle
// over squares that we do not attack: so what counts is which of our pieces guard those few squares.
template <Color Us>
class Ring {
  static constexpr Color They = ~Us;

 public:
  explicit Ring(const Board& b, Bitboard occupied)
      : occupied_(occupied),
        ring_(king_attacks(b.them.king.first()) - b.them.all),
        prey_(king_attacks(b.them.king.first()) & b.them.all),
        watched_(ring_) {
    const Square king = b.them.king.last();
    for (const Square rook : (b.castling & Bitboard(relative(Rank::R1, They)))) {
      if (between(king, rook).meets(b.them.all)) continue;  // whatever we do, not in one move
      const bool short_side = index(rook) > index(king);
      const Square king_to = relative(short_side ? Square::G1 : Square::C1, They);
      const Square rook_to = relative(short_side ? Square::F1 : Square::D1, They);
      const Bitboard walk = between(king, king_to) | Bitboard(king_to);
      const Bitboard path = (walk | between(rook, rook_to) | Bitboard(rook_to)) - b.them.king - Bitboard(rook);
      const Bitboard obstacles = path & b.us.all;
      if (path.meets(b.them.all) || obstacles.many()) continue;
      if ((Bitboard(rook) - MaskFile[0] - MaskFile[7]).any()) special_ = true;
      openers_ |= obstacles;
      if (obstacles.empty()) wings_[wing_count_++] = {walk.word(), path.word()};
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
    const Bitboard rays = reach<M>(s, Bitboard()), near = rays & watched_;
    if (rays.disjoint(prey_ | watched_)) return;
    for (const Square r : (attacks & watched_)) blocks_ |= between(s, r);
    if ((near | (rays & prey_)).subset_of(attacks)) return;
    // What `s` would see if a piece of ours stepped aside.
    const Bitboard hidden = reach<M>(s, occupied_ - (attacks & ours)) - attacks;
    if (hidden.disjoint(near | prey_)) return;
    for (const Square a : (attacks & ours)) {
      const Bitboard then = hidden & behind(s, a);
      if (then.meets(prey_)) prey_openers_ |= Bitboard(a);
      if (then.meets(near)) openers_ |= Bitboard(a);
    }
  }
  void seal() {
    guarded_ = (watched_ | prey_) & (once_ - twice_);
    for (const Square r : ring_ - once_) add_chance(Bitboard(r), Bitboard());
    for (unsigned i = 0; i < wing_count_; ++i)
      if (Bitboard(wings_[i].walk).disjoint(once_)) add_chance(Bitboard(wings_[i].walk), Bitboard(wings_[i].path));
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
  Bitboard watched() const { return watched_; }
  // The moves that their king has if we pass.
  int chances() const { return int(chance_count_); }
  // Squares that one piece of ours guards alone.
  Bitboard guarded() const { return guarded_; }

  // The replies of their king, over the moves of our piece on `from`, with these `attacks`, to `targets`.
  template <Mover M>
  int over(Bitboard from, Bitboard attacks, Bitboard targets) const {
    unsigned n = 0;
    for (unsigned i = 0; i < chance_count_; ++i) {
      const Chance& c = chances_[i];
      Bitboard shut;  // squares from which our piece takes the chance away
      if constexpr (M == Mover::Pawn) shut = Bitboard(c.pawn);
      if constexpr (M == Mover::Knight) shut = Bitboard(c.knight);
      if constexpr (M == Mover::King) shut = Bitboard(c.king);
      if constexpr (M == Mover::Bishop || M == Mover::Queen) shut |= Bitboard(c.diagonal);
      if constexpr (M == Mover::Rook || M == Mover::Queen) shut |= Bitboard(c.orthogonal);
      if constexpr (M == Mover::Bishop || M == Mover::Rook || M == Mover::Queen)
        if (shut.meets(from)) shut = guarding<M>(Bitboard(c.walk), from);
      n += (targets - shut - Bitboard(c.path)).count();
    }
    const Bitboard alone = attacks & guarded_;
    if (alone.empty()) return int(n);
    // Chances that arise because our piece leaves.
    n += (targets & prey_ & alone).count();
    for (const Square r : (ring_ & alone)) n += (targets - guarding<M>(Bitboard(r), from)).count();
    for (unsigned i = 0; i < wing_count_; ++i) {
      const Bitboard walk(wings_[i].walk), path(wings_[i].path);
      if (walk.meets(alone) && walk.disjoint(once_ - alone)) n += (targets - path - guarding<M>(walk, from)).count();
    }
    return int(n);
  }

  // The flights of their king from a check by that piece, come to `to`.
  template <Mover M>
  int flights(Bitboard from, Bitboard attacks, Square to, Bitboard king) const {
    const Bitboard others = (once_ - attacks) | twice_;
    Bitboard seen;  // through the king, too
    if constexpr (M == Mover::Pawn)
      seen = pawn_attacks(Us, to);
    else
      seen = reach<M>(to, occupied_ - from - king);
    return int((ring_ - others - seen).count() + (prey_ & (Bitboard(to) - others)).count());
  }

 private:
  struct Wing {
    std::uint64_t walk, path;  // must not be attacked; must be empty
  };
  // A move of their king that it has if we pass, and the squares from which our pieces attack its walk.
  struct Chance : Wing {
    std::uint64_t pawn, knight, diagonal, orthogonal, king;
  };

  void add_chance(Bitboard walk, Bitboard path) {
    const Square first = walk.first();
    Bitboard pawn = pawn_attacks(They, first), knight = knight_attacks(first), king = king_attacks(first);
    Bitboard diagonal = bishop_attacks(first, occupied_), orthogonal = rook_attacks(first, occupied_);
    for (const Square s : walk.without_first()) {
      pawn |= pawn_attacks(They, s);
      knight |= knight_attacks(s);
      diagonal |= bishop_attacks(s, occupied_);
      orthogonal |= rook_attacks(s, occupied_);
      king |= king_attacks(s);
    }
    chances_[chance_count_++] = {{walk.word(), path.word()}, pawn.word(), knight.word(), diagonal.word(),
                                 orthogonal.word(),          king.word()};
  }

  template <Mover M>
  Bitboard guarding(Bitboard walk, Bitboard from) const {
    Bitboard squares;
    for (const Square s : walk) {
      if constexpr (M == Mover::Pawn)
        squares |= pawn_attacks(They, s);
      else
        squares |= reach<M>(s, occupied_ - from);
    }
    return squares;
  }

  const Bitboard occupied_;
  const Bitboard ring_;  // squares next to their king where none of their own pieces stands
  const Bitboard prey_;  // and those where one does, which the king may retake
  Bitboard watched_;     // the ring, and where the king walks when it castles
  Bitboard once_, twice_, guarded_;
  Bitboard blocks_;                  // between our sliders and what they guard
  Bitboard openers_, prey_openers_;  // pieces of ours that hide it from them, or stand in the way of castling
  bool special_ = false;
  unsigned wing_count_ = 0, chance_count_ = 0;
  std::array<Wing, 2> wings_;
  std::array<Chance, 10> chances_;
};

}  // namespace bitrook::counting
