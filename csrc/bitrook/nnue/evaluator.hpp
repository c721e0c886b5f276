// Evaluator: evaluates the positions along a line of moves, by updating accumulators of similar positions.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "bitrook/nnue/network.hpp"

namespace bitrook::nnue {

// A stack of accumulators with one pair per ply of the line, for use by one thread. Making and unmaking moves costs
// nothing, because accumulators are updated only when a position is evaluated. An accumulator stores the pieces that it
// sums, so it can be compared with any position, and null moves, unmade moves and new games are not special cases. An
// evaluation updates the nearest of the following: the accumulators of the two previous plies, the old one of the same
// ply and, if all of these are far away (as after a king move to another bucket), the one cached for the king's bucket.
// The rows of relations do not depend on the king's bucket. They are summed from scratch if no accumulator is near.
class Evaluator {
 public:
  // The network must outlive the evaluator. `plies` is the size of the stack; ply n uses entry n % plies.
  explicit Evaluator(const Network& network, std::size_t plies = 130);

  // Centipawns for the side to move, equal to network.evaluate(p). Precondition: network.is_valid(p).
  int evaluate(const Position& p, std::size_t ply) { return network_.centipawns(output(p, ply), p); }
  Output output(const Position& p, std::size_t ply);

 private:
  using Pair = std::array<Half, 2>;  // by color

  // A side's accumulator, and the updates to make to it.
  struct Plan {
    const Half* pieces = nullptr;  // whose sum is used; updated if it is that of this ply
    const Half* relations = nullptr;
    const KingView* view = nullptr;
    int relation_view = 0;
    Half* cached = nullptr;  // to be set to the new sum of pieces
    bool updates_pieces = false, updates_relations = false;
    Update piece_update, relation_update;
  };
  struct Work {
    std::array<Plan, 2> plans;
    RelationChanges changes;
  };

  void plan_pieces(const Position& p, Color c, std::size_t ply, Plan& plan);
  void plan_relations(const Position& p, Color c, std::size_t ply, const Half*& changes_from, Plan& plan);
  Half& entry(std::size_t ply, Color c) { return stack_[ply % stack_.size()][index(c)]; }

  const Network& network_;
  AlignedBytes memory_;
  std::vector<Pair> stack_;
  std::vector<Pair> cache_;  // by KingView::index; only the sums of pieces are used
  Half empty_;               // the relations of the empty board
  std::unique_ptr<Work> work_;
};

}  // namespace bitrook::nnue
