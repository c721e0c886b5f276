// Finds the accumulator that is nearest to a position, and updates it.
#include "bitrook/nnue/evaluator.hpp"

#include <cstring>

#include "bitrook/base/simd.hpp"

namespace bitrook::nnue {

namespace {

constexpr unsigned SquaresOfOneMove = 4;  // changed by castling

}  // namespace

Evaluator::Evaluator(const Network& network, std::size_t plies)
    : network_(network), stack_(plies), cache_(2 * network.shape().king_bucket_count()) {
  const std::size_t size = network.bytes_per_half();
  memory_ = aligned_bytes(2 * (stack_.size() + cache_.size()) * size);
  std::byte* at = memory_.get();
  for (auto* pairs : {&stack_, &cache_})
    for (Pair& pair : *pairs)
      for (Half& half : pair) {
        half = network.half_at(at);
        at += size;
      }
}

int Evaluator::evaluate(const Position& p, std::size_t ply) {
  BITROOK_ASSERT(Network::is_valid(p));
  const Half& us = half(p, p.turn(), ply);
  return network_.evaluate(us, half(p, ~p.turn(), ply), p);
}

// The accumulator of one side for the pieces of `p`. It is that of this ply or, if the pieces are the same, of another.
const Half& Evaluator::half(const Position& p, Color c, std::size_t ply) {
  const std::size_t size = stack_.size();
  Half& own = stack_[ply % size][index(c)];
  const KingView& view = network_.features().view(c, p.of(PieceType::King, c).first());
  const Half* nearest = nullptr;
  unsigned least = 65;
  const auto consider = [&](const Half& half) {
    if (half.view != view.index) return;
    const unsigned changed = population_count(differences(half.pieces.data(), p.mailbox().data()));
    if (changed < least) nearest = &half, least = changed;
  };
  consider(stack_[(ply + size - 1) % size][index(c)]);
  if (least > SquaresOfOneMove) {
    consider(own);
    consider(stack_[(ply + size - 2) % size][index(c)]);
  }
  if (least == 0) return *nearest;
  if (least <= 2 * SquaresOfOneMove) {
    network_.update(*nearest, own, p, c, view);
    return own;
  }
  // The last accumulator with this view that could not be updated from a nearby one.
  Half& last = cache_[view.index][index(c)];
  if (last.view < 0) network_.clear(last, view);
  consider(last);
  network_.update(*nearest, own, p, c, view);
  if (nearest == &last) {
    std::memcpy(last.values, own.values, network_.bytes_per_half());
    last.pieces = own.pieces;
  }
  return own;
}

}  // namespace bitrook::nnue
