// Finds the accumulators that are nearest to a position, and updates them.
#include "bitrook/nnue/evaluator.hpp"

#include <cstring>

#include "bitrook/base/simd.hpp"

namespace bitrook::nnue {

namespace {

constexpr unsigned SquaresOfOneMove = 4;  // changed by castling
// If more squares than this differ, most threats do, too.
constexpr unsigned MaxSquaresForRelations = 10;

unsigned distance(const Sum& sum, const Position& p) {
  return population_count(differences(sum.pieces.data(), p.mailbox().data()));
}

}  // namespace

Evaluator::Evaluator(const Network& network, std::size_t plies)
    : network_(network),
      stack_(plies),
      cache_(2 * network.shape().king_bucket_count()),
      work_(std::make_unique<Work>()) {
  const std::size_t size = network.bytes_per_half();
  memory_ = aligned_bytes((2 * (stack_.size() + cache_.size()) + 1) * size);
  std::byte* at = memory_.get();
  const auto next = [&] {
    const Half half = network.half_at(at);
    at += size;
    return half;
  };
  for (auto* pairs : {&stack_, &cache_})
    for (Pair& pair : *pairs)
      for (Half& half : pair) half = next();
  empty_ = next();
  if (empty_.relations.values) network_.clear_relations(empty_, 0);
}

Output Evaluator::output(const Position& p, std::size_t ply) {
  BITROOK_ASSERT(network_.is_valid(p));
  auto& [plans, changes] = *work_;
  // Plan everything first, so that the rows are being loaded while the next plan is made.
  for (const Color c : Colors) plan_pieces(p, c, ply, plans[index(c)]);
  const Half* changes_from = nullptr;
  for (const Color c : Colors) {
    if (network_.shape().has_relations()) {
      plan_relations(p, c, ply, changes_from, plans[index(c)]);
    } else {
      plans[index(c)].relations = &empty_;
    }
  }
  std::array<HalfView, 2> halves;
  for (const Color c : Colors) {
    const Plan& plan = plans[index(c)];
    Half& own = entry(ply, c);
    if (plan.updates_pieces) {
      network_.apply_to_pieces(plan.piece_update, p, *plan.view);
      if (plan.cached) {
        std::memcpy(plan.cached->pieces.values, own.pieces.values, network_.bytes_per_sum());
        plan.cached->pieces.pieces = own.pieces.pieces;
      }
    }
    if (plan.updates_relations) network_.apply_to_relations(plan.relation_update, own, p, plan.relation_view);
    halves[index(c)] = {plan.pieces->pieces, plan.relations->relations};
  }
  return network_.output(halves[index(p.turn())], halves[index(~p.turn())], p);
}

// Uses the sum of this ply or, if the pieces are the same, of another.
void Evaluator::plan_pieces(const Position& p, Color c, std::size_t ply, Plan& plan) {
  const std::size_t size = stack_.size();
  Half& own = entry(ply, c);
  const KingView& view = network_.features().view(c, p.of(PieceType::King, c).first());
  plan.view = &view;
  plan.cached = nullptr;
  const Half* nearest = nullptr;
  unsigned least = 65;
  const auto consider = [&](const Half& half) {
    if (half.pieces.view != view.index) return;
    if (const unsigned changed = distance(half.pieces, p); changed < least) nearest = &half, least = changed;
  };
  consider(entry(ply + size - 1, c));
  if (least > SquaresOfOneMove) {
    consider(own);
    consider(entry(ply + size - 2, c));
  }
  plan.updates_pieces = least != 0;
  plan.pieces = least != 0 ? &own : nearest;
  if (least == 0) return;
  if (least > 2 * SquaresOfOneMove) {
    // The last accumulator with this view that could not be updated from a nearby one.
    Half& last = cache_[view.index][index(c)];
    if (last.pieces.view < 0) network_.clear_pieces(last.pieces, view);
    consider(last);
    if (nearest == &last) plan.cached = &last;
  }
  network_.plan_pieces(nearest->pieces, own.pieces, p, c, view, plan.piece_update);
}

// `changes_from` is the half that the relation changes in `work_` were computed from, or null.
void Evaluator::plan_relations(const Position& p, Color c, std::size_t ply, const Half*& changes_from, Plan& plan) {
  const std::size_t size = stack_.size();
  Half& own = entry(ply, c);
  plan.relation_view = Relations::view(c, p.of(PieceType::King, c).first());
  const Half* nearest = nullptr;
  unsigned least = MaxSquaresForRelations + 1;
  const auto consider = [&](const Half& half) {
    if (half.relations.view != plan.relation_view) return;
    if (const unsigned changed = distance(half.relations, p); changed < least) nearest = &half, least = changed;
  };
  consider(entry(ply + size - 1, c));
  if (least > SquaresOfOneMove) {
    consider(own);
    consider(entry(ply + size - 2, c));
  }
  plan.updates_relations = least != 0;
  plan.relations = least != 0 ? &own : nearest;
  if (least == 0) return;
  if (!nearest) nearest = &empty_;
  // Both sides usually start from the same position, so that the changes are the same.
  if (!changes_from || !(changes_from->relation_sets == nearest->relation_sets)) {
    RelationChanges& changes = work_->changes;
    changes.removed_threats.size = changes.added_threats.size = 0;
    changes.removed_pairs.size = changes.added_pairs.size = 0;
    network_.relations().find(nearest->relations.pieces, nearest->relation_sets, p, changes);
    changes_from = nearest;
  }
  network_.plan_relations(*nearest, own, work_->changes, p, c, plan.relation_update);
}

}  // namespace bitrook::nnue
