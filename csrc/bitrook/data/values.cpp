// Reading numbers, dates, times, clocks and evaluations.
#include "bitrook/data/values.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "bitrook/base/characters.hpp"

namespace bitrook::data {

namespace {

// A text that is read from left to right.
struct Cursor {
  std::string_view rest;

  bool take(char c) {
    if (rest.empty() || rest.front() != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  // Takes digits and returns their number. The value stays below 10^15.
  unsigned digits(std::int64_t& value) {
    value = 0;
    unsigned count = 0;
    for (; !rest.empty() && is_digit(rest.front()); ++count) {
      if (value < 100'000'000'000'000) value = 10 * value + (rest.front() - '0');
      rest.remove_prefix(1);
    }
    return count;
  }
  // Takes a point and the digits after it, and returns the first three of them as thousandths.
  std::int64_t thousandths() {
    std::int64_t fraction = 0;
    if (!take('.')) return 0;
    for (int unit = 100; !rest.empty() && is_digit(rest.front()); unit /= 10) {
      fraction += unit * (rest.front() - '0');
      rest.remove_prefix(1);
    }
    return fraction;
  }
  void skip_space() {
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  }
};

// The number that a text of digits represents, or -1 if there are other characters.
int number(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return -1;
    value = 10 * value + (c - '0');
  }
  return value;
}

// Reads the text after "[%clk " or "[%emt ".
std::optional<std::int32_t> read_clock(Cursor c) {
  std::int64_t hours, minutes, seconds;
  if (!c.digits(hours) || !c.take(':') || !c.digits(minutes) || !c.take(':') || !c.digits(seconds)) return {};
  const std::int64_t fraction = c.thousandths();
  if (!c.take(']')) return {};
  constexpr std::int64_t Most = 10'000'000;  // of each part, so that the sum does not overflow
  const std::int64_t s = 3600 * std::min(hours, Most) + 60 * std::min(minutes, Most) + std::min(seconds, Most);
  return std::int32_t(std::min<std::int64_t>(1000 * s + fraction, 0x7FFFFFFF));
}

// Reads the text after "[%eval ", and the depth after it.
std::optional<std::int32_t> read_eval(Cursor c, bool white_moved, std::int32_t& depth_read) {
  const bool mate = c.take('#');
  const bool negative = c.take('-');
  if (!negative) c.take('+');
  std::int64_t whole, cents = 0;
  const unsigned before = c.digits(whole);
  if (mate ? before == 0 : before > 10) return {};
  if (!mate) {
    std::int64_t decimals = 0;
    const unsigned after = c.take('.') ? c.digits(decimals) : 0;
    if (after > 2 || (before == 0 && after == 0)) return {};
    cents = after == 1 ? 10 * decimals : decimals;
  }
  std::int64_t depth;
  const bool has_depth = c.take(',');
  if (has_depth && c.digits(depth) == 0) return {};
  if (!c.take(']')) return {};
  if (has_depth) depth_read = std::int32_t(std::min<std::int64_t>(depth, 0x7FFF));
  if (!mate) {
    const std::int64_t value = std::min<std::int64_t>(100 * whole + cents, 32000);
    return std::int32_t(negative ? -value : value);
  }
  if (whole == 0) return white_moved ? 32767 : -32768;
  return mate_in(whole, negative);
}

// Reads "0.35", "+1.2" or "-M3".
std::optional<std::int32_t> read_score(Cursor& c) {
  const bool negative = c.take('-');
  if (!negative) c.take('+');
  const bool mate = c.take('M') || c.take('#');
  std::int64_t whole, cents = 0;
  const unsigned before = c.digits(whole);
  if (before == 0 || before > 10) return {};
  if (mate) return whole == 0 ? std::nullopt : std::optional(mate_in(whole, negative));
  if (!c.take('.')) return {};
  const unsigned after = c.digits(cents);
  if (after == 0 || after > 3) return {};
  cents = after == 1 ? 10 * cents : after == 3 ? cents / 10 : cents;
  const std::int64_t value = std::min<std::int64_t>(100 * whole + cents, 32000);
  return std::int32_t(negative ? -value : value);
}

// Reads a number of seconds with a fraction as milliseconds.
std::optional<std::int32_t> read_seconds(Cursor& c) {
  std::int64_t seconds;
  if (c.digits(seconds) == 0) return {};
  const std::int64_t whole = 1000 * std::min<std::int64_t>(seconds, 10'000'000);
  return std::int32_t(std::min<std::int64_t>(whole + c.thousandths(), 0x7FFFFFFF));
}

// The other side's view of an evaluation. Negation would not map mates to each other.
std::int32_t reversed(std::int32_t eval) { return eval > 32000 || eval < -32000 ? -1 - eval : -eval; }

// Comments of cutechess and fastchess.
bool read_match_comment(std::string_view comment, bool white_moved, Annotations& found) {
  Cursor c{comment};
  c.skip_space();
  const auto score = read_score(c);
  std::int64_t depth;
  if (!score || !c.take('/') || c.digits(depth) == 0 || c.rest.empty() || !is_space(c.rest.front())) return false;
  c.skip_space();
  const auto time = read_seconds(c);
  if (!time || !(c.take('s') || c.rest.empty() || is_space(c.rest.front()) || c.rest.front() == ',')) return false;
  found.eval = white_moved ? *score : reversed(*score);
  found.depth = std::int32_t(std::min<std::int64_t>(depth, 0x7FFF));
  found.time = *time;
  return true;
}

// The value of the field "name=" in a comment of TCEC, up to the comma, or an empty text.
std::string_view field(std::string_view comment, std::string_view name) {
  for (std::size_t at = 0; (at = comment.find(name, at)) != comment.npos; ++at) {
    const bool begins = at == 0 || comment[at - 1] == ' ' || comment[at - 1] == ',' || comment[at - 1] == '\n';
    if (!begins || comment.substr(at + name.size(), 1) != "=") continue;
    const std::string_view value = comment.substr(at + name.size() + 1);
    return value.substr(0, value.find_first_of(", \n"));
  }
  return {};
}

void read_fields(std::string_view comment, Annotations& found) {
  const std::string_view value = field(comment, "wv"), depth = field(comment, "d"), time = field(comment, "mt");
  if (value.empty() || depth.empty()) return;
  Cursor c{value};
  if (const auto score = read_score(c); score && c.rest.empty()) found.eval = *score;
  if (const auto n = parse_integer(depth, 0, 0x7FFF)) found.depth = std::int32_t(*n);
  if (const auto n = parse_integer(time, 0, 0x7FFFFFFF)) found.time = std::int32_t(*n);
}

}  // namespace

std::int32_t mate_in(std::int64_t moves, bool negative) {
  const std::int64_t more = std::min<std::int64_t>(moves, 700) - 1;
  return std::int32_t(negative ? -32768 + more : 32767 - more);
}

std::optional<std::int64_t> parse_integer(std::string_view text, std::int64_t low, std::int64_t high) {
  Cursor c{text};
  const bool negative = c.take('-');
  if (!negative) c.take('+');
  std::int64_t value = 0;
  const unsigned count = c.digits(value);
  if (count == 0 || count > 14 || !c.rest.empty()) return std::nullopt;
  value = negative ? -value : value;
  return value < low || value > high ? std::nullopt : std::optional(value);
}

std::optional<std::int32_t> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != text[7] || (text[4] != '.' && text[4] != '-' && text[4] != '/')) return {};
  const int year = number(text.substr(0, 4)), month = number(text.substr(5, 2)), day = number(text.substr(8, 2));
  if (year < 1 || month < 0 || day < 0) return {};
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(unsigned(month)),
                                         std::chrono::day(unsigned(day))};
  if (!date.ok()) return {};
  return std::int32_t(std::chrono::sys_days(date).time_since_epoch().count());
}

std::optional<std::int32_t> parse_time(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return {};
  const int hours = number(text.substr(0, 2)), minutes = number(text.substr(3, 2)), seconds = number(text.substr(6, 2));
  if (std::min({hours, minutes, seconds}) < 0 || hours > 23 || minutes > 59 || seconds > 59) return {};
  return 3600 * hours + 60 * minutes + seconds;
}

std::optional<TimeControl> parse_time_control(std::string_view text) {
  TimeControl control{};
  Cursor c{text};
  do {
    if (control.count == control.periods.size()) return {};
    TimeControl::Period& period = control.periods[control.count++];
    const auto slash = c.rest.substr(0, c.rest.find(':')).find('/');
    std::int64_t moves;
    if (slash != c.rest.npos) {
      if (c.digits(moves) == 0 || !c.take('/')) return {};
      period.ends = true;
    }
    const auto time = read_seconds(c);
    const auto increment = c.take('+') ? read_seconds(c) : std::optional<std::int32_t>(0);
    if (!time || !increment) return {};
    period.time = *time;
    period.increment = *increment;
  } while (c.take(':'));
  return c.rest.empty() ? std::optional(control) : std::nullopt;
}

void time_spent(const TimeControl& control, std::span<const std::int32_t> clocks, std::vector<std::int32_t>& spent) {
  constexpr std::int32_t None = Annotations::None;
  constexpr std::int64_t Rounding = 1000;
  struct Player {
    std::size_t period = 0;
    std::int64_t increment;
    std::int32_t clock = None;
  };
  const TimeControl::Period& first = control.periods[0];
  Player players[2] = {{.increment = first.increment}, {.increment = first.increment}};
  spent.assign(clocks.size(), None);
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    Player& player = players[i % 2];
    const std::int32_t clock = clocks[i], before = std::exchange(player.clock, clock);
    if (clock == None || (i >= 2 && before == None)) continue;
    std::int64_t time;
    if (i >= 2) {
      time = before + player.increment - clock;
      const TimeControl::Period& period = control.periods[player.period];
      if (time < 0 && (period.ends || player.period + 1 < control.count)) {
        if (player.period + 1 < control.count) ++player.period;
        const TimeControl::Period& next = control.periods[player.period];
        time += next.time;
        player.increment = next.increment;
      }
    } else if (clock == first.time || first.time == 0) {
      time = 0;
    } else if (2 * std::int64_t(clock) == first.time) {
      time = player.increment = 0;
    } else {
      time = first.time + first.increment - clock;
    }
    if (time >= -Rounding && time <= 0x7FFFFFFF) spent[i] = std::int32_t(std::max<std::int64_t>(time, 0));
  }
}

Annotations parse_annotations(std::string_view comment, bool white_moved) {
  Annotations found;
  bool has_command = false;
  for (std::size_t at = 0; (at = comment.find("[%", at)) != comment.npos; at += 2) {
    Cursor c{comment.substr(at + 2)};
    const bool clock = c.rest.starts_with("clk"), emt = c.rest.starts_with("emt");
    if (!clock && !emt && !c.rest.starts_with("eval")) continue;
    c.rest.remove_prefix(clock || emt ? 3 : 4);
    if (c.rest.empty() || !is_space(c.rest.front())) continue;
    c.skip_space();
    const auto close = c.rest.find(']');  // white space before it
    std::string text;
    if (close != c.rest.npos && close != 0 && is_space(c.rest[close - 1])) {
      text = c.rest.substr(0, close);
      while (!text.empty() && is_space(text.back())) text.pop_back();
      c.rest = text += ']';
    }
    has_command = true;
    if (clock && found.clock == Annotations::None) found.clock = read_clock(c).value_or(Annotations::None);
    if (emt && found.time == Annotations::None) found.time = read_clock(c).value_or(Annotations::None);
    if (!clock && !emt && found.eval == Annotations::None)
      found.eval = read_eval(c, white_moved, found.depth).value_or(Annotations::None);
  }
  if (!has_command && !read_match_comment(comment, white_moved, found)) read_fields(comment, found);
  return found;
}

}  // namespace bitrook::data
