// The moves from the start of a game to the place of a reader, with variations, by make and unmake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/game.hpp"

namespace bitrook::pgn {

// Counts the moves of each open line: the main line and the variations that enclose the current place. If positions are
// tracked, variations are left by unmaking their moves, so each nesting level takes only a few bytes. Memory is reused
// for the next game.
class Replay {
 public:
  // Starts a game without positions, until track() is called.
  void restart() {
    variations_.clear();
    variant_.reset();
    plies_ = 0;
    tracked_ = false;
  }
  // Tracks positions from the start of the game. Precondition: plies() is 0.
  void track(const Position& start) {
    position_ = start;
    tracked_ = true;
  }
  void track(const VariantPosition& start) {
    variant_.emplace(start);
    tracked_ = true;
  }
  bool is_tracked() const { return tracked_; }
  const Position& position() const { return position_; }  // precondition: it is not a game of a variant
  // Returns use(position), with a Position or a VariantPosition.
  template <class Use>
  auto with_position(Use use) const {
    return variant_ ? use(variant_->position()) : use(position_);
  }
  std::size_t plies() const { return plies_; }
  std::size_t depth() const { return variations_.size(); }  // 0 in the main line

  void count() { ++plies_; }  // a move without a position
  void play(Move m) {
    if (variant_) [[unlikely]] {
      variant_->push(m);
      ++plies_;
      return;
    }
    if (plies_ == steps_.size()) [[unlikely]]
      steps_.resize(plies_ < 256 ? 512 : 2 * plies_);
    Step& step = steps_[plies_++];
    step.move = m;
    step.halfmove_clock = position_.halfmove_clock();
    position_.play_unchecked(m, step.undo);
  }
  // Opens a variation that replaces the last move. Precondition: plies() > 0.
  void open() {
    BITROOK_ASSERT(plies_ > 0);
    const auto last = [this] { return variant_ ? variant_->move(plies_ - 1) : steps_[plies_ - 1].move; };
    variations_.push_back({std::uint32_t(plies_), tracked_ ? last() : Move()});
    unmake();
  }
  // Returns to the enclosing line. Precondition: depth() > 0.
  void close() {
    BITROOK_ASSERT(depth() > 0);
    const Variation variation = variations_.back();
    variations_.pop_back();
    while (plies_ >= variation.plies) unmake();
    tracked_ ? play(variation.replaced) : count();
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
    --plies_;
    if (!tracked_) return;
    if (variant_) {
      variant_->pop();
      return;
    }
    const Step& last = steps_[plies_];
    position_.undo(last.undo);
    position_.set_halfmove_clock(last.halfmove_clock);
  }

  Position position_;
  std::optional<VariantGame> variant_;  // instead of the position and the steps
  std::vector<Step> steps_;             // the first plies_ are in use
  std::vector<Variation> variations_;
  std::size_t plies_ = 0;
  bool tracked_ = false;
};

}  // namespace bitrook::pgn
