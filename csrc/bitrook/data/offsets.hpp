// Offsets: what a byte of the text that is read is called in the source.
#pragma once

#include <cstdint>
#include <vector>

namespace bitrook::data {

// The text comes in pieces: the parts of a file, the frames of an archive. Each piece has a number for its first byte;
// in a compressed archive it is made of the frame's place. The bytes of a piece are numbered one by one.
class Offsets {
 public:
  // The bytes from `position` of the stream on are `offset`, `offset + 1`, ... Positions ascend.
  void add(std::uint64_t position, std::int64_t offset) {
    if (!pieces_.empty() && at(position) == offset) return;
    pieces_.push_back({position, offset});
  }
  std::int64_t at(std::uint64_t position) const {
    std::size_t i = pieces_.size();
    while (i > 1 && pieces_[i - 1].position > position) --i;
    return i == 0 ? std::int64_t(position) : pieces_[i - 1].offset + std::int64_t(position - pieces_[i - 1].position);
  }
  // The part that holds for positions from `position` on.
  Offsets from(std::uint64_t position) const {
    Offsets part;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (i + 1 == pieces_.size() || pieces_[i + 1].position > position) part.pieces_.push_back(pieces_[i]);
    }
    return part;
  }
  void append(const Offsets& later) {
    for (const Piece& p : later.pieces_) add(p.position, p.offset);
  }

 private:
  struct Piece {
    std::uint64_t position;
    std::int64_t offset;
  };
  std::vector<Piece> pieces_;
};

}  // namespace bitrook::data
