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

  friend constexpr Tapered operator+(Tapered a, Tapered b) { return Tapered(a.word_ + b.word_); }
  friend constexpr Tapered operator-(Tapered a, Tapered b) { return Tapered(a.word_ - b.word_); }
  friend constexpr Tapered operator-(Tapered a) { return Tapered(-a.word_); }
  friend constexpr Tapered operator*(Tapered a, int n) { return Tapered(a.word_ * n); }
  constexpr Tapered& operator+=(Tapered other) { return *this = *this + other; }
  constexpr Tapered& operator-=(Tapered other) { return *this = *this - other; }
  constexpr bool operator==(const Tapered&) const = default;

 private:
  constexpr explicit Tapered(std::int64_t word) : word_(word) {}

  std::int64_t word_ = 0;
};

}  // namespace bitrook::search
