// Formatting and parsing sets of squares as text.
#include "bitrook/base/diagram.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/geometry.hpp"
#include "bitrook/base/names.hpp"

namespace bitrook {

namespace {

// The number of columns that a text occupies on a terminal. A UTF-8 sequence counts as one column: its continuation
// bytes, 10xxxxxx, are skipped.
std::size_t width(std::string_view text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// The width of one square: at least one column, so that the files stay aligned even if the texts are empty.
std::size_t cell_width(const DiagramStyle& style) {
  return std::max({width(style.in), width(style.out), std::size_t{1}});
}

// A title, then ranks 8 to 1.
using Column = std::array<std::string, 9>;

Column column_of(std::string title, Bitboard set, const DiagramStyle& style) {
  const std::size_t cell = cell_width(style);
  Column result{std::move(title)};
  for (unsigned row = 0; row < 8; ++row) {
    for (unsigned file = 0; file < 8; ++file) {
      const std::string_view text = set.contains(make_square(File(file), Rank(7 - row))) ? style.in : style.out;
      if (file) result[1 + row] += ' ';
      result[1 + row] += text;
      if (file < 7) result[1 + row].append(cell - width(text), ' ');
    }
  }
  return result;
}

// Appends a column on the right, then pads all lines to the same width: three spaces beyond the widest.
void append_column(Column& text, const Column& column) {
  std::size_t widest = 0;
  for (unsigned line = 0; line < 9; ++line) {
    text[line] += column[line];
    widest = std::max(widest, width(text[line]));
  }
  for (std::string& line : text) line.append(widest + 3 - width(line), ' ');
}

// 1 for a square in the set, 0 for a square outside it, -1 for any other character.
int cell_value(char c) {
  if (std::string_view("1xX*#").find(c) != std::string_view::npos) return 1;
  if (std::string_view(".0-_").find(c) != std::string_view::npos) return 0;
  return -1;
}

ParsedSet failure(const char* error, std::size_t offset) { return {Bitboard(), error, offset}; }

ParsedSet parse_diagram(std::string_view text) {
  std::uint64_t word = 0;
  unsigned row = 0, file = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      if (file == 0) continue;  // an empty line
      if (file < 8) return failure("a rank has fewer than eight squares", i);
      ++row;
      file = 0;
    } else if (!is_space(text[i])) {
      const int value = cell_value(text[i]);
      if (value < 0) return failure("a square of a diagram is one of 1xX*# or of .0-_", i);
      if (row == 8) return failure("a diagram has more than eight ranks", i);
      if (file == 8) return failure("a rank has more than eight squares", i);
      word |= std::uint64_t(value) << (8 * (7 - row) + file++);
    }
  }
  if (file != 0 && file < 8) return failure("a rank has fewer than eight squares", text.size());
  if (row + (file == 8) < 8) return failure("a diagram has fewer than eight ranks", text.size());
  return {Bitboard(word)};
}

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if ('a' <= c && c <= 'f') return c - 'a' + 10;
  if ('A' <= c && c <= 'F') return c - 'A' + 10;
  return -1;
}

ParsedSet parse_number(std::string_view text, std::size_t start, unsigned base) {
  std::uint64_t word = 0;
  if (start == text.size()) return failure("a number has no digits", start);
  for (std::size_t i = start; i < text.size(); ++i) {
    const int value = digit_value(text[i]);
    if (value < 0 || unsigned(value) >= base) return failure("not a digit", i);
    if (word > ~std::uint64_t{0} / base) return failure("a set has no more than 64 bits", i);
    word = word * base + unsigned(value);
  }
  return {Bitboard(word)};
}

bool is_separator(char c) { return is_space(c) || c == ','; }

ParsedSet parse_names(std::string_view text) {
  Bitboard set;
  for (std::size_t i = 0; i < text.size();) {
    if (is_separator(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && !is_separator(text[end])) ++end;
    const Square s = end - i == 2 ? square_named(text[i], text[i + 1]) : Square::None;
    if (s == Square::None) return failure("a square is a letter a-h and a digit 1-8", i);
    set |= Bitboard(s);
    i = end;
  }
  return {set};
}

}  // namespace

std::string diagram(Bitboard set, const DiagramStyle& style) {
  std::string text;
  const Column column = column_of({}, set, style);
  for (unsigned row = 0; row < 8; ++row) {
    if (style.coordinates) text += {char('8' - row), ' '};
    text += column[1 + row];
    if (row < 7) text += '\n';
  }
  if (style.coordinates) {
    text += "\n ";
    const std::size_t cell = cell_width(style);
    for (char file = 'a'; file <= 'h'; ++file) {
      text += {' ', file};
      if (file < 'h') text.append(cell - 1, ' ');
    }
  }
  return text;
}

std::string binary_digits(Bitboard set) {
  std::string text(64, '0');
  for (const Square s : set) text[63 - index(s)] = '1';
  return text;
}

std::string square_names(Bitboard set) {
  std::string text;
  for (const Square s : set) {
    if (!text.empty()) text += ' ';
    text += {file_letter(s), rank_digit(s)};
  }
  return text;
}

std::string side_by_side(std::span<const TitledBoard> boards, std::span<const std::string> operators,
                         const DiagramStyle& style) {
  constexpr unsigned OperatorLine = 4;
  Column text;
  bool titled = false;
  for (std::size_t b = 0; b < boards.size(); ++b) {
    titled |= !boards[b].title.empty();
    append_column(text, column_of(boards[b].title, boards[b].set, style));
    if (b + 1 < boards.size() && b < operators.size() && !operators[b].empty()) {
      Column sign;
      sign[OperatorLine] = operators[b];
      append_column(text, sign);
    }
  }
  std::string joined;
  for (unsigned line = titled ? 0 : 1; line < 9; ++line) {
    text[line].erase(text[line].find_last_not_of(' ') + 1);
    joined += text[line];
    if (line < 8) joined += '\n';
  }
  return joined;
}

ParsedSet parse_set(std::string_view text) {
  // The first characters after leading spaces determine the format. Error offsets count from the beginning of `text`.
  std::size_t begin = 0, end = text.size();
  while (begin < end && is_space(text[begin])) ++begin;
  while (end > begin && is_space(text[end - 1])) --end;
  const std::string_view body = text.substr(begin, end - begin);
  ParsedSet parsed;
  if (body.starts_with("0x") || body.starts_with("0X")) {
    parsed = parse_number(body, 2, 16);
  } else if (body.starts_with("0b") || body.starts_with("0B")) {
    parsed = parse_number(body, 2, 2);
  } else if (body.size() == 64 && body.find_first_not_of("01") == std::string_view::npos) {
    parsed = parse_number(body, 0, 2);
  } else if (!body.empty() && cell_value(body[0]) >= 0) {
    parsed = parse_diagram(body);
  } else {
    parsed = parse_names(body);
  }
  parsed.offset += begin;
  return parsed;
}

}  // namespace bitrook
