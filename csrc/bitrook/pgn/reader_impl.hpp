// StreamReader's functions that call a visitor. Included by reader.hpp.
#pragma once

namespace bitrook::pgn {

// The kept line is complete but for `length_of_end` bytes that end it.
template <IsVisitor V>
bool StreamReader::complete_line(V& visitor, std::size_t length_of_end) {
  bool complete = false;
  if (dropped_ != 0) {
    parser_.skip_line(visitor, dropped_ + length_of_end);
  } else {
    complete = parser_.line(visitor, Line{kept_, kept_.size() + length_of_end});
  }
  kept_.clear();
  dropped_ = 0;
  return complete;
}

template <IsVisitor V>
std::size_t StreamReader::feed(V& visitor, std::string_view bytes) {
  std::size_t games = 0;
  if (ends_with_cr_ && !bytes.empty()) {
    const bool feed = bytes.front() == '\n';
    if (feed) bytes.remove_prefix(1);
    ends_with_cr_ = false;
    games += complete_line(visitor, feed ? 2 : 1);
  }
  while (!bytes.empty()) {
    const Line line = first_line(bytes, options_.line_ends);
    const bool is_last = line.length == bytes.size();
    // A CR at the end of the piece: the next piece tells whether a line feed belongs to it.
    const bool pending = is_last && options_.line_ends == LineEnds::Universal && bytes.back() == '\r';
    const std::string_view text = line.text;
    const bool direct = line.is_ended() && !pending && kept_.empty() && dropped_ == 0;
    if (direct && text.size() <= options_.limits.line) {
      games += parser_.line(visitor, line);
    } else {
      if (dropped_ != 0 || text.size() > options_.limits.line - kept_.size()) {
        dropped_ += kept_.size() + text.size();
        kept_.clear();
      } else {
        kept_.append(text);
      }
      if (pending) {
        ends_with_cr_ = true;
      } else if (line.is_ended()) {
        games += complete_line(visitor, line.length - text.size());
      }
    }
    bytes.remove_prefix(line.length);
  }
  return games;
}

template <IsVisitor V>
bool StreamReader::finish(V& visitor) {
  bool complete = false;
  if (ends_with_cr_) {
    ends_with_cr_ = false;
    complete = complete_line(visitor, 1);
  } else if (!kept_.empty() || dropped_ != 0) {
    complete = complete_line(visitor, 0);
  }
  return parser_.finish(visitor) || complete;
}

}  // namespace bitrook::pgn
