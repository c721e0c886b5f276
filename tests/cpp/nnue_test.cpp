// Networks: all builds compute the same integers, with AVX2, with NEON or without vector instructions.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/nnue/evaluator.hpp"
#include "bitrook/nnue/format.hpp"

using namespace bitrook;

namespace {

// Returns a random network file of this shape in the plain format.
std::vector<std::uint8_t> random_file(const nnue::Shape& shape) {
  test::Random random(shape.hidden);
  const std::size_t items = shape.rows() * shape.hidden + shape.hidden + shape.output_buckets * (2 * shape.hidden + 1);
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < items; ++i) {
    const auto number = std::uint16_t(random.below(253) - 126);
    bytes.push_back(std::uint8_t(number));
    bytes.push_back(std::uint8_t(number >> 8));
  }
  return bytes;
}

// Returns a hash of the outputs for the positions of random games, and compares updated accumulators with new ones.
std::uint64_t outputs_of_games(const nnue::Network& network) {
  test::Random random(1);
  nnue::Evaluator evaluator(network);
  std::uint64_t combined = 0;
  for (int game = 0; game < 10; ++game) {
    Position p = Position::start();
    for (std::size_t ply = 0; ply < 100; ++ply) {
      MoveList moves;
      generate_legal(p, moves);
      if (moves.size() == 0) break;
      p.play_unchecked(moves[random.below(unsigned(moves.size()))]);
      CHECK(evaluator.evaluate(p, ply) == network.evaluate(p));
      for (const nnue::Output& output : network.raw(p).outputs)
        combined = (combined ^ std::uint64_t(output.positional)) * 0x100000001B3;
    }
  }
  return combined;
}

}  // namespace

TEST_CASE("all builds compute the same outputs of simple networks") {
  constexpr std::array<std::uint64_t, 4> Expected{1585674755581066600u, 13595769726877682020u, 13963531274572259046u,
                                                  9653973525202003085u};
  for (unsigned k = 0; k < 4; ++k) {
    nnue::Shape shape{.hidden = 100 + 7 * k};
    shape.activation = k & 1 ? nnue::Activation::CReLU : nnue::Activation::SCReLU;
    shape.mirrored = k & 2;
    shape.output_buckets = 1 + k;
    if (k == 2) shape.qa = 9000;  // the products need more than 16 bits
    const nnue::Loaded loaded = nnue::read(random_file(shape), shape);
    REQUIRE(loaded.network);
    CHECK(outputs_of_games(*loaded.network) == Expected[k]);
  }
}

TEST_CASE("all builds compute the same outputs of Stockfish's architectures") {
  // By number of the architecture: 15.1, the small network, 18, 19 and its lite network.
  constexpr std::array<std::pair<std::size_t, std::uint64_t>, 5> Expected{{{0, 15423957160382320615u},
                                                                           {4, 16842285250899457405u},
                                                                           {6, 9669925665834358226u},
                                                                           {7, 12207167898773879950u},
                                                                           {8, 4266602386471552395u}}};
  for (const auto& [number, expected] : Expected) {
    test::Random random(15);
    const nnue::Shape shape = nnue::Shape::of(nnue::Architecture::all()[number]);
    const nnue::Layout layout(shape);
    nnue::AlignedBytes block = nnue::block_of(layout);
    // Small biases and rows, so that some of the sums are clamped and others are not.
    const auto fill = [&](nnue::Layout::Part part, auto integer, unsigned bits) {
      const nnue::Layout::Place& place = layout.places[part];
      for (std::size_t i = 0; i < place.items; ++i) {
        integer = decltype(integer)(std::int64_t(random.word()) >> (64 - bits));
        std::memcpy(block.get() + place.offset + i * sizeof integer, &integer, sizeof integer);
      }
    };
    fill(nnue::Layout::Biases, std::int16_t{}, 5);
    fill(nnue::Layout::Rows, std::int16_t{}, 5);
    fill(nnue::Layout::Psqt, std::int32_t{}, 32);
    fill(nnue::Layout::RelationRows, std::int8_t{}, 5);
    fill(nnue::Layout::RelationPsqt, std::int32_t{}, 32);
    for (const auto part : {nnue::Layout::Biases0, nnue::Layout::Biases1, nnue::Layout::Biases2})
      fill(part, std::int32_t{}, 14);
    for (const auto part : {nnue::Layout::Weights0, nnue::Layout::Weights1, nnue::Layout::Weights2})
      fill(part, std::int8_t{}, 8);
    CHECK(outputs_of_games(nnue::Network(shape, {}, std::move(block))) == expected);
  }
}
