// Encodes every board of a batch in every way: numbers are in their ranges, and codecs know the legal moves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bitrook/batch/encodings/batch_source.hpp"
#include "bitrook/batch/encodings/codec.hpp"
#include "bitrook/batch/encodings/features.hpp"
#include "bitrook/batch/encodings/planes.hpp"
#include "bitrook/batch/encodings/tokens.hpp"
#include "fuzz.hpp"

namespace fuzz {

inline void check_encodings(const bitrook::batch::Boards& boards) {
  using namespace bitrook;
  const batch::BatchSource source(boards);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const Position& p = boards.position(i);
    MoveList moves;
    generate_legal(p, moves);
    for (const char* name : {"pieces", "alphazero", "pgx", "openspiel", "pettingzoo", "maia2", "lc0"}) {
      const auto stack = batch::PlaneStack::find(name);
      std::vector<batch::Frame> frames(stack->depth());
      check(source.load(i, frames), "a board can be read");
      batch::Planes planes(stack->size());
      stack->encode(frames, planes);
      std::vector<float> floats(64 * planes.size());
      batch::write_planes(planes, stack->divisors(), batch::Item::Float, floats.data());
    }
    for (const auto& definition : batch::Codec::definitions()) {
      const batch::Codec& codec = *batch::Codec::find(definition.name);
      const batch::MoveContext context(p);
      std::vector<std::uint8_t> mask(codec.size());
      batch::mark_legal(codec, p, mask.data());
      for (const Move m : moves) {
        const int number = codec.encode(context, m);
        if (number < 0) continue;
        check(unsigned(number) < codec.size() && mask[unsigned(number)], "a legal move is in the mask");
      }
    }
    std::array<batch::Frame, 1> frame;
    check(source.load(i, frame), "a board can be read");
    std::array<std::int32_t, 2 * batch::MaxFeatures> features;
    for (const auto& info : batch::FeatureSets) {
      const auto rows = std::span(features).first(2 * info.max_active);
      if (!batch::write_features(info, frame[0], false, rows)) continue;
      for (const std::int32_t feature : rows)
        check(feature >= -1 && feature < std::int32_t(info.inputs), "a feature is an input, or padding");
    }
    std::array<std::uint8_t, batch::DeepMindTokens> tokens;
    batch::write_deepmind_tokens(frame[0], tokens);
    std::array<std::uint8_t, 64> squares;
    batch::write_square_tokens(frame[0], true, squares);
  }
}

}  // namespace fuzz
