// Options of the readers of PGN: what ends a line, and limits of time and memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitrook::pgn {

// What ends a line.
enum class LineEnds : std::uint8_t {
  Universal,  // LF, CR and CR LF, as a text file opened by Python
  LineFeed,   // LF only, as io.StringIO; a CR is white space
};

// Beyond a limit, an error is reported and reading goes on.
struct Limits {
  std::size_t line = std::size_t{256} << 20;     // bytes in a line that a stream keeps until its end has come
  std::size_t comment = std::size_t{256} << 20;  // bytes in a comment of several lines
  std::size_t depth = 10'000;                    // variations within variations
  std::size_t plies = 1'000'000;                 // moves from the game's start to the end of a variation
};

struct Options {
  LineEnds line_ends = LineEnds::Universal;
  Limits limits{};
  std::uint64_t first_offset = 0;  // the offset and the line that errors name for the first byte
  std::uint64_t first_line = 1;
};

}  // namespace bitrook::pgn
