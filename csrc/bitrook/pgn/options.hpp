// Options of PGN readers: the letters of the pieces, and limits on what a game may contain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace bitrook::pgn {

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

// The letters of the pieces in a language, in UTF-8 and in the order K Q R B N P. Empty: those of English.
struct PieceLetters {
  std::array<std::string, 6> letters;
  bool empty() const { return letters[0].empty(); }
};

struct Options {
  Limits limits{};
  PieceLetters letters{};  // of a language other than English
  // As python-chess, ignores a parenthesis before the first move that is not closed, and superfluous closing ones
  // unless moves follow. Otherwise they are errors.
  bool ignores_parentheses = false;
  std::uint64_t first_offset = 0;  // the offset of the first byte in errors
};

}  // namespace bitrook::pgn
