// Bitboard: a set of squares in one 64-bit word.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// A set of squares: bit n is set if the set contains square n (a1 = 0, h8 = 63). The operators are set operations: & is
// intersection, | union, ^ symmetric difference, - difference and ~ complement.
// https://www.chessprogramming.org/General_Setwise_Operations
class Bitboard {
 public:
  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t word) : word_(word) {}
  constexpr explicit Bitboard(Square s) : word_(std::uint64_t{1} << index(s)) {}
  constexpr explicit Bitboard(File f) : word_(0x0101010101010101ull << index(f)) {}
  constexpr explicit Bitboard(Rank r) : word_(0xFFull << 8 * index(r)) {}

  static constexpr Bitboard all() { return Bitboard(~std::uint64_t{0}); }

  constexpr std::uint64_t word() const { return word_; }

  constexpr bool empty() const { return word_ == 0; }
  constexpr bool any() const { return word_ != 0; }
  constexpr bool many() const { return (word_ & (word_ - 1)) != 0; }  // more than one square
  constexpr unsigned count() const { return population_count(word_); }

  constexpr bool contains(Square s) const { return word_ >> index(s) & 1; }
  constexpr bool subset_of(Bitboard other) const { return (word_ & ~other.word_) == 0; }
  constexpr bool superset_of(Bitboard other) const { return other.subset_of(*this); }
  constexpr bool disjoint(Bitboard other) const { return (word_ & other.word_) == 0; }
  constexpr bool meets(Bitboard other) const { return (word_ & other.word_) != 0; }

  // The square with the lowest index, and the one with the highest. Like pop_first, pop_last and without_last, they
  // require a non-empty set.
  constexpr Square first() const {
    BITROOK_ASSERT(any());
    return Square(lowest_bit(word_));
  }
  constexpr Square last() const {
    BITROOK_ASSERT(any());
    return Square(highest_bit(word_));
  }
  constexpr Bitboard isolated_first() const { return Bitboard(word_ & (0 - word_)); }
  constexpr Bitboard without_first() const { return Bitboard(word_ & (word_ - 1)); }
  constexpr Bitboard without_last() const { return Bitboard(without_highest(word_, highest_bit(word_))); }

  constexpr Square pop_first() {
    const Square s = first();
    word_ &= word_ - 1;
    return s;
  }
  constexpr Square pop_last() {
    const Square s = last();
    word_ = without_highest(word_, index(s));
    return s;
  }

  constexpr Bitboard operator~() const { return Bitboard(~word_); }
  constexpr Bitboard operator&(Bitboard b) const { return Bitboard(word_ & b.word_); }
  constexpr Bitboard operator|(Bitboard b) const { return Bitboard(word_ | b.word_); }
  constexpr Bitboard operator^(Bitboard b) const { return Bitboard(word_ ^ b.word_); }
  constexpr Bitboard operator-(Bitboard b) const { return Bitboard(word_ & ~b.word_); }
  constexpr Bitboard& operator&=(Bitboard b) { return *this = *this & b; }
  constexpr Bitboard& operator|=(Bitboard b) { return *this = *this | b; }
  constexpr Bitboard& operator^=(Bitboard b) { return *this = *this ^ b; }
  constexpr Bitboard& operator-=(Bitboard b) { return *this = *this - b; }

  // These shift the whole word. Bits that are shifted out are lost, but bits wrap from one rank to the next, which
  // `shifted` prevents. Shifting by 64 or more gives the empty set.
  constexpr Bitboard operator<<(unsigned n) const { return Bitboard(n < 64 ? word_ << n : 0); }
  constexpr Bitboard operator>>(unsigned n) const { return Bitboard(n < 64 ? word_ >> n : 0); }

  constexpr auto operator<=>(const Bitboard&) const = default;

  // An iterator over the squares, in ascending or descending order.
  template <bool Up>
  class SquareIterator {
   public:
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    constexpr SquareIterator() = default;
    constexpr explicit SquareIterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return Square(Up ? lowest_bit(rest_) : highest_bit(rest_)); }
    constexpr SquareIterator& operator++() {
      rest_ = Up ? rest_ & (rest_ - 1) : without_highest(rest_, highest_bit(rest_));
      return *this;
    }
    constexpr SquareIterator operator++(int) {
      const SquareIterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const SquareIterator&) const = default;

   private:
    std::uint64_t rest_ = 0;
  };

  // Iterates over subsets by the carry-rippler: the next subset is (subset - set) & set. Read as a number made of only
  // the bits in `set`, the subset is incremented by 1, because the subtraction borrows through all the other bits.
  // https://www.chessprogramming.org/Traversing_Subsets_of_a_Set
  class SubsetIterator {
   public:
    using value_type = Bitboard;
    using difference_type = std::ptrdiff_t;
    constexpr SubsetIterator() = default;
    constexpr explicit SubsetIterator(std::uint64_t set, bool done = false) : set_(set), done_(done) {}
    constexpr Bitboard operator*() const { return Bitboard(subset_); }
    constexpr SubsetIterator& operator++() {
      subset_ = (subset_ - set_) & set_;
      done_ = subset_ == 0;
      return *this;
    }
    constexpr SubsetIterator operator++(int) {
      const SubsetIterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const SubsetIterator&) const = default;

   private:
    std::uint64_t set_ = 0;
    std::uint64_t subset_ = 0;
    bool done_ = true;
  };

  template <class Iterator>
  struct Range {
    Iterator first, last;
    constexpr Iterator begin() const { return first; }
    constexpr Iterator end() const { return last; }
  };

  // `for (Square s : set)`
  constexpr SquareIterator<true> begin() const { return SquareIterator<true>(word_); }
  constexpr SquareIterator<true> end() const { return SquareIterator<true>(); }

  // `for (Square s : set.reversed())`
  constexpr Range<SquareIterator<false>> reversed() const { return {SquareIterator<false>(word_), {}}; }

  // All 2^count subsets, from the empty set to the set itself: `for (Bitboard b : set.subsets())`.
  constexpr Range<SubsetIterator> subsets() const { return {SubsetIterator(word_), SubsetIterator(word_, true)}; }

 private:
  std::uint64_t word_ = 0;
};

// The set moved by 1 to 7 steps in a direction. Squares that would leave the board are dropped; nothing wraps.
BITROOK_ALWAYS_INLINE constexpr Bitboard shifted(Bitboard b, Direction d, int steps = 1) {
  // One bit per file: every file except the last `steps` in that direction, whose squares would wrap.
  const unsigned files = file_step(d) > 0 ? 0xFFu >> steps : file_step(d) < 0 ? 0xFFu << steps & 0xFFu : 0xFFu;
  const Bitboard staying = b & Bitboard(files * 0x0101010101010101u);
  return int(d) > 0 ? staying << unsigned(steps * int(d)) : staying >> unsigned(steps * -int(d));
}
template <Direction D, int Steps = 1>
constexpr Bitboard shifted(Bitboard b) {
  static_assert(1 <= Steps && Steps <= 7);
  return shifted(b, D, Steps);
}

}  // namespace bitrook
