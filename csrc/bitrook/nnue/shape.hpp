// The shape of a network, and the row of its first layer for each piece and square.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/types.hpp"
#include "bitrook/nnue/architecture.hpp"

namespace bitrook::nnue {

enum class Activation : std::uint32_t { SCReLU, CReLU };  // clamp(x, 0, QA), squared or not

struct Shape {
  static constexpr std::uint32_t MaxHidden = 4096, MaxOutputBuckets = 32;
  static constexpr std::int32_t MaxFactor = 32767, MaxScale = 100'000;

  // Null for (768 -> H)x2 -> 1, with optional king buckets, mirroring and output buckets.
  const Architecture* stockfish = nullptr;
  const Version* version = nullptr;  // of Stockfish; it defines the units of the evaluation
  std::uint32_t hidden = 0;          // values of the first layer for each side
  Activation activation = Activation::SCReLU;
  std::uint32_t output_buckets = 1;  // sets of the last layers, one of which is chosen by the number of pieces
  // Whether files are mirrored so that the own king is always on files a to d, or e to h in Stockfish's networks.
  bool mirrored = false;
  // The set of rows to use, by the square of the own king as seen from its side, before files are mirrored.
  std::array<std::uint8_t, 64> king_buckets{};
  std::int32_t qa = 255,
               qb = 64;      // the factors by which the first layer's and the last layer's weights were multiplied
  std::int32_t scale = 400;  // centipawns for an output of 1

  // Precondition: `version` is one of those that use the architecture.
  static Shape of(const Architecture& architecture, const Version& version);
  static Shape of(const Architecture& architecture) { return of(architecture, *architecture.versions[0]); }

  bool is_simple() const { return !stockfish; }
  bool has_relations() const { return stockfish && stockfish->has_relations(); }
  bool has_half_inputs() const { return stockfish && stockfish->pieces == PieceInputs::HalfKA; }
  std::size_t king_bucket_count() const { return std::size_t{*std::ranges::max_element(king_buckets)} + 1; }
  std::size_t rows() const { return king_bucket_count() * (has_half_inputs() ? 704 : 768); }
  // Rows of 8-bit integers: those of the threats, followed by those of the pairs of pawns.
  std::size_t relation_rows() const { return stockfish ? stockfish->threat_rows() + stockfish->pair_rows() : 0; }
  std::size_t width() const { return (std::size_t{hidden} + 31) / 32 * 32; }  // of a row in memory
  // Returns an error message if a value is out of range, otherwise null.
  const char* problem() const;
};

// What depends on the square of the own king.
struct KingView {
  std::uint32_t first_row;
  std::uint8_t flip;   // XORed into all squares
  std::uint8_t index;  // below KingView::Count; different views of one color have different indices

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
