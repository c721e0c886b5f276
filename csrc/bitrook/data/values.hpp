// Values in the texts of PGN: numbers, dates and times of tags, clocks and evaluations of comments.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace bitrook::data {

// "2100", "+6", "-12". Nothing for "?", for other text, and for numbers outside of the range.
std::optional<std::int64_t> parse_integer(std::string_view text, std::int64_t low, std::int64_t high);

// "2021.10.31" as days since 1970-01-01. Nothing if a part is unknown ("2021.??.??") or is not a day of the calendar.
std::optional<std::int32_t> parse_date(std::string_view text);

// "23:59:01" as seconds since midnight.
std::optional<std::int32_t> parse_time(std::string_view text);

// What the first [%clk ...] and the first [%eval ...] of a comment say.
struct Annotations {
  static constexpr std::int32_t None = std::numeric_limits<std::int32_t>::min();
  // [%clk 1:02:03.5] in milliseconds, at most 2^31 - 1.
  std::int32_t clock = None;
  // [%eval 0.17], [%eval #-3] or [%eval 0.17,22], for White. Centipawns are limited to -32000..32000; mate in n is
  // 32767 - (n - 1), and being mated in n is -32768 + (n - 1). #0 is a mate that stands on the board.
  std::int32_t eval = None;
};

// `white_moved` says whose move the comment is about: who has mated, if the evaluation is #0.
Annotations parse_annotations(std::string_view comment, bool white_moved);

// The milliseconds of "[%clk 0:05:00]" and nothing else, as most comments of Lichess are; else None.
inline std::int32_t parse_plain_clock(std::string_view comment) {
  if (comment.size() != 14 || std::memcmp(comment.data(), "[%clk ", 6) != 0) return Annotations::None;
  // The bytes are digits, colons and the bracket if they differ from "0:00:00]" by 0 to 9, and by nothing elsewhere.
  unsigned char d[8];
  std::memcpy(d, comment.data() + 6, 8);
  for (int i = 0; i < 8; ++i) d[i] = static_cast<unsigned char>(d[i] ^ static_cast<unsigned char>("0:00:00]"[i]));
  if ((d[1] | d[4] | d[7]) != 0) return Annotations::None;
  if (d[0] > 9 || d[2] > 9 || d[3] > 9 || d[5] > 9 || d[6] > 9) return Annotations::None;
  return 1000 * (3600 * d[0] + 60 * (10 * d[2] + d[3]) + 10 * d[5] + d[6]);
}

}  // namespace bitrook::data
