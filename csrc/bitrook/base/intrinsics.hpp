// The only file that names a compiler, a processor or an intrinsic.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

// 64 bytes at once: what stands on each square, or in a text.
#if BITROOK_HAS_SHUFFLE && defined(__AVX2__)
#define BITROOK_HAS_BYTE_VECTORS 1
#else
#define BITROOK_HAS_BYTE_VECTORS 0
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
constexpr unsigned highest_bit(std::uint64_t word) { return 63u ^ unsigned(std::countl_zero(word)); }
// `word` without its most significant bit, whose index is `bit`. GCC has BZHI for it, but not BTC: it shifts, and a
// shift by a register waits for the flags of what is before it (3 % of listing in builds without vectors).
constexpr std::uint64_t without_highest(std::uint64_t word, unsigned bit) {
#if BITROOK_HAS_PEXT
  return word & ((std::uint64_t{1} << bit) - 1);
#else
#if defined(__x86_64__) && defined(__GNUC__)
  if (!std::is_constant_evaluated()) {
    asm("btcq %1, %0" : "+r"(word) : "r"(std::uint64_t{bit}) : "cc");
    return word;
  }
#endif
  return word ^ std::uint64_t{1} << bit;
#endif
}
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

// Writes eight bytes, each of them one of the eight at `low` or of the eight at `high`: those that the eight at `order`
// name, from 0 to 15.
inline void store_shuffled(const char* low, const char* high, const std::uint8_t* order, char* to) {
  const auto word = [](const void* at) { return _mm_loadl_epi64(static_cast<const __m128i*>(at)); };
  const __m128i picked = _mm_shuffle_epi8(_mm_unpacklo_epi64(word(low), word(high)), word(order));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), picked);
}
#endif

#if BITROOK_HAS_BYTE_VECTORS
using Table16 = std::array<std::uint8_t, 16>;

// A byte for each of 64 squares or characters, in eight words. True is 0xFF.
class Bytes64 {
 public:
  static Bytes64 load(const void* from) {
    const auto* at = static_cast<const __m256i*>(from);
    return {_mm256_loadu_si256(at), _mm256_loadu_si256(at + 1)};
  }
  static Bytes64 all(unsigned byte) { return {_mm256_set1_epi8(char(byte)), _mm256_set1_epi8(char(byte))}; }
  // The words that begin at these places, the first one lowest.
  static Bytes64 words_at(const char* a, const char* b, const char* c, const char* d, const char* e, const char* f,
                          const char* g, const char* h) {
    return {four(a, b, c, d), four(e, f, g, h)};
  }
  // True on the squares of a set.
  static Bytes64 on(std::uint64_t set) {
    const __m256i word = _mm256_set1_epi64x((long long)set);
    const __m256i low = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i own = _mm256_set1_epi64x((long long)0x8040201008040201);
    const auto bits = [own](__m256i bytes) { return _mm256_cmpeq_epi8(_mm256_and_si256(bytes, own), own); };
    return {bits(_mm256_shuffle_epi8(word, low)),
            bits(_mm256_shuffle_epi8(word, _mm256_or_si256(low, _mm256_set1_epi8(4))))};
  }
  void store(void* to) const {
    _mm256_storeu_si256(static_cast<__m256i*>(to), low_);
    _mm256_storeu_si256(static_cast<__m256i*>(to) + 1, high_);
  }
  // The highest bits of all bytes.
  std::uint64_t set() const {
    return std::uint64_t(std::uint32_t(_mm256_movemask_epi8(high_))) << 32 | std::uint32_t(_mm256_movemask_epi8(low_));
  }
  // The sum of each word's eight bytes, modulo 256, in eight bytes.
  std::uint64_t sums() const {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i both =
        _mm256_or_si256(_mm256_sad_epu8(low_, zero), _mm256_slli_epi64(_mm256_sad_epu8(high_, zero), 32));
    const __m256i apart = _mm256_sllv_epi64(both, _mm256_setr_epi64x(0, 8, 16, 24));
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(apart), _mm256_extracti128_si256(apart, 1));
    return std::uint64_t(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
  }

  // The entry of each byte's low four bits, or 0 if its highest bit is set.
  Bytes64 looked_up_in(const Table16& table) const {
    const __m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
    return {_mm256_shuffle_epi8(t, low_), _mm256_shuffle_epi8(t, high_)};
  }
  template <int N>  // across the bytes of two, so that only some bits of a byte can be told afterwards
  Bytes64 bits_up() const {
    return {_mm256_slli_epi16(low_, N), _mm256_slli_epi16(high_, N)};
  }
  template <int N>
  Bytes64 bits_down() const {
    return {_mm256_srli_epi16(low_, N), _mm256_srli_epi16(high_, N)};
  }
  // The sums of each byte and those before it in its word, modulo 256.
  Bytes64 running_sums() const { return {running_sums(low_), running_sums(high_)}; }
  // True up to the first byte of each word that is not zero. Bytes are true or zero.
  Bytes64 before_first() const { return {before_first(low_), before_first(high_)}; }

  friend Bytes64 operator&(Bytes64 a, Bytes64 b) {
    return {_mm256_and_si256(a.low_, b.low_), _mm256_and_si256(a.high_, b.high_)};
  }
  friend Bytes64 operator|(Bytes64 a, Bytes64 b) {
    return {_mm256_or_si256(a.low_, b.low_), _mm256_or_si256(a.high_, b.high_)};
  }
  friend Bytes64 operator^(Bytes64 a, Bytes64 b) {
    return {_mm256_xor_si256(a.low_, b.low_), _mm256_xor_si256(a.high_, b.high_)};
  }
  friend Bytes64 operator-(Bytes64 a, Bytes64 b) {
    return {_mm256_sub_epi8(a.low_, b.low_), _mm256_sub_epi8(a.high_, b.high_)};
  }
  friend Bytes64 equal(Bytes64 a, Bytes64 b) {
    return {_mm256_cmpeq_epi8(a.low_, b.low_), _mm256_cmpeq_epi8(a.high_, b.high_)};
  }
  friend Bytes64 at_most(Bytes64 a, Bytes64 b) {  // of bytes without a sign
    return equal({_mm256_min_epu8(a.low_, b.low_), _mm256_min_epu8(a.high_, b.high_)}, a);
  }

 private:
  Bytes64(__m256i low, __m256i high) : low_(low), high_(high) {}
  static __m256i four(const char* a, const char* b, const char* c, const char* d) {
    const auto word = [](const char* at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)); };
    return _mm256_set_m128i(_mm_unpacklo_epi64(word(c), word(d)), _mm_unpacklo_epi64(word(a), word(b)));
  }
  static __m256i running_sums(__m256i x) {
    x = _mm256_add_epi8(x, _mm256_slli_epi64(x, 8));
    x = _mm256_add_epi8(x, _mm256_slli_epi64(x, 16));
    return _mm256_add_epi8(x, _mm256_slli_epi64(x, 32));
  }
  static __m256i before_first(__m256i x) { return _mm256_andnot_si256(x, _mm256_sub_epi64(x, _mm256_set1_epi64x(1))); }

  __m256i low_, high_;
};

// The places of a character among the first 64 of a text that has at least 32.
inline std::uint64_t places_of(char c, const char* text, std::size_t length) {
  const std::size_t second = length < 64 ? length - 32 : 32;  // they may be partly the same
  const auto places = [all = _mm256_set1_epi8(c)](const char* at) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    return std::uint64_t(std::uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, all))));
  };
  return places(text + second) << second | places(text);
}
#endif

}  // namespace bitrook
