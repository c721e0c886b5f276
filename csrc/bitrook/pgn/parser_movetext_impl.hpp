// GameParser's functions that read movetext and call a visitor. Included by parser.hpp.
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
    if (replay_.is_tracked()) {
      const Position& before = replay_.position();
      const ParsedMove parsed = parse_san(before, text);
      if (parsed) return play(visitor, parsed.move);
      return fail({.kind = ErrorKind::San, .text = text, .move = parsed, .position = &before});
    }
    // Even in a variant whose moves are not read, a result is not a move.
    if (is_result(text)) return fail({.kind = ErrorKind::San, .text = text, .move = {Move(), MoveError::Invalid}});
  }
  replay_.count();
  return false;
}

template <IsVisitor V>
void GameParser::open_variation(V& visitor) {
  nags_ = 0;
  if (skips([&] { return visitor.begin_variation(); })) {
    skip_depth_ = 1;
  } else {
    replay_.open();
  }
}

// If the rest of a variation was skipped after an illegal move, the variation is not left here, as in python-chess:
// what follows is read as its continuation.
template <IsVisitor V>
void GameParser::close_variation(V& visitor) {
  nags_ = 0;
  if (skip_depth_ != 0) {
    if (--skip_depth_ == 0) visitor.end_variation();
  } else if (depth() != 0) {
    visitor.end_variation();
    replay_.close();
  }
}

}  // namespace bitrook::pgn
