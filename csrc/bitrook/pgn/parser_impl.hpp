// GameParser's functions that call a visitor. Included by parser.hpp.
#pragma once

#include <charconv>
#include <system_error>
#include <type_traits>

#include "bitrook/base/scan.hpp"
#include "bitrook/pgn/read_move.hpp"

namespace bitrook::pgn {

constexpr std::string_view without_last_space(std::string_view text) {
  return text.ends_with(' ') ? text.substr(0, text.size() - 1) : text;
}
constexpr bool is_result(std::string_view text) {
  return text == "*" || text == "1-0" || text == "0-1" || text == "1/2-1/2";
}

template <IsVisitor V>
bool GameParser::line(V& visitor, Line line) {
  if (line.text.size() > options_.limits.game + 1) [[unlikely]] {
    const Line first = {line.text.substr(0, options_.limits.game + 1), options_.limits.game + 1};
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
bool GameParser::comment_line(V& visitor, std::string_view text, bool is_ended) {
  const char* const end = text.data() + text.size();
  const char* const close = find_first(text.data(), end, '}');
  if (close == end) {
    append_to_comment(text, is_ended);
    return false;
  }
  append_to_comment(without_last_space({text.data(), std::size_t(close - text.data())}), false);
  state_ = State::Movetext;
  if (comment(visitor, comment_)) return skip_game(close + 1, end);
  return tokens(visitor, close + 1, end, is_ended);
}

template <IsVisitor V>
bool GameParser::movetext_line(V& visitor, std::string_view text, bool is_ended) {
  const bool comment = text.starts_with('%') || (text.starts_with(';') && state_ == State::Movetext);
  if (state_ == State::Skipping) {
    if (!skipping_comment_) {
      if (is_blank(text)) {
        end_game(visitor);
        return true;
      }
      if (comment) {
        rest_is_comment_ = true;
        return false;
      }
    }
    skip_movetext(text);
    return false;
  }
  if (comment) return false;
  if (is_blank(text)) {
    end_game(visitor);
    return true;
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
  blank_line_ = skipping_comment_ = tracked_ = fast_moves_ = false;
  fen_.is_set = variant_.is_set = is_over_ = false;
  skip_depth_ = tags_ = moves_ = nags_ = errors_ = 0;
  counts_.restart();
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
    if (!fen_.is_set) {
      replay_.restart(Position::start(), variant == Variant::Chess960);
    } else {
      Position start;
      if (const auto error = parse_start(fen_.text, variant == Variant::Chess960, start)) {
        state_ = State::Skipping;
        return report_tag(fen_, {.kind = ErrorKind::Fen, .fen = error});
      }
      replay_.restart(start);
    }
    tracked_ = true;
    fast_moves_ = has_regular_kings(replay_.position());
    visitor.start_position(replay_.position());
  }
}

template <IsVisitor V>
bool GameParser::tokens(V& visitor, const char* at, const char* const end, bool is_ended) {
  while (true) {
    at = next_start(at, end);
    if (at == end) return false;
    switch (start_of(at)) {
      case Start::Move:
        if constexpr (V::Replay) {
          if (!fast_moves_ || end - at < 8 || skip_depth_ != 0) break;
          const FastMove fast = read_fast_move(replay_.position(), at);
          if (fast.length == 0) break;
          const std::string_view text(at, fast.length);
          at += fast.length;
          if ((accepts(visitor, text) && play(visitor, fast.move)) || is_over_) return skip_game(at, end);
          continue;
        }
        break;
      case Start::Brace: {
        if (++at != end && *at == ' ') ++at;
        const char* const close = find_first(at, end, '}');
        if (close == end) {
          comment_.clear();
          append_to_comment({at, std::size_t(end - at)}, is_ended);
          state_ = State::Comment;
          return false;
        }
        const std::string_view text = without_last_space({at, std::size_t(close - at)});
        at = close + 1;
        if (comment(visitor, text)) return skip_game(at, end);
        // The input ends with the comment.
        if (at == end && !is_ended) {
          end_game(visitor);
          return true;
        }
        continue;
      }
      default:
        break;
    }
    const Token next = next_token(at, end);
    at = next.end;
    if (next.kind == TokenKind::End || next.kind == TokenKind::Semicolon) return false;
    if (next.kind == TokenKind::Brace) {
      --at;
    } else if (token(visitor, next) || is_over_) {
      return skip_game(at, end);
    }
  }
}

template <IsVisitor V>
bool GameParser::comment(V& visitor, std::string_view text) {
  if (skip_depth_ != 0) return false;
  const std::size_t limit = options_.limits.comment;
  if (text.size() > limit) [[unlikely]] {
    report(visitor, {.kind = ErrorKind::CommentTooLong, .limit = limit}, line_begin_);
    text = first_bytes(text, limit);
  }
  return skips([&] { return visitor.comment(text); }) || is_over_;
}

template <IsVisitor V>
bool GameParser::nag(V& visitor, const Token& token) {
  std::uint32_t number = token.glyph;
  if (number == 0 && std::from_chars(token.begin + 1, token.end, number).ec != std::errc()) {
    report(visitor, {.kind = ErrorKind::NagTooLarge}, token.begin);
    return false;
  }
  const std::size_t limit = options_.limits.nags;
  if (++nags_ <= limit) return skips([&] { return visitor.nag(number); });
  if (nags_ == limit + 1) report(visitor, {.kind = ErrorKind::TooManyNags, .limit = limit}, token.begin);
  return false;
}

template <IsVisitor V>
bool GameParser::token(V& visitor, const Token& token) {
  if (token.kind == TokenKind::Open) {
    if (skip_depth_ != 0) {
      ++skip_depth_;
    } else if (ply() != 0) {
      open_variation(visitor);
    }
    return false;
  }
  if (token.kind == TokenKind::Close) {
    close_variation(visitor);
    return false;
  }
  if (skip_depth_ != 0) return false;
  if (token.kind == TokenKind::Nag) return nag(visitor, token);
  const std::string_view text(token.begin, std::size_t(token.end - token.begin));
  if (token.kind == TokenKind::Result && depth() == 0) return skips([&] { return visitor.result(text); });
  return san(visitor, text);
}

template <IsVisitor V>
bool GameParser::accepts(V& visitor, std::string_view text) {
  const std::size_t limit = options_.limits.moves;
  if (moves_ == limit) [[unlikely]] {
    report(visitor, {.kind = ErrorKind::TooManyMoves, .limit = limit}, text.data());
    is_over_ = true;
    return false;
  }
  ++moves_;
  nags_ = 0;
  if constexpr (std::is_void_v<decltype(visitor.san(text))>) {
    visitor.san(text);
  } else {
    const Reply reply = visitor.san(text);
    if (reply == Reply::Illegal) skip_depth_ = 1;
    if (reply != Reply::Play) return false;
  }
  return true;
}

template <IsVisitor V>
bool GameParser::play(V& visitor, Move m) {
  const bool skip = skips([&] { return visitor.move(m, replay_.position()); });
  replay_.play(m);
  return skip;
}

template <IsVisitor V>
bool GameParser::san(V& visitor, std::string_view text) {
  if (!accepts(visitor, text)) return false;
  if constexpr (V::Replay) {
    const auto fail = [&](const Error& error) {
      report(visitor, error, text.data());
      skip_depth_ = 1;
      return false;
    };
    if (tracked_) {
      const Position& before = replay_.position();
      const ParsedMove parsed = parse_san(before, text);
      if (parsed) return play(visitor, parsed.move);
      return fail({.kind = ErrorKind::San, .text = text, .move = parsed, .position = &before});
    }
    // In a variant that is not read, a result is still no move.
    if (is_result(text)) return fail({.kind = ErrorKind::San, .text = text, .move = {Move(), MoveError::Invalid}});
  }
  counts_.count();
  return false;
}

template <IsVisitor V>
void GameParser::open_variation(V& visitor) {
  nags_ = 0;
  if (skips([&] { return visitor.begin_variation(); })) {
    skip_depth_ = 1;
  } else if (tracked_) {
    replay_.open();
  } else {
    counts_.open();
  }
}

// A variation that was skipped from one of its moves on is not closed, as in python-chess: what follows is read as its
// continuation.
template <IsVisitor V>
void GameParser::close_variation(V& visitor) {
  nags_ = 0;
  if (skip_depth_ != 0) {
    if (--skip_depth_ == 0) visitor.end_variation();
  } else if (depth() != 0) {
    visitor.end_variation();
    tracked_ ? replay_.close() : counts_.close();
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
  if (state_ == State::Tags) return;  // no more tags, but the visitor sees the end of them
  skipping_comment_ = state_ == State::Comment;
  state_ = State::Skipping;
}

}  // namespace bitrook::pgn
