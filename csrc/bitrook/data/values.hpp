// Values in the texts of PGN: numbers, dates and times of tags, clocks and evaluations of comments.
#pragma once

#include <cstdint>
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
  // [%clk 1:02:03.5] in milliseconds, at most 2^31 - 1.
  std::optional<std::int32_t> clock;
  // [%eval 0.17], [%eval #-3] or [%eval 0.17,22], for White. Centipawns are limited to -32000..32000; mate in n is
  // 32767 - (n - 1), and being mated in n is -32768 + (n - 1). #0 is a mate that stands on the board.
  std::optional<std::int16_t> eval;
};

// `white_moved` says whose move the comment is about: who has mated, if the evaluation is #0.
Annotations parse_annotations(std::string_view comment, bool white_moved);

}  // namespace bitrook::data
