// Bit-sliced counters: one small counter for each square of the board.
//
// Input: sets of squares to add. Output: sums of the counters over sets of squares.
#pragma once

#include <array>

#include "bitrook/base/bitboard.hpp"

namespace bitrook::counting {

// Bit s of word i is binary digit i of the counter of square s. Adding one to all squares of a set costs six
// instructions, and the sum over a set three population counts. A counter holds at most 7.
class Tally {
 public:
  // The squares whose counter is 7.
  Bitboard full() const { return digits_[0] & digits_[1] & digits_[2]; }

  // Precondition: none of `squares` is full.
  void add(Bitboard squares) {
    const Bitboard carry = digits_[0] & squares;
    digits_[0] ^= squares;
    digits_[2] ^= digits_[1] & carry;
    digits_[1] ^= carry;
  }

  int sum(Bitboard squares) const {
    return int((digits_[0] & squares).count() + 2 * (digits_[1] & squares).count() +
               4 * (digits_[2] & squares).count());
  }

  // The sum of weight(square) times the counter.
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

}  // namespace bitrook::counting
