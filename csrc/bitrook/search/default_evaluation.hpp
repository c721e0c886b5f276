// The default evaluation: piece-square tables, and terms for what the tables cannot express.
// https://www.chessprogramming.org/Evaluation
#pragma once

#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/evaluation_weights.hpp"

namespace bitrook::search {

// Weights of 0 switch a term off.
class DefaultEvaluation : public Evaluation {
 public:
  explicit DefaultEvaluation(const PieceSquareTables& tables = PieceSquareTables::standard(),
                             const EvaluationWeights& weights = {})
      : tables_(tables), weights_(weights), id_(next_id()) {}
  static const DefaultEvaluation& standard();

  int operator()(const Position& p) const override;
  // The sums from White's point of view, before tapering.
  EvaluationTerms terms(const Position& p) const;

  const PieceSquareTables& tables() const { return tables_; }
  const EvaluationWeights& weights() const { return weights_; }

 private:
  static std::uint64_t next_id();

  PieceSquareTables tables_;
  EvaluationWeights weights_;
  std::uint64_t id_;  // the same for copies, but different for other tables or weights
};

}  // namespace bitrook::search
