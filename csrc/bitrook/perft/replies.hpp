// Counts the replies to all moves of a position at once.
//
// Most moves change little for the other side. So its replies are counted once, as if we passed, and then, for each
// of our moves, only what the move changes:
//
//   - their king's moves, by which squares of its ring we guard            (ring.hpp)
//   - their other moves: lines that open where we leave and close where    (mobility.hpp)
//     we land, pawns that are blocked or find prey, captured pieces
//   - pins that come and go                                                (pins.hpp)
//
// What a move changes where it lands depends on the square alone, so it is not worked out move by move: the landings
// are tallied (tally.hpp) and each square is looked at once. What is left, en passant and some checks and castlings, is
// played and the replies are counted in the plain way.
#pragma once

#include "bitrook/perft/moves.hpp"
#include "bitrook/perft/pins.hpp"
#include "bitrook/perft/ring.hpp"

namespace bitrook::counting {

// "We" move, "they" reply.
template <Color Us>
class Replies {
  static constexpr Color They = ~Us;

 public:
  explicit Replies(const Board& b)
      : b_(b),
        pins_(b, occupied_),
        mobility_(b.us, b.them, occupied_, b.them.all & pins_.lines(), pins_.pinned_total()),
        ring_(b, occupied_) {}

  std::uint64_t count() {
    const Limits ours = limits<Us>(b_);
    if (ours.checkers.any() || ring_.special()) return one_by_one();

    // First everything that we guard,
    Row row;
    const unsigned bishops = guard<Mover::Bishop>(row, b_.us.diagonal - b_.us.orthogonal);
    const unsigned rooks = guard<Mover::Rook>(row, b_.us.orthogonal - b_.us.diagonal);
    const unsigned queens = guard<Mover::Queen>(row, b_.us.diagonal & b_.us.orthogonal);
    const Square king = b_.us.king.first();
    for (const Square s : b_.us.knights) ring_.guard(knight_attacks(s));
    ring_.guard(king_attacks(king));
    ring_.guard(forward_east<Us>(b_.us.pawns));
    ring_.guard(forward_west<Us>(b_.us.pawns));
    ring_.seal();
    odd_to_ = pins_.lines() | ring_.odd_to() | b_.castling;
    odd_from_ = pins_.discoverers() | pins_.odd_from() | ring_.odd_from() | mobility_.touched();

    // then the moves. Pawns come first, while no counter of the tallies is full.
    pawns(ours);
    const Bitboard our_pins = ours.pins();
    const auto slide = [&]<Mover M>(std::integral_constant<Mover, M>, unsigned first, unsigned last) {
      const Bitboard odd = odd_to<M>();
      for (unsigned i = first; i < last; ++i) {
        const Square s = row.square(i);
        Bitboard targets = row.attacks(i) - b_.us.all;
        if (targets.empty()) continue;
        if (our_pins.contains(s)) targets &= line(king, s);
        move<M>(s, row.attacks(i), targets, odd);
      }
    };
    slide(std::integral_constant<Mover, Mover::Bishop>(), 0, bishops);
    slide(std::integral_constant<Mover, Mover::Rook>(), bishops, rooks);
    slide(std::integral_constant<Mover, Mover::Queen>(), rooks, queens);
    const Bitboard odd_knight = odd_to<Mover::Knight>();
    for (const Square s : b_.us.knights - ours.pins())
      move<Mover::Knight>(s, knight_attacks(s), knight_attacks(s) - b_.us.all, odd_knight);
    const Bitboard odd_king = odd_to<Mover::King>();
    move<Mover::King>(king, king_attacks(king), king_attacks(king) - b_.us.all - mobility_.attacks(), odd_king);
    for_each_castling<Us>(b_, mobility_.attacks(), [&](Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
      castle(king_to, rook_from, rook_to);
    });

    add(mobility_.landed(landings_));
    add(landings_.sum(b_.them.all, [&](Square to) { return mobility_.captured(to); }));
    return total_;
  }

 private:
  std::uint64_t one_by_one() {
    for_each_move<Us>(b_, [&](const Board& next) { play(next); });
    return total_;
  }

  void add(int n) { total_ += std::uint64_t(std::int64_t(n)); }
  void play(const Board& next) { total_ += counting::count<They>(next); }

  template <Mover M>
  unsigned guard(Row& row, Bitboard sliders) {
    for (const Square s : sliders) {
      const Bitboard attacks = reach<M>(s, occupied_);
      row.add(s, attacks);
      ring_.template guard<M>(s, attacks, b_.us.all);
    }
    return row.size();
  }

  // Where a move goes to if it may change more than landing on the square changes.
  template <Mover M>
  Bitboard odd_to() const {
    return odd_to_ | pins_.template checks<M>() | pins_.template pinning<M>();
  }

  // Adds the replies to the moves of our piece on `s`, which has these `attacks`, to `targets`; `odd_to` is M's.
  template <Mover M>
  void move(Square s, Bitboard attacks, Bitboard targets, Bitboard odd_to) {
    if (targets.empty()) return;
    const Bitboard from(s);
    const Bitboard odd = from.meets(odd_from_) ? targets : targets & (odd_to | landings_.full());
    if (odd.any()) move_oddly<M>(s, attacks, odd);
    targets -= odd;
    if (targets.empty()) return;
    add(int(targets.count()) * mobility_.total());
    add(ring_.template over<M>(from, attacks, targets));
    landings_.add(targets);
  }

  template <Mover M>
  BITROOK_NEVER_INLINE void move_oddly(Square s, Bitboard attacks, Bitboard targets) {
    const Bitboard from(s);
    if (!from.meets(pins_.discoverers() | pins_.odd_from() | ring_.odd_from())) {
      Bitboard checks = targets & (pins_.template checks<M>() - pins_.lines() - ring_.odd_to());
      if constexpr (M == Mover::Pawn) checks -= forward<Us>(forward<Us>(from));  // en passant may be an answer
      for (const Square to : checks)
        add(mobility_.answers(king_, from, to) + ring_.template flights<M>(from, attacks, to, b_.them.king));
      targets -= checks;
    }
    Bitboard apart = pins_.template checks<M>() | landings_.full() | (b_.them.all & pins_.lines());
    if (from.meets(pins_.discoverers())) apart = Bitboard::all();
    for (const Square to : targets& apart) play(played_by<M>(s, to));
    targets -= apart;
    if (targets.empty()) return;

    add(int(targets.count()) * mobility_.total());
    const Bitboard captures = targets & b_.them.all;
    if (from.meets(mobility_.touched())) {
      landings_.add(targets - captures);
      add(mobility_.left(s, targets));
      for (const Square to : captures) add(mobility_.captured(to, from));
    } else {
      landings_.add(targets);
    }

    const Bitboard odd_king = ring_.odd(from, targets) | (targets & b_.castling);
    add(ring_.template over<M>(from, attacks, targets - odd_king));
    for (const Square to : odd_king) total_ += count_king<They>(played_by<M>(s, to), false);

    add(pins_.template changed<M>(s, targets));
  }

  template <Mover M>
  Board played_by(Square s, Square to) const {
    if constexpr (M == Mover::King) return king_played<Us>(b_, Bitboard(s), Bitboard(to));
    if constexpr (M == Mover::Pawn)
      if (index(s) == (index(to) ^ 16)) return double_push_played<Us>(b_, Bitboard(s), Bitboard(to));
    return played<M>(b_, Bitboard(s), Bitboard(to));
  }

  void pawns(const Limits& ours) {
    const auto step = [](Bitboard pawns) { return forward<Us>(pawns); };
    const PawnTargets p = pawn_targets<Us>(b_, ours);
    const Bitboard seventh = b_.us.pawns & RelativeRank7<Us>;

    // Pawns that matter to nobody where they stand step all together.
    const Bitboard odd = odd_to<Mover::Pawn>();
    const Bitboard guarded = ring_.guarded();
    const Bitboard guards = forward_east<They>(guarded) | forward_west<They>(guarded);
    const Bitboard free = b_.us.pawns - seventh - guards - odd_from_;
    const Bitboard steps = ((step(free) & p.single) | (step(step(free)) & p.twice)) - odd;
    if (steps.any()) {
      add(int(steps.count()) * mobility_.total());
      add(ring_.template over<Mover::Pawn>(Bitboard(), Bitboard(), steps));
      landings_.add(steps);
    }

    const Bitboard single = p.single - steps, twice = p.twice - steps;
    const Bitboard rest =
        forward<They>(single | forward<They>(twice)) | forward_west<They>(p.east) | forward_east<They>(p.west);
    for (const Square s : rest - seventh) {
      const Bitboard from(s);
      move<Mover::Pawn>(s, pawn_attacks(Us, s),
                        (step(from) & single) | (step(step(from)) & twice) | (forward_east<Us>(from) & p.east) |
                            (forward_west<Us>(from) & p.west),
                        odd);
    }

    // En passant comes on top, after a double step to the side of a pawn of theirs that has been counted above.
    const Bitboard beside = shifted<Direction::East>(b_.them.pawns) | shifted<Direction::West>(b_.them.pawns);
    for (const Square to : (p.twice & beside) - pins_.template checks<Mover::Pawn>()) {
      const Bitboard passed = forward<They>(Bitboard(to)), from = forward<They>(passed);
      if (from.meets(pins_.discoverers())) continue;  // it was played, en passant included
      for (const Square s : (pawn_attacks(Us, passed.first()) & b_.them.pawns))
        add(pins_.is_shielded((occupied_ - from - Bitboard(s)) | passed));
    }
    for_each_en_passant<Us>(
        b_, [&](Bitboard from, Bitboard captured) { play(en_passant_played(b_, from, b_.en_passant, captured)); });

    for (const Square s : seventh) {
      const Bitboard from(s);
      for (const Square to :
           (step(from) & p.single) | (forward_east<Us>(from) & p.east) | (forward_west<Us>(from) & p.west))
        promote(s, to);
    }
  }

  // Castling far from their king, where nothing of theirs looks, changes nothing.
  void castle(Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
    const Bitboard from = b_.us.king | rook_from, to = king_to | rook_to, occupied = (occupied_ - from) | to;
    const Bitboard home(relative(Rank::R1, Us));
    const Square king = b_.us.king.first(), rook = rook_from.first();
    if (from.disjoint(odd_from_) && to.disjoint(odd_to<Mover::King>() | odd_to<Mover::Rook>() | mobility_.touched()) &&
        b_.them.king.disjoint(home | forward<Us>(home)) &&
        ring_.guarded().disjoint(king_attacks(king) | rook_attacks(rook, occupied_)) &&
        ring_.watched().disjoint(king_attacks(king_to.first()) | rook_attacks(rook_to.first(), occupied)))
      add(mobility_.total() + ring_.chances());
    else
      play(castled<Us>(b_, king_to, rook_from, rook_to));
  }

  // To the other side a promotion is the move of a pawn that goes on as another piece.
  BITROOK_NEVER_INLINE void promote(Square s, Square to) {
    const Bitboard from(s), square(to);
    // The new piece may look at their king back through the square that the pawn has left.
    const bool leaves_oddly =
        from.meets(pins_.discoverers() | pins_.odd_from() | ring_.odd_from() | odd_to<Mover::Queen>());
    int n = 0;
    const auto is_odd = [&]<Mover M>(std::integral_constant<Mover, M>) {
      if (leaves_oddly || square.meets(odd_to<M>())) return true;
      add(ring_.template over<M>(from, pawn_attacks(Us, s), square));
      ++n;
      return false;
    };
    const bool odd[]{is_odd(std::integral_constant<Mover, Mover::Knight>()),
                     is_odd(std::integral_constant<Mover, Mover::Bishop>()),
                     is_odd(std::integral_constant<Mover, Mover::Queen>()),
                     is_odd(std::integral_constant<Mover, Mover::Rook>())};  // in the order of `promoted`
    const bool* next_odd = odd;
    if (n < 4)
      promoted(b_, from, square, [&](const Board& next) {
        if (*next_odd++) play(next);
      });
    if (n == 0) return;
    add(n * mobility_.total());
    if (from.meets(mobility_.touched())) add(n * mobility_.left(s, square));
    if (square.meets(b_.them.all)) {
      add(n * mobility_.captured(to, from));
    } else {
      for (int i = 0; i < n; ++i) landings_.add(square);
    }
  }

  const Board& b_;
  const Bitboard occupied_ = b_.occupied();
  const Square king_ = b_.them.king.first();
  const Pins<Us> pins_;
  const Mobility<They> mobility_;
  Ring<Us> ring_;
  Bitboard odd_from_;  // our pieces whose leaving changes more than that
  Bitboard odd_to_;    // where whoever lands changes more
  Tally landings_;     // of the moves that change nothing but where they land
  std::uint64_t total_ = 0;
};

}  // namespace bitrook::counting
