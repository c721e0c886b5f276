// The score cache of batched evaluations.
#include "bitrook/search/batched_evaluation.hpp"

#include <algorithm>

#include "bitrook/search/score.hpp"

namespace bitrook::search {

namespace {

constexpr std::size_t MostScores = 1 << 17;  // the cache is cleared before it exceeds this; about 5 MB

// A hash key that also covers the clocks, because an evaluation may depend on them.
std::uint64_t key_with_clocks(const Position& p) {
  const std::uint64_t clocks =
      p.halfmove_clock() | std::uint64_t(p.fullmove_number()) << 24 | std::uint64_t(index(p.en_passant())) << 56;
  return p.repetition_key() ^ (clocks * 0x9E3779B97F4A7C15);
}

}  // namespace

int BatchedEvaluation::operator()(const Position& p) const {
  const std::uint64_t key = key_with_clocks(p);
  if (const auto known = scores_.find(key); known != scores_.end()) return known->second;
  prepare({&p, 1});
  const auto known = scores_.find(key);
  return known != scores_.end() ? known->second : 0;
}

void BatchedEvaluation::prepare(std::span<const Position> positions) const {
  if (scores_.size() + positions.size() > MostScores) scores_.clear();
  unknown_.clear();
  for (const Position& p : positions)
    if (!scores_.contains(key_with_clocks(p))) unknown_.push_back(p);
  new_scores_.assign(unknown_.size(), 0);
  if (unknown_.empty() || !evaluate(unknown_, new_scores_)) return;
  for (std::size_t i = 0; i < unknown_.size(); ++i)
    scores_[key_with_clocks(unknown_[i])] = std::clamp(new_scores_[i], -MaxEvaluation, MaxEvaluation);
}

}  // namespace bitrook::search
