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
#include <vector>

#include "bitrook/base/checked.hpp"
#include "bitrook/nnue/shape.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/util/mapped_file.hpp"

namespace bitrook::nnue {

// The places of a network's arrays in one block of memory, which is also the body of bitrook's file format. Each array
// begins at a multiple of 64 bytes. Integers are little-endian in files.
struct Layout {
  enum Part : std::size_t {
    Biases,    // int16[width]
    Rows,      // int16[rows][width]
    Psqt,      // int32[rows][8]; Stockfish
    Biases0,   // simple: int16[buckets]; Stockfish: int32[8][16]
    Weights0,  // simple: int16[buckets][2][width]; Stockfish: int8[8][256][16][4]: inputs in groups of four
    Biases1,   // int32[8][32]
    Weights1,  // int8[8][8][32][4], two of the 32 inputs are unused
    Biases2,   // int32[8]
    Weights2,  // int8[8][32]
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

// An accumulator: the first layer's output for one side, which is a sum over the pieces of both sides.
struct Half {
  placement::Mailbox pieces{};
  int view = -1;  // KingView::index; -1 if nothing has been computed yet
  std::int16_t* values = nullptr;
  std::int32_t* psqt = nullptr;  // null in a simple network
};

class Network {
 public:
  static constexpr std::size_t PsqtBuckets = 8;

  // For the functions that read files, which write the parameters to writable_block().
  explicit Network(const Shape& shape);
  // A network whose block begins at `offset` of a mapped file. Precondition: the file is large enough.
  Network(const Shape& shape, std::unique_ptr<MappedFile> file, std::size_t offset);
  Network(const Network&) = delete;

  const Shape& shape() const { return shape_; }
  const Features& features() const { return features_; }
  const Layout& layout() const { return layout_; }
  std::string& description() { return description_; }
  const std::string& description() const { return description_; }
  bool is_mapped() const { return file_ != nullptr; }
  std::span<const std::byte> block() const { return {block_, layout_.size}; }
  std::span<std::byte> writable_block() {
    BITROOK_ASSERT(!is_mapped());
    return {memory_.get(), layout_.size};
  }
  // Must be called once, after the parameters have been filled in.
  void finish();

  // Whether a position can be evaluated: one king on each side, and at most 32 pieces.
  static bool is_valid(const Position& p);

  // Compute the accumulators from scratch. Precondition: is_valid(p).
  Raw raw(const Position& p) const;
  int evaluate(const Position& p) const;  // centipawns for the side to move

  // For Evaluator. Sets `to` to the accumulator for the pieces of `p`, by adding and subtracting the rows of all pieces
  // that differ in `from`. Both may be the same object. Precondition: `from` has this view.
  void update(const Half& from, Half& to, const Position& p, Color perspective, const KingView& view) const;
  // An empty half whose values are stored in this memory, which must have bytes_per_half() bytes and the alignment of
  // aligned_bytes().
  Half half_at(std::byte* memory) const;
  // Sets a half to the empty board.
  void clear(Half& half, const KingView& view) const;
  // The evaluation, computed from the halves of the side to move and of the other side.
  int evaluate(const Half& us, const Half& them, const Position& p) const;
  std::size_t bytes_per_half() const { return shape_.width() * 2 + (is_simple() ? 0 : 64); }

  template <class T>
  const T* part(Layout::Part part) const {
    return reinterpret_cast<const T*>(block_ + layout_.places[part].offset);
  }
  bool is_simple() const { return shape_.kind == Kind::Simple; }

 private:
  std::size_t bucket(const Position& p) const;
  Output output(const Half& us, const Half& them, std::size_t bucket) const;
  int centipawns(const Output& o) const;

  const Shape shape_;
  const Features features_;
  const Layout layout_;
  std::string description_;
  std::unique_ptr<MappedFile> file_;  // the block is in this file or in `memory_`
  AlignedBytes memory_;
  const std::byte* block_;
  std::int64_t largest_output_weight_ = 0;  // the largest absolute value, for simple networks
};

}  // namespace bitrook::nnue
