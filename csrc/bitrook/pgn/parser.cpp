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

// Follows the comments of a line that is skipped: which brace is the last one decides whether the next line begins in a
// comment, unless a semicolon outside of braces ends the line before.
void GameParser::skip_movetext(std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    const char* const semicolon = find_first(at, end, ';');
    if (const char* const brace = find_last(at, semicolon, '{', '}')) skipping_comment_ = *brace == '{';
    if (semicolon == end || !skipping_comment_) return;
    at = semicolon + 1;
  }
}

void GameParser::append_to_comment(std::string_view text, bool is_ended) {
  const std::size_t space = limits_.comment - comment_.size();
  if (text.size() + (is_ended ? 1 : 0) > space) {
    comment_is_cut_ = true;
    comment_.append(text.substr(0, space));
    return;
  }
  comment_.append(text);
  if (is_ended) comment_.push_back('\n');
}

}  // namespace bitrook::pgn
