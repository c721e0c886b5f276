// The parts of GameParser that do not depend on the visitor.
#include "bitrook/pgn/parser.hpp"

#include "bitrook/base/scan.hpp"

namespace bitrook::pgn {

void GameParser::seek(std::uint64_t offset, std::uint64_t line_number) {
  next_offset_ = offset;
  next_line_ = line_number;
  next_column_ = 1;
  unread_ = 0;
  state_ = State::Between;
}

bool GameParser::begins_movetext(std::string_view text) {
  const Token token = next_token(text.data(), text.data() + text.size(), options_.letters, buffer_);
  return token.kind != TokenKind::Unknown;
}

bool GameParser::is_json(std::string_view comment) {
  comment = stripped(comment);
  if (!comment.starts_with('"')) return false;
  const auto quote = comment.find('"', 1);
  return quote != comment.npos && stripped(comment.substr(quote + 1)).starts_with(':');
}

// Only comments matter in the rest of such a line, because its game is skipped.
void GameParser::rest_of_line(std::string_view text, std::size_t length) {
  next_offset_ += length;
  const auto last = text.find_last_not_of(" \t");
  if (state_ == State::Tags && last != text.npos) has_bracket_ = text[last] == ']';
  if (rest_is_comment_ || (state_ != State::Movetext && state_ != State::Comment)) return;
  has_moves_ = true;  // so that the next move number 1 begins a game
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (state_ == State::Comment) {
      at = find_first(at, end, '}');
      if (at != end) state_ = State::Movetext;
    } else {
      at = find_first(at, end, '{', ';');
      if (at != end && *at == ';') {
        rest_is_comment_ = true;
        return;
      }
      if (at != end) state_ = State::Comment;
    }
    if (at != end) ++at;
  }
}

bool GameParser::skip_plain_line(std::string_view text) {
  if (!has_moves_ || !in_main_line()) return false;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* result = find_suspect(begin, end);
  const bool has_result = result != end;
  if (has_result) {
    if (*result == '/' && result != begin) --result;
    std::string_view rest(result, std::size_t(end - result));
    while (rest.ends_with(' ')) rest.remove_suffix(1);
    if (rest != "1-0" && rest != "0-1" && rest != "*" && rest != "1/2-1/2") return false;
    if (result != begin && result[-1] != ' ' && result[-1] != '}') return false;
  }
  const char* const brace = find_last(begin, result, '{', '}');
  if (brace != nullptr && *brace == '{') {
    state_ = State::Comment;
  } else {
    is_ended_ = has_result;
  }
  return true;
}

void GameParser::append_to_comment(std::string_view text, bool is_ended) {
  constexpr std::size_t LongestCharacter = 4;
  const std::size_t limit = options_.limits.comment;
  if (skip_ != Skip::Nothing || comment_.size() > limit) return;
  comment_.append(text.substr(0, limit - comment_.size() + LongestCharacter));
  if (is_ended) comment_.push_back('\n');
}

}  // namespace bitrook::pgn
