// The only file that names a compiler, a processor or an intrinsic.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

// MSVC has no name for BMI2: /arch:AVX2 stands for all of x86-64-v3.
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(_M_X64) && defined(__AVX2__))
#include <immintrin.h>
#define BITROOK_HAS_PEXT 1
#else
#define BITROOK_HAS_PEXT 0
#endif

// Bytes of a vector in any order, by one instruction: with PEXT it makes rows of moves out of sets of squares.
#if BITROOK_HAS_PEXT && (defined(__SSSE3__) || defined(_MSC_VER))
#define BITROOK_HAS_SHUFFLE 1
#else
#define BITROOK_HAS_SHUFFLE 0
#endif

// 64 characters compared at once: what stands where in a text, as sets.
#if BITROOK_HAS_PEXT && defined(__AVX2__)
#define BITROOK_HAS_CHARACTER_SETS 1
#else
#define BITROOK_HAS_CHARACTER_SETS 0
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define BITROOK_ALWAYS_INLINE __forceinline
#define BITROOK_NEVER_INLINE __declspec(noinline)
#else
#define BITROOK_ALWAYS_INLINE inline __attribute__((always_inline))
#define BITROOK_NEVER_INLINE __attribute__((noinline))
#endif

namespace bitrook {

// Index of the least and of the most significant bit; the caller guarantees that `word` is not zero.
constexpr unsigned lowest_bit(std::uint64_t word) { return unsigned(std::countr_zero(word)); }
constexpr unsigned highest_bit(std::uint64_t word) { return 63u - unsigned(std::countl_zero(word)); }
constexpr unsigned population_count(std::uint64_t word) { return unsigned(std::popcount(word)); }

constexpr std::uint64_t byte_swapped(std::uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
  return __builtin_bswap64(word);
#else
  word = (word >> 8 & 0x00FF00FF00FF00FF) | (word & 0x00FF00FF00FF00FF) << 8;
  word = (word >> 16 & 0x0000FFFF0000FFFF) | (word & 0x0000FFFF0000FFFF) << 16;
  return word >> 32 | word << 32;
#endif
}

#if BITROOK_HAS_PEXT
inline std::uint64_t extracted_bits(std::uint64_t word, std::uint64_t mask) { return _pext_u64(word, mask); }
inline std::uint64_t deposited_bits(std::uint64_t word, std::uint64_t mask) { return _pdep_u64(word, mask); }
#endif

#if BITROOK_HAS_SHUFFLE
// Writes the 16 bytes at `from` in the order that the 16 bytes at `order` name. Both are aligned to 16 bytes.
inline void store_shuffled(const void* from, const void* order, void* to) {
  const __m128i bytes = _mm_load_si128(static_cast<const __m128i*>(from));
  const __m128i picked = _mm_load_si128(static_cast<const __m128i*>(order));
  _mm_storeu_si128(static_cast<__m128i*>(to), _mm_shuffle_epi8(bytes, picked));
}
#endif

#if BITROOK_HAS_CHARACTER_SETS
// The first 64 characters of a text that has at least 32; each answer has bit i for the i-th of them.
class Characters {
 public:
  Characters(const char* text, std::size_t length)
      : high_at_(length < 64 ? unsigned(length) - 32 : 32),
        low_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text))),
        high_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + high_at_))) {}
  Characters lower_case() const {  // of letters; others may turn into anything but letters
    const __m256i bit = _mm256_set1_epi8(0x20);
    return {high_at_, _mm256_or_si256(low_, bit), _mm256_or_si256(high_, bit)};
  }
  std::uint64_t equal_to(char c) const {
    const __m256i all = _mm256_set1_epi8(c);
    return set(_mm256_cmpeq_epi8(low_, all), _mm256_cmpeq_epi8(high_, all));
  }
  std::uint64_t between(char least, char greatest) const {  // of ASCII
    const __m256i below = _mm256_set1_epi8(char(least - 1)), above = _mm256_set1_epi8(char(greatest + 1));
    return set(_mm256_and_si256(_mm256_cmpgt_epi8(low_, below), _mm256_cmpgt_epi8(above, low_)),
               _mm256_and_si256(_mm256_cmpgt_epi8(high_, below), _mm256_cmpgt_epi8(above, high_)));
  }

 private:
  Characters(unsigned high_at, __m256i low, __m256i high) : high_at_(high_at), low_(low), high_(high) {}
  std::uint64_t set(__m256i low, __m256i high) const {
    return std::uint64_t(std::uint32_t(_mm256_movemask_epi8(high))) << high_at_ |
           std::uint32_t(_mm256_movemask_epi8(low));
  }

  unsigned high_at_;  // where the second 32 characters begin: they may be partly the same
  __m256i low_, high_;
};
#endif

}  // namespace bitrook
