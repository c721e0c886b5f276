// The moves of their king after each of our moves.
//
// "We" are the side to move, "they" reply. Their king can move to an adjacent square (in the *king ring*) that we do
// not attack, and castle over squares that we do not attack. It is therefore enough to determine which of our pieces
// attack these few squares, and whether one of our moves changes that.
//
// Usage: add_attacks() for each of our pieces, then finish(), then replies() for moves that neither begin nor end on a
// slow-path mask.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/geometry.hpp"
#include "bitrook/perft/counting/mobility.hpp"
#include "bitrook/perft/counting/moves.hpp"

namespace bitrook::counting {

template <Color Us>
class KingMoves {
  static constexpr Color Them = ~Us;

 public:
  KingMoves(const Board& b, Bitboard occupied) : occupied_(occupied) {
    const Square king = b.them.king.first();
    empty_ring_ = king_attacks(king) - b.them.all;
    own_ring_ = king_attacks(king) & b.them.all;
    king_path_ = empty_ring_;
    for (const Square rook : (b.castling & RelativeRank<Them, Rank::R1>)) {
      const CastlingPath& castling = castling_path(Them, king, rook);
      const Bitboard obstacles = castling.empty & b.us.all;
      if (castling.empty.meets(b.them.all) || obstacles.many()) continue;  // none of our moves can make it possible
      if (!is_corner_file(rook)) is_countable_ = false;
      blockers_ |= obstacles;
      if (obstacles.empty()) castlings_[castling_count_++] = {castling.king_walk.word(), castling.empty.word()};
      king_path_ |= castling.king_walk;
    }
  }

  // False if castling could expose their king because the rook leaves its square (Chess960). This case is not handled
  // here.
  bool is_countable() const { return is_countable_; }

  // --- The attacks of our pieces before our move.

  void add_attacks(Bitboard attacks) {
    twice_ |= once_ & attacks;
    once_ |= attacks;
  }
  // The same for the slider of type T on `s`.
  template <PieceType T>
  void add_attacks(Square s, Bitboard attacks, Bitboard ours) {
    add_attacks(attacks);
    const Bitboard hidden = pseudo_attacks(T, s) & (king_path_ | own_ring_);
    if (hidden.empty()) return;
    for (const Square r : (attacks & king_path_)) attack_lines_ |= between(s, r);
    if (hidden.subset_of(attacks)) return;
    // The squares that it would attack if one of our pieces moved out of its way.
    const Bitboard opened = (bitrook::attacks<T>(s, occupied_ - (attacks & ours)) - attacks) & hidden;
    if (opened.empty()) return;
    for (const Square blocker : (attacks & ours)) {
      const Bitboard beyond = opened & behind(s, blocker);
      if (beyond.meets(king_path_)) blockers_ |= Bitboard(blocker);
      if (beyond.meets(own_ring_)) recapture_blockers_ |= Bitboard(blocker);
    }
  }

  void finish() {
    guarded_once_ = (king_path_ | own_ring_) & (once_ - twice_);
    for (const Square r : empty_ring_ - once_) add_king_move(Bitboard(r), Bitboard());
    for (unsigned i = 0; i < castling_count_; ++i) {
      const Castling& c = castlings_[i];
      if (Bitboard(c.path).disjoint(once_)) add_king_move(Bitboard(c.path), Bitboard(c.empty));
    }
  }

  // --- After finish().

  // Slow-path masks: a move that begins or ends on them may change what our other pieces attack.
  Bitboard blockers() const { return blockers_; }
  Bitboard attack_lines() const { return attack_lines_; }
  // The same for captures next to their king by the piece on `from`.
  Bitboard recaptures(Bitboard from) const { return from.meets(recapture_blockers_) ? own_ring_ : Bitboard(); }

  // The number of moves of their king if we make a null move.
  int total() const { return int(king_move_count_); }
  // The squares that their king may move to or castle through, and the squares that exactly one of our pieces guards.
  Bitboard king_path() const { return king_path_; }
  Bitboard guarded_once() const { return guarded_once_; }

  // The number of moves of their king, summed over the moves of our piece of type T from `from` to `targets`. `attacks`
  // is what the piece attacks on `from`. Precondition: no move is on a slow-path mask or gives check.
  template <PieceType T>
  int replies(Bitboard from, Bitboard attacks, Bitboard targets) const {
    unsigned n = 0;
    // King moves that are possible now: they remain so for each target from which the piece neither attacks nor blocks
    // the path.
    for (unsigned i = 0; i < king_move_count_; ++i) {
      const KingMove& m = king_moves_[i];
      Bitboard preventing = m.template attacked_from<T>();
      if constexpr (moves_diagonally(T) || moves_orthogonally(T))
        if (preventing.meets(from)) preventing = attacking<T>(Bitboard(m.path), from);  // lines pass through `from`
      n += (targets - preventing - Bitboard(m.empty)).count();
    }
    // King moves that become possible because the piece leaves.
    const Bitboard released = attacks & guarded_once_;
    if (released.empty()) return int(n);
    n += (targets & own_ring_ & released).count();  // it captured there, and the king recaptures
    for (const Square r : (empty_ring_ & released)) n += (targets - attacking<T>(Bitboard(r), from)).count();
    for (unsigned i = 0; i < castling_count_; ++i) {
      const Bitboard path(castlings_[i].path), empty(castlings_[i].empty);
      if (path.meets(released) && path.disjoint(once_ - released))
        n += (targets - empty - attacking<T>(path, from)).count();
    }
    return int(n);
  }

 private:
  // Words instead of sets, so that the arrays below can be left uninitialized.
  struct Castling {
    std::uint64_t path, empty;  // squares that must not be attacked, and that must be empty
  };
  // A move that their king has after a null move of ours, and the squares from which each of our pieces would attack
  // its path.
  struct KingMove : Castling {
    std::uint64_t pawn, knight, diagonal, orthogonal, king;

    template <PieceType T>
    Bitboard attacked_from() const {
      if constexpr (T == PieceType::Pawn) return Bitboard(pawn);
      if constexpr (T == PieceType::Knight) return Bitboard(knight);
      if constexpr (T == PieceType::Bishop) return Bitboard(diagonal);
      if constexpr (T == PieceType::Rook) return Bitboard(orthogonal);
      if constexpr (T == PieceType::Queen) return Bitboard(diagonal | orthogonal);
      if constexpr (T == PieceType::King) return Bitboard(king);
    }
  };

  void add_king_move(Bitboard path, Bitboard empty) {
    Bitboard pawn, knight, diagonal, orthogonal, king;
    for (const Square s : path) {
      pawn |= pawn_attacks(Them, s);
      knight |= knight_attacks(s);
      diagonal |= bishop_attacks(s, occupied_);
      orthogonal |= rook_attacks(s, occupied_);
      king |= king_attacks(s);
    }
    king_moves_[king_move_count_++] = {{path.word(), empty.word()}, pawn.word(), knight.word(), diagonal.word(),
                                       orthogonal.word(),           king.word()};
  }

  // The squares from which our piece attacks a square of `path` after it has left `from`.
  template <PieceType T>
  Bitboard attacking(Bitboard path, Bitboard from) const {
    Bitboard squares;
    for (const Square s : path) {
      if constexpr (T == PieceType::Pawn)
        squares |= pawn_attacks(Them, s);
      else
        squares |= bitrook::attacks<T>(s, occupied_ - from);
    }
    return squares;
  }

  const Bitboard occupied_;
  Bitboard empty_ring_, own_ring_;        // squares next to their king, without and with a piece of theirs
  Bitboard king_path_;                    // the empty ring, and what the king crosses and reaches by castling
  Bitboard once_, twice_, guarded_once_;  // squares that we attack, attack more than once, attack exactly once
  Bitboard attack_lines_;                 // between our sliders and the squares of the king's path that they attack
  Bitboard blockers_;                     // our pieces that block castling, or one of our sliders from the king's path
  Bitboard recapture_blockers_;           // our pieces that block one of our sliders from the own ring
  bool is_countable_ = true;
  unsigned castling_count_ = 0, king_move_count_ = 0;
  std::array<Castling, 2> castlings_;
  std::array<KingMove, 10> king_moves_;
};

}  // namespace bitrook::counting
