// The interface of evaluations, and piece-square tables tapered between the middlegame and the endgame.
// https://www.chessprogramming.org/Piece-Square_Tables, https://www.chessprogramming.org/Tapered_Eval
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "bitrook/position/position.hpp"
#include "bitrook/search/score.hpp"

namespace bitrook::search {

// A middlegame score and an endgame score in one word. One addition adds both scores.
class Tapered {
 public:
  constexpr Tapered() = default;
  constexpr Tapered(int midgame, int endgame) : word_(std::int64_t(endgame) * (std::int64_t{1} << 32) + midgame) {}

  constexpr int midgame() const { return int(std::int32_t(word_)); }
  constexpr int endgame() const { return int((word_ + 0x80000000) >> 32); }

  friend constexpr Tapered operator+(Tapered a, Tapered b) { return Tapered(a.word_ + b.word_); }
  friend constexpr Tapered operator-(Tapered a, Tapered b) { return Tapered(a.word_ - b.word_); }
  friend constexpr Tapered operator-(Tapered a) { return Tapered(-a.word_); }
  friend constexpr Tapered operator*(Tapered a, int n) { return Tapered(a.word_ * n); }
  constexpr Tapered& operator+=(Tapered other) { return *this = *this + other; }
  constexpr Tapered& operator-=(Tapered other) { return *this = *this - other; }
  constexpr bool operator==(const Tapered&) const = default;

 private:
  constexpr explicit Tapered(std::int64_t word) : word_(word) {}

  std::int64_t word_ = 0;
};

// An evaluation for one thread, which may cache data for each ply of the line that is being searched.
class LineEvaluation {
 public:
  virtual ~LineEvaluation() = default;
  virtual int operator()(const Position& p, int ply) = 0;
};

// A static evaluation, in centipawns from the point of view of the side to move.
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  virtual int operator()(const Position& p) const = 0;
  // Whether a call takes a microsecond or more. A search then checks more often whether it should stop.
  virtual bool is_slow() const { return false; }
  // Whether the search should call prepare() with the positions that it will probably evaluate next; see
  // BatchedEvaluation.
  virtual bool is_batched() const { return false; }
  virtual void prepare(std::span<const Position>) const {}
  // Returns an evaluation for a search thread to use instead of this object, or null to use this object.
  virtual std::unique_ptr<LineEvaluation> for_line() const { return nullptr; }
};

// The middlegame and endgame sums of a position from White's point of view, and its phase.
struct EvaluationTerms {
  int midgame, endgame, phase;
};

class PieceSquareTables : public Evaluation {
 public:
  // Scores by piece type (pawn to king) and square (a1 to h8).
  using Table = std::array<std::array<int, 64>, 6>;
  // How much each piece type contributes to the phase.
  using PhaseWeights = std::array<int, 6>;

  static constexpr int MaxEntry = 20000;  // the maximum absolute value of a table entry
  static constexpr int MaxWeight = 30;    // of a phase weight; 64 pieces with the largest scores do not overflow an int
  static constexpr PhaseWeights StandardWeights{0, 1, 1, 2, 4, 0};

  // Black's pieces are looked up with the square mirrored vertically.
  PieceSquareTables(const Table& midgame, const Table& endgame, const PhaseWeights& weights = StandardWeights);
  // Uses separate tables for Black's pieces, without mirroring. Scores are positive for the owner of the piece.
  PieceSquareTables(const std::array<Table, 2>& midgame, const std::array<Table, 2>& endgame,
                    const PhaseWeights& weights = StandardWeights);
  // The default tables; see evaluation.cpp.
  static const PieceSquareTables& standard();

  EvaluationTerms terms(const Position& p) const {
    Tapered sum;
    for (const Square s : p.occupied()) sum += white_score(p.piece_at(s), s);
    return {sum.midgame(), sum.endgame(), phase(p)};
  }
  int operator()(const Position& p) const override {
    const EvaluationTerms t = terms(p);
    const int white = (t.midgame * t.phase + t.endgame * (max_phase_ - t.phase)) / max_phase_;
    return std::clamp(p.turn() == Color::White ? white : -white, -MaxEvaluation, MaxEvaluation);
  }
  // From 0 to max_phase(), which is the phase at the start of a game.
  int phase(const Position& p) const {
    int sum = 0;
    for (const PieceType t : PieceTypes) sum += weights_[index(t) - 1] * int(p.of(t).count());
    return std::clamp(sum, 0, max_phase_);
  }
  int max_phase() const { return max_phase_; }
  const PhaseWeights& weights() const { return weights_; }
  // The value of a piece on a square in the middlegame and in the endgame, positive for the owner of the piece.
  std::array<int, 2> scores(Piece piece, Square s) const {
    const Tapered white = white_score(piece, s), own = color_of(piece) == Color::White ? white : -white;
    return {own.midgame(), own.endgame()};
  }
  // The same, from White's point of view.
  Tapered white_score(Piece piece, Square s) const { return scores_[index(piece)][index(s)]; }

 private:
  std::array<std::array<Tapered, 64>, 14> scores_{};  // by piece and square, positive for White
  PhaseWeights weights_;
  int max_phase_;
};

}  // namespace bitrook::search
