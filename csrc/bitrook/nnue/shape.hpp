// The shape of a network, and which row of its first layer belongs to a piece on a square.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/types.hpp"

namespace bitrook::nnue {

enum class Kind : std::uint32_t {
  Simple,     // (768 -> H)x2 -> 1, with optional king buckets, mirroring and output buckets
  Stockfish,  // of version 15.1: HalfKAv2_hm, (22528 -> 1024)x2 -> 15 + 1 -> 32 -> 1, eight times the last layers
};
enum class Activation : std::uint32_t { SCReLU, CReLU };  // clamp(x, 0, QA), squared or not

struct Shape {
  static constexpr std::uint32_t MaxHidden = 4096, MaxOutputBuckets = 32;
  static constexpr std::int32_t MaxFactor = 32767, MaxScale = 100'000;

  Kind kind = Kind::Simple;
  std::uint32_t hidden = 0;  // values of the first layer for each side
  Activation activation = Activation::SCReLU;
  std::uint32_t output_buckets = 1;  // sets of the last layers, one of which is chosen by the number of pieces
  // Files are mirrored if the own king is on the other half of the board. It is then on files a to d, or e to h for
  // Stockfish's network.
  bool mirrored = false;
  // By the square of the own king, as its side sees the board before files are mirrored: which set of rows is used.
  std::array<std::uint8_t, 64> king_buckets{};
  std::int32_t qa = 255,
               qb = 64;      // the factors by which the first layer's and the last layer's weights were multiplied
  std::int32_t scale = 400;  // centipawns for an output of 1

  static Shape stockfish();

  std::size_t king_bucket_count() const { return std::size_t{*std::ranges::max_element(king_buckets)} + 1; }
  std::size_t rows() const { return king_bucket_count() * (kind == Kind::Simple ? 768 : 704); }
  std::size_t width() const { return (std::size_t{hidden} + 31) / 32 * 32; }  // of a row in memory
  // Null, or which value is out of its range.
  const char* problem() const;
};

// What the square of the own king decides.
struct KingView {
  std::uint32_t first_row;
  std::uint8_t flip;   // XOR of all squares
  std::uint8_t index;  // below KingView::Count, different for different views of one color

  static constexpr std::size_t Count = 128;
};

class Features {
 public:
  explicit Features(const Shape& shape);

  const KingView& view(Color perspective, Square king) const { return views_[index(perspective)][index(king)]; }
  std::uint32_t row(const KingView& view, Color perspective, Piece p, Square s) const {
    return view.first_row + offsets_[index(perspective)][index(p)] + (index(s) ^ view.flip);
  }

 private:
  std::array<std::array<KingView, 64>, 2> views_;
  std::array<std::array<std::uint16_t, 16>, 2> offsets_{};
};

}  // namespace bitrook::nnue
