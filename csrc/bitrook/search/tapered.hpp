// Tapered: a middlegame score and an endgame score in one word.
// https://www.chessprogramming.org/Tapered_Eval
#pragma once

#include <cstdint>

namespace bitrook::search {

// One addition adds both scores.
class Tapered {
 public:
  constexpr Tapered() = default;
  constexpr Tapered(int midgame, int endgame) : word_(std::int64_t(endgame) * (std::int64_t{1} << 32) + midgame) {}

  constexpr int midgame() const { return int(std::int32_t(word_)); }
  constexpr int endgame() const { return int((word_ + 0x80000000) >> 32); }

  constexpr Tapered& operator+=(Tapered other) {
    word_ += other.word_;
    return *this;
  }
  constexpr Tapered& operator-=(Tapered other) {
    word_ -= other.word_;
    return *this;
  }
  friend constexpr Tapered operator+(Tapered a, Tapered b) { return a += b; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) { return a -= b; }
  friend constexpr Tapered operator-(Tapered a) { return Tapered() - a; }
  friend constexpr Tapered operator*(Tapered a, int n) {
    a.word_ *= n;
    return a;
  }
  constexpr bool operator==(const Tapered&) const = default;

 private:
  std::int64_t word_ = 0;
};

}  // namespace bitrook::search
