// Parsing values in PGN: numbers, dates and times in tags, and clocks and evaluations in comments.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace bitrook::data {

// "2100", "+6", "-12". Returns nothing for "?", for other text, and for numbers outside the range.
std::optional<std::int64_t> parse_integer(std::string_view text, std::int64_t low, std::int64_t high);

// "2021.10.31" as days since 1970-01-01. Returns nothing if a part is unknown ("2021.??.??") or the date does not
// exist.
std::optional<std::int32_t> parse_date(std::string_view text);

// "23:59:01" as seconds since midnight.
std::optional<std::int32_t> parse_time(std::string_view text);

// The values in a comment: of the first [%clk ...], [%eval ...] and [%emt ...], and those that engine matches write.
struct Annotations {
  static constexpr std::int32_t None = std::numeric_limits<std::int32_t>::min();
  // [%clk 1:02:03.5] in milliseconds, at most 2^31 - 1.
  std::int32_t clock = None;
  // [%eval 0.17], [%eval #-3] or [%eval 0.17,22], from White's point of view. Centipawns are limited to -32000..32000;
  // mate in n is 32767 - (n - 1), and being mated in n is -32768 + (n - 1). #0 means that the last move was checkmate.
  std::int32_t eval = None;
  std::int32_t depth = None;  // of the evaluation, in plies
  std::int32_t time = None;   // [%emt 0:00:05]: the time that the move took, in milliseconds
};

// The evaluation of a mate in that many moves, from 1; of being mated if it is negative.
std::int32_t mate_in(std::int64_t moves, bool negative);

// `white_moved`: whether the comment is about a move by White, which decides who has mated if the evaluation is #0.
//
// Without these commands, the comment may begin as those of cutechess and fastchess: "+0.35/12 0.5s" or "-M3/20 1.2s",
// from the point of view of the player who moved; or have the fields of TCEC: "d=12, sd=20, mt=1200, wv=0.35", where wv
// is from White's point of view.
Annotations parse_annotations(std::string_view comment, bool white_moved);

// The tag TimeControl: "180+2", "40/7200:3600", "40/5400+30:1800+30" or "60+0.6".
struct TimeControl {
  struct Period {
    std::int64_t time, increment;  // in milliseconds
    bool ends;                     // after a number of moves; then the next period begins, or this one again
  };
  std::array<Period, 4> periods;
  std::size_t count;
};
// Returns nothing if the time control is unknown ("?"), without a clock ("-"), a sand clock, or has more periods.
std::optional<TimeControl> parse_time_control(std::string_view text);

// Computes the time that each move took in milliseconds from the clocks after the moves; None if it is unknown.
//   - The time is the mover's previous clock plus the increment minus the clock after the move. Before the first move,
//     the clock shows the time of the first period.
//   - The first move takes no time if the clock then still shows all of it, as on Lichess, where clocks start with the
//     second move, and no increment is added before that.
//   - A first clock of half the time means that the player has berserked: the first move takes no time, and there are
//     no increments.
//   - If a clock goes up although it counts down, the time of the next period has been added. If there is none, a
//     difference of up to a second is one of rounding or lag, and counts as 0. The time of the move is unknown if there
//     is more, because somebody has added time, or if one of the two clocks is missing.
void time_spent(const TimeControl& control, std::span<const std::int32_t> clocks, std::vector<std::int32_t>& spent);

// The milliseconds of a comment that is only a clock, such as "[%clk 0:05:00]", like most comments of Lichess; None for
// other comments.
inline std::int32_t parse_plain_clock(std::string_view comment) {
  if (comment.size() != 14 || std::memcmp(comment.data(), "[%clk ", 6) != 0) return Annotations::None;
  // XOR with "0:00:00]" maps digits to 0 to 9, and the expected colons and bracket to 0.
  unsigned char d[8];
  std::memcpy(d, comment.data() + 6, 8);
  for (int i = 0; i < 8; ++i) d[i] = static_cast<unsigned char>(d[i] ^ static_cast<unsigned char>("0:00:00]"[i]));
  if ((d[1] | d[4] | d[7]) != 0) return Annotations::None;
  if (d[0] > 9 || d[2] > 9 || d[3] > 9 || d[5] > 9 || d[6] > 9) return Annotations::None;
  return 1000 * (3600 * d[0] + 60 * (10 * d[2] + d[3]) + 10 * d[5] + d[6]);
}

}  // namespace bitrook::data
