// The layers after the first one, for both kinds of networks.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

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

// ---- Stockfish's network.

// The input of the last layers: 512 products of two clamped values for each side.
using Products = std::array<std::uint8_t, 1024>;

void multiply_halves(const std::int16_t* values, std::uint8_t* to) {
  const Int16x16 limit = Int16x16::all(127);
  const auto product = [&](std::size_t i) {
    return clamped(Int16x16::load(values + i), limit) * clamped(Int16x16::load(values + 512 + i), limit);
  };
  for (std::size_t i = 0; i < 512; i += 32) Int16x16::store_divided_by_128(product(i), product(i + 16), to + i);
}

// 16 sums of 1,024 products. About half of the groups of four inputs are all zeros and are skipped.
std::array<std::int32_t, 16> first_sums(const std::int32_t* biases, const std::int8_t* weights, const Products& x) {
  std::array<std::int32_t, 16> y;
  ByteSums low(biases), high(biases + 8);
  for (std::size_t part = 0; part < 4; ++part)
    for (const Square s : Bitboard(nonzero_groups(x.data() + 256 * part))) {
      const std::size_t group = 64 * part + index(s);
      low.add_products(x.data() + 4 * group, weights + 64 * group);
      high.add_products(x.data() + 4 * group, weights + 64 * group + 32);
    }
  low.store(y.data());
  high.store(y.data() + 8);
  return y;
}

std::int64_t stockfish_output(const Network& network, std::size_t bucket, const Products& x) {
  const auto y = first_sums(network.part<std::int32_t>(Layout::Biases0) + 16 * bucket,
                            network.part<std::int8_t>(Layout::Weights0) + 16 * 1024 * bucket, x);
  std::array<std::uint8_t, 32> z{};
  for (std::size_t i = 0; i < 15; ++i) {
    z[i] = std::uint8_t(std::min<std::int64_t>(127, std::int64_t{y[i]} * y[i] >> 19));
    z[15 + i] = std::uint8_t(std::clamp(y[i] >> 6, 0, 127));
  }
  std::array<std::int32_t, 32> h;
  const auto* const biases = network.part<std::int32_t>(Layout::Biases1) + 32 * bucket;
  const auto* const weights = network.part<std::int8_t>(Layout::Weights1) + 32 * 32 * bucket;
  for (std::size_t k = 0; k < 4; ++k) {
    ByteSums sums(biases + 8 * k);
    for (std::size_t group = 0; group < 8; ++group)
      sums.add_products(z.data() + 4 * group, weights + 128 * group + 32 * k);
    sums.store(h.data() + 8 * k);
  }
  const auto* const last = network.part<std::int8_t>(Layout::Weights2) + 32 * bucket;
  std::int64_t sum = network.part<std::int32_t>(Layout::Biases2)[bucket];
  for (std::size_t i = 0; i < 32; ++i) sum += std::clamp(h[i] >> 6, 0, 127) * last[i];
  return sum + std::int64_t{y[15]} * 9600 / 8128;
}

}  // namespace

void Network::finish() {
  if (!is_simple()) return;
  const auto* const weights = part<std::int16_t>(Layout::Weights0);
  for (std::size_t i = 0; i < layout_.places[Layout::Weights0].items; ++i)
    largest_output_weight_ = std::max<std::int64_t>(largest_output_weight_, std::abs(int{weights[i]}));
}

std::size_t Network::bucket(const Position& p) const {
  const std::size_t pieces = p.occupied().count(), buckets = shape_.output_buckets;
  return is_simple() ? (pieces - 2) / ((32 + buckets - 1) / buckets) : (pieces - 1) / 4;
}

Output Network::output(const Half& us, const Half& them, std::size_t bucket) const {
  if (!is_simple()) {
    alignas(64) Products x;
    multiply_halves(us.values, x.data());
    multiply_halves(them.values, x.data() + 512);
    return {(std::int64_t{us.psqt[bucket]} - them.psqt[bucket]) / 2, stockfish_output(*this, bucket, x)};
  }
  const SimpleLayer layer{shape_.qa, largest_output_weight_, shape_.width()};
  const auto* const own = part<std::int16_t>(Layout::Weights0) + bucket * 2 * layer.width;
  const auto* const other = own + layer.width;
  const std::int64_t sum = shape_.activation == Activation::SCReLU
                               ? (layer.screlu(us.values, own) + layer.screlu(them.values, other)) / shape_.qa
                               : layer.crelu(us.values, own) + layer.crelu(them.values, other);
  return {0, sum + part<std::int16_t>(Layout::Biases0)[bucket]};
}

int Network::centipawns(const Output& o) const {
  const std::int64_t value = is_simple() ? o.positional * shape_.scale / (std::int64_t{shape_.qa} * shape_.qb)
                                         : 100 * ((o.psqt + o.positional) / 16) / 361;
  return int(std::clamp<std::int64_t>(value, -MaxEvaluation, MaxEvaluation));
}

int Network::evaluate(const Half& us, const Half& them, const Position& p) const {
  return centipawns(output(us, them, bucket(p)));
}

}  // namespace bitrook::nnue
