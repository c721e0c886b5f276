// The moves from the start of a game to the place of a reader, with variations, by make and unmake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::pgn {

// Counts the moves of each open line: the main line and the variations that enclose the current place. Memory is reused
// for the next game.
class PlyCounts {
 public:
  void restart() {
    variations_.clear();
    plies_ = 0;
  }
  std::size_t plies() const { return plies_; }
  std::size_t depth() const { return variations_.size(); }  // 0 in the main line
  void count() { ++plies_; }
  // Opens a variation that replaces the last move. Precondition: plies() > 0.
  void open() {
    BITROOK_ASSERT(plies_ > 0);
    variations_.push_back(plies_--);
  }
  // Returns to the enclosing line. Precondition: depth() > 0.
  void close() {
    BITROOK_ASSERT(depth() > 0);
    plies_ = variations_.back();
    variations_.pop_back();
  }

 private:
  std::vector<std::size_t> variations_;
  std::size_t plies_ = 0;
};

// The same with positions. Variations are left by unmaking their moves, so each nesting level takes only a few bytes.
class Replay {
 public:
  void restart(const Position& start, bool chess960 = false) {
    variations_.clear();
    plies_ = 0;
    position_ = start;
    if (chess960) position_.set_chess960(true);
  }
  const Position& position() const { return position_; }
  std::size_t plies() const { return plies_; }
  std::size_t depth() const { return variations_.size(); }

  void play(Move m) {
    if (plies_ == steps_.size()) [[unlikely]]
      steps_.resize(plies_ < 256 ? 512 : 2 * plies_);
    Step& step = steps_[plies_++];
    step.move = m;
    step.halfmove_clock = position_.halfmove_clock();
    position_.play_unchecked(m, step.undo);
  }
  void open() {
    BITROOK_ASSERT(plies_ > 0);
    variations_.push_back({std::uint32_t(plies_), steps_[plies_ - 1].move});
    unmake();
  }
  void close() {
    BITROOK_ASSERT(depth() > 0);
    const Variation variation = variations_.back();
    variations_.pop_back();
    while (plies_ >= variation.plies) unmake();
    play(variation.replaced);
  }

 private:
  struct Step {
    Undo undo;
    std::uint32_t halfmove_clock;  // an Undo only stores 16 bits of it
    Move move;
  };
  struct Variation {
    std::uint32_t plies;  // of the enclosing line
    Move replaced;        // the last move of that line
  };

  void unmake() {
    const Step& last = steps_[--plies_];
    position_.undo(last.undo);
    position_.set_halfmove_clock(last.halfmove_clock);
  }

  Position position_;
  std::vector<Step> steps_;  // the first plies_ are in use
  std::vector<Variation> variations_;
  std::size_t plies_ = 0;
};

}  // namespace bitrook::pgn
