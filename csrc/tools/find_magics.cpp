// Prints csrc/bitrook/attacks/sliders/magic_factors.hpp.
// c++ -std=c++20 -O2 -Icsrc csrc/tools/find_magics.cpp
#include <cstdio>

#include "bitrook/attacks/sliders/magic_search.hpp"

using namespace bitrook;

static void print(const char* name, std::uint64_t (*find)(Square)) {
  std::printf("inline constexpr std::array<std::uint64_t, 64> %s{\n", name);
  for (unsigned i = 0; i < 64; ++i) {
    std::printf("%s0x%016llXu,%s", i % 4 ? " " : "    ", (unsigned long long)find(Square(i)), i % 4 == 3 ? "\n" : "");
  }
  std::printf("};\n");
}

int main() {
  std::puts(
      "// Magic factors by square, printed by csrc/tools/find_magics.cpp. A test repeats the search.\n#pragma once\n\n"
      "#include <array>\n#include <cstdint>\n\nnamespace bitrook::magic {\n\n// clang-format off");
  print("RookFactors", magic::find_rook_factor);
  print("BishopFactors", magic::find_bishop_factor);
  std::puts("// clang-format on\n\n}  // namespace bitrook::magic");
}
