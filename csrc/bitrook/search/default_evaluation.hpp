// The default evaluation: piece-square tables, and terms for what the tables cannot express.
// https://www.chessprogramming.org/Evaluation
#pragma once

#include <array>
#include <span>

#include "bitrook/search/evaluation.hpp"

namespace bitrook::search {

// --- The weights of the terms of the default evaluation, in centipawns. benchmarks/tune_weights.py fits them to games.

// One array for each term. The functions of the same names are in default_evaluation.cpp.
struct EvaluationWeights {
  template <std::size_t N>
  using Weights = std::array<Tapered, N>;
  static constexpr int Max = 1000;  // the maximum absolute value of a weight

  Weights<1> tempo{{{14, 8}}};
  Weights<1> bishop_pair{{{28, 48}}};
  // Per square above the usual number: knight, bishop, rook, queen.
  Weights<4> mobility{{{4, 4}, {5, 5}, {2, 4}, {1, 3}}};
  // By rank, from the second to the seventh. Then, multiplied by the number of ranks advanced: a blocked pawn, a pawn
  // with a free path, the distance to the enemy king, the distance to the own king. Last, a pawn that the enemy king
  // cannot catch.
  Weights<11> passed_pawns{
      {{0, 8}, {2, 12}, {8, 26}, {24, 48}, {52, 88}, {88, 136}, {-4, -8}, {2, 6}, {0, 4}, {0, -2}, {0, 300}}};
  Weights<2> isolated_pawns{{{-8, -10}, {-8, -4}}};  // the second is added if no enemy pawn is on the file
  Weights<1> doubled_pawns{{{-6, -16}}};
  Weights<2> backward_pawns{{{-6, -6}, {-8, -2}}};  // the second is added if no enemy pawn is on the file
  Weights<2> connected_pawns{{{8, 6}, {5, 3}}};     // defended by a pawn, next to a pawn
  Weights<2> rook_files{{{24, 8}, {12, 6}}};        // on an open file, on a half-open file
  Weights<2> outposts{{{20, 12}, {14, 6}}};         // of a knight, of a bishop
  // Per attacked square near the enemy king: knight, bishop, rook, queen.
  Weights<4> king_attack{{{10, 0}, {8, 0}, {12, 0}, {14, 0}}};
  // In front of the king: a pawn one rank ahead, a pawn two ranks ahead, a file without own pawns, an enemy pawn up to
  // three ranks ahead.
  Weights<4> king_pawns{{{12, 0}, {7, 0}, {-16, 0}, {-5, 0}}};
  // An attack by a pawn on a piece, by a minor piece on a rook or queen, by a rook on a queen; on an undefended piece,
  // on an undefended pawn.
  Weights<5> threats{{{40, 30}, {30, 25}, {30, 20}, {16, 14}, {4, 12}}};
  // The percentage by which the endgame score is reduced: in endings with opposite-colored bishops and otherwise only
  // pawns; if the stronger side has no pawns and is ahead by at most a minor piece.
  Weights<2> drawish_endings{{{0, 40}, {0, 75}}};
};

// Calls f(name, std::span of Tapered) for each term.
template <class Weights, class F>
constexpr void for_each_term(Weights& w, F f) {
  f("tempo", std::span(w.tempo));
  f("bishop_pair", std::span(w.bishop_pair));
  f("mobility", std::span(w.mobility));
  f("passed_pawns", std::span(w.passed_pawns));
  f("isolated_pawns", std::span(w.isolated_pawns));
  f("doubled_pawns", std::span(w.doubled_pawns));
  f("backward_pawns", std::span(w.backward_pawns));
  f("connected_pawns", std::span(w.connected_pawns));
  f("rook_files", std::span(w.rook_files));
  f("outposts", std::span(w.outposts));
  f("king_attack", std::span(w.king_attack));
  f("king_pawns", std::span(w.king_pawns));
  f("threats", std::span(w.threats));
  f("drawish_endings", std::span(w.drawish_endings));
}

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
