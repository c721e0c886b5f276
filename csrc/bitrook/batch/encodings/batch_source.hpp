// The frames of a batch of boards.
#pragma once

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/encodings/frame.hpp"

namespace bitrook::batch {

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

}  // namespace bitrook::batch
