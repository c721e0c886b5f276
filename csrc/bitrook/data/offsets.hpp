// Offsets: maps positions in the text that is read to offsets in its source.
#pragma once

#include <cstdint>
#include <vector>

namespace bitrook::data {

// The text comes in pieces, such as parts of a file or frames of an archive. The source gives the offset of the first
// byte of each piece, which is computed from the position of the frame in a compressed archive. The following bytes of
// a piece have consecutive offsets.
class Offsets {
 public:
  // The bytes of the stream from `position` on have the offsets `offset`, `offset + 1`, ... Positions must be
  // ascending.
  void add(std::uint64_t position, std::int64_t offset) {
    if (!pieces_.empty() && at(position) == offset) return;
    pieces_.push_back({position, offset});
  }
  std::int64_t at(std::uint64_t position) const {
    std::size_t i = pieces_.size();
    while (i > 1 && pieces_[i - 1].position > position) --i;
    return i == 0 ? std::int64_t(position) : pieces_[i - 1].offset + std::int64_t(position - pieces_[i - 1].position);
  }
  // The part that applies to positions from `position` on.
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
