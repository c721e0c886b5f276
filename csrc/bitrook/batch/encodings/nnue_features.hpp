// Features of NNUE networks: for each side, the indices of the inputs that are 1, one for each piece.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "bitrook/batch/frame.hpp"

namespace bitrook::batch {

enum class FeatureSet : std::uint8_t {
  HalfKP,           // king square x pieces other than kings; for Black, the board is rotated
  HalfKAv2Hm,       // king square x pieces, with the king mirrored to files e to h; kings share inputs, as in Stockfish
  HalfKAv2HmTrain,  // the same with separate inputs for each king, as in nnue-pytorch
  Chess768,         // pieces, in the order of bullet
};

struct FeatureInfo {
  std::string_view name;
  FeatureSet set;
  unsigned inputs;
  unsigned max_active;  // the maximum number of features of a side
};
inline constexpr std::array<FeatureInfo, 4> FeatureSets{{
    {"halfkp", FeatureSet::HalfKP, 64 * 640, 30},
    {"halfkav2_hm", FeatureSet::HalfKAv2HmTrain, 32 * 768, 32},
    {"halfkav2_hm_stockfish", FeatureSet::HalfKAv2Hm, 32 * 704, 32},
    {"chess768", FeatureSet::Chess768, 768, 32},
}};

// Writes the features of both sides by ascending squares: two rows of `max_active` indices, padded with -1. The first
// row is for White, or with `by_turn` for the side to move. Returns false and writes nothing if a side without a king
// needs one, or if there are more features than `max_active`.
//
// Precondition: `out` has 2 * max_active items.
bool write_features(const FeatureInfo& info, const Frame& f, bool by_turn, std::span<std::int32_t> out);

}  // namespace bitrook::batch
