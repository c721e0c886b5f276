// Encodes every board of a source with every encoding, into memory of exactly the required size. Checks that numbers
// are in range, and that codecs agree with the legal moves.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bitrook/batch/encodings/codec.hpp"
#include "bitrook/batch/encodings/nnue_features.hpp"
#include "bitrook/batch/encodings/planes.hpp"
#include "bitrook/batch/encodings/sources.hpp"
#include "bitrook/batch/encodings/tokens.hpp"
#include "fuzz.hpp"

namespace fuzz {

namespace encodings {

using namespace bitrook;
using namespace bitrook::batch;

template <class T>
void write_items(const Planes& planes, const PlaneStack& stack) {
  std::vector<T> by_plane(64 * planes.size()), by_square(64 * planes.size());
  write_planes(planes, stack.divisors(), by_plane.data());
  write_squares(planes, stack.divisors(), by_square.data());
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    for (std::size_t square = 0; square < 64; ++square) {
      check(by_plane[64 * plane + square] == by_square[planes.size() * square + plane],
            "both layouts have the same numbers");
    }
  }
}

inline void check_planes(const BoardSource& source, std::size_t i, const PlaneStack& stack) {
  std::vector<Frame> frames(stack.depth());
  if (!source.load(i, frames)) return check(!source.error(i).empty(), "an error has a description");
  Planes planes(stack.size());
  stack.encode(frames, planes);
  write_items<std::uint8_t>(planes, stack);
  write_items<std::uint16_t>(planes, stack);
  write_items<std::uint32_t>(planes, stack);
  std::vector<std::uint64_t> words(planes.size());
  write_words(planes, stack.counters(), words.data());
}

inline void check_codec(const Codec& codec, const Position& p) {
  MoveList moves;
  generate_legal(p, moves);
  const MoveContext context(p);
  std::vector<std::uint8_t> mask(codec.size());
  std::vector<std::uint64_t> bits((codec.size() + 63) / 64);
  mark_legal(codec, p, mask.data());
  mark_legal(codec, p, bits.data());
  for (unsigned number = 0; number < codec.size(); ++number) {
    check(mask[number] == (bits[number / 64] >> number % 64 & 1), "both masks are equal");
    const Move m = codec.decode(context, number);
    check(m.is_null() || !is_legal(p, m) || codec.encode(context, m) >= 0, "a decoded legal move has a number");
  }
  for (const Move m : moves) {
    const int number = codec.encode(context, m);
    if (number < 0) continue;
    check(unsigned(number) < codec.size() && mask[unsigned(number)], "a legal move is in the mask");
  }
  for (std::uint32_t word = 0; word < 0x10000; word += 37) {
    check(codec.encode(context, Move::from_word(std::uint16_t(word))) < int(codec.size()), "a number is in its range");
  }
}

inline void check_features(const FeatureInfo& info, const Frame& frame, bool by_turn) {
  std::vector<std::int32_t> rows(2 * info.max_active, -2);
  if (!write_features(info, frame, by_turn, rows)) {
    for (const std::int32_t feature : rows) check(feature == -2, "nothing is written without features");
    return;
  }
  for (const std::int32_t feature : rows) {
    check(feature >= -1 && feature < std::int32_t(info.inputs), "a feature is an input, or padding");
  }
}

inline void check_tokens(const Frame& frame) {
  std::vector<std::uint8_t> tokens(DeepMindTokens), squares(64);
  write_deepmind_tokens(frame, std::span(tokens).first<DeepMindTokens>());
  for (const std::uint8_t token : tokens) check(token < DeepMindAlphabet.size(), "a token is in the alphabet");
  for (const bool mirrored : {false, true}) {
    write_square_tokens(frame, mirrored, std::span(squares).first<64>());
    for (const std::uint8_t token : squares) check(token <= 12, "a token is a piece or an empty square");
  }
}

inline void check_vocabulary(const Position& p) {
  const SanVocabulary& vocabulary = SanVocabulary::get();
  for (std::size_t token = 0; token < vocabulary.texts().size() + 3; token += 101) {
    const Move m = vocabulary.decode(p, token);
    if (!m.is_null()) check(is_legal(p, m) || !one_king_each(p), "a token is a legal move");
  }
  for (std::uint32_t word = 0; word < 0x10000; word += 97) {
    const int token = vocabulary.encode(p, any_move(word));
    check(token < int(vocabulary.texts().size()), "a token is in the vocabulary");
  }
}

}  // namespace encodings

inline void check_encodings(const bitrook::batch::BoardSource& source) {
  using namespace bitrook;
  // All counters, with the smallest and largest divisors, and fewer planes than a block.
  const std::vector<std::string> names{"halfmove_clock/1", "halfmove_clock/65535", "fullmove_number/40000",
                                       "ply/16385",        "repetitions@103",      "occupied@3"};
  std::size_t bad = 0;
  std::vector<batch::PlaneStack> stacks{*batch::PlaneStack::of(names, true, false, bad)};
  for (const std::string_view name : batch::PlaneStack::Known) stacks.push_back(*batch::PlaneStack::find(name));
  for (std::size_t i = 0; i < source.size(); ++i) {
    for (const auto& stack : stacks) encodings::check_planes(source, i, stack);
    std::array<batch::Frame, 1> frame;
    Position scratch;
    const Position* p = source.position(i, scratch);
    check(source.load(i, frame) == (p != nullptr), "a board that can be read has a frame");
    if (!p) continue;
    for (const auto& definition : batch::Codec::definitions()) {
      encodings::check_codec(*batch::Codec::find(definition.name), *p);
    }
    encodings::check_vocabulary(*p);
    for (const auto& info : batch::FeatureSets) {
      for (const bool by_turn : {false, true}) encodings::check_features(info, frame[0], by_turn);
    }
    encodings::check_tokens(frame[0]);
  }
}

}  // namespace fuzz
