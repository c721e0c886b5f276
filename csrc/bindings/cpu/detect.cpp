// Prints the features of this processor. CMake runs it to choose a build for the compiling machine.
#include <cstdio>

#include "features.hpp"

int main() {
  bitrook::cpu::each_feature([](const char* name) { return std::printf("%s ", name) > 0; });
  return 0;
}
