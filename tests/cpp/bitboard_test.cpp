// Bitboard: set operations, iteration, shifts, fills and flips, each compared with a loop over the squares.
#include "bitrook/base/bitboard.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "bitrook/attacks/sliders/walk.hpp"
#include "bitrook/base/fills.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/base/geometry.hpp"

using namespace bitrook;

namespace {

std::vector<Bitboard> samples() {
  std::mt19937_64 random(7);
  std::vector<Bitboard> sets{Bitboard(), Bitboard::all()};
  for (unsigned i = 0; i < 64; ++i) sets.push_back(Bitboard(Square(i)));
  for (unsigned i = 0; i < 50; ++i) {
    sets.push_back(Bitboard(random()));
    sets.push_back(Bitboard(random() & random() & random()));
    sets.push_back(Bitboard(random() | random() | random()));
  }
  return sets;
}

// Returns the squares to(file, rank) of all squares of b, except for those outside the board.
Bitboard moved(Bitboard b, std::function<std::pair<int, int>(int, int)> to) {
  Bitboard result;
  for (const Square s : b) {
    const auto [f, r] = to(int(index(file_of(s))), int(index(rank_of(s))));
    if (0 <= f && f < 8 && 0 <= r && r < 8) result |= Bitboard(make_square(File(f), Rank(r)));
  }
  return result;
}

}  // namespace

TEST_CASE("iteration, counting, first and last square") {
  for (const Bitboard b : samples()) {
    std::vector<Square> up, down;
    for (unsigned i = 0; i < 64; ++i) {
      if (b.contains(Square(i))) up.push_back(Square(i));
    }
    CHECK(std::vector<Square>(b.begin(), b.end()) == up);
    for (const Square s : b.reversed()) down.push_back(s);
    std::reverse(down.begin(), down.end());
    CHECK(down == up);
    CHECK(b.count() == up.size());
    CHECK(b.empty() == up.empty());
    CHECK(b.many() == (up.size() > 1));
    if (up.empty()) continue;
    CHECK(b.first() == up.front());
    CHECK(b.last() == up.back());
    CHECK(b.isolated_first() == Bitboard(up.front()));
    CHECK(b.without_first() == b - Bitboard(up.front()));
    CHECK(b.without_last() == b - Bitboard(up.back()));
    Bitboard popped = b;
    CHECK(popped.pop_first() == up.front());
    CHECK(popped == b.without_first());
    popped = b;
    CHECK(popped.pop_last() == up.back());
    CHECK(popped == b.without_last());
  }
}

TEST_CASE("set operations agree with operations on each square") {
  const auto sets = samples();
  for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
    const Bitboard a = sets[i], b = sets[i + 1];
    bool subset = true, disjoint = true, correct = true;
    for (unsigned k = 0; k < 64; ++k) {
      const Square s = Square(k);
      const bool in_a = a.contains(s), in_b = b.contains(s);
      subset &= !in_a || in_b;
      disjoint &= !(in_a && in_b);
      correct &= (a & b).contains(s) == (in_a && in_b) && (a | b).contains(s) == (in_a || in_b) &&
                 (a ^ b).contains(s) == (in_a != in_b) && (a - b).contains(s) == (in_a && !in_b) &&
                 (~a).contains(s) == !in_a;
    }
    CHECK(correct);
    CHECK(a.subset_of(b) == subset);
    CHECK(b.superset_of(a) == subset);
    CHECK(a.disjoint(b) == disjoint);
    CHECK(a.meets(b) == !disjoint);
    CHECK((a < b) == (a.word() < b.word()));
  }
}

TEST_CASE("shifts of the word drop the bits shifted out") {
  for (const Bitboard b : samples()) {
    for (unsigned n = 0; n < 70; ++n) {
      CHECK((b << n).word() == (n < 64 ? b.word() << n : 0));
      CHECK((b >> n).word() == (n < 64 ? b.word() >> n : 0));
    }
  }
}

TEST_CASE("subsets() gives each of the 2^n subsets once, from the empty set to the set itself") {
  const Bitboard set{0x8100000000240018u};
  std::vector<Bitboard> subsets;
  for (const Bitboard b : set.subsets()) subsets.push_back(b);
  CHECK(subsets.size() == 64);
  CHECK(subsets.front().empty());
  CHECK(subsets.back() == set);
  CHECK(std::adjacent_find(subsets.begin(), subsets.end(), std::greater_equal<>()) == subsets.end());
  CHECK(std::all_of(subsets.begin(), subsets.end(), [set](Bitboard b) { return b.subset_of(set); }));
  unsigned of_empty_set = 0;
  for ([[maybe_unused]] const Bitboard b : Bitboard().subsets()) ++of_empty_set;
  CHECK(of_empty_set == 1);
}

TEST_CASE("shifted() by one and two squares does not wrap") {
  for (const Bitboard b : samples()) {
    const auto check = [b]<Direction D>() {
      const int df = file_step(D), dr = (int(D) - df) / 8;
      CHECK(shifted<D>(b) == moved(b, [=](int f, int r) { return std::pair(f + df, r + dr); }));
      CHECK(shifted<D, 2>(b) == moved(b, [=](int f, int r) { return std::pair(f + 2 * df, r + 2 * dr); }));
      CHECK(shifted(b, D) == shifted<D>(b));
    };
    check.operator()<Direction::North>();
    check.operator()<Direction::South>();
    check.operator()<Direction::East>();
    check.operator()<Direction::West>();
    check.operator()<Direction::NorthEast>();
    check.operator()<Direction::NorthWest>();
    check.operator()<Direction::SouthEast>();
    check.operator()<Direction::SouthWest>();
  }
}

TEST_CASE("fills agree with repeated shifts by one square") {
  const auto sets = samples();
  for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
    const Bitboard b = sets[i], through = sets[i + 1];
    for (const Direction d : Directions) {
      Bitboard filled = b, occluded = b, attacked;
      for (unsigned step = 0; step < 7; ++step) {
        filled |= shifted(filled, d);
        occluded |= shifted(occluded, d) & through;
      }
      for (const Square s : b) attacked |= walk::ray(s, d, ~through);
      CHECK(fill(b, d) == filled);
      CHECK(occluded_fill(b, through, d) == occluded);
      CHECK(ray_attacks(b, through, d) == attacked);
    }
    CHECK(north_fill(b) == fill(b, Direction::North));
    CHECK(south_fill(b) == fill(b, Direction::South));
    CHECK(file_fill(b) == (north_fill(b) | south_fill(b)));
    Bitboard flood = b;
    for (unsigned step = 0; step < 64; ++step) flood |= king_attacks(flood) & through;
    CHECK(flood_fill(b, through) == flood);
  }
}

TEST_CASE("flips and rotations map the coordinates") {
  for (const Bitboard b : samples()) {
    CHECK(flipped_vertical(b) == moved(b, [](int f, int r) { return std::pair(f, 7 - r); }));
    CHECK(flipped_horizontal(b) == moved(b, [](int f, int r) { return std::pair(7 - f, r); }));
    CHECK(flipped_diagonal(b) == moved(b, [](int f, int r) { return std::pair(r, f); }));
    CHECK(flipped_anti_diagonal(b) == moved(b, [](int f, int r) { return std::pair(7 - r, 7 - f); }));
    CHECK(rotated_180(b) == moved(b, [](int f, int r) { return std::pair(7 - f, 7 - r); }));
    CHECK(rotated_90_clockwise(b) == moved(b, [](int f, int r) { return std::pair(r, 7 - f); }));
    CHECK(rotated_90_anticlockwise(b) == moved(b, [](int f, int r) { return std::pair(7 - r, f); }));
  }
}
