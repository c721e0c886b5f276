// GameParser's functions that read lines and tags and call a visitor. Included by parser.hpp.
#pragma once

#include "bitrook/pgn/read_move.hpp"

namespace bitrook::pgn {

template <IsVisitor V>
bool GameParser::line(V& visitor, TextLine line) {
  if (line.text.size() > options_.limits.game + 1) [[unlikely]] {
    const TextLine first = {line.text.substr(0, options_.limits.game + 1), options_.limits.game + 1};
    const bool complete = this->line(visitor, first);
    rest_of_line(line.text.substr(first.length), line.length - first.length);
    return complete;
  }
  std::string_view text = line.text;
  rest_is_comment_ = false;
  line_begin_ = text.data();
  line_offset_ = next_offset_;
  line_number_ = next_line_;
  next_offset_ += line.length;
  ++next_line_;
  if (state_ == State::Between) {
    if (first_line_) {
      while (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order marks
      if (text.empty() && !line.is_ended()) return false;
      first_line_ = false;
    }
    if (is_blank(text) || text[0] == '%' || text[0] == ';') return false;
    begin_game(visitor);
  }
  if (next_offset_ - game_offset_ > options_.limits.game) [[unlikely]]
    end_long_game(visitor);
  if (state_ == State::Comment) return comment_line(visitor, text, line.is_ended());
  if (state_ == State::Tags) {
    if (text.starts_with('[')) {
      blank_line_ = false;
      tag(visitor, text);
      return false;
    }
    if (text.starts_with('%') || text.starts_with(';')) return false;
    if (!blank_line_ && is_blank(text)) {
      blank_line_ = true;
      return false;
    }
    movetext_offset_ = line_offset_ + std::size_t(text.data() - line_begin_);
    begin_movetext(visitor);
  }
  return movetext_line(visitor, text, line.is_ended());
}

template <IsVisitor V>
bool GameParser::movetext_line(V& visitor, std::string_view text, bool is_ended) {
  const bool is_skipped = state_ == State::Skipping;
  if (!(is_skipped && skipping_comment_)) {
    if (is_blank(text)) {
      end_game(visitor);
      return true;
    }
    if (text[0] == '%' || text[0] == ';') {
      rest_is_comment_ = true;
      return false;
    }
  }
  if (is_skipped) {
    skip_movetext(text);
    return false;
  }
  return tokens(visitor, text.data(), text.data() + text.size(), is_ended);
}

template <IsVisitor V>
bool GameParser::finish(V& visitor) {
  first_line_ = true;
  if (state_ == State::Between) return false;
  if (state_ == State::Tags) {
    movetext_offset_ = next_offset_;
    begin_movetext(visitor);
  }
  if (state_ == State::Comment) comment(visitor, comment_);
  end_game(visitor);
  return true;
}

template <IsVisitor V>
void GameParser::begin_game(V& visitor) {
  game_offset_ = line_offset_;
  game_line_ = line_number_;
  state_ = State::Tags;
  blank_line_ = skipping_comment_ = fast_moves_ = false;
  fen_.is_set = variant_.is_set = is_over_ = false;
  skip_depth_ = tags_ = moves_ = nags_ = errors_ = 0;
  replay_.restart();
  is_skipped_ = skips([&] { return visitor.begin_game(); });
}

template <IsVisitor V>
void GameParser::tag(V& visitor, std::string_view line) {
  if (is_skipped_ || is_over_) return;
  const auto tag = parse_tag(line);
  if (!tag) return;
  const Limits& limits = options_.limits;
  if (tag->name.size() + tag->value.size() > limits.tag)
    return report(visitor, {.kind = ErrorKind::TagTooLong, .limit = limits.tag}, line_begin_);
  if (++tags_ > limits.tags) {
    if (tags_ == limits.tags + 1) report(visitor, {.kind = ErrorKind::TooManyTags, .limit = limits.tags}, line_begin_);
    return;
  }
  if constexpr (V::Replay) {
    if (tag->name == "FEN") keep(fen_, tag->value);
    if (tag->name == "Variant") keep(variant_, tag->value);
  }
  is_skipped_ = skips([&] { return visitor.tag(tag->name, tag->value); });
}

template <IsVisitor V>
void GameParser::begin_movetext(V& visitor) {
  state_ = State::Skipping;
  if (is_skipped_ || skips([&] { return visitor.begin_movetext(); }) || is_over_) return;
  state_ = State::Movetext;
  if constexpr (V::Replay) {
    const auto report_tag = [&](KeptTag& kept, Error error) {
      error.offset = kept.line_offset + kept.index;
      error.line = kept.line;
      error.column = kept.index + 1;
      error.text = kept.text;
      visitor.error(error);
    };
    const Variant variant = variant_.is_set ? variant_named(variant_.text) : Variant::Standard;
    if (variant == Variant::Unknown) report_tag(variant_, {.kind = ErrorKind::UnknownVariant});
    if (variant == Variant::Unsupported) {
      report_tag(variant_, {.kind = ErrorKind::UnsupportedVariant});
      if (!options_.reads_other_variants) return;
    }
    Position start = Position::start();
    if (!fen_.is_set) {
      if (variant == Variant::Chess960) start.set_chess960(true);
    } else if (const auto error = parse_start(fen_.text, variant == Variant::Chess960, start)) {
      state_ = State::Skipping;
      return report_tag(fen_, {.kind = ErrorKind::Fen, .fen = error});
    }
    replay_.track(start);
    fast_moves_ = has_regular_kings(replay_.position());
    visitor.start_position(replay_.position());
  }
}

template <IsVisitor V>
void GameParser::report(V& visitor, Error error, const char* at) {
  const auto index = std::size_t(at - line_begin_);
  error.offset = line_offset_ + index;
  error.line = line_number_;
  error.column = index + 1;
  error.ply = ply();
  visitor.error(error);
  const std::size_t limit = options_.limits.errors;
  if (++errors_ < limit || is_over_) return;
  is_over_ = true;
  error = {.kind = ErrorKind::TooManyErrors,
           .offset = error.offset,
           .line = error.line,
           .column = error.column,
           .ply = error.ply,
           .limit = limit};
  visitor.error(error);
}

template <IsVisitor V>
void GameParser::end_long_game(V& visitor) {
  if (is_skipped_ || is_over_ || state_ == State::Skipping) return;
  report(visitor, {.kind = ErrorKind::GameTooLong, .limit = options_.limits.game}, line_begin_);
  is_over_ = true;
  if (state_ == State::Tags) return;  // further tags are ignored, but begin_movetext is called
  skipping_comment_ = state_ == State::Comment;
  state_ = State::Skipping;
}

}  // namespace bitrook::pgn
