// A set of squares in one 64-bit word.
#pragma once

#include <compare>
#include <cstdint>
#include <iterator>

#include "intrinsics.hpp"
#include "types.hpp"

namespace bitrook {

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
  constexpr bool many() const { return (word_ & (word_ - 1)) != 0; }
  constexpr unsigned count() const { return population_count(word_); }

  constexpr bool contains(Square s) const { return word_ >> index(s) & 1; }
  constexpr bool subset_of(Bitboard other) const { return (word_ & ~other.word_) == 0; }
  constexpr bool superset_of(Bitboard other) const { return other.subset_of(*this); }
  constexpr bool disjoint(Bitboard other) const { return (word_ & other.word_) == 0; }
  constexpr bool meets(Bitboard other) const { return (word_ & other.word_) != 0; }

  // The lowest and the highest square; the caller guarantees that there is one.
  constexpr Square first() const { return Square(lowest_bit(word_)); }
  constexpr Square last() const { return Square(highest_bit(word_)); }
  constexpr Bitboard isolated_first() const { return Bitboard(word_ & (0 - word_)); }
  constexpr Bitboard without_first() const { return Bitboard(word_ & (word_ - 1)); }
  constexpr Bitboard without_last() const { return Bitboard(word_ & ~(std::uint64_t{1} << highest_bit(word_))); }

  constexpr Square pop_first() {
    const Square s = first();
    word_ &= word_ - 1;
    return s;
  }
  constexpr Square pop_last() {
    const Square s = last();
    word_ ^= std::uint64_t{1} << index(s);
    return s;
  }

  constexpr Bitboard operator~() const { return Bitboard(~word_); }
  constexpr Bitboard operator&(Bitboard b) const { return Bitboard(word_ & b.word_); }
  constexpr Bitboard operator|(Bitboard b) const { return Bitboard(word_ | b.word_); }
  constexpr Bitboard operator^(Bitboard b) const { return Bitboard(word_ ^ b.word_); }
  constexpr Bitboard operator-(Bitboard b) const { return Bitboard(word_ & ~b.word_); }
  constexpr Bitboard& operator&=(Bitboard b) {
    word_ &= b.word_;
    return *this;
  }
  constexpr Bitboard& operator|=(Bitboard b) {
    word_ |= b.word_;
    return *this;
  }
  constexpr Bitboard& operator^=(Bitboard b) {
    word_ ^= b.word_;
    return *this;
  }
  constexpr Bitboard& operator-=(Bitboard b) {
    word_ &= ~b.word_;
    return *this;
  }

  // Bits fall off either end; 64 and more leave nothing.
  constexpr Bitboard operator<<(unsigned n) const { return Bitboard(n < 64 ? word_ << n : 0); }
  constexpr Bitboard operator>>(unsigned n) const { return Bitboard(n < 64 ? word_ >> n : 0); }

  constexpr auto operator<=>(const Bitboard&) const = default;

  // Iteration from the lowest square up: `for (Square s : set)`.
  class Iterator {
   public:
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return Square(lowest_bit(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t rest_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(word_); }
  constexpr Iterator end() const { return Iterator(); }

 private:
  std::uint64_t word_ = 0;
};

}  // namespace bitrook
