// The x86 instructions CPUID and XGETBV, for every compiler.
#pragma once

// __builtin_cpu_supports is not used: it calls the compiler's runtime library, which some toolchains (zig, clang-cl) do
// not link.

#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#define BITROOK_CPU_X86_64 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#else
#define BITROOK_CPU_X86_64 0
#endif

namespace bitrook::cpu {

struct Registers {
  unsigned eax, ebx, ecx, edx;
};

#if BITROOK_CPU_X86_64

// Returns zeros if the processor does not have the leaf.
inline Registers cpuid(unsigned leaf, unsigned subleaf = 0) {
#if defined(_MSC_VER)
  int r[4];
  __cpuid(r, int(leaf & 0x80000000));
  if (unsigned(r[0]) < leaf) return {};
  __cpuidex(r, int(leaf), int(subleaf));
  return {unsigned(r[0]), unsigned(r[1]), unsigned(r[2]), unsigned(r[3])};
#else
  Registers r{};
  if (__get_cpuid_max(leaf & 0x80000000, nullptr) < leaf) return {};
  __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
  return r;
#endif
}

// The register states that the operating system saves when it switches threads. AVX can be used only if its registers
// are among them. The caller must ensure that the OSXSAVE bit is set.
inline unsigned saved_states() {
#if defined(_MSC_VER)
  return unsigned(_xgetbv(0));
#else
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
#endif
}

#endif

}  // namespace bitrook::cpu
