// Times bit scans, and slider attacks by each method.
#include <array>
#include <random>
#include <vector>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/attacks/sliders/hyperbola.hpp"
#include "bitrook/attacks/sliders/magic.hpp"
#include "bitrook/attacks/sliders/walk.hpp"
#include "bitrook/base/debruijn.hpp"
#include "timing.hpp"

using namespace bitrook;

namespace {

constexpr std::size_t Size = 4096;
constexpr std::size_t Times = 256;

std::vector<std::uint64_t> words() {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> all(Size);
  for (std::uint64_t& word : all) word = (random() & random()) | std::uint64_t{1} << (random() & 63);
  return all;
}

// Measures latency: each word depends on the previous result, so several cannot be computed at once.
template <class Scan>
void scan(const char* name, Scan one) {
  const auto all = words();
  print(name, nanoseconds(Size * Times, [&] {
          std::uint64_t before = 0;
          for (std::size_t t = 0; t < Times; ++t) {
            for (const std::uint64_t word : all) before = one(word ^ before << 32 | std::uint64_t{1} << 31);
          }
          return before;
        }));
}

template <class First>
void iterate(const char* name, First first) {
  const auto all = words();
  std::size_t squares = 0;
  for (const std::uint64_t word : all) squares += population_count(word);
  print(name, nanoseconds(squares * (Times / 8), [&] {
          std::uint64_t sum = 0;
          for (std::size_t t = 0; t < Times / 8; ++t) {
            for (std::uint64_t word : all) {
              for (; word != 0; word &= word - 1) sum += first(word);
            }
          }
          return sum;
        }));
}

template <class Rook, class Bishop>
void queens(const char* name, Rook rook, Bishop bishop, std::size_t times = Times) {
  const auto all = words();
  print(name, nanoseconds(Size * times, [&] {
          std::uint64_t sum = 0;
          for (std::size_t t = 0; t < times; ++t) {
            for (std::size_t i = 0; i < Size; ++i) {
              const Square s = Square(all[i] * 0x9E3779B97F4A7C15u >> 58);
              const Bitboard occupied(all[(i + t) % Size]);
              sum += (rook(s, occupied) | bishop(s, occupied)).word();
            }
          }
          return sum;
        }));
}

}  // namespace

int main() {
  scan("first bit, intrinsic", [](std::uint64_t w) { return lowest_bit(w); });
  scan("first bit, De Bruijn", [](std::uint64_t w) { return debruijn::lowest_bit(w); });
  scan("last bit, intrinsic", [](std::uint64_t w) { return highest_bit(w); });
  scan("last bit, De Bruijn", [](std::uint64_t w) { return debruijn::highest_bit(w); });
  iterate("each square of a set, intrinsic", [](std::uint64_t w) { return lowest_bit(w); });
  iterate("each square of a set, De Bruijn", [](std::uint64_t w) { return debruijn::lowest_bit(w); });
#if BITROOK_HAS_PEXT
  queens(
      "queen, PEXT", [](Square s, Bitboard o) { return pext::rook_attacks(s, o); },
      [](Square s, Bitboard o) { return pext::bishop_attacks(s, o); });
#endif
  queens(
      "queen, magic", [](Square s, Bitboard o) { return magic::rook_attacks(s, o); },
      [](Square s, Bitboard o) { return magic::bishop_attacks(s, o); });
  queens(
      "queen, hyperbola", [](Square s, Bitboard o) { return hyperbola::rook_attacks(s, o); },
      [](Square s, Bitboard o) { return hyperbola::bishop_attacks(s, o); });
  queens(
      "queen, walk", [](Square s, Bitboard o) { return walk::rook_attacks(s, o); },
      [](Square s, Bitboard o) { return walk::bishop_attacks(s, o); }, Times / 16);
}
