// The number of replies of all pieces except the king after a null move, and how our moves change it.
//
// "We" are the side to move, "they" reply. Pinned pieces are not examined here; Pins counts their moves.
//
// A move of ours changes the number of replies in three ways, which are counted separately and added up:
//   - at the square that we vacate: lines open, pawns may push, and pawns can no longer capture there    (vacate)
//   - at an empty square that we occupy: lines close, pawns are blocked, and pawns may capture there     (occupy)
//   - at a square where we capture: their piece is gone, and they may recapture                          (capture)
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/checked.hpp"
#include "bitrook/perft/counting/board.hpp"

namespace bitrook::counting {

// The squares beyond `b` as seen from `a`, on their common line; empty if they are not aligned.
inline constexpr auto Behind = bitrook::detail::pair_table([](Square a, Square b) {
  return line(a, b) & Bitboard(a < b ? ~std::uint64_t{1} << index(b) : (std::uint64_t{1} << index(b)) - 1);
});
inline Bitboard behind(Square a, Square b) { return Behind[index(a)][index(b)]; }

// The number of moves to `targets` of the piece on `s`, which must not be a king. En-passant captures are not counted.
template <Color Us>
int moves_of(const Side& us, Bitboard occupied, Square s, Bitboard targets) {
  const Bitboard piece(s);
  if (piece.meets(us.pawns)) {
    const Bitboard single = forward(Us, piece) - occupied;
    const Bitboard twice = forward(Us, single & RelativeRank<Us, Rank::R3>) - occupied;
    const Bitboard to = (single | twice | (pawn_attacks(Us, s) & occupied)) & targets;
    return int(to.count() + 3 * (to & RelativeRank<Us, Rank::R8>).count());
  }
  int n = 0;
  if (piece.meets(us.knights)) n += int((knight_attacks(s) & targets).count());
  if (piece.meets(us.diagonal)) n += int((bishop_attacks(s, occupied) & targets).count());
  if (piece.meets(us.orthogonal)) n += int((rook_attacks(s, occupied) & targets).count());
  return n;
}

// Bit-sliced counters, one for each square: bit s of word i is binary digit i of the counter of square s. Incrementing
// the counters of a set of squares takes six instructions, and summing them takes three population counts. A counter
// can hold at most 7.
class SquareCounters {
 public:
  // The squares whose counter is 7.
  Bitboard full() const { return digits_[0] & digits_[1] & digits_[2]; }

  void add(Bitboard squares) {
    BITROOK_ASSERT(squares.disjoint(full()));
    const Bitboard carry = digits_[0] & squares;
    digits_[0] ^= squares;
    digits_[2] ^= digits_[1] & carry;
    digits_[1] ^= carry;
  }

  int sum(Bitboard squares) const {
    return int((digits_[0] & squares).count() + 2 * (digits_[1] & squares).count() +
               4 * (digits_[2] & squares).count());
  }

  // The sum of weight(square) times the counter, over `squares`.
  template <class Weight>
  int sum(Bitboard squares, Weight weight) const {
    int total = 0;
    for (const Square s : squares&(digits_[0] | digits_[1] | digits_[2])) total += weight(s) * at(s);
    return total;
  }

 private:
  int at(Square s) const {
    const auto digit = [this, s](unsigned i) { return int(digits_[i].contains(s)) << i; };
    return digit(0) + digit(1) + digit(2);
  }

  std::array<Bitboard, 3> digits_{};
};

// Sliders and the squares that they attack. The arrays hold words instead of sets, so that they can be left
// uninitialized: clearing them would take as long as the counting itself.
class SliderList {
 public:
  void add(Square s, Bitboard attacks) {
    squares_[size_] = s;
    attacks_[size_++] = attacks.word();
  }
  unsigned size() const { return size_; }
  Square square(unsigned i) const { return squares_[i]; }
  Bitboard attacks(unsigned i) const { return Bitboard(attacks_[i]); }

 private:
  unsigned size_ = 0;
  std::array<Square, 64> squares_;
  std::array<std::uint64_t, 64> attacks_;
};

template <Color Us>
class Mobility {
  static constexpr Color Them = ~Us;
  static constexpr Bitboard LastRank = RelativeRank<Them, Rank::R8>;
  static constexpr Bitboard ThirdRank = RelativeRank<Them, Rank::R3>;

 public:
  // `pinned`: their pinned pieces, which have `pinned_moves` moves in total.
  Mobility(const Board& b, Bitboard occupied, Bitboard pinned, int pinned_moves)
      : them_(b.them), occupied_(occupied), total_(pinned_moves) {
    const Bitboard pawns = them_.pawns - pinned;
    front_ = forward(Them, pawns);
    single_ = front_ - occupied;
    second_front_ = forward(Them, single_ & ThirdRank);
    twice_ = second_front_ - occupied;
    east_ = forward_east(Them, pawns);
    west_ = forward_west(Them, pawns);
    promoting_ = pawns.meets(RelativeRank<Them, Rank::R7>);
    const Bitboard east = east_ & b.us.all, west = west_ & b.us.all;
    total_ += int(single_.count() + twice_.count() + east.count() + west.count());
    if (promoting_)
      total_ += 3 * int((single_ & LastRank).count() + (east & LastRank).count() + (west & LastRank).count());

    attacks_ = pawn_attacks(Them, them_.pawns) | king_attacks(them_.king.first());
    knights_ = them_.knights - pinned;
    for (const Square s : knights_) {
      attacks_ |= knight_attacks(s);
      total_ += int((knight_attacks(s) - them_.all).count());
    }
    diagonal_ = them_.diagonal - pinned;
    orthogonal_ = them_.orthogonal - pinned;
    const auto add_slider = [&](Square s, Bitboard attacks) {
      sliders_.add(s, attacks);
      lines_ |= attacks;
      total_ += int((attacks - them_.all).count());
    };
    for (const Square s : diagonal_ - orthogonal_) add_slider(s, bishop_attacks(s, occupied));
    bishops_end_ = sliders_.size();
    for (const Square s : orthogonal_ - diagonal_) add_slider(s, rook_attacks(s, occupied));
    rooks_end_ = sliders_.size();
    for (const Square s : (orthogonal_ & diagonal_)) add_slider(s, queen_attacks(s, occupied));
    attacks_ |= lines_;

    for (const Square s : (them_.knights & pinned)) attacks_ |= knight_attacks(s);
    for (const Square s : (them_.diagonal & pinned)) attacks_ |= bishop_attacks(s, occupied);
    for (const Square s : (them_.orthogonal & pinned)) attacks_ |= rook_attacks(s, occupied);
  }

  // The number of their moves after a null move.
  int total() const { return total_; }
  // The squares that they attack, including the attacks of pinned pieces and the king.
  Bitboard attacks() const { return attacks_; }
  // The squares that affect their moves when we vacate them. Vacating any other square changes nothing.
  Bitboard seen() const { return front_ | second_front_ | east_ | west_ | lines_; }

  // The change due to our piece leaving `s`, summed over its moves to `targets`. It includes the interaction of
  // vacating one square and occupying the other, so that adding occupy() or capture() gives the total change.
  int vacate(Square s, Bitboard targets) const {
    const Bitboard from(s);
    const int moves = moves_to(from);
    int each = -moves * int((from & east_).count() + (from & west_).count());  // pawns can no longer capture it
    int less = 0;
    // A pawn can now push to `s`. From its initial square, it can also push one square further, unless we move there.
    if (from.meets(front_)) {
      each += moves;
      const Bitboard next = forward(Them, from) - occupied_;
      if (from.meets(ThirdRank) && next.any()) {
        ++each;
        less += int((targets & next).count());
      }
    }
    if (from.meets(second_front_)) {
      ++each;
      less += int((targets & forward(Us, from)).count());
    }
    // Sliders can move on through `s`, up to the square where our piece now blocks the line.
    if (from.meets(lines_)) {
      for (unsigned i = 0; i < sliders_.size(); ++i) {
        if (!from.meets(sliders_.attacks(i))) continue;
        const Square slider = sliders_.square(i);
        const Bitboard opened = attacks_of(i, occupied_ - from) - sliders_.attacks(i) - them_.all;
        const int n = int(opened.count());
        each += n;
        less += n * int((targets & between(slider, s)).count());
        for (const Square to : (targets & opened)) less += int((opened & behind(slider, to)).count());
      }
    }
    return each * int(targets.count()) - less;
  }

  // The change due to our pieces occupying empty squares, summed over `targets`.
  int occupy(const SquareCounters& targets) const {
    const Bitboard east = east_ - occupied_, west = west_ - occupied_;
    // A double push is blocked by a piece on either of the two squares.
    int n = targets.sum(east) + targets.sum(west) - targets.sum(single_) - targets.sum(twice_ | forward(Us, twice_));
    if (promoting_)
      n += 3 * (targets.sum(east & LastRank) + targets.sum(west & LastRank) - targets.sum(single_ & LastRank));
    for (unsigned i = 0; i < sliders_.size(); ++i) {
      const Square slider = sliders_.square(i);
      const Bitboard attacks = sliders_.attacks(i), moves = attacks - them_.all;
      n -= targets.sum(attacks - occupied_, [&](Square to) { return int((moves & behind(slider, to)).count()); });
    }
    return n;
  }

  // The change due to our piece from `from` capturing an unpinned piece on `to`. `from` may be omitted if it is not in
  // seen().
  int capture(Square to, Bitboard from = Bitboard()) const {
    const Bitboard occupied = occupied_ - from, square(to);
    const Bitboard diagonal = bishop_attacks(to, occupied), orthogonal = rook_attacks(to, occupied);
    int n = moves_to(square) * int((square & east_).count() + (square & west_).count());
    n += int((knight_attacks(to) & knights_).count());
    n += int((diagonal & diagonal_).count() + (orthogonal & orthogonal_).count());
    if (square.meets(them_.diagonal)) n -= int((diagonal - them_.all).count());
    if (square.meets(them_.orthogonal)) n -= int((orthogonal - them_.all).count());
    if (square.meets(them_.pawns | them_.knights)) n -= moves_of<Them>(them_, occupied, to, ~them_.all);
    return n;
  }

 private:
  // The number of moves of a pawn to `square`: four promotions on the last rank.
  static int moves_to(Bitboard square) { return square.meets(LastRank) ? 4 : 1; }

  Bitboard attacks_of(unsigned i, Bitboard occupied) const {
    const Square s = sliders_.square(i);
    return i < bishops_end_ ? bishop_attacks(s, occupied)
           : i < rooks_end_ ? rook_attacks(s, occupied)
                            : queen_attacks(s, occupied);
  }

  const Side& them_;
  const Bitboard occupied_;
  int total_;
  Bitboard attacks_;
  // Of the pieces that are not pinned:
  Bitboard front_, second_front_;  // where pawns could push, and push twice, if the square were empty
  Bitboard single_, twice_;        // where they can
  Bitboard east_, west_;           // where pawns could capture
  bool promoting_;                 // a pawn is on its seventh rank
  Bitboard knights_, diagonal_, orthogonal_;
  Bitboard lines_;                            // squares that sliders attack
  SliderList sliders_;                        // bishops, then rooks, then queens
  unsigned bishops_end_ = 0, rooks_end_ = 0;  // where each kind ends in the list
};

}  // namespace bitrook::counting
