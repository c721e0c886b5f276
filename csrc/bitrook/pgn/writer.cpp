// Writer: a visitor that writes games as PGN, as python-chess's exporters do.
#include "bitrook/pgn/writer.hpp"

#include <algorithm>
#include <charconv>

#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/text.hpp"

namespace bitrook::pgn {

namespace {

// Replaces line breaks by spaces before what would be read as a tag, and as the end of the comment.
void join_tag_lines(std::string& text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; ++at) {
    std::string_view line = std::string_view(text).substr(at + 1);
    if (classify(line, false) != LineKind::Tag) continue;
    const std::size_t bracket = text.size() - line.size();
    const std::size_t begin = text.find_last_not_of(" \t\r\n", at) + 1;
    text.replace(begin, bracket - begin, " ");
    at = begin;
  }
}

}  // namespace

void Writer::begin_game() {
  line_width_ = 0;
  depth_ = 0;
  has_tags_ = false;
  needs_number_ = true;
}

void Writer::tag(std::string_view name, std::string_view value) {
  if (!options_.headers) return;
  has_tags_ = true;
  text_ += '[';
  text_ += name;
  text_ += " \"";
  text_ += value;
  text_ += "\"]\n";
}

void Writer::begin_movetext() {
  if (has_tags_) text_ += '\n';
}

void Writer::end_line() {
  if (line_width_ == 0) return;
  while (text_.ends_with(' ')) text_.pop_back();
  text_ += '\n';
  line_width_ = 0;
}

void Writer::token(std::string_view token, std::size_t width) {
  if (options_.columns != 0 && line_width_ + width + 1 > options_.columns) end_line();
  text_ += token;
  text_ += ' ';
  line_width_ += width + 1;
}

void Writer::move_number(std::uint32_t number, std::string_view dots) {
  char text[16];
  char* const end = std::to_chars(text, text + sizeof text, number).ptr;
  token({text, std::size_t(std::copy(dots.begin(), dots.end(), end) - text)});
}

template <class P>
void Writer::write_move(Move m, const P& before) {
  if (is_silent()) return;
  if (before.turn() == Color::White) {
    move_number(before.fullmove_number(), ".");
  } else if (needs_number_) {
    move_number(before.fullmove_number(), "...");
  }
  char text[MaxSan];
  token({text, write_san(before, m, text)});
  needs_number_ = false;
}

void Writer::move(Move m, const Position& before) { write_move(m, before); }
void Writer::move(Move m, const VariantPosition& before) { write_move(m, before); }

void Writer::nag(std::uint32_t number) {
  if (!options_.comments || is_silent()) return;
  char text[24] = {'$'};
  token({text, std::size_t(std::to_chars(text + 1, text + sizeof text, number).ptr - text)});
}

void Writer::comment(std::string_view text) {
  if (!options_.comments || is_silent()) return;
  comment_ = text;
  std::erase(comment_, '}');
  join_tag_lines(comment_);
  comment_ = std::string(stripped(comment_)).insert(0, "{ ").append(" }");
  token(comment_, count_characters(comment_));
  needs_number_ = true;
}

Flow Writer::begin_variation() {
  ++depth_;
  if (!options_.variations) return Flow::Skip;
  token("(");
  needs_number_ = true;
  return Flow::Continue;
}

void Writer::end_variation() {
  --depth_;
  if (!options_.variations) return;
  token(")");
  needs_number_ = true;
}

void Writer::result(std::string_view text) { token(text); }

void Writer::end_game() {
  end_line();
  text_ += '\n';
}

}  // namespace bitrook::pgn
