// BoardSource, which provides the frames of many boards: those of a batch, or packed positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/frame.hpp"

namespace bitrook::batch {

// Boards by index. Threads may read different boards at the same time.
class BoardSource {
 public:
  virtual ~BoardSource() = default;
  virtual std::size_t size() const = 0;
  // Writes the current position of board i and the previous ones; frames before the start of the game have `exists`
  // false. Returns false if the board cannot be read.
  virtual bool load(std::size_t i, std::span<Frame> frames) const = 0;
  // The current position of board i, possibly built in `scratch`; null if the board cannot be read.
  virtual const Position* position(std::size_t i, Position& scratch) const = 0;
  // The reason why board i cannot be read.
  virtual std::string error(std::size_t) const { return {}; }
};

class BatchSource : public BoardSource {
 public:
  // `boards` must outlive this object.
  explicit BatchSource(const Boards& boards) : boards_(boards) {}

  std::size_t size() const override { return boards_.size(); }
  bool load(std::size_t i, std::span<Frame> frames) const override;
  const Position* position(std::size_t i, Position&) const override { return &boards_.position(i); }

 private:
  const Boards& boards_;
};

// Packed positions of 24 bytes: `depth` of them for each board, the newest first. 24 zero bytes mean "no position".
// Repetitions are counted only among these positions. Unusable castling rights are dropped.
class PackedSource : public BoardSource {
 public:
  PackedSource(std::span<const std::uint8_t> bytes, std::size_t depth, bool chess960 = false)
      : bytes_(bytes), depth_(depth), chess960_(chess960) {}

  std::size_t size() const override { return bytes_.size() / (24 * depth_); }
  bool load(std::size_t i, std::span<Frame> frames) const override;
  const Position* position(std::size_t i, Position& scratch) const override;
  std::string error(std::size_t i) const override;

 private:
  std::span<const std::uint8_t, 24> bytes(std::size_t i, std::size_t age) const {
    return bytes_.subspan(24 * (i * depth_ + age)).first<24>();
  }
  bool read(std::size_t i, std::size_t age, Frame& f) const;

  std::span<const std::uint8_t> bytes_;
  std::size_t depth_;
  bool chess960_;
};

}  // namespace bitrook::batch
