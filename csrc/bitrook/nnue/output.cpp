// The layers after the first one, for both kinds of networks.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/simd.hpp"
#include "bitrook/nnue/network.hpp"

namespace bitrook::nnue {

namespace {

constexpr int MaxEvaluation = 30000;  // as in search/score.hpp

// ---- Simple networks.

// The last layer of a simple network.
struct SimpleLayer {
  std::int64_t qa, largest_weight;
  std::size_t width;

  // sum(clamp(value, 0, QA)² * weight). Sixteen products at a time are added to 32-bit sums, which are added to a
  // 64-bit sum before they can overflow. If products of a value and a weight may exceed 16 bits, they are computed one
  // at a time.
  std::int64_t screlu(const std::int16_t* values, const std::int16_t* weights) const {
    if (qa * largest_weight > std::numeric_limits<std::int16_t>::max()) return slow_screlu(values, weights);
    return vector_sum(
        2 * qa * qa * largest_weight,
        [&](PairSums& sums, Int16x16 value, std::size_t i) {
          sums.add_products(value * Int16x16::load(weights + i), value);
        },
        values);
  }
  // sum(clamp(value, 0, QA) * weight)
  std::int64_t crelu(const std::int16_t* values, const std::int16_t* weights) const {
    return vector_sum(
        2 * qa * largest_weight,
        [&](PairSums& sums, Int16x16 value, std::size_t i) { sums.add_products(value, Int16x16::load(weights + i)); },
        values);
  }

 private:
  std::int64_t slow_screlu(const std::int16_t* values, const std::int16_t* weights) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
      const std::int64_t value = std::clamp<std::int64_t>(values[i], 0, qa);
      sum += value * value * weights[i];
    }
    return sum;
  }
  template <class Add>
  std::int64_t vector_sum(std::int64_t largest_pair, Add add, const std::int16_t* values) const {
    const std::int64_t most = std::numeric_limits<std::int32_t>::max() / std::max<std::int64_t>(largest_pair, 1);
    const std::size_t group = 16 * std::size_t(std::min<std::int64_t>(most, std::int64_t(width)));
    const Int16x16 limit = Int16x16::all(std::int16_t(qa));
    std::int64_t total = 0;
    for (std::size_t first = 0; first < width; first += group) {
      PairSums sums;
      for (std::size_t i = first; i < std::min(first + group, width); i += 16)
        add(sums, clamped(Int16x16::load(values + i), limit), i);
      total += sums.total();
    }
    return total;
  }
};

// ---- Stockfish's networks.

// The input of the last layers: for each side, products of two clamped values. It is padded with zeros to a multiple of
// 256 bytes.
using Products = std::array<std::uint8_t, Shape::MaxHidden>;

template <unsigned Shift, bool HasRelations>
void multiply_halves(const HalfView& half, std::size_t width, std::int16_t clip, std::uint8_t* to) {
  const Int16x16 limit = Int16x16::all(clip);
  const auto value = [&](std::size_t i) {
    const Int16x16 pieces = Int16x16::load(half.pieces->values + i);
    if constexpr (!HasRelations) return clamped(pieces, limit);
    return clamped(pieces + Int16x16::load(half.relations->values + i), limit);
  };
  const auto product = [&](std::size_t i) { return value(i) * value(i + width / 2); };
  for (std::size_t i = 0; i < width / 2; i += 32) Int16x16::store_shifted<Shift>(product(i), product(i + 16), to + i);
}

void multiply_halves(const Architecture& architecture, const HalfView& half, std::uint8_t* to) {
  const auto clip = std::int16_t(architecture.clip);
  if (architecture.has_relations()) {
    multiply_halves<9, true>(half, architecture.hidden, clip, to);
  } else if (architecture.shift == 9) {
    multiply_halves<9, false>(half, architecture.hidden, clip, to);
  } else {
    multiply_halves<7, false>(half, architecture.hidden, clip, to);
  }
}

// Outputs sums of products with all of the inputs. About half of the groups of four inputs are all zeros and are
// skipped.
template <std::size_t Outputs>
std::array<std::int32_t, Outputs> first_sums(const std::int32_t* biases, const std::int8_t* weights, const Products& x,
                                             std::size_t width) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    std::array sums{ByteSums(biases + 8 * K)...};
    for (std::size_t first = 0; first < width; first += 256)
      for (const Square s : Bitboard(nonzero_groups(x.data() + first))) {
        const std::size_t at = first + 4 * index(s);
        (sums[K].add_products(x.data() + at, weights + Outputs * at + 32 * K), ...);
      }
    std::array<std::int32_t, Outputs> y;
    (sums[K].store(y.data() + 8 * K), ...);
    return y;
  }(std::make_index_sequence<Outputs / 8>());
}

// 32 sums of products with all inputs.
template <std::size_t Inputs>
std::array<std::int32_t, 32> next_sums(const std::int32_t* biases, const std::int8_t* weights,
                                       const std::array<std::uint8_t, Inputs>& z) {
  std::array<std::int32_t, 32> sums;
  for (std::size_t k = 0; k < 4; ++k) {
    ByteSums eight(biases + 8 * k);
    for (std::size_t group = 0; group < Inputs / 4; ++group)
      eight.add_products(z.data() + 4 * group, weights + 128 * group + 32 * k);
    eight.store(sums.data() + 8 * k);
  }
  return sums;
}

std::uint8_t square(std::int32_t value, unsigned shift) {
  return std::uint8_t(std::min<std::int64_t>(127, std::int64_t{value} * value >> shift));
}
std::uint8_t linear(std::int32_t value, unsigned shift) { return std::uint8_t(std::clamp(value >> shift, 0, 127)); }

template <std::size_t Inputs>
std::int64_t last_sum(std::int32_t bias, const std::int8_t* weights, const std::array<std::uint8_t, Inputs>& inputs) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < Inputs; ++i) sum += inputs[i] * weights[i];
  return std::int64_t{bias} + sum;
}

// The parameters of one of the eight sets of last layers.
struct Stack {
  Stack(const Network& network, std::size_t bucket) {
    const LayerSizes s = sizes_of(network.shape().stockfish->layers);
    biases0 = network.part<std::int32_t>(Layout::Biases0) + s.outputs * bucket;
    weights0 = network.part<std::int8_t>(Layout::Weights0) + s.outputs * network.shape().hidden * bucket;
    biases1 = network.part<std::int32_t>(Layout::Biases1) + s.outputs1 * bucket;
    weights1 = network.part<std::int8_t>(Layout::Weights1) + s.outputs1 * s.inputs1 * bucket;
    bias2 = network.part<std::int32_t>(Layout::Biases2)[bucket];
    weights2 = network.part<std::int8_t>(Layout::Weights2) + s.inputs2 * bucket;
  }

  const std::int32_t *biases0, *biases1;
  const std::int8_t *weights0, *weights1, *weights2;
  std::int32_t bias2;
};

std::int64_t squared_15_output(const Stack& stack, const Products& x, std::size_t width) {
  const auto y = first_sums<16>(stack.biases0, stack.weights0, x, width);
  std::array<std::uint8_t, 32> z{};
  for (std::size_t i = 0; i < 15; ++i) {
    z[i] = square(y[i], 19);
    z[15 + i] = linear(y[i], 6);
  }
  const auto g = next_sums(stack.biases1, stack.weights1, z);
  std::array<std::uint8_t, 32> h;
  for (std::size_t i = 0; i < 32; ++i) h[i] = linear(g[i], 6);
  return last_sum(stack.bias2, stack.weights2, h) + std::int64_t{y[15]} * 9600 / 8128;
}

std::int64_t squared_32_output(const Stack& stack, const Products& x, std::size_t width) {
  const auto y = first_sums<32>(stack.biases0, stack.weights0, x, width);
  std::array<std::uint8_t, 64> z;
  for (std::size_t i = 0; i < 32; ++i) {
    z[i] = square(y[i], 21);
    z[32 + i] = linear(y[i], 7);
  }
  const auto g = next_sums(stack.biases1, stack.weights1, z);
  std::array<std::uint8_t, 128> last;
  std::ranges::copy(z, last.begin());
  for (std::size_t i = 0; i < 32; ++i) {
    last[64 + i] = square(g[i], 19);
    last[96 + i] = linear(g[i], 6);
  }
  return (last_sum(stack.bias2, stack.weights2, last) + y[30] - y[31]) * 9600 / 16384;
}

// Piece values for the material that determines the value of a pawn in centipawns.
int material(const Position& p) {
  const auto count = [&p](PieceType t) { return int(p.of(t).count()); };
  return count(PieceType::Pawn) + 3 * count(PieceType::Knight) + 3 * count(PieceType::Bishop) +
         5 * count(PieceType::Rook) + 9 * count(PieceType::Queen);
}

double pawn_value(const Version& version, const Position& p) {
  const double m = std::clamp(material(p), 17, 78) / 58.0;
  const auto& a = version.pawn;
  return ((a[0] * m + a[1]) * m + a[2]) * m + a[3];
}

}  // namespace

std::size_t Network::bucket(const Position& p) const {
  const std::size_t pieces = p.occupied().count(), buckets = shape_.output_buckets;
  return is_simple() ? (pieces - 2) / ((32 + buckets - 1) / buckets) : (pieces - 1) / 4;
}

Output Network::output(const HalfView& us, const HalfView& them, std::size_t bucket) const {
  if (!is_simple()) {
    const std::size_t width = shape_.hidden, half = width / 2;
    alignas(64) Products x;
    multiply_halves(*shape_.stockfish, us, x.data());
    multiply_halves(*shape_.stockfish, them, x.data() + half);
    std::fill(x.begin() + width, x.begin() + (width + 255) / 256 * 256, std::uint8_t{0});
    const auto psqt = [bucket](const HalfView& half) -> std::int64_t {
      const std::int32_t relations = half.relations->psqt ? half.relations->psqt[bucket] : 0;
      return std::int32_t(std::uint32_t(half.pieces->psqt[bucket]) + std::uint32_t(relations));
    };
    const Stack stack(*this, bucket);
    return {(psqt(us) - psqt(them)) / 2, shape_.stockfish->layers == LastLayers::Squared15
                                             ? squared_15_output(stack, x, width)
                                             : squared_32_output(stack, x, width)};
  }
  const SimpleLayer layer{shape_.qa, largest_output_weight_, shape_.width()};
  const auto* const own = part<std::int16_t>(Layout::Weights0) + bucket * 2 * layer.width;
  const auto* const other = own + layer.width;
  const std::int64_t sum =
      shape_.activation == Activation::SCReLU
          ? (layer.screlu(us.pieces->values, own) + layer.screlu(them.pieces->values, other)) / shape_.qa
          : layer.crelu(us.pieces->values, own) + layer.crelu(them.pieces->values, other);
  return {0, sum + part<std::int16_t>(Layout::Biases0)[bucket]};
}

std::int64_t Network::internal(const Output& o) const {
  if (is_simple()) return o.positional;
  return shape_.version->divides_parts ? o.psqt / 16 + o.positional / 16 : (o.psqt + o.positional) / 16;
}

int Network::centipawns(const Output& o, const Position& p) const {
  std::int64_t value = internal(o);
  if (is_simple()) {
    value = value * shape_.scale / (std::int64_t{shape_.qa} * shape_.qb);
  } else if (shape_.version->is_constant()) {
    value = 100 * value / std::int64_t(shape_.version->pawn[3]);
  } else {
    value = std::llround(double(100 * value) / pawn_value(*shape_.version, p));
  }
  return int(std::clamp<std::int64_t>(value, -MaxEvaluation, MaxEvaluation));
}

}  // namespace bitrook::nnue
