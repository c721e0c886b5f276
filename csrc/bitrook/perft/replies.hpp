// Counts two plies at once: the replies to all moves of a position, summed, without making most of the moves.
//
// Input: a counting board. "We" are the side to move, "they" reply. Most moves change little for the opponent. So the
// replies are counted once, as if we made a null move; then each of our moves adds that number and what it changes:
//
//   - the moves of their king, by what our pieces attack around it                       (king_ring.hpp)
//   - lines opened and closed, pawns blocked, pieces captured                            (mobility.hpp)
//   - pins that begin and end                                                            (pins.hpp)
//
// What a move changes where it lands depends on the square alone. So landings are tallied (tally.hpp), and each square
// is evaluated once. The irregular rest is made on the board, and its replies are counted plainly (moves.hpp):
// checks, en passant, captures of pinned pieces, and all moves of a position in which we are in check. docs/perft.md
// explains the method.
#pragma once

#include <cstdint>

#include "bitrook/perft/king_ring.hpp"
#include "bitrook/perft/mobility.hpp"
#include "bitrook/perft/moves.hpp"
#include "bitrook/perft/pins.hpp"

namespace bitrook::counting {

template <Color Us>
class Replies {
  static constexpr Color Them = ~Us;

 public:
  // `m`: our masks. Precondition: we are not in check.
  Replies(const Board& b, const Masks& m)
      : b_(b),
        masks_(m),
        pins_(b, occupied_),
        mobility_(b, occupied_, b.them.all & pins_.lines(), pins_.total()),
        ring_(b, occupied_) {}

  bool is_countable() const { return ring_.is_countable(); }

  std::uint64_t count() {
    using enum PieceType;
    // First, everything that we attack.
    SliderList sliders;
    const unsigned bishops_end = attack<Bishop>(sliders, b_.us.diagonal - b_.us.orthogonal);
    const unsigned rooks_end = attack<Rook>(sliders, b_.us.orthogonal - b_.us.diagonal);
    const unsigned queens_end = attack<Queen>(sliders, b_.us.diagonal & b_.us.orthogonal);
    const Square king = b_.us.king.first();
    for (const Square s : b_.us.knights) ring_.add_attacks(knight_attacks(s));
    ring_.add_attacks(king_attacks(king));
    ring_.add_attacks(forward_east(Us, b_.us.pawns));
    ring_.add_attacks(forward_west(Us, b_.us.pawns));
    ring_.finish();
    irregular_from_ = pins_.discoverers() | pins_.holders() | ring_.irregular_from() | mobility_.seen();
    irregular_to_ = pins_.lines() | ring_.irregular_to() | b_.castling;

    // Then our moves. Pawns are first, while no counter of the tally is full.
    pawns();
    const Bitboard pinned = masks_.pins();
    const auto slide = [&]<PieceType T>(Type<T>, unsigned first, unsigned last) {
      const Bitboard irregular = irregular_to<T>();
      for (unsigned i = first; i < last; ++i) {
        const Square s = sliders.square(i);
        Bitboard targets = sliders.attacks(i) - b_.us.all;
        if (pinned.contains(s)) targets &= line(king, s);
        moves<T>(s, sliders.attacks(i), targets, irregular);
      }
    };
    slide(Type<Bishop>(), 0, bishops_end);
    slide(Type<Rook>(), bishops_end, rooks_end);
    slide(Type<Queen>(), rooks_end, queens_end);
    const Bitboard irregular = irregular_to<Knight>();
    for (const Square s : b_.us.knights - pinned)
      moves<Knight>(s, knight_attacks(s), knight_attacks(s) - b_.us.all, irregular);
    // We are not in check, so nothing is attacked through our king.
    moves<King>(king, king_attacks(king), king_attacks(king) - b_.us.all - mobility_.attacks(), irregular_to<King>());
    for_each_castling<Us>(b_, mobility_.attacks(), [&](Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
      castle(king_to, rook_from, rook_to);
    });

    add(mobility_.land(landings_));
    add(landings_.sum(b_.them.all, [&](Square to) { return mobility_.capture(to); }));
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
      ring_.template add_attacks<T>(s, attacks, b_.us.all);
    }
    return list.size();
  }

  // Targets where the move of a piece of type T may change more than landings change.
  template <PieceType T>
  Bitboard irregular_to() const {
    return irregular_to_ | pins_.template checks<T>() | pins_.template pinning<T>();
  }

  // Adds the replies to the moves to `targets` of our piece of type T on `s`, which has `attacks`. `irregular_to` is
  // T's.
  template <PieceType T>
  void moves(Square s, Bitboard attacks, Bitboard targets, Bitboard irregular_to) {
    if (targets.empty()) return;
    const Bitboard from(s);
    const Bitboard irregular = from.meets(irregular_from_) ? targets : targets & (irregular_to | landings_.full());
    if (irregular.any()) irregular_moves<T>(s, attacks, irregular);
    targets -= irregular;
    if (targets.empty()) return;
    add(int(targets.count()) * mobility_.total());
    add(ring_.template replies<T>(from, attacks, targets));
    landings_.add(targets);
  }

  // The same for moves that may change more, each change counted by itself.
  template <PieceType T>
  BITROOK_NEVER_INLINE void irregular_moves(Square s, Bitboard attacks, Bitboard targets) {
    const Bitboard from(s);
    const Bitboard plainly =
        from.meets(pins_.discoverers())
            ? targets
            : targets & (pins_.template checks<T>() | landings_.full() | (b_.them.all & pins_.lines()));
    for (const Square to : plainly) count_plainly(after<T>(s, to));
    targets -= plainly;
    if (targets.empty()) return;

    add(int(targets.count()) * mobility_.total());
    add(pins_.template changes<T>(s, targets));

    const Bitboard captures = targets & b_.them.all;
    if (from.meets(mobility_.seen())) {
      add(mobility_.leave(s, targets));
      for (const Square to : captures) add(mobility_.capture(to, from));
      landings_.add(targets - captures);
    } else {
      landings_.add(targets);
    }

    const Bitboard recounted = ring_.irregular(from, targets) | (targets & b_.castling);
    add(ring_.template replies<T>(from, attacks, targets - recounted));
    for (const Square to : recounted) total_ += count_king_moves<Them>(after<T>(s, to), false);
  }

  template <PieceType T>
  Board after(Square s, Square to) const {
    if constexpr (T == PieceType::King) return after_king_move<Us>(b_, Bitboard(to));
    if constexpr (T == PieceType::Pawn)
      if (index(s) == (index(to) ^ 16)) return after_double_push<Us>(b_, Bitboard(to));
    return after_move<T>(b_, Bitboard(s), Bitboard(to));
  }

  void pawns() {
    using enum PieceType;
    const PawnTargets p = pawn_targets<Us>(b_, masks_);
    const Bitboard promoting = b_.us.pawns & RelativeRank<Us, Rank::R7>;
    const Bitboard irregular = irregular_to<Pawn>();

    // All regular pushes together, of pawns that do not stop their king alone.
    const Bitboard regular = b_.us.pawns - promoting - irregular_from_ - pawn_attacks(Them, ring_.guarded_once());
    const Bitboard pushes =
        ((forward(Us, regular) & p.single) | (forward(Us, forward(Us, regular)) & p.twice)) - irregular;
    if (pushes.any()) {
      add(int(pushes.count()) * mobility_.total());
      add(ring_.template replies<Pawn>(Bitboard(), Bitboard(), pushes));
      landings_.add(pushes);
    }

    const Bitboard single = p.single - pushes, twice = p.twice - pushes;
    const Bitboard rest =
        forward(Them, single | forward(Them, twice)) | forward_west(Them, p.east) | forward_east(Them, p.west);
    for (const Square s : rest - promoting) {
      const Bitboard from(s);
      moves<Pawn>(s, pawn_attacks(Us, s),
                  (forward(Us, from) & single) | (forward(Us, forward(Us, from)) & twice) |
                      (forward_east(Us, from) & p.east) | (forward_west(Us, from) & p.west),
                  irregular);
    }
    for (const Square s : promoting) {
      const Bitboard from(s);
      for (const Square to :
           (forward(Us, from) & p.single) | (forward_east(Us, from) & p.east) | (forward_west(Us, from) & p.west))
        promote(s, to);
    }

    for_each_en_passant<Us>(
        b_, [&](Bitboard from, Bitboard captured) { count_plainly(after_en_passant(b_, from, captured)); });
    // A double push that lands beside a pawn of theirs also allows en passant. Those counted plainly included it.
    const Bitboard beside = shifted<Direction::East>(b_.them.pawns) | shifted<Direction::West>(b_.them.pawns);
    for (const Square to : (p.twice & beside) - pins_.template checks<Pawn>()) {
      const Bitboard skipped = forward(Them, Bitboard(to)), from = forward(Them, skipped);
      if (from.meets(pins_.discoverers())) continue;
      for (const Square s : pawn_attacks(Us, skipped) & b_.them.pawns)
        add(pins_.is_safe_from_sliders((occupied_ - from - Bitboard(s)) | skipped));
    }
  }

  // The four promotions of the pawn on `s`. For them, a promotion is the move of a pawn that goes on as another piece.
  BITROOK_NEVER_INLINE void promote(Square s, Square to) {
    using enum PieceType;
    const Bitboard from(s), square(to), attacks = pawn_attacks(Us, s);
    // The new piece may check or pin through the square that the pawn has left.
    const bool all_plainly =
        from.meets(pins_.discoverers() | pins_.holders() | ring_.irregular_from() | irregular_to<Queen>());
    int regular = 0;
    for_types<Knight, Bishop, Rook, Queen>([&]<PieceType T>(Type<T>) {
      if (all_plainly || square.meets(irregular_to<T>())) {
        count_plainly(after_promotion<T>(b_, from, square));
      } else {
        ++regular;
        add(ring_.template replies<T>(from, attacks, square));
      }
    });
    if (regular == 0) return;
    add(regular * mobility_.total());
    if (from.meets(mobility_.seen())) add(regular * mobility_.leave(s, square));
    if (square.meets(b_.them.all)) {
      add(regular * mobility_.capture(to, from));
    } else {
      for (int i = 0; i < regular; ++i) landings_.add(square);  // no other pawn has landed here: at most 4
    }
  }

  // Castling changes nothing for them if they see none of the squares and neither piece attacks near their king.
  // Squares that both pieces attack (so they are not in guarded_once) are on the first two ranks: their king must be
  // further off.
  void castle(Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
    using enum PieceType;
    const Bitboard from = b_.us.king | rook_from, to = king_to | rook_to, occupied = (occupied_ - from) | to;
    const Bitboard home = RelativeRank<Us, Rank::R1>;
    const Square king = b_.us.king.first(), rook = rook_from.first();
    const bool changes_nothing =
        from.disjoint(irregular_from_) && to.disjoint(irregular_to<King>() | irregular_to<Rook>() | mobility_.seen()) &&
        b_.them.king.disjoint(home | forward(Us, home) | forward(Us, forward(Us, home))) &&
        ring_.guarded_once().disjoint(king_attacks(king) | rook_attacks(rook, occupied_)) &&
        ring_.walks().disjoint(king_attacks(king_to.first()) | rook_attacks(rook_to.first(), occupied));
    if (changes_nothing)
      add(mobility_.total() + ring_.total());
    else
      count_plainly(after_castling<Us>(b_, king_to, rook_from, rook_to));
  }

  const Board& b_;
  const Masks& masks_;
  const Bitboard occupied_ = b_.occupied();
  const Pins<Us> pins_;
  const Mobility<Us> mobility_;
  KingRing<Us> ring_;
  Bitboard irregular_from_;  // our pieces whose leaving changes something
  Bitboard irregular_to_;    // targets where any piece that lands changes more than landings change
  Tally landings_;           // our moves by target: those whose landing is still to be added
  std::uint64_t total_ = 0;
};

// The number of sequences of two legal moves.
template <Color Us>
std::uint64_t count_two_plies(const Board& b) {
  const Masks m = masks<Us>(b);
  if (m.checkers.empty()) {
    Replies<Us> replies(b, m);
    if (replies.is_countable()) return replies.count();
  }
  std::uint64_t n = 0;
  for_each_move<Us>(b, [&](const Board& next) { n += count_moves<~Us>(next); });
  return n;
}

}  // namespace bitrook::counting
