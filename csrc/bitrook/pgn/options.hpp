// Options of PGN readers: line ends, and limits on what a game may contain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace bitrook::pgn {

// What counts as the end of a line.
enum class LineEnds : std::uint8_t {
  Universal,  // LF, CR and CR LF, as in text files opened by Python
  LineFeed,   // LF only, as in io.StringIO; CR is white space
};

// Limits that bound the memory of a reader for any input. Exceeding one is reported as an error of the game, and the
// next game is read as usual. Each must be between 1 and Most.
struct Limits {
  std::size_t game = std::size_t{4} << 20;     // bytes of text; from that line on, the game is skipped
  std::size_t moves = 200'000;                 // including those of variations; the rest of the game is skipped
  std::size_t nags = 256;                      // of one move; further ones are skipped
  std::size_t comment = std::size_t{1} << 20;  // bytes; the rest of the comment is dropped
  std::size_t tags = 1'000;                    // further ones are skipped
  std::size_t tag = std::size_t{64} << 10;     // bytes of the name and the value; the tag is skipped
  std::size_t errors = 1'000;                  // the rest of the game is skipped

  static constexpr std::size_t Most = 0x7FFFFFFF;
  constexpr bool are_valid() const {
    for (const std::size_t limit : {game, moves, nags, comment, tags, tag, errors}) {
      if (limit < 1 || limit > Most) return false;
    }
    return true;
  }
};

struct Options {
  LineEnds line_ends = LineEnds::Universal;
  Limits limits{};
  bool reads_other_variants = false;  // as standard chess, after reporting an error
  std::uint64_t first_offset = 0;     // the offset of the first byte in errors
};

}  // namespace bitrook::pgn
