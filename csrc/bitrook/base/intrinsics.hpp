// Bit operations, byte vectors and inlining. Only this file and simd.hpp mention compilers, processors or intrinsics.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// MSVC defines no macro for BMI2; __AVX2__ (from /arch:AVX2) stands in for all of x86-64-v3.
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(_M_X64) && defined(__AVX2__))
#include <immintrin.h>
#define BITROOK_HAS_PEXT 1
#else
#define BITROOK_HAS_PEXT 0
#endif

// PSHUFB permutes the bytes of a vector in one instruction. Together with PEXT it expands a set of squares into a move
// list.
#if BITROOK_HAS_PEXT && (defined(__SSSE3__) || defined(_MSC_VER))
#define BITROOK_HAS_SHUFFLE 1
#else
#define BITROOK_HAS_SHUFFLE 0
#endif

// AVX2: operations on 64 bytes at once, one for each square or character.
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

// The index of the lowest set bit, and of the highest. Precondition: `word` is not 0.
constexpr unsigned lowest_bit(std::uint64_t word) { return unsigned(std::countr_zero(word)); }
constexpr unsigned highest_bit(std::uint64_t word) { return 63u ^ unsigned(std::countl_zero(word)); }

// Clears the highest set bit of `word`, whose index is `bit`. With BMI2, the first form compiles to one instruction
// (BZHI), which makes move generation 4 % faster than the second.
constexpr std::uint64_t without_highest(std::uint64_t word, unsigned bit) {
  return BITROOK_HAS_PEXT ? word & ((std::uint64_t{1} << bit) - 1) : word ^ std::uint64_t{1} << bit;
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

// Prefetches the cache line of an address.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#endif
}

// The same for an address that will be written. The address does not have to be valid.
inline void prefetch_for_write([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 1);
#endif
}

#if BITROOK_HAS_PEXT
// PEXT packs the bits of `word` selected by `mask` into the low bits; PDEP spreads the low bits of `word` over `mask`.
// https://www.chessprogramming.org/BMI2
inline std::uint64_t extracted_bits(std::uint64_t word, std::uint64_t mask) { return _pext_u64(word, mask); }
inline std::uint64_t deposited_bits(std::uint64_t word, std::uint64_t mask) { return _pdep_u64(word, mask); }
#endif

#if BITROOK_HAS_SHUFFLE
// Writes 16 bytes to `to`: byte i is `from[order[i]]`. `from` and `order` are aligned to 16 bytes.
inline void store_shuffled(const void* from, const void* order, void* to) {
  const __m128i bytes = _mm_load_si128(static_cast<const __m128i*>(from));
  const __m128i picked = _mm_load_si128(static_cast<const __m128i*>(order));
  _mm_storeu_si128(static_cast<__m128i*>(to), _mm_shuffle_epi8(bytes, picked));
}

// Writes 8 bytes: an index of 0-7 in `order` selects a byte of `low`, 8-15 a byte of `high`.
inline void store_shuffled(const char* low, const char* high, const std::uint8_t* order, char* to) {
  const auto word = [](const void* at) { return _mm_loadl_epi64(static_cast<const __m128i*>(at)); };
  const __m128i picked = _mm_shuffle_epi8(_mm_unpacklo_epi64(word(low), word(high)), word(order));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), picked);
}
#endif

#if BITROOK_HAS_BYTE_VECTORS
using Table16 = std::array<std::uint8_t, 16>;

// A vector of 64 bytes, one for each square or character; it can also be treated as 8 words of 8 bytes, one for each
// rank. Comparisons produce bytes of 0xFF (true) or 0 (false).
class Bytes64 {
 public:
  static Bytes64 load(const void* from) {
    const auto* at = static_cast<const __m256i*>(from);
    return {_mm256_loadu_si256(at), _mm256_loadu_si256(at + 1)};
  }
  static Bytes64 all(unsigned byte) { return {_mm256_set1_epi8(char(byte)), _mm256_set1_epi8(char(byte))}; }
  // Loads one word from each pointer; `a` becomes the lowest word.
  static Bytes64 load_words(const char* a, const char* b, const char* c, const char* d, const char* e, const char* f,
                            const char* g, const char* h) {
    return {load_4_words(a, b, c, d), load_4_words(e, f, g, h)};
  }
  // Expands bit n of `mask` to byte n, true or false.
  static Bytes64 from_mask(std::uint64_t mask) {
    const __m256i copies = _mm256_set1_epi64x((long long)mask);
    const __m256i byte_of = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit_of = _mm256_set1_epi64x((long long)0x8040201008040201);
    const auto is_set = [bit_of](__m256i bytes) { return _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit_of), bit_of); };
    return {is_set(_mm256_shuffle_epi8(copies, byte_of)),
            is_set(_mm256_shuffle_epi8(copies, _mm256_or_si256(byte_of, _mm256_set1_epi8(4))))};
  }
  void store(void* to) const {
    _mm256_storeu_si256(static_cast<__m256i*>(to), low_);
    _mm256_storeu_si256(static_cast<__m256i*>(to) + 1, high_);
  }
  // Writes 64 bytes: values[n] where byte n is true, and 0 elsewhere. `values` does not have to be aligned.
  void store_where(const std::uint8_t* values, std::uint8_t* to) const {
    store_and(low_, values, to);
    store_and(high_, values + 32, to + 32);
  }
  void store_where(const std::uint16_t* values, std::uint16_t* to) const {
    for (const __m256i half : {low_, high_}) {
      for (const __m128i bytes : {_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1)}) {
        store_and(_mm256_cvtepi8_epi16(bytes), values, to);
        values += 16, to += 16;
      }
    }
  }
  void store_where(const std::uint32_t* values, std::uint32_t* to) const {
    for (const __m256i half : {low_, high_}) {
      for (const __m128i bytes : {_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1)}) {
        store_and(_mm256_cvtepi8_epi32(bytes), values, to);
        store_and(_mm256_cvtepi8_epi32(_mm_srli_si128(bytes, 8)), values + 8, to + 8);
        values += 16, to += 16;
      }
    }
  }
  // Collects the highest bit of each byte: byte n becomes bit n.
  std::uint64_t high_bits() const {
    return std::uint64_t(std::uint32_t(_mm256_movemask_epi8(high_))) << 32 | std::uint32_t(_mm256_movemask_epi8(low_));
  }
  // The sum of the bytes of word n, modulo 256, as byte n of the result.
  std::uint64_t word_sums() const {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i sums =
        _mm256_or_si256(_mm256_sad_epu8(low_, zero), _mm256_slli_epi64(_mm256_sad_epu8(high_, zero), 32));
    const __m256i placed = _mm256_sllv_epi64(sums, _mm256_setr_epi64x(0, 8, 16, 24));
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(placed), _mm256_extracti128_si256(placed, 1));
    return std::uint64_t(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }

  // Replaces each byte by the table entry for its low four bits, or by 0 if its highest bit is set.
  Bytes64 lookup(const Table16& table) const {
    const __m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
    return {_mm256_shuffle_epi8(t, low_), _mm256_shuffle_epi8(t, high_)};
  }
  // Shifts each 16-bit lane by N bits, so bits can cross between the two bytes of a lane.
  template <int N>
  Bytes64 shifted_left() const {
    return {_mm256_slli_epi16(low_, N), _mm256_slli_epi16(high_, N)};
  }
  template <int N>
  Bytes64 shifted_right() const {
    return {_mm256_srli_epi16(low_, N), _mm256_srli_epi16(high_, N)};
  }
  // Prefix sums within each word, modulo 256.
  Bytes64 prefix_sums() const { return {prefix_sums(low_), prefix_sums(high_)}; }
  // Marks the bytes of each word that precede its first true byte.
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
  friend Bytes64 at_most(Bytes64 a, Bytes64 b) {  // a <= b, unsigned
    return equal({_mm256_min_epu8(a.low_, b.low_), _mm256_min_epu8(a.high_, b.high_)}, a);
  }

 private:
  Bytes64(__m256i low, __m256i high) : low_(low), high_(high) {}
  static __m256i load_4_words(const char* a, const char* b, const char* c, const char* d) {
    const auto word = [](const char* at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)); };
    return _mm256_set_m128i(_mm_unpacklo_epi64(word(c), word(d)), _mm_unpacklo_epi64(word(a), word(b)));
  }
  static __m256i prefix_sums(__m256i x) {
    x = _mm256_add_epi8(x, _mm256_slli_epi64(x, 8));
    x = _mm256_add_epi8(x, _mm256_slli_epi64(x, 16));
    return _mm256_add_epi8(x, _mm256_slli_epi64(x, 32));
  }
  static void store_and(__m256i mask, const void* values, void* to) {
    const __m256i masked = _mm256_and_si256(mask, _mm256_loadu_si256(static_cast<const __m256i*>(values)));
    _mm256_storeu_si256(static_cast<__m256i*>(to), masked);
  }
  static __m256i before_first(__m256i x) { return _mm256_andnot_si256(x, _mm256_sub_epi64(x, _mm256_set1_epi64x(1))); }

  __m256i low_, high_;
};

// Transposes 16 words as a 16 x 8 byte matrix: byte n of every word, in order, goes to the 16 bytes at `to` + n *
// `distance`.
inline void transpose_bytes(const std::uint64_t* words, std::uint8_t* to, std::size_t distance) {
  // The lower half holds words k and k + 1, the upper half words k + 8 and k + 9; in each half the bytes are
  // interleaved.
  const auto pairs = [words](std::size_t k) {
    const auto load = [words](std::size_t i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(words + i)); };
    const __m256i order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    return _mm256_shuffle_epi8(_mm256_set_m128i(load(k + 8), load(k)), order);
  };
  // Each vector holds bytes n and n + 1 of words 0-7, followed by those of words 8-15.
  const auto store = [to, distance](std::size_t n, __m256i bytes) {
    const __m256i in_order = _mm256_permute4x64_epi64(bytes, 0b11'01'10'00);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + n * distance), _mm256_castsi256_si128(in_order));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + (n + 1) * distance), _mm256_extracti128_si256(in_order, 1));
  };
  const __m256i a = pairs(0), b = pairs(2), c = pairs(4), d = pairs(6);
  const __m256i first = _mm256_unpacklo_epi16(a, b), second = _mm256_unpacklo_epi16(c, d);
  store(0, _mm256_unpacklo_epi32(first, second));
  store(2, _mm256_unpackhi_epi32(first, second));
  const __m256i third = _mm256_unpackhi_epi16(a, b), fourth = _mm256_unpackhi_epi16(c, d);
  store(4, _mm256_unpacklo_epi32(third, fourth));
  store(6, _mm256_unpackhi_epi32(third, fourth));
}

// A bit mask of the occurrences of `c` in the first 64 characters of `text`. Precondition: `text` has at least 32.
inline std::uint64_t places_of(char c, const char* text, std::size_t length) {
  const std::size_t second = length < 64 ? length - 32 : 32;  // the two halves overlap in a shorter text
  const auto places = [all = _mm256_set1_epi8(c)](const char* at) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    return std::uint64_t(std::uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, all))));
  };
  return places(text + second) << second | places(text);
}
#endif

// A block of consecutive characters that are compared with one character at once: 32 with AVX2, otherwise 8 in a word.
// The result is a mask with MaskBits bits per byte, starting with the first byte in the lowest bits.
class ByteBlock {
 public:
#if BITROOK_HAS_BYTE_VECTORS
  static constexpr std::size_t Size = 32;
  static constexpr unsigned MaskBits = 1;
  using Mask = std::uint32_t;

  explicit ByteBlock(const char* from) : bytes_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))) {}
  // The bytes that are one of these characters.
  template <class... Chars>
  Mask equal(Chars... chars) const {
    return Mask(_mm256_movemask_epi8(matches(chars...)));
  }

 private:
  template <class... Chars>
  __m256i matches(char c, Chars... more) const {
    const __m256i found = _mm256_cmpeq_epi8(bytes_, _mm256_set1_epi8(c));
    if constexpr (sizeof...(more) == 0) {
      return found;
    } else {
      return _mm256_or_si256(found, matches(more...));
    }
  }

  __m256i bytes_;
#else
  static constexpr std::size_t Size = 8;
  static constexpr unsigned MaskBits = 8;
  using Mask = std::uint64_t;

  explicit ByteBlock(const char* from) {
    std::memcpy(&bytes_, from, Size);
    if constexpr (std::endian::native == std::endian::big) bytes_ = byte_swapped(bytes_);
  }
  template <class... Chars>
  Mask equal(Chars... chars) const {
    return (matches(chars) | ...);
  }

 private:
  Mask matches(char c) const {
    constexpr std::uint64_t Low = 0x7F7F7F7F7F7F7F7F;
    const std::uint64_t x = bytes_ ^ 0x0101010101010101u * static_cast<unsigned char>(c);
    return ~(((x & Low) + Low) | x | Low);  // the highest bit of each byte that is 0
  }

  std::uint64_t bytes_;
#endif
};

}  // namespace bitrook
