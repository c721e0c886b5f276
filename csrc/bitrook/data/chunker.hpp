// Chunker: cuts text where games begin, so that the pieces can be parsed independently of each other.
#pragma once

#include <cstdint>
#include <optional>

#include "bitrook/data/source.hpp"
#include "bitrook/pgn/marker.hpp"

namespace bitrook::data {

struct Chunk {
  Buffer text;
  std::uint64_t position = 0;  // the position of its first byte in the stream
  Offsets offsets;
  // Whether a game begins at the first byte, and right after the last byte: at a marker (pgn/marker.hpp).
  bool begins_game = true, ends_game = true;
  bool ends_text = false;  // the file or the shard ends here
};

class Chunker {
 public:
  // Chunks have at least `size` bytes, except at the end of a text. If four times as many bytes contain no marker, a
  // chunk ends within a game.
  // With `lines`, each line counts as a game, and the marker before it is the end of the previous line.
  explicit Chunker(std::size_t size, bool lines = false) : size_(size), lines_(lines) {}

  // Call next() until it has no more chunks before adding a block.
  void add(Block&& block);
  void end() { text_is_complete_ = true; }  // no block follows
  std::optional<Chunk> next();
  // Returns the text that is left after an error of the source. It may end within a game.
  std::optional<Chunk> cut_off();
  // Whether the shard's last game has been read, so that no more blocks of its file are needed.
  bool shard_is_complete() const { return shard_is_complete_; }

 private:
  bool find_start();
  Chunk cut(std::size_t length, bool ends_game, bool ends_text);

  std::optional<pgn::GameMarker> next_marker(std::size_t from) const;
  std::size_t last_start() const;

  const std::size_t size_;
  const bool lines_;
  Buffer pending_;
  std::uint64_t position_ = 0;  // the position of pending_ in the stream
  Offsets offsets_;
  bool looks_for_start_ = false, begins_game_ = true;
  bool is_open_ = false;  // the last chunk did not end the text
  bool text_is_complete_ = false, shard_is_complete_ = false;
  std::optional<std::uint64_t> shard_end_;  // the position of its end
  std::optional<Block> next_text_;          // waits until this text has been cut
};

}  // namespace bitrook::data
