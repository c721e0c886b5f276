// Features of pairs of pieces: threats, and pairs of pawns on the same file or on adjacent files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/nnue/shape.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::nnue {

// A piece that attacks or defends another one, or two pawns.
struct Relation {
  std::uint8_t piece, square, other, other_square;
};

template <class Item, std::size_t Capacity>
struct FixedList {
  std::array<Item, Capacity> items;  // uninitialized beyond `size`
  std::size_t size = 0;

  void add(Item item) {
    BITROOK_ASSERT(size < Capacity);
    items[size++] = item;
  }
  const Item* begin() const { return items.data(); }
  const Item* end() const { return items.data() + size; }
};

// What changed between two positions. 32 pieces attack at most 8 others each, and 30 pawns form 435 pairs.
struct RelationChanges {
  FixedList<Relation, 256> removed_threats, added_threats;
  FixedList<Relation, 448> removed_pairs, added_pairs;
};

// The relations of a network with threat features, and their rows.
class Relations {
 public:
  static constexpr std::uint32_t NoRow = ~std::uint32_t{0};

  explicit Relations(const Shape& shape);

  // The mirroring that puts the own king on files a to d: 0 or 7 for files, and 56 for Black's perspective.
  static unsigned flip(Color perspective, Square king) {
    return 56 * bitrook::index(perspective) ^ ((bitrook::index(king) & 7) < 4 ? 0 : 7);
  }

  // Different mirrorings of one color have different views, 0 or 1.
  static int view(Color perspective, Square king) { return int(flip(perspective, king) & 1); }

  // Finds the relations that exist in only one of two positions, given as (mailbox, placement) and as a position. An
  // empty placement finds all relations of `after`.
  void find(const placement::Mailbox& before, const Placement& before_sets, const Position& after,
            RelationChanges& changes) const;
  // The row of a threat, or NoRow: threats between pieces of the same type exist in both directions, and only the one
  // from the higher square has a row.
  std::uint32_t threat_row(Color perspective, unsigned flip, const Relation& r) const {
    const Block& block = blocks_[index(perspective)][r.piece][r.other];
    const unsigned from = r.square ^ flip, to = r.other_square ^ flip;
    if (block.is_mutual && from < to) return NoRow;
    const std::uint64_t below = (std::uint64_t{1} << to) - 1;
    return block.first_row + offsets_[block.attacker][from] +
           population_count(PseudoAttacksFrom[from].sets[block.attacker].word() & below);
  }
  std::uint32_t pair_row(Color perspective, unsigned flip, const Relation& r) const {
    const auto number = [&](unsigned piece, unsigned square) {
      return (color_of(Piece(piece)) == perspective ? 0 : 48) + (square ^ flip) - 8;
    };
    const std::uint32_t a = number(r.piece, r.square), b = number(r.other, r.other_square);
    const std::uint32_t high = std::max(a, b), low = std::min(a, b);
    return first_pair_ + high * (high - 1) / 2 + low;
  }

 private:
  struct Block {
    std::uint32_t first_row;
    std::uint8_t attacker;  // index into the sets of PseudoAttacksFrom, with the own pawns as White's
    bool is_mutual;
  };
  using Targets = std::array<Bitboard, 7>;  // pieces that count as targets, by type of the attacker

  Targets targets(const Placement& sets) const;
  void find_threats(const placement::Mailbox& before, const Placement& before_sets, const Position& after,
                    Bitboard changed, RelationChanges& changes) const;

  std::array<std::array<std::array<Block, 16>, 16>, 2> blocks_{};
  std::array<std::array<std::uint16_t, 64>, 7> offsets_{};  // the number of attacks from lower squares
  std::array<std::array<bool, 7>, 7> counts_{};             // by type of the attacker and of the target
  std::uint32_t first_pair_ = 0;
  bool has_pairs_ = false;
};

}  // namespace bitrook::nnue
