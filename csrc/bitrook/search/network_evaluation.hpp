// NetworkEvaluation: a network as the evaluation of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "bitrook/nnue/evaluator.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/score.hpp"

namespace bitrook::search {

// Positions for which nnue::Network::is_valid() returns false are scored as draws. A search reaches them only if a king
// can be captured at its root.
class NetworkEvaluation : public Evaluation {
 public:
  // The network must outlive the evaluation.
  explicit NetworkEvaluation(const nnue::Network& network) : network_(network) {}

  const nnue::Network& network() const { return network_; }
  int operator()(const Position& p) const override { return network_.is_valid(p) ? network_.evaluate(p) : Draw; }
  std::unique_ptr<LineEvaluation> for_line() const override {
    return std::make_unique<IncrementalEvaluation>(network_);
  }

 private:
  // Keeps the scores of positions that were evaluated, because a search reaches many of them several times.
  class IncrementalEvaluation : public LineEvaluation {
   public:
    explicit IncrementalEvaluation(const nnue::Network& network)
        : network_(network), evaluator_(network, MaxPly + 1), scores_(Scores, std::uint16_t(Unknown)) {}
    int operator()(const Position& p, int ply) override {
      // The upper 48 bits of the key and the score. The lower 16 bits of the key are the index.
      std::uint64_t& known = scores_[p.key() % Scores];
      if ((known ^ p.key()) >> 16 == 0 && std::int16_t(known) != Unknown) return std::int16_t(known);
      const int score = network_.is_valid(p) ? evaluator_.evaluate(p, std::size_t(ply)) : Draw;
      known = p.key() >> 16 << 16 | std::uint16_t(score);
      return score;
    }

   private:
    static constexpr std::size_t Scores = std::size_t{1} << 16;
    static constexpr std::int16_t Unknown = std::numeric_limits<std::int16_t>::min();

    const nnue::Network& network_;
    nnue::Evaluator evaluator_;
    std::vector<std::uint64_t> scores_;
  };

  const nnue::Network& network_;
};

}  // namespace bitrook::search
