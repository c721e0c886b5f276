// NetworkEvaluation: a network as the evaluation of a search.
#pragma once

#include <memory>

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

  int operator()(const Position& p) const override { return nnue::Network::is_valid(p) ? network_.evaluate(p) : Draw; }
  std::unique_ptr<LineEvaluation> for_line() const override {
    return std::make_unique<IncrementalEvaluation>(network_);
  }

 private:
  class IncrementalEvaluation : public LineEvaluation {
   public:
    explicit IncrementalEvaluation(const nnue::Network& network) : evaluator_(network, MaxPly + 1) {}
    int operator()(const Position& p, int ply) override {
      return nnue::Network::is_valid(p) ? evaluator_.evaluate(p, std::size_t(ply)) : Draw;
    }

   private:
    nnue::Evaluator evaluator_;
  };

  const nnue::Network& network_;
};

}  // namespace bitrook::search
