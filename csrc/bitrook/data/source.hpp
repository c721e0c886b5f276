// Source: where the bytes of games and other records come from. Offsets: maps positions in them to offsets.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitrook/data/buffer.hpp"

namespace bitrook::data {

// A block of text.
struct Block {
  Buffer bytes;
  std::int64_t offset = 0;        // the offset of its first byte in the source
  bool past_end = false;          // after the end of the shard; read only to complete the shard's last game
  bool is_new_text = false;       // the first block of a file or a shard; the previous text is complete
  bool starts_at_marker = false;  // a shard whose first game begins at the first marker
};

// Thrown by a source that cannot be read further.
struct SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads blocks, one after the other, in the thread that requests rows. An implementation may need a lock, such as the
// GIL; no other thread of the pipeline waits for it.
class Source {
 public:
  virtual ~Source() = default;
  // Reads the next block. Returns false at the end. Is not called again after the end or after throwing SourceError.
  virtual bool read(Block& block) = 0;
  // Skips the rest of this file: the next block is from another one.
  virtual void skip_text() = 0;
  // Rewrites a line that is not in the shape of Lichess's files. Returns false if that is impossible; `out` is then the
  // reason.
  virtual bool rewrite(const std::string& line, std::string& out) {
    out = line;
    return false;
  }
  // Called about 20 times a second while rows are built, with the number of games read so far. Throwing SourceError
  // stops the work.
  virtual void go_on(std::uint64_t games) = 0;
};

// Maps positions in the text that is read to offsets in its source.
//
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
