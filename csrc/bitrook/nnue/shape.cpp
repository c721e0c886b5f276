// The numbering of the rows for pieces and squares.
#include "bitrook/nnue/shape.hpp"

namespace bitrook::nnue {

namespace {

bool is_on_left_half(unsigned square) { return (square & 7) < 4; }

}  // namespace

Shape Shape::of(const Architecture& architecture, const Version& version) {
  Shape shape{.stockfish = &architecture,
              .version = &version,
              .hidden = architecture.hidden,
              .output_buckets = 8,
              .mirrored = true};
  if (architecture.pieces == PieceInputs::HalfKA)
    for (unsigned s = 0; s < 64; ++s) {
      const unsigned file = is_on_left_half(s) ? (s & 7) ^ 7 : s & 7;
      shape.king_buckets[s] = std::uint8_t((7 - s / 8) * 4 + (7 - file));
    }
  shape.qa = architecture.clip;
  shape.scale = 100;
  return shape;
}

const char* Shape::problem() const {
  if (hidden < 1 || hidden > MaxHidden) return "hidden must be in 1..4096";
  if (activation != Activation::SCReLU && activation != Activation::CReLU) return "unknown activation";
  if (output_buckets < 1 || output_buckets > MaxOutputBuckets) return "output_buckets must be in 1..32";
  if (king_bucket_count() > 64) return "king_buckets must be in 0..63";
  if (qa < 1 || qa > MaxFactor) return "qa must be in 1..32767";
  if (qb < 1 || qb > MaxFactor) return "qb must be in 1..32767";
  if (scale < 1 || scale > MaxScale) return "scale must be in 1..100000";
  return nullptr;
}

Features::Features(const Shape& shape) {
  const unsigned rows_per_bucket = shape.has_half_inputs() ? 704 : 768;
  for (const Color c : Colors) {
    for (unsigned s = 0; s < 64; ++s) {
      const unsigned king = s ^ 56 * index(c);
      const bool flips_files = shape.mirrored && is_on_left_half(king) != shape.is_simple();
      const unsigned bucket = shape.king_buckets[king];
      views_[index(c)][s] = {bucket * rows_per_bucket, std::uint8_t(56 * index(c) ^ (flips_files ? 7 : 0)),
                             std::uint8_t(2 * bucket + flips_files)};
    }
    for (const Piece p : Pieces) {
      const unsigned type = index(type_of(p)) - 1, enemy = color_of(p) != c;
      const unsigned simple = 384 * enemy + 64 * type;
      const unsigned half = type_of(p) == PieceType::King ? 640 : 128 * type + 64 * enemy;
      offsets_[index(c)][index(p)] = std::uint16_t(shape.has_half_inputs() ? half : simple);
    }
  }
}

}  // namespace bitrook::nnue
