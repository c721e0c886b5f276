// Small containers of the reply counter: how many moves go to each square, and rows of sliders.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"

namespace bitrook::counting {

// Counters that stand on end: bit s of word i is digit i of the number at square s. Adding one to all squares of
// a set costs six instructions, and a sum over a set three population counts.
class Tally {
 public:
  // Squares that have counted as far as they can.
  Bitboard full() const { return digits_[0] & digits_[1] & digits_[2]; }

  // The caller guarantees that `squares` are not full.
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

  // Adds up worth(square) times the number there.
  template <class Worth>
  int sum(Bitboard squares, Worth worth) const {
    int total = 0;
    for (const Square s : squares&(digits_[0] | digits_[1] | digits_[2])) total += worth(s) * at(s);
    return total;
  }

 private:
  int at(Square s) const {
    const auto digit = [this, s](unsigned i) { return unsigned(digits_[i].word() >> index(s) & 1) << i; };
    return int(digit(0) + digit(1) + digit(2));
  }

  std::array<Bitboard, 3> digits_{};
};

// Sliders with what they attack. The memory is left unset, which is why it holds words and not sets: a kilobyte
// of zeros would cost as much as the counting.
class Row {
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
  std::array<Square, 128> squares_;  // a queen may stand here twice
  std::array<std::uint64_t, 128> attacks_;
};

}  // namespace bitrook::counting
