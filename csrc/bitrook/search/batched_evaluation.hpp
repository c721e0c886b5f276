// An evaluation that is faster in batches than for one position at a time, such as a neural network.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "bitrook/search/evaluation.hpp"

namespace bitrook::search {

// Caches the scores of positions that a search has announced with prepare(). Not thread-safe.
class BatchedEvaluation : public Evaluation {
 public:
  int operator()(const Position& p) const final;
  void prepare(std::span<const Position> positions) const final;
  bool is_slow() const final { return true; }
  bool is_batched() const final { return true; }

 protected:
  // Writes the score of each position. Returns false if the search is being stopped; its result is then discarded, so
  // no scores are needed.
  virtual bool evaluate(std::span<const Position> positions, std::span<std::int32_t> scores) const = 0;

 private:
  mutable std::unordered_map<std::uint64_t, std::int32_t> scores_;  // by key_with_clocks()
  mutable std::vector<Position> unknown_;                           // passed to prepare(), but not in scores_
  mutable std::vector<std::int32_t> new_scores_;
};

}  // namespace bitrook::search
