// A set of squares in one 64-bit word.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// One step on the board, as the difference between the numbers of two neighbouring squares.
enum class Direction : std::int8_t {
  North = 8,
  South = -8,
  East = 1,
  West = -1,
  NorthEast = 9,
  NorthWest = 7,
  SouthEast = -7,
  SouthWest = -9,
};

// clang-format off
inline constexpr std::array Directions{Direction::North,     Direction::South,     Direction::East,      Direction::West,
                                       Direction::NorthEast, Direction::NorthWest, Direction::SouthEast, Direction::SouthWest};
// clang-format on

constexpr int offset(Direction d) { return int(d); }
constexpr Direction operator-(Direction d) { return Direction(-int(d)); }
constexpr int file_step(Direction d) { return ((int(d) + 12) & 7) - 4; }  // -1, 0 or 1
constexpr int rank_step(Direction d) { return (int(d) - file_step(d)) / 8; }

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

  // Iteration, from the lowest square up or from the highest down.
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

  // `for (Square s : set)`
  using Iterator = SquareIterator<true>;
  constexpr Iterator begin() const { return Iterator(word_); }
  constexpr Iterator end() const { return Iterator(); }

  // `for (Square s : set.reversed())`
  using ReverseIterator = SquareIterator<false>;
  class Reversed;
  constexpr Reversed reversed() const;

  // Every subset, the empty one first and the set itself last: `for (Bitboard b : set.subsets())`.
  class Subsets;
  constexpr Subsets subsets() const;

 private:
  std::uint64_t word_ = 0;
};

class Bitboard::Reversed {
 public:
  constexpr explicit Reversed(Bitboard set) : set_(set) {}
  constexpr ReverseIterator begin() const { return ReverseIterator(set_.word()); }
  constexpr ReverseIterator end() const { return ReverseIterator(); }

 private:
  Bitboard set_;
};
constexpr Bitboard::Reversed Bitboard::reversed() const { return Reversed(*this); }

// Counting in the scattered digits of the set ("carry-rippler"): subtracting the set from a subset is
// adding one with every digit outside the set already a nine, so that the carry ripples over the gaps.
class Bitboard::Subsets {
 public:
  class Iterator {
   public:
    using value_type = Bitboard;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    constexpr Iterator(std::uint64_t set, bool done) : set_(set), done_(done) {}
    constexpr Bitboard operator*() const { return Bitboard(subset_); }
    constexpr Iterator& operator++() {
      subset_ = (subset_ - set_) & set_;
      done_ = subset_ == 0;
      return *this;
    }
    constexpr Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t set_ = 0;
    std::uint64_t subset_ = 0;
    bool done_ = true;
  };
  constexpr explicit Subsets(Bitboard set) : set_(set) {}
  constexpr Iterator begin() const { return Iterator(set_.word(), false); }
  constexpr Iterator end() const { return Iterator(set_.word(), true); }

 private:
  Bitboard set_;
};
constexpr Bitboard::Subsets Bitboard::subsets() const { return Subsets(*this); }

// The set moved by `Steps` steps; squares that would leave the board fall off, nothing wraps to the
// other side.
template <Direction D, int Steps = 1>
constexpr Bitboard shifted(Bitboard b) {
  static_assert(1 <= Steps && Steps <= 7);
  constexpr unsigned Distance = unsigned(Steps * (int(D) < 0 ? -int(D) : int(D)));
  // The files from which a step does not wrap: all but the last `Steps` of the direction.
  constexpr std::uint64_t Row = file_step(D) > 0 ? 0xFFu >> Steps : file_step(D) < 0 ? 0xFFu << Steps & 0xFFu : 0xFFu;
  const Bitboard stays = b & Bitboard(Row * 0x0101010101010101u);
  return int(D) > 0 ? stays << Distance : stays >> Distance;
}

constexpr Bitboard shifted(Bitboard b, Direction d) {
  switch (d) {
    case Direction::North:
      return shifted<Direction::North>(b);
    case Direction::South:
      return shifted<Direction::South>(b);
    case Direction::East:
      return shifted<Direction::East>(b);
    case Direction::West:
      return shifted<Direction::West>(b);
    case Direction::NorthEast:
      return shifted<Direction::NorthEast>(b);
    case Direction::NorthWest:
      return shifted<Direction::NorthWest>(b);
    case Direction::SouthEast:
      return shifted<Direction::SouthEast>(b);
    case Direction::SouthWest:
      return shifted<Direction::SouthWest>(b);
  }
  return Bitboard();
}

}  // namespace bitrook
