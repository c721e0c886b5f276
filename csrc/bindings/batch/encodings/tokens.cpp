// Tokens and NNUE features: the functions behind bitrook.batch.Tokenizer, Vocabulary and FeatureSet.
#include <pybind11/stl.h>

#include <atomic>
#include <string>
#include <utility>

#include "bindings/batch/encodings/source.hpp"
#include "bitrook/batch/encodings/nnue_features.hpp"
#include "bitrook/batch/encodings/tokens.hpp"
#include "bitrook/batch/parts.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Frame;

// `kind` is 0 for DeepMind's tokens, 1 for squares seen from the side to move, and 2 for squares that are not mirrored.
void encode_tokens(const SourceObject& boards, unsigned kind, const py::object& out, unsigned threads) {
  const WritableBuffer<std::uint8_t> buffer(out.ptr(), "out");
  const std::size_t width = kind == 0 ? batch::DeepMindTokens : 64;
  buffer.require_shape({boards.size(), width});
  BufferView::require_apart({&buffer}, {boards.buffer()});
  const auto items = buffer.items();
  batch::FirstError unfit(boards.size());
  for_frames(boards, 1, threads, [&](std::size_t i, std::span<const Frame> frames) {
    const auto row = items.subspan(i * width, width);
    if (kind == 0) {
      if (!batch::write_deepmind_tokens(frames[0], row.first<batch::DeepMindTokens>())) unfit.add(i);
    } else {
      batch::write_square_tokens(frames[0], kind == 1, row.first<64>());
    }
  });
  if (!unfit.any()) return;
  throw py::value_error("boards[" + std::to_string(unfit.at()) +
                        "] has a half-move clock or move number above 999, for which there are no tokens");
}

std::pair<unsigned, unsigned> feature_info(std::string_view name) {
  const batch::FeatureInfo& info = named(batch::FeatureSets, name);
  return {info.inputs, info.max_active};
}

// With `by_turn`, the side to move comes first instead of White. Lists are padded with -1.
void encode_features(std::string_view name, const SourceObject& boards, bool by_turn, const py::object& out,
                     unsigned threads) {
  const batch::FeatureInfo& info = named(batch::FeatureSets, name);
  const WritableBuffer<std::int32_t> buffer(out.ptr(), "out");
  const std::size_t width = info.max_active;
  buffer.require_shape({boards.size(), 2, width});
  BufferView::require_apart({&buffer}, {boards.buffer()});
  const auto items = buffer.items();
  std::atomic<bool> unfit{false};
  for_frames(boards, 1, threads, [&](std::size_t i, std::span<const Frame> frames) {
    if (!batch::write_features(info, frames[0], by_turn, items.subspan(2 * width * i, 2 * width))) unfit = true;
  });
  if (unfit) {
    throw py::value_error("each board must have a king of each side and at most " + std::to_string(width) +
                          " pieces with features");
  }
}

void encode_san(const SourceObject& boards, const py::object& moves, const py::object& out, unsigned threads) {
  const ReadableBuffer<std::uint16_t> words(moves.ptr(), "moves");
  words.require_shape({boards.size()});
  const WritableBuffer<std::int32_t> tokens(out.ptr(), "out");
  tokens.require_shape({boards.size()});
  BufferView::require_apart({&tokens}, {&words, boards.buffer()});
  const auto& vocabulary = batch::SanVocabulary::get();
  for_positions(boards, threads, [&](std::size_t i, const Position& p) {
    tokens.items()[i] = vocabulary.encode(p, Move::from_word(words.items()[i]));
  });
}

void decode_san(const SourceObject& boards, const py::object& tokens, const py::object& out, unsigned threads) {
  const ReadableBuffer<std::int32_t> numbers(tokens.ptr(), "tokens");
  numbers.require_shape({boards.size()});
  const WritableBuffer<std::uint16_t> words(out.ptr(), "out");
  words.require_shape({boards.size()});
  BufferView::require_apart({&words}, {&numbers, boards.buffer()});
  const auto& vocabulary = batch::SanVocabulary::get();
  for_positions(boards, threads, [&](std::size_t i, const Position& p) {
    words.items()[i] = vocabulary.decode(p, std::size_t(numbers.items()[i])).word();
  });
}

std::string san_vocabulary() {  // one text, its words separated by spaces
  std::string words;
  for (const std::string& text : batch::SanVocabulary::get().texts()) words.append(text).push_back(' ');
  return words;
}

}  // namespace

void define_batch_tokens(py::module_& m) {
  m.def("_encode_tokens", &encode_tokens, "batch"_a, "kind"_a, "out"_a, "threads"_a);
  m.def("_san_vocabulary", &san_vocabulary);
  m.def("_encode_san", &encode_san, "batch"_a, "moves"_a, "out"_a, "threads"_a);
  m.def("_decode_san", &decode_san, "batch"_a, "tokens"_a, "out"_a, "threads"_a);
  m.def("_feature_info", &feature_info, "name"_a);
  m.def("_encode_features", &encode_features, "name"_a, "batch"_a, "by_turn"_a, "out"_a, "threads"_a);
}

}  // namespace bitrook::bindings
