// StreamReader's functions that call a visitor. Included by reader.hpp.
#pragma once

namespace bitrook::pgn {

template <IsVisitor V>
bool StreamReader::add(V& visitor, std::string_view text) {
  bool complete = false;
  if (!is_given_) {
    const std::size_t limit = options_.limits.game;
    const std::string_view used = text.substr(0, limit - kept_.size() + 1);
    kept_.append(used);
    if (kept_.size() <= limit) return false;
    complete = parser_.line(visitor, TextLine{kept_, kept_.size()});
    kept_.clear();
    is_given_ = true;
    text.remove_prefix(used.size());
  }
  parser_.rest_of_line(text, text.size());
  return complete;
}

template <IsVisitor V>
bool StreamReader::end_line(V& visitor, std::size_t length_of_end) {
  if (is_given_) {
    is_given_ = false;
    parser_.rest_of_line({}, length_of_end);
    return false;
  }
  const bool complete = parser_.line(visitor, TextLine{kept_, kept_.size() + length_of_end});
  kept_.clear();
  return complete;
}

template <IsVisitor V>
std::size_t StreamReader::feed(V& visitor, std::string_view bytes) {
  std::size_t games = 0;
  if (ends_with_cr_ && !bytes.empty()) {
    const bool feed = bytes.front() == '\n';
    if (feed) bytes.remove_prefix(1);
    ends_with_cr_ = false;
    games += end_line(visitor, feed ? 2 : 1);
  }
  while (!bytes.empty()) {
    const TextLine line = first_line(bytes, options_.line_ends);
    const bool is_last = line.length == bytes.size();
    // If the piece ends with CR, a line feed at the beginning of the next piece belongs to the same line end.
    const bool pending = is_last && options_.line_ends == LineEnds::Universal && bytes.back() == '\r';
    const std::string_view text = line.text;
    if (line.is_ended() && !pending && kept_.empty() && !is_given_) {
      games += parser_.line(visitor, line);
    } else {
      games += add(visitor, text);
      ends_with_cr_ = pending;
      if (line.is_ended() && !pending) games += end_line(visitor, line.length - text.size());
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
    complete = end_line(visitor, 1);
  } else if (!kept_.empty() || is_given_) {
    complete = end_line(visitor, 0);
  }
  return parser_.finish(visitor) || complete;
}

}  // namespace bitrook::pgn
