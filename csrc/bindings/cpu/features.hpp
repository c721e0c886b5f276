// The features that the processor has and the operating system supports, by name, without Python.
#pragma once

#include <cstddef>
#include <cstring>

#include "cpuid.hpp"

namespace bitrook::cpu {

#if BITROOK_CPU_X86_64

struct Feature {
  const char* name;
  unsigned Registers::* where;
  unsigned bit;
};

inline constexpr Feature Leaf1[] = {
    {"sse3", &Registers::ecx, 0},    {"ssse3", &Registers::ecx, 9},   {"cx16", &Registers::ecx, 13},
    {"sse4_1", &Registers::ecx, 19}, {"sse4_2", &Registers::ecx, 20}, {"movbe", &Registers::ecx, 22},
    {"popcnt", &Registers::ecx, 23},
};
inline constexpr Feature Leaf1Avx[] = {
    {"fma", &Registers::ecx, 12}, {"avx", &Registers::ecx, 28}, {"f16c", &Registers::ecx, 29}};
inline constexpr Feature Leaf7[] = {{"bmi1", &Registers::ebx, 3}, {"bmi2", &Registers::ebx, 8}};
inline constexpr Feature Leaf7Avx[] = {{"avx2", &Registers::ebx, 5}};
inline constexpr Feature Leaf7Avx512[] = {
    {"avx512f", &Registers::ebx, 16},  {"avx512dq", &Registers::ebx, 17},        {"avx512cd", &Registers::ebx, 28},
    {"avx512bw", &Registers::ebx, 30}, {"avx512vl", &Registers::ebx, 31},        {"avx512vbmi", &Registers::ecx, 1},
    {"gfni", &Registers::ecx, 8},      {"avx512vpopcntdq", &Registers::ecx, 14},
};
inline constexpr Feature Extended1[] = {{"lahf", &Registers::ecx, 0}, {"lzcnt", &Registers::ecx, 5}};

template <std::size_t N, class Add>
bool add_set(const Feature (&features)[N], const Registers& r, Add add) {
  for (const Feature& f : features)
    if ((r.*f.where >> f.bit & 1) && !add(f.name)) return false;
  return true;
}

// Whether PEXT takes one or two cycles. AMD processors before Zen 3 (family 0x19) and Hygon's, which are based on Zen
// 1, run it as microcode in up to 250 cycles; magic multiplication is much faster there.
inline bool has_fast_pext() {
  if (!(cpuid(7).ebx >> 8 & 1)) return false;
  const Registers vendor = cpuid(0);
  char name[13] = {};
  std::memcpy(name, &vendor.ebx, 4);
  std::memcpy(name + 4, &vendor.edx, 4);
  std::memcpy(name + 8, &vendor.ecx, 4);
  const unsigned signature = cpuid(1).eax;
  unsigned family = signature >> 8 & 15;
  if (family == 15) family += signature >> 20 & 255;
  if (std::strcmp(name, "HygonGenuine") == 0) return false;
  return std::strcmp(name, "AuthenticAMD") != 0 || family >= 0x19;
}

// Calls add(name) for each feature until it returns false. Returns true if it never did.
template <class Add>
bool each_feature(Add add) {
  const Registers one = cpuid(1), seven = cpuid(7), extended = cpuid(0x80000001);
  const bool has_xgetbv = one.ecx >> 27 & 1;  // OSXSAVE
  const unsigned states = has_xgetbv ? saved_states() : 0;
  const bool avx = (states & 0x06) == 0x06;     // SSE and AVX halves of the ymm registers
  const bool avx512 = (states & 0xE6) == 0xE6;  // and the masks and both parts of the zmm registers
  return add_set(Leaf1, one, add) && add_set(Extended1, extended, add) && add_set(Leaf7, seven, add) &&
         (!avx || (add_set(Leaf1Avx, one, add) && add_set(Leaf7Avx, seven, add))) &&
         (!avx512 || add_set(Leaf7Avx512, seven, add)) && (!has_fast_pext() || add("fast_pext"));
}

#else

template <class Add>
bool each_feature([[maybe_unused]] Add add) {
#if defined(__aarch64__) || defined(_M_ARM64)
  return add("neon");
#else
  return true;
#endif
}

#endif

}  // namespace bitrook::cpu
