// Numbering the features of NNUE networks.
#include "bitrook/batch/encodings/features.hpp"

namespace bitrook::batch {

namespace {

// What the number of a feature is made of, for one side: ((square ^ flip) + 64 * plane of the piece) + base.
struct View {
  unsigned flip = 0;
  unsigned base = 0;
};

View view_of(FeatureSet set, Color side, Square king) {
  const unsigned black = index(side);
  if (set == FeatureSet::Chess768) return {56 * black, 0};
  if (set == FeatureSet::HalfKP) return {63 * black, 640 * (index(king) ^ 63 * black)};
  const unsigned mirror = file_of(king) < File::E ? 7 : 0, flip = mirror ^ 56 * black;
  const unsigned oriented = index(king) ^ flip;  // on the files e to h
  const unsigned bucket = 4 * (7 - oriented / 8) + (7 - oriented % 8);
  return {flip, bucket * (set == FeatureSet::HalfKAv2Hm ? 704u : 768u)};
}

// The plane of a piece for its own side and for the other one.
using PlaneOf = std::array<std::array<std::uint16_t, 2>, 6>;

constexpr PlaneOf planes_of(FeatureSet set) {
  PlaneOf planes{};
  for (unsigned type = 0; type < 6; ++type) {
    for (unsigned other = 0; other < 2; ++other) {
      unsigned plane = set == FeatureSet::Chess768 ? type + 6 * other : 2 * type + other;
      if (set == FeatureSet::HalfKAv2Hm && type == 5) plane = 10;
      planes[type][other] = std::uint16_t(64 * plane);
    }
  }
  return planes;
}
constexpr std::array<PlaneOf, 4> Planes{planes_of(FeatureSet::HalfKP), planes_of(FeatureSet::HalfKAv2Hm),
                                        planes_of(FeatureSet::HalfKAv2HmTrain), planes_of(FeatureSet::Chess768)};

}  // namespace

bool find_features(FeatureSet set, const Frame& f, Features& out) {
  const Square white = f.king(Color::White), black = f.king(Color::Black);
  if (set != FeatureSet::Chess768 && (white == Square::None || black == Square::None)) return false;
  Bitboard pieces = f.placement.occupied();
  if (set == FeatureSet::HalfKP) pieces -= f.placement.of(PieceType::King);
  if (pieces.count() > MaxFeatures) return false;

  // The piece on each square, so that the squares can be visited in order.
  std::array<std::uint8_t, 64> types;
  for (const PieceType t : PieceTypes) {
    for (const Square s : f.placement.of(t)) types[index(s)] = std::uint8_t(index(t) - 1);
  }
  const View views[] = {view_of(set, Color::White, white), view_of(set, Color::Black, black)};
  const PlaneOf& planes = Planes[std::size_t(set)];
  const Bitboard black_pieces = f.placement.of(Color::Black);
  unsigned n = 0;
  for (const Square s : pieces) {
    const unsigned type = types[index(s)], is_black = black_pieces.contains(s);
    out.indices[0][n] = std::int32_t((index(s) ^ views[0].flip) + planes[type][is_black] + views[0].base);
    out.indices[1][n] = std::int32_t((index(s) ^ views[1].flip) + planes[type][1 - is_black] + views[1].base);
    ++n;
  }
  out.count = n;
  return true;
}

}  // namespace bitrook::batch
