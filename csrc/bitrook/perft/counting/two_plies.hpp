// Counts two plies at once: the total number of replies to all moves of a position, without making most of the moves.
// The method is explained in counter.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/geometry.hpp"
#include "bitrook/perft/counting/mobility.hpp"
#include "bitrook/perft/counting/moves.hpp"

namespace bitrook::counting {

// --- The moves of their pinned pieces, and how our moves change the number of these moves.
//
// "We" are the side to move, "they" reply. A *pin line* consists of the squares from their king to one of our sliders,
// including the slider, if one of their pieces and nothing else is between the two. A move of ours that ends on a pin
// line or creates a new one changes the moves of the one piece on it, which are counted before and after our move.
// Moves that give check and moves that leave a line are not handled here; see blockers_and_pinners().

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

// --- The moves of their king after each of our moves.
//
// "We" are the side to move, "they" reply. Their king can move to an adjacent square (in the *king ring*) that we do
// not attack, and castle over squares that we do not attack. It is therefore enough to determine which of our pieces
// attack these few squares, and whether one of our moves changes that.
//
// Usage: add_attacks() for each of our pieces, then finish(), then replies() for moves that neither begin nor end on a
// slow-path mask.

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

template <Color Us>
class TwoPlies {
  static constexpr Color Them = ~Us;

 public:
  // `m`: our masks.
  TwoPlies(const Board& b, const Masks& m)
      : b_(b),
        masks_(m),
        pins_(b, occupied_),
        mobility_(b, occupied_, pins_.pinned(), pins_.total()),
        king_moves_(b, occupied_) {
    BITROOK_ASSERT(m.checkers.empty());
  }

  bool is_countable() const { return king_moves_.is_countable(); }

  std::uint64_t count() {
    using enum PieceType;
    // First, collect everything that we attack.
    SliderList sliders;
    const unsigned bishops_end = attack<Bishop>(sliders, b_.us.diagonal - b_.us.orthogonal);
    const unsigned rooks_end = attack<Rook>(sliders, b_.us.orthogonal - b_.us.diagonal);
    const unsigned queens_end = attack<Queen>(sliders, b_.us.diagonal & b_.us.orthogonal);
    const Square king = b_.us.king.first();
    for (const Square s : b_.us.knights) king_moves_.add_attacks(knight_attacks(s));
    king_moves_.add_attacks(king_attacks(king));
    king_moves_.add_attacks(forward_east(Us, b_.us.pawns));
    king_moves_.add_attacks(forward_west(Us, b_.us.pawns));
    king_moves_.finish();
    made_from_ = pins_.blockers_and_pinners() | king_moves_.blockers();

    // Then count our moves. Pawns come first, because no target counter is full yet.
    count_pawn_moves();
    const Bitboard pinned = masks_.pins();
    const auto slide = [&]<PieceType T>(Type<T>, unsigned first, unsigned last) {
      for (unsigned i = first; i < last; ++i) {
        const Square s = sliders.square(i);
        Bitboard targets = sliders.attacks(i) - b_.us.all;
        if (pinned.contains(s)) targets &= line(king, s);
        count_moves_of<T>(s, sliders.attacks(i), targets);
      }
    };
    slide(Type<Bishop>(), 0, bishops_end);
    slide(Type<Rook>(), bishops_end, rooks_end);
    slide(Type<Queen>(), rooks_end, queens_end);
    for (const Square s : b_.us.knights - pinned)
      count_moves_of<Knight>(s, knight_attacks(s), knight_attacks(s) - b_.us.all);
    // We are not in check, so no line of theirs passes through our king.
    count_moves_of<King>(king, king_attacks(king), king_attacks(king) - b_.us.all - mobility_.attacks());
    for_each_castling<Us>(b_, mobility_.attacks(), [&](Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
      count_castling(king_to, rook_from, rook_to);
    });

    add(mobility_.occupy(targets_));
    add(targets_.sum(b_.them.all, [&](Square to) { return mobility_.capture(to); }));
    return total_;
  }

 private:
  void add(int n) { total_ += std::uint64_t(std::int64_t(n)); }
  void count_plainly(const Board& next) { total_ += count_moves<Them>(next); }

  template <PieceType T>
  unsigned attack(SliderList& list, Bitboard sliders) {
    for (const Square s : sliders) {
      const Bitboard attacks = bitrook::attacks<T>(s, occupied_);
      list.add(s, attacks);
      king_moves_.template add_attacks<T>(s, attacks, b_.us.all);
    }
    return list.size();
  }

  // The targets for which a move of a piece of type T is made on the board.
  template <PieceType T>
  Bitboard made_to() const {
    return pins_.template checks<T>() | pins_.pinned() | king_moves_.attack_lines() | b_.castling;
  }
  // The targets where a piece of type T creates or changes a pin.
  template <PieceType T>
  Bitboard pinning_to() const {
    return pins_.lines() | pins_.template pinning<T>();
  }

  // Adds the replies to the moves of our piece of type T from `s` to `targets`. `attacks` is what the piece attacks on
  // `s`.
  template <PieceType T>
  void count_moves_of(Square s, Bitboard attacks, Bitboard targets) {
    if (targets.empty()) return;
    const Bitboard from(s);
    const Bitboard made_to = this->made_to<T>() | king_moves_.recaptures(from) | targets_.full();
    const Bitboard made = from.meets(made_from_) ? targets : targets & made_to;
    for (const Square to : made) count_plainly(after<T>(s, to));
    targets -= made;
    if (targets.empty()) return;

    add(int(targets.count()) * mobility_.total());
    add(king_moves_.template replies<T>(from, attacks, targets));
    const Bitboard pinning = targets & pinning_to<T>();
    if (pinning.any()) add(pins_.template changes<T>(from, pinning));
    if (from.meets(mobility_.seen())) {
      add(mobility_.vacate(s, targets));
      const Bitboard captures = targets & b_.them.all;
      for (const Square to : captures) add(mobility_.capture(to, from));
      targets -= captures;
    }
    targets_.add(targets);
  }

  template <PieceType T>
  Board after(Square s, Square to) const {
    if constexpr (T == PieceType::King) return after_king_move<Us>(b_, Bitboard(to));
    if constexpr (T == PieceType::Pawn)
      if (index(s) == (index(to) ^ 16)) return after_double_push<Us>(b_, Bitboard(to));
    return after_move<T>(b_, Bitboard(s), Bitboard(to));
  }

  void count_pawn_moves() {
    using enum PieceType;
    const PawnTargets p = pawn_targets<Us>(b_, masks_);
    const Bitboard promoting = b_.us.pawns & RelativeRank<Us, Rank::R7>;

    // Count all pushes together that have an effect only at their target, and whose pawn is not the only piece that
    // keeps their king from a square.
    const Bitboard simple =
        b_.us.pawns - promoting - made_from_ - mobility_.seen() - pawn_attacks(Them, king_moves_.guarded_once());
    const Bitboard pushes = ((forward(Us, simple) & p.single) | (forward(Us, forward(Us, simple)) & p.twice)) -
                            made_to<Pawn>() - pinning_to<Pawn>();
    add(int(pushes.count()) * mobility_.total());
    add(king_moves_.template replies<Pawn>(Bitboard(), Bitboard(), pushes));
    targets_.add(pushes);

    const Bitboard single = p.single - pushes, twice = p.twice - pushes;
    const Bitboard rest =
        forward(Them, single | forward(Them, twice)) | forward_west(Them, p.east) | forward_east(Them, p.west);
    for (const Square s : rest) {
      const Bitboard from(s);
      const Bitboard targets = (forward(Us, from) & single) | (forward(Us, forward(Us, from)) & twice) |
                               (forward_east(Us, from) & p.east) | (forward_west(Us, from) & p.west);
      if (from.meets(promoting))
        for (const Square to : targets) count_promotions(s, to);
      else
        count_moves_of<Pawn>(s, pawn_attacks(Us, s), targets);
    }

    for_each_en_passant<Us>(
        b_, [&](Bitboard from, Bitboard captured) { count_plainly(after_en_passant(b_, from, captured)); });
    // A double push that ends next to one of their pawns also allows en passant. For the pushes that were made on the
    // board, those replies have been counted already.
    const Bitboard beside = shifted<Direction::East>(b_.them.pawns) | shifted<Direction::West>(b_.them.pawns);
    for (const Square to : (p.twice & beside) - made_to<Pawn>()) {
      const Bitboard skipped = forward(Them, Bitboard(to)), from = forward(Them, skipped);
      if (from.meets(made_from_)) continue;
      for (const Square s : pawn_attacks(Us, skipped) & b_.them.pawns)
        add(pins_.is_safe_from_sliders((occupied_ - from - Bitboard(s)) | skipped));
    }
  }

  // Adds the replies to the four promotions of the pawn on `s`. A promotion is treated as the move of a pawn that
  // arrives as another piece.
  BITROOK_NEVER_INLINE void count_promotions(Square s, Square to) {
    using enum PieceType;
    const Bitboard from(s), square(to), attacks = pawn_attacks(Us, s);
    // The new piece may check or pin through the square that the pawn has left.
    const bool all_made =
        from.meets(made_from_ | made_to<Queen>() | pinning_to<Queen>()) || square.meets(king_moves_.recaptures(from));
    int simple = 0;
    for_types<Knight, Bishop, Rook, Queen>([&]<PieceType T>(Type<T>) {
      if (all_made || square.meets(made_to<T>() | pinning_to<T>())) {
        count_plainly(after_promotion<T>(b_, from, square));
      } else {
        ++simple;
        add(king_moves_.template replies<T>(from, attacks, square));
      }
    });
    if (simple == 0) return;
    add(simple * mobility_.total());
    if (from.meets(mobility_.seen())) add(simple * mobility_.vacate(s, square));
    if (square.meets(b_.them.all)) {
      add(simple * mobility_.capture(to, from));
    } else {
      for (int i = 0; i < simple; ++i) targets_.add(square);  // no other pawn ends here, so the count is at most 4
    }
  }

  // Castling does not change their replies if none of its squares is in seen(), and neither king nor rook attacks
  // squares near their king. Squares that both king and rook attack are missing from guarded_once. They are on the
  // first two ranks, so their king must be further away.
  void count_castling(Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
    using enum PieceType;
    const Bitboard from = b_.us.king | rook_from, to = king_to | rook_to, occupied = (occupied_ - from) | to;
    const Bitboard home = RelativeRank<Us, Rank::R1>;
    const Square king = b_.us.king.first(), rook = rook_from.first();
    const bool changes_nothing =
        from.disjoint(made_from_ | mobility_.seen()) &&
        to.disjoint(made_to<King>() | made_to<Rook>() | pinning_to<Rook>() | mobility_.seen()) &&
        b_.them.king.disjoint(home | forward(Us, home) | forward(Us, forward(Us, home))) &&
        king_moves_.guarded_once().disjoint(king_attacks(king) | rook_attacks(rook, occupied_)) &&
        king_moves_.king_path().disjoint(king_attacks(king_to.first()) | rook_attacks(rook_to.first(), occupied));
    if (changes_nothing)
      add(mobility_.total() + king_moves_.total());
    else
      count_plainly(after_castling<Us>(b_, king_to, rook_from, rook_to));
  }

  const Board& b_;
  const Masks& masks_;
  const Bitboard occupied_ = b_.occupied();
  const Pins<Us> pins_;
  const Mobility<Us> mobility_;
  KingMoves<Us> king_moves_;
  Bitboard made_from_;      // our pieces whose moves are made on the board
  SquareCounters targets_;  // our other moves by target; their effects at the target are added at the end
  std::uint64_t total_ = 0;
};

// The number of sequences of two legal moves.
template <Color Us>
std::uint64_t count_two_plies(const Board& b) {
  const Masks m = masks<Us>(b);
  if (m.checkers.empty()) {
    TwoPlies<Us> two_plies(b, m);
    if (two_plies.is_countable()) return two_plies.count();
  }
  std::uint64_t n = 0;
  for_each_move<Us>(b, [&](const Board& next) { n += count_moves<~Us>(next); });
  return n;
}

}  // namespace bitrook::counting
