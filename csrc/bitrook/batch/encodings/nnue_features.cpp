// Computing the indices of the features of NNUE networks.
#include "bitrook/batch/encodings/nnue_features.hpp"

#include <algorithm>

namespace bitrook::batch {

namespace {

// The parameters of feature indices for one side: ((square ^ flip) + 64 * plane of the piece) + base.
struct Numbering {
  unsigned flip = 0;
  unsigned base = 0;
};

Numbering numbering_of(FeatureSet set, Color side, Square king) {
  const unsigned black = index(side);
  if (set == FeatureSet::Chess768) return {56 * black, 0};
  if (set == FeatureSet::HalfKP) return {63 * black, 640 * (index(king) ^ 63 * black)};
  const unsigned mirror = file_of(king) < File::E ? 7 : 0, flip = mirror ^ 56 * black;
  const unsigned oriented = index(king) ^ flip;  // on the files e to h
  const unsigned bucket = 4 * (7 - oriented / 8) + (7 - oriented % 8);
  return {flip, bucket * (set == FeatureSet::HalfKAv2Hm ? 704u : 768u)};
}

// 64 times the plane of each piece, for each side.
using PlaneOf = std::array<std::array<std::int32_t, 14>, 2>;

constexpr PlaneOf planes_of(FeatureSet set) {
  PlaneOf planes{};
  for (const Color side : Colors) {
    for (const Piece piece : Pieces) {
      const unsigned type = index(type_of(piece)) - 1, other = color_of(piece) != side;
      unsigned plane = set == FeatureSet::Chess768 ? type + 6 * other : 2 * type + other;
      if (set == FeatureSet::HalfKAv2Hm && type == 5) plane = 10;
      planes[index(side)][index(piece)] = std::int32_t(64 * plane);
    }
  }
  return planes;
}
constexpr std::array<PlaneOf, 4> PlaneTables{planes_of(FeatureSet::HalfKP), planes_of(FeatureSet::HalfKAv2Hm),
                                             planes_of(FeatureSet::HalfKAv2HmTrain), planes_of(FeatureSet::Chess768)};

}  // namespace

bool write_features(const FeatureInfo& info, const Frame& f, bool by_turn, std::span<std::int32_t> out) {
  const Square kings[] = {f.king(Color::White), f.king(Color::Black)};
  if (info.set != FeatureSet::Chess768 && (kings[0] == Square::None || kings[1] == Square::None)) return false;
  Bitboard pieces = f.placement.occupied();
  if (info.set == FeatureSet::HalfKP) pieces -= f.placement.of(PieceType::King);
  if (pieces.count() > info.max_active) return false;

  std::ranges::fill(out, -1);
  const placement::Mailbox squares = placement::mailbox_of(f.placement);
  const Color first = by_turn ? f.turn : Color::White;
  const auto numbering = [&](Color side) { return numbering_of(info.set, side, kings[index(side)]); };
  const Numbering ours = numbering(first), theirs = numbering(~first);
  const auto& our_planes = PlaneTables[std::size_t(info.set)][index(first)];
  const auto& their_planes = PlaneTables[std::size_t(info.set)][index(~first)];
  std::int32_t* next = out.data();
  for (const Square s : pieces) {
    const unsigned piece = index(squares[index(s)]);
    next[0] = std::int32_t((index(s) ^ ours.flip) + ours.base) + our_planes[piece];
    next[info.max_active] = std::int32_t((index(s) ^ theirs.flip) + theirs.base) + their_planes[piece];
    ++next;
  }
  return true;
}

}  // namespace bitrook::batch
