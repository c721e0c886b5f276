// Reading "info" lines, word by word, for chess and for variants.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/notation/uci_info.hpp"

namespace bitrook::uci_info {

// Splits a line into words. An empty word means the end of the line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(std::size_t(word.data() + word.size() - rest_.data()));
    return word;
  }
  std::string_view peek() const {
    std::size_t begin = 0;
    while (begin < rest_.size() && is_space(rest_[begin])) ++begin;
    std::size_t end = begin;
    while (end < rest_.size() && !is_space(rest_[end])) ++end;
    return rest_.substr(begin, end - begin);
  }
  // The rest of the line, without leading spaces.
  std::string_view rest() {
    rest_.remove_prefix(std::size_t(peek().data() - rest_.data()));
    return std::exchange(rest_, {});
  }

 private:
  std::string_view rest_;
};

inline std::optional<std::int64_t> number(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

inline std::optional<Number> number_named(std::string_view word) {
  const auto* const found = std::ranges::find(NumberNames, word);
  return found != std::end(NumberNames) ? std::optional(Number(found - NumberNames)) : std::nullopt;
}

// Whether the word belongs to a line of moves. The move may be illegal, which makes the line invalid, whereas any other
// word ends the line.
inline bool resembles_move(std::string_view word) {
  if (word == "0000") return true;
  if (word.size() < 4 || square_named(word[2], word[3]) == Square::None) return false;
  return square_named(word[0], word[1]) != Square::None ||
         (word[1] == '@' && word[0] < 'a' && type_named(to_lower(word[0])) != PieceType::None);
}

template <class P>
class Parser {
 public:
  Parser(std::string_view line, const P& root, unsigned fields, Listener& listener)
      : words_(line), root_(root), fields_(fields), listener_(listener) {}

  void run() {
    if (fields_ == 0) return;
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) field(word);
  }

 private:
  void field(std::string_view name) {
    if (const auto named = number_named(name)) return read_number(name, *named);
    if (name == "pv") return read_line(name, LineKind::Pv, Pv);
    if (name == "score") return read_score(name);
    if (name == "string") return listener_.text(words_.rest());
    if (name == "wdl") return read_wdl(name);
    if (name == "currmove") return read_current_move(name);
    if (name == "refutation") return read_line(name, LineKind::Refutation, Refutation);
    if (name == "currline") return read_line(name, LineKind::Current, CurrentLine);
    if (name == "ebf") return listener_.branching_factor(words_.next());
  }

  void read_number(std::string_view name, Number which) {
    const auto value = number(words_.next());
    value ? listener_.number(which, *value) : listener_.invalid(name);
  }

  void read_score(std::string_view name) {
    if (!(fields_ & Score)) return;
    const std::string_view kind = words_.next();
    const auto value = number(words_.next());
    if (!value || (kind != "cp" && kind != "mate")) return listener_.invalid(name);
    const std::string_view next = words_.peek();
    const Bound bound = next == "lowerbound" ? Bound::Lower : next == "upperbound" ? Bound::Upper : Bound::None;
    if (bound != Bound::None) words_.next();
    listener_.score(kind == "mate", *value, bound);
  }

  void read_wdl(std::string_view name) {
    std::array<std::optional<std::int64_t>, 3> values;
    for (auto& value : values) value = number(words_.next());
    if (values[0] && values[1] && values[2]) return listener_.wdl(*values[0], *values[1], *values[2]);
    listener_.invalid(name);
  }

  void read_current_move(std::string_view name) {
    const auto move = read_uci(words_.next());
    move ? listener_.current_move(*move) : listener_.invalid(name);
  }

  void read_line(std::string_view name, LineKind line, Fields wanted) {
    if (!(fields_ & wanted)) return;
    listener_.begin_line(line);
    std::optional<std::int64_t> thread = 0;
    if (line == LineKind::Current) thread = number(words_.next());
    bool valid = thread.has_value();
    if (line == LineKind::Refutation && !resembles_move(words_.peek())) {  // the move to be refuted is missing
      words_.next();
      valid = false;
    }
    P p = root_;
    while (resembles_move(words_.peek())) {
      const std::string_view word = words_.next();
      if (!valid) continue;
      const ParsedMove parsed = parse_uci(p, word);
      if (!(valid = bool(parsed))) continue;
      listener_.line_move(parsed.move);
      p.play_unchecked(parsed.move);
    }
    valid ? listener_.end_line(*thread) : listener_.invalid(name);
  }

  Words words_;
  const P& root_;
  unsigned fields_;
  Listener& listener_;
};

}  // namespace bitrook::uci_info
