// The parts of GameParser that do not depend on the visitor.
#include "bitrook/pgn/parser.hpp"

#include "bitrook/base/scan.hpp"

namespace bitrook::pgn {

void GameParser::seek(std::uint64_t offset, std::uint64_t line_number) {
  next_offset_ = offset;
  next_line_ = line_number;
  state_ = State::Between;
  first_line_ = true;
}

void GameParser::rest_of_line(std::string_view text, std::size_t length) {
  next_offset_ += length;
  if (state_ == State::Skipping && !rest_is_comment_) skip_movetext(text);
}

// Tracks the comments in a line that is skipped. The last brace determines whether the next line begins inside a
// comment, unless a semicolon outside of braces ends the line before that brace.
void GameParser::skip_movetext(std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    const char* const semicolon = find_first(at, end, ';');
    if (const char* const brace = find_last(at, semicolon, '{', '}')) skipping_comment_ = *brace == '{';
    if (semicolon == end) return;
    if (!skipping_comment_) {
      rest_is_comment_ = true;
      return;
    }
    at = semicolon + 1;
  }
}

void GameParser::append_to_comment(std::string_view text, bool is_ended) {
  constexpr std::size_t LongestCharacter = 4;
  const std::size_t limit = options_.limits.comment;
  if (comment_.size() > limit) return;
  comment_.append(text.substr(0, limit - comment_.size() + LongestCharacter));
  if (is_ended) comment_.push_back('\n');
}

}  // namespace bitrook::pgn
