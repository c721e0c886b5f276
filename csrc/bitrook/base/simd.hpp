// 16-bit integer vectors and dot products for networks: AVX2, NEON, and a portable version of each operation that
// returns the same integers. Only this file and intrinsics.hpp mention compilers, processors or intrinsics.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bitrook/base/intrinsics.hpp"

#if !BITROOK_HAS_BYTE_VECTORS && (defined(__aarch64__) || defined(_M_ARM64))
#include <arm_neon.h>
#define BITROOK_HAS_NEON 1
#else
#define BITROOK_HAS_NEON 0
#endif

namespace bitrook {

#if BITROOK_HAS_BYTE_VECTORS

// A vector of 16 int16 values. Sums, differences and products wrap around.
class Int16x16 {
 public:
  static Int16x16 load(const std::int16_t* from) {  // no alignment required
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static Int16x16 load(const std::int8_t* from) {  // widens 16 bytes
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
  static Int16x16 all(std::int16_t value) { return _mm256_set1_epi16(value); }
  void store(std::int16_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value_); }

  friend Int16x16 operator+(Int16x16 a, Int16x16 b) { return _mm256_add_epi16(a.value_, b.value_); }
  friend Int16x16 operator-(Int16x16 a, Int16x16 b) { return _mm256_sub_epi16(a.value_, b.value_); }
  friend Int16x16 operator*(Int16x16 a, Int16x16 b) { return _mm256_mullo_epi16(a.value_, b.value_); }
  // Clamps each integer to the range from 0 to `most`.
  friend Int16x16 clamped(Int16x16 a, Int16x16 most) {
    return _mm256_min_epi16(_mm256_max_epi16(a.value_, _mm256_setzero_si256()), most.value_);
  }
  // Shifts the integers of both vectors, which are unsigned here, to the right and stores them as 32 bytes.
  // Precondition: the results are from 0 to 127.
  template <unsigned Shift>
  static void store_shifted(Int16x16 a, Int16x16 b, std::uint8_t* to) {
    const __m256i bytes = _mm256_packus_epi16(_mm256_srli_epi16(a.value_, Shift), _mm256_srli_epi16(b.value_, Shift));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permute4x64_epi64(bytes, 0b11'01'10'00));
  }

 private:
  friend class PairSums;
  Int16x16(__m256i value) : value_(value) {}

  __m256i value_;
};

// Eight 32-bit partial sums, which add up to the sum of all products. Each call adds two products to each of them.
class PairSums {
 public:
  void add_products(Int16x16 a, Int16x16 b) { sums_ = _mm256_add_epi32(sums_, _mm256_madd_epi16(a.value_, b.value_)); }
  std::int64_t total() const {
    alignas(32) std::array<std::int32_t, 8> sums;
    _mm256_store_si256(reinterpret_cast<__m256i*>(sums.data()), sums_);
    std::int64_t total = 0;
    for (const std::int32_t sum : sums) total += sum;
    return total;
  }

 private:
  __m256i sums_ = _mm256_setzero_si256();
};

// Eight 32-bit sums of products of bytes.
class ByteSums {
 public:
  explicit ByteSums(const std::int32_t* from) : sums_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))) {}
  // Adds to each sum the products of the four bytes at `inputs`, which must be from 0 to 127, and its four bytes of
  // `weights`.
  void add_products(const std::uint8_t* inputs, const std::int8_t* weights) {
    std::int32_t word;
    std::memcpy(&word, inputs, 4);
    const __m256i pairs =
        _mm256_maddubs_epi16(_mm256_set1_epi32(word), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights)));
    sums_ = _mm256_add_epi32(sums_, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  void store(std::int32_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), sums_); }

 private:
  __m256i sums_;
};

// A bit mask of the groups, among 64 groups of four bytes, that are not all zero. Each byte is from 0 to 127.
inline std::uint64_t nonzero_groups(const std::uint8_t* bytes) {
  std::uint64_t mask = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const __m256i groups = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes) + k);
    const __m256i positive = _mm256_cmpgt_epi32(groups, _mm256_setzero_si256());
    mask |= std::uint64_t(std::uint8_t(_mm256_movemask_ps(_mm256_castsi256_ps(positive)))) << 8 * k;
  }
  return mask;
}

#elif BITROOK_HAS_NEON

class Int16x16 {
 public:
  static Int16x16 load(const std::int16_t* from) { return {vld1q_s16(from), vld1q_s16(from + 8)}; }
  static Int16x16 load(const std::int8_t* from) {
    const int8x16_t bytes = vld1q_s8(from);
    return {vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes)};
  }
  static Int16x16 all(std::int16_t value) { return {vdupq_n_s16(value), vdupq_n_s16(value)}; }
  void store(std::int16_t* to) const {
    vst1q_s16(to, low_);
    vst1q_s16(to + 8, high_);
  }

  friend Int16x16 operator+(Int16x16 a, Int16x16 b) { return {vaddq_s16(a.low_, b.low_), vaddq_s16(a.high_, b.high_)}; }
  friend Int16x16 operator-(Int16x16 a, Int16x16 b) { return {vsubq_s16(a.low_, b.low_), vsubq_s16(a.high_, b.high_)}; }
  friend Int16x16 operator*(Int16x16 a, Int16x16 b) { return {vmulq_s16(a.low_, b.low_), vmulq_s16(a.high_, b.high_)}; }
  friend Int16x16 clamped(Int16x16 a, Int16x16 most) {
    const int16x8_t zero = vdupq_n_s16(0);
    return {vminq_s16(vmaxq_s16(a.low_, zero), most.low_), vminq_s16(vmaxq_s16(a.high_, zero), most.high_)};
  }
  template <unsigned Shift>
  static void store_shifted(Int16x16 a, Int16x16 b, std::uint8_t* to) {
    const auto bytes = [](int16x8_t values) { return vmovn_u16(vshrq_n_u16(vreinterpretq_u16_s16(values), Shift)); };
    vst1q_u8(to, vcombine_u8(bytes(a.low_), bytes(a.high_)));
    vst1q_u8(to + 16, vcombine_u8(bytes(b.low_), bytes(b.high_)));
  }

 private:
  friend class PairSums;
  Int16x16(int16x8_t low, int16x8_t high) : low_(low), high_(high) {}

  int16x8_t low_, high_;
};

class PairSums {
 public:
  void add_products(Int16x16 a, Int16x16 b) {
    low_ = vmlal_high_s16(vmlal_s16(low_, vget_low_s16(a.low_), vget_low_s16(b.low_)), a.low_, b.low_);
    high_ = vmlal_high_s16(vmlal_s16(high_, vget_low_s16(a.high_), vget_low_s16(b.high_)), a.high_, b.high_);
  }
  std::int64_t total() const { return vaddlvq_s32(low_) + vaddlvq_s32(high_); }

 private:
  int32x4_t low_ = vdupq_n_s32(0), high_ = vdupq_n_s32(0);
};

class ByteSums {
 public:
  explicit ByteSums(const std::int32_t* from) : low_(vld1q_s32(from)), high_(vld1q_s32(from + 4)) {}
  void add_products(const std::uint8_t* inputs, const std::int8_t* weights) {
    std::int32_t word;
    std::memcpy(&word, inputs, 4);
    const int8x16_t copies = vreinterpretq_s8_s32(vdupq_n_s32(word));
    low_ = vaddq_s32(low_, four(copies, vld1q_s8(weights)));
    high_ = vaddq_s32(high_, four(copies, vld1q_s8(weights + 16)));
  }
  void store(std::int32_t* to) const {
    vst1q_s32(to, low_);
    vst1q_s32(to + 4, high_);
  }

 private:
  static int32x4_t four(int8x16_t inputs, int8x16_t weights) {
    const int16x8_t first = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
    return vpaddq_s32(vpaddlq_s16(first), vpaddlq_s16(vmull_high_s8(inputs, weights)));
  }

  int32x4_t low_, high_;
};

#else

class Int16x16 {
 public:
  static Int16x16 load(const std::int16_t* from) {
    Int16x16 result;
    std::memcpy(result.values_.data(), from, sizeof result.values_);
    return result;
  }
  static Int16x16 load(const std::int8_t* from) {
    return each([from](std::size_t i) { return std::int16_t(from[i]); });
  }
  static Int16x16 all(std::int16_t value) {
    return each([value](std::size_t) { return value; });
  }
  void store(std::int16_t* to) const { std::memcpy(to, values_.data(), sizeof values_); }

  friend Int16x16 operator+(const Int16x16& a, const Int16x16& b) {
    return each([&](std::size_t i) { return std::int16_t(unsigned(a.values_[i]) + unsigned(b.values_[i])); });
  }
  friend Int16x16 operator-(const Int16x16& a, const Int16x16& b) {
    return each([&](std::size_t i) { return std::int16_t(unsigned(a.values_[i]) - unsigned(b.values_[i])); });
  }
  friend Int16x16 operator*(const Int16x16& a, const Int16x16& b) {
    return each([&](std::size_t i) { return std::int16_t(unsigned(a.values_[i]) * unsigned(b.values_[i])); });
  }
  friend Int16x16 clamped(const Int16x16& a, const Int16x16& most) {
    return each([&](std::size_t i) { return std::min(std::max(a.values_[i], std::int16_t(0)), most.values_[i]); });
  }
  template <unsigned Shift>
  static void store_shifted(const Int16x16& a, const Int16x16& b, std::uint8_t* to) {
    for (std::size_t i = 0; i < 16; ++i) {
      to[i] = std::uint8_t(std::uint16_t(a.values_[i]) >> Shift);
      to[16 + i] = std::uint8_t(std::uint16_t(b.values_[i]) >> Shift);
    }
  }

 private:
  friend class PairSums;
  Int16x16() = default;
  template <class F>
  static Int16x16 each(F f) {
    Int16x16 result;
    for (std::size_t i = 0; i < 16; ++i) result.values_[i] = f(i);
    return result;
  }

  std::array<std::int16_t, 16> values_;
};

class PairSums {
 public:
  void add_products(const Int16x16& a, const Int16x16& b) {
    for (std::size_t i = 0; i < 8; ++i)
      sums_[i] += a.values_[2 * i] * b.values_[2 * i] + a.values_[2 * i + 1] * b.values_[2 * i + 1];
  }
  std::int64_t total() const {
    std::int64_t total = 0;
    for (const std::int32_t sum : sums_) total += sum;
    return total;
  }

 private:
  std::array<std::int32_t, 8> sums_{};
};

class ByteSums {
 public:
  explicit ByteSums(const std::int32_t* from) { std::memcpy(sums_.data(), from, sizeof sums_); }
  void add_products(const std::uint8_t* inputs, const std::int8_t* weights) {
    for (std::size_t i = 0; i < 8; ++i) {
      int sum = 0;
      for (std::size_t k = 0; k < 4; ++k) sum += inputs[k] * weights[4 * i + k];
      sums_[i] += std::uint32_t(sum);
    }
  }
  void store(std::int32_t* to) const { std::memcpy(to, sums_.data(), sizeof sums_); }

 private:
  std::array<std::uint32_t, 8> sums_;
};

#endif

#if !BITROOK_HAS_BYTE_VECTORS
inline std::uint64_t nonzero_groups(const std::uint8_t* bytes) {
  std::uint64_t mask = 0;
  for (unsigned k = 0; k < 64; ++k) {
    std::uint32_t group;
    std::memcpy(&group, bytes + 4 * k, 4);
    mask |= std::uint64_t{group != 0} << k;
  }
  return mask;
}
#endif

// A bit mask of the squares where two arrays of 64 bytes differ.
inline std::uint64_t differences(const void* a, const void* b) {
#if BITROOK_HAS_BYTE_VECTORS
  return ~equal(Bytes64::load(a), Bytes64::load(b)).high_bits();
#else
  std::uint64_t mask = 0;
  for (unsigned k = 0; k < 8; ++k) {
    std::uint64_t x, y;
    std::memcpy(&x, static_cast<const char*>(a) + 8 * k, 8);
    std::memcpy(&y, static_cast<const char*>(b) + 8 * k, 8);
    if constexpr (std::endian::native == std::endian::big) x = byte_swapped(x), y = byte_swapped(y);
    constexpr std::uint64_t Low = 0x7F7F7F7F7F7F7F7F;
    const std::uint64_t changed = ((((x ^ y) & Low) + Low) | (x ^ y)) & ~Low;  // the highest bit of bytes that differ
    mask |= ((changed >> 7) * 0x0102040810204080 >> 56) << 8 * k;
  }
  return mask;
#endif
}

}  // namespace bitrook
