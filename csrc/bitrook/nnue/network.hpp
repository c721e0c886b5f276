// Network: the parameters of an efficiently updatable neural network (NNUE), and its output for a position.
// https://www.chessprogramming.org/NNUE
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/base/checked.hpp"
#include "bitrook/nnue/relations.hpp"
#include "bitrook/nnue/shape.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/util/mapped_file.hpp"

namespace bitrook::nnue {

// The places of a network's arrays in one block of memory, which is also the body of bitrook's file format. Each array
// begins at a multiple of 64 bytes. Integers are little-endian in files.
struct Layout {
  enum Part : std::size_t {
    Biases,        // int16[width]
    Rows,          // int16[rows][width]
    Psqt,          // int32[rows][8]; Stockfish
    RelationRows,  // int8[relation rows][width]
    RelationPsqt,  // int32[relation rows][8]
    Biases0,       // simple: int16[buckets]; Stockfish: int32[8][outputs]
    Weights0,      // simple: int16[buckets][2][width]; Stockfish: int8[8][width / 4][outputs][4]: inputs in fours
    Biases1,       // int32[8][32]
    Weights1,      // int8[8][inputs / 4][32][4]
    Biases2,       // int32[8]
    Weights2,      // int8[8][inputs]
    Parts
  };
  struct Place {
    std::size_t offset = 0, items = 0, item_size = 1;
  };

  explicit Layout(const Shape& shape);

  std::array<Place, Parts> places{};
  std::size_t size = 0;  // of the block
};

// The output before its conversion to centipawns. `psqt` is 0 for a simple network.
struct Output {
  std::int64_t psqt, positional;
};
struct Raw {
  std::size_t bucket;           // the set of last layers that the position uses
  std::vector<Output> outputs;  // one for each set
};

namespace detail {
inline constexpr std::align_val_t CacheLine{64};
struct FreeAligned {
  void operator()(std::byte* memory) const { ::operator delete(memory, CacheLine); }
};
}  // namespace detail

// Uninitialized memory, aligned to 64 bytes.
using AlignedBytes = std::unique_ptr<std::byte[], detail::FreeAligned>;
AlignedBytes aligned_bytes(std::size_t size);
// A block of zeros for the parameters of a network.
AlignedBytes block_of(const Layout& layout);

// The sum of some rows of the first layer, for one side and the pieces of both sides.
struct Sum {
  placement::Mailbox pieces{};
  int view = -1;  // of the own king; -1 if nothing has been computed yet
  std::int16_t* values = nullptr;
  std::int32_t* psqt = nullptr;  // null in a simple network
};

// An accumulator: the first layer's output for one side. It consists of two sums because they depend on the own king in
// different ways: the rows of pieces can change with each square of the king, those of relations only if it crosses the
// middle of the board. The biases are part of `pieces`.
struct Half {
  Sum pieces, relations;    // relations.values is null if the network has none
  Placement relation_sets;  // the pieces of `relations`
};

// The sums of an accumulator, which can be those of different plies.
struct HalfView {
  HalfView() = default;
  HalfView(const Sum& pieces, const Sum& relations) : pieces(&pieces), relations(&relations) {}
  HalfView(const Half& half) : HalfView(half.pieces, half.relations) {}

  const Sum* pieces = nullptr;
  const Sum* relations = nullptr;
};

// The change of a sum: to = from + added - removed.
struct Update {
  const Sum* from = nullptr;
  Sum* to = nullptr;
  FixedList<std::uint32_t, 704> added, removed;  // rows
};

class Network {
 public:
  static constexpr std::size_t PsqtBuckets = 8;

  // The parameters are in a block of memory (see block_of()) or, if `memory` is null, at `offset` of a mapped file.
  // Precondition: the file is large enough.
  Network(const Shape& shape, std::string description, AlignedBytes memory, std::unique_ptr<MappedFile> file = nullptr,
          std::size_t offset = 0);
  Network(const Network&) = delete;

  const Shape& shape() const { return shape_; }
  const Features& features() const { return features_; }
  const Relations& relations() const { return relations_; }
  const Layout& layout() const { return layout_; }
  const std::string& description() const { return description_; }
  bool is_mapped() const { return file_ != nullptr; }
  std::span<const std::byte> block() const { return {block_, layout_.size}; }
  // Chooses the units of this version of Stockfish. Returns an error message, or an empty text.
  std::string set_version(std::string_view name);

  // Why the position cannot be evaluated, or null. It needs one king on each side and at most 32 pieces and, if the
  // network has rows for relations, no pawns on the first and last rank.
  const char* problem(const Position& p) const;
  bool is_valid(const Position& p) const { return problem(p) == nullptr; }

  // Compute the accumulators from scratch. Precondition: is_valid(p).
  Raw raw(const Position& p) const;
  Output output(const Position& p) const;  // of the set that the position uses
  int evaluate(const Position& p) const { return centipawns(output(p), p); }

  // The value for the side to move in centipawns, from -30000 to 30000.
  int centipawns(const Output& o, const Position& p) const;
  // The value in Stockfish's internal unit. For a simple network, the output itself.
  std::int64_t internal(const Output& o) const;

  // For Evaluator. An empty half whose values are stored in this memory, which must have bytes_per_half() bytes and the
  // alignment of aligned_bytes().
  Half half_at(std::byte* memory) const;
  std::size_t bytes_per_half() const { return (shape_.has_relations() ? 2 : 1) * bytes_per_sum(); }
  std::size_t bytes_per_sum() const { return shape_.width() * 2 + (is_simple() ? 0 : 64); }
  // Set a sum to that of the empty board.
  void clear_pieces(Sum& sum, const KingView& view) const;
  void clear_relations(Half& half, int view) const;
  // Plans to set `to` to the sum for the pieces of `p`, by changing the rows of all pieces that differ in `from`. Both
  // may be the same object. Begins to load the rows from memory.
  void plan_pieces(const Sum& from, Sum& to, const Position& p, Color perspective, const KingView& view,
                   Update& update) const;
  // The same for relations. `changes` are those between `from` and `p`.
  void plan_relations(const Half& from, Half& to, const RelationChanges& changes, const Position& p, Color perspective,
                      Update& update) const;
  void apply_to_pieces(const Update& update, const Position& p, const KingView& view) const;
  void apply_to_relations(const Update& update, Half& to, const Position& p, int view) const;
  // The output for a position, computed from the sums of the side to move and of the other side.
  Output output(const HalfView& us, const HalfView& them, const Position& p) const {
    return output(us, them, bucket(p));
  }

  template <class T>
  const T* part(Layout::Part part) const {
    return reinterpret_cast<const T*>(block_ + layout_.places[part].offset);
  }
  bool is_simple() const { return shape_.is_simple(); }

 private:
  std::size_t bucket(const Position& p) const;
  Output output(const HalfView& us, const HalfView& them, std::size_t bucket) const;
  // Calls use(us, them) with the halves of a position, computed from scratch.
  template <class Use>
  auto with_halves(const Position& p, Use use) const;

  Shape shape_;
  const Features features_;
  const Relations relations_;
  const Layout layout_;
  std::string description_;
  std::unique_ptr<MappedFile> file_;  // the block is in this file or in `memory_`
  AlignedBytes memory_;
  const std::byte* block_;
  std::int64_t largest_output_weight_ = 0;  // the largest absolute value, for simple networks
};

}  // namespace bitrook::nnue
