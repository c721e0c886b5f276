// GameParser's functions that call a visitor. Included by parser.hpp.
#pragma once

#include <charconv>
#include <limits>
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
  std::string_view text = line.text;
  line_begin_ = text.data();
  line_offset_ = next_offset_;
  line_number_ = next_line_;
  next_offset_ += line.length;
  ++next_line_;
  switch (state_) {
    case State::Between:
      if (first_line_) {
        while (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order marks
        if (text.empty() && !line.is_ended()) return false;
        first_line_ = false;
      }
      if (is_blank(text) || text[0] == '%' || text[0] == ';') return false;
      begin_game(visitor);
      break;
    case State::Comment: {
      const char* const end = text.data() + text.size();
      const char* const close = find_first(text.data(), end, '}');
      if (close == end) {
        append_to_comment(text, line.is_ended());
        return false;
      }
      append_to_comment(without_last_space({text.data(), std::size_t(close - text.data())}), false);
      state_ = State::Movetext;
      if (comment(visitor)) return skip_game(close + 1, end);
      return tokens(visitor, close + 1, end, line.is_ended());
    }
    default:
      break;
  }
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
  const bool comment = text.starts_with('%') || (text.starts_with(';') && state_ == State::Movetext);
  if (state_ == State::Skipping) {
    if (!skipping_comment_) {
      if (is_blank(text)) {
        end_game(visitor);
        return true;
      }
      if (comment) return false;
    }
    skip_movetext(text);
    return false;
  }
  if (comment) return false;
  if (is_blank(text)) {
    end_game(visitor);
    return true;
  }
  return tokens(visitor, text.data(), text.data() + text.size(), line.is_ended());
}

template <IsVisitor V>
bool GameParser::finish(V& visitor) {
  first_line_ = true;
  if (state_ == State::Between) return false;
  if (state_ == State::Tags) {
    movetext_offset_ = next_offset_;
    begin_movetext(visitor);
  }
  if (state_ == State::Comment) comment(visitor);
  end_game(visitor);
  return true;
}

template <IsVisitor V>
void GameParser::skip_line(V& visitor, std::size_t length) {
  line_begin_ = nullptr;
  line_offset_ = next_offset_;
  line_number_ = next_line_;
  next_offset_ += length;
  ++next_line_;
  if (in_game() && state_ != State::Skipping) report(visitor, {.kind = ErrorKind::LineTooLong}, line_begin_);
}

template <IsVisitor V>
void GameParser::begin_game(V& visitor) {
  game_offset_ = line_offset_;
  game_line_ = line_number_;
  state_ = State::Tags;
  blank_line_ = skipping_comment_ = tracked_ = fast_moves_ = false;
  fen_.is_set = variant_.is_set = false;
  skip_depth_ = 0;
  counts_.restart();
  is_skipped_ = skips([&] { return visitor.begin_game(); });
}

template <IsVisitor V>
void GameParser::tag(V& visitor, std::string_view line) {
  if (is_skipped_) return;
  const auto tag = parse_tag(line);
  if (!tag) return;
  if constexpr (V::Replay) {
    if (tag->name == "FEN") keep(fen_, tag->value);
    if (tag->name == "Variant") keep(variant_, tag->value);
  }
  is_skipped_ = skips([&] { return visitor.tag(tag->name, tag->value); });
}

template <IsVisitor V>
void GameParser::begin_movetext(V& visitor) {
  state_ = State::Skipping;
  if (is_skipped_ || skips([&] { return visitor.begin_movetext(); })) return;
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
    if (variant == Variant::Unsupported) return report_tag(variant_, {.kind = ErrorKind::UnsupportedVariant});
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
          if (!accepts(visitor, text)) continue;
          if (play(visitor, fast.move)) return skip_game(at, end);
          continue;
        }
        break;
      case Start::Brace: {
        if (++at != end && *at == ' ') ++at;
        const char* const close = find_first(at, end, '}');
        if (close == end) {
          comment_.clear();
          comment_is_cut_ = false;
          append_to_comment({at, std::size_t(end - at)}, is_ended);
          state_ = State::Comment;
          return false;
        }
        const std::string_view text = without_last_space({at, std::size_t(close - at)});
        at = close + 1;
        if (skip_depth_ == 0 && skips([&] { return visitor.comment(text); })) return skip_game(at, end);
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
    } else if (token(visitor, next)) {
      return skip_game(at, end);
    }
  }
}

template <IsVisitor V>
bool GameParser::comment(V& visitor) {
  if (skip_depth_ != 0) return false;
  if (comment_is_cut_) report(visitor, {.kind = ErrorKind::CommentTooLong}, line_begin_);
  return skips([&] { return visitor.comment(comment_); });
}

template <IsVisitor V>
bool GameParser::token(V& visitor, const Token& token) {
  if (token.kind == TokenKind::Open) {
    if (skip_depth_ != 0) {
      ++skip_depth_;
    } else if (ply() != 0) {
      open_variation(visitor, token.begin);
    }
    return false;
  }
  if (token.kind == TokenKind::Close) {
    close_variation(visitor);
    return false;
  }
  if (skip_depth_ != 0) return false;
  if (token.kind == TokenKind::Nag) {
    std::uint64_t number = token.glyph;
    if (number == 0) {
      const auto read = std::from_chars(token.begin + 1, token.end, number);
      if (read.ec != std::errc()) number = std::numeric_limits<std::uint64_t>::max();
    }
    return skips([&] { return visitor.nag(number); });
  }
  const std::string_view text(token.begin, std::size_t(token.end - token.begin));
  if (token.kind == TokenKind::Result && depth() == 0) return skips([&] { return visitor.result(text); });
  return san(visitor, text);
}

// Tells the visitor of a move as written. True if it is to be played.
template <IsVisitor V>
bool GameParser::accepts(V& visitor, std::string_view text) {
  if constexpr (std::is_void_v<decltype(visitor.san(text))>) {
    visitor.san(text);
  } else {
    const Reply reply = visitor.san(text);
    if (reply == Reply::Illegal) skip_depth_ = 1;
    if (reply != Reply::Play) return false;
  }
  if (ply() < limits_.plies) return true;
  report(visitor, {.kind = ErrorKind::TooManyPlies}, text.data());
  skip_depth_ = 1;
  return false;
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
void GameParser::open_variation(V& visitor, const char* at) {
  const bool skip = skips([&] { return visitor.begin_variation(); });
  const bool too_deep = !skip && depth() >= limits_.depth;
  if (too_deep) report(visitor, {.kind = ErrorKind::TooDeep}, at);
  if (skip || too_deep) {
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
}

}  // namespace bitrook::pgn
