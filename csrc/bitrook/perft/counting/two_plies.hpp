// Counts two plies at once: the total number of replies to all moves of a position, without making most of the moves.
// The method is explained in counter.hpp.
#pragma once

#include <cstdint>

#include "bitrook/base/checked.hpp"
#include "bitrook/perft/counting/king_moves.hpp"
#include "bitrook/perft/counting/mobility.hpp"
#include "bitrook/perft/counting/moves.hpp"
#include "bitrook/perft/counting/pins.hpp"

namespace bitrook::counting {

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
