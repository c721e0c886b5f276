// Source: where the bytes of PGN come from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bitrook/data/buffer.hpp"

namespace bitrook::data {

// A block of text.
struct Block {
  Buffer bytes;
  std::int64_t offset = 0;        // what its first byte is called
  bool past_end = false;          // behind the end of the shard: read only to complete the shard's last game
  bool is_new_text = false;       // the first block of a file or a shard: the text before it is complete
  bool starts_at_marker = false;  // of a shard: its first game begins with the first marker
};

// Reads blocks, one after the other, in the thread that asks for rows. An implementation may need a lock, such as the
// GIL, which no other thread of the pipeline waits for.
class Source {
 public:
  enum class State : std::uint8_t { Block, End, Failed };

  virtual ~Source() = default;
  // After End or Failed it is not called again.
  virtual State read(Block& block) = 0;
  // The rest of this file is not needed: the next block is that of another one.
  virtual void skip_text() = 0;
  // Called about 20 times a second while rows are made, with the games read so far. False stops the work.
  virtual bool go_on(std::uint64_t games) = 0;
  // Why read() failed or go_on() returned false.
  virtual std::string error() const = 0;
};

}  // namespace bitrook::data
