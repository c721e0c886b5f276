// The policy codecs: _encoding_source() and the functions behind bitrook.batch.Codec.
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/batch/encodings/source.hpp"
#include "bindings/support/object.hpp"
#include "bitrook/batch/encodings/codec.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/notation/uci.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Codec;

struct CodecObject {
  const Codec* codec;
};

CodecObject find_codec(std::string_view name) { return {Codec::find(named(Codec::definitions(), name).name)}; }

py::list uci_texts(const CodecObject& c) {
  py::list texts;
  for (unsigned i = 0; i < c.codec->size(); ++i) {
    const Move m = c.codec->listed(i);
    char text[MaxUci];
    texts.append(m.is_null() ? py::object(py::none()) : py::object(py::str(text, write_uci(m, text))));
  }
  return texts;
}

// The moves of board i have the indices from offsets[i] up to but not including offsets[i + 1]. Without offsets, each
// board has one move.
class Ranges {
 public:
  Ranges(const py::object& offsets, std::size_t boards, std::size_t moves) {
    if (offsets.is_none()) {
      if (boards != moves) {
        throw py::value_error("there must be one move for each of " + std::to_string(boards) + " boards, not " +
                              std::to_string(moves));
      }
      return;
    }
    const ReadableBuffer<std::int32_t> buffer(offsets.ptr(), "offsets");
    buffer.require_shape({boards + 1});
    offsets_.assign(buffer.items().begin(), buffer.items().end());
    const bool rises =
        offsets_.front() == 0 && std::size_t(offsets_.back()) == moves && std::ranges::is_sorted(offsets_);
    if (!rises) throw py::value_error("offsets must rise from 0 to the number of moves, " + std::to_string(moves));
  }

  std::size_t first(std::size_t i) const { return offsets_.empty() ? i : std::size_t(offsets_[i]); }
  std::size_t last(std::size_t i) const { return offsets_.empty() ? i + 1 : std::size_t(offsets_[i + 1]); }

 private:
  std::vector<std::int32_t> offsets_;  // copied, because another thread may change the caller's during the call
};

// Calls f(context, k) for each move of each board. f returns false if the move or index k is invalid; the lowest such
// k is then reported in a ValueError with the message why(k). `count` is the number of moves.
template <class F>
void convert(const SourceObject& boards, const Ranges& ranges, unsigned threads, std::size_t count, F f,
             const std::function<std::string(std::size_t)>& why) {
  batch::FirstError bad(count);
  for_frames(boards, 1, threads, [&](std::size_t i, std::span<const batch::Frame> frames) {
    const batch::MoveContext context(frames[0]);
    for (std::size_t k = ranges.first(i); k < ranges.last(i); ++k) {
      if (!f(context, k)) bad.add(k);
    }
  });
  if (bad.any()) throw py::value_error(why(bad.at()));
}

void encode(const CodecObject& c, const SourceObject& boards, const py::object& moves, const py::object& offsets,
            const py::object& out, unsigned item_size, bool strict, unsigned threads) {
  const ReadableBuffer<std::uint16_t> buffer(moves.ptr(), "moves");
  const auto words = buffer.items();
  const Ranges ranges(offsets, boards.size(), words.size());
  with_integer(item_size, [&](auto zero) {
    const WritableBuffer<decltype(zero)> out_buffer(out.ptr(), "out");
    out_buffer.require_shape({words.size()});
    BufferView::require_apart({&out_buffer}, {&buffer, boards.buffer()});
    const auto numbers = out_buffer.items();
    convert(
        boards, ranges, threads, words.size(),
        [&](const batch::MoveContext& context, std::size_t k) {
          const int number = c.codec->encode(context, Move::from_word(words[k]));
          numbers[k] = static_cast<decltype(zero)>(number);
          return number >= 0 || !strict;
        },
        [&](std::size_t k) {
          char text[MaxUci];
          const std::size_t length = write_uci(Move::from_word(words[k]), text);
          return "moves[" + std::to_string(k) + "], " + std::string(text, length) + ", has no index in the codec " +
                 std::string(c.codec->name());
        });
  });
}

void decode(const CodecObject& c, const SourceObject& boards, const py::object& indices, unsigned item_size,
            const py::object& offsets, const py::object& out, bool strict, unsigned threads) {
  with_integer(item_size, [&](auto zero) {
    const ReadableBuffer<decltype(zero)> buffer(indices.ptr(), "indices");
    const auto numbers = buffer.items();
    const Ranges ranges(offsets, boards.size(), numbers.size());
    const WritableBuffer<std::uint16_t> words(out.ptr(), "out");
    words.require_shape({numbers.size()});
    BufferView::require_apart({&words}, {&buffer, boards.buffer()});
    convert(
        boards, ranges, threads, numbers.size(),
        [&](const batch::MoveContext& context, std::size_t k) {
          const auto number = std::uint64_t(numbers[k]);  // negative numbers wrap around to large ones
          const Move m = number < c.codec->size() ? c.codec->decode(context, unsigned(number)) : Move::null();
          words.items()[k] = m.word();
          return !m.is_null() || !strict;
        },
        [&](std::size_t k) {
          return "indices[" + std::to_string(k) + "], " + std::to_string(numbers[k]) + ", is not a move of the codec " +
                 std::string(c.codec->name()) + ", which has " + std::to_string(c.codec->size()) + " moves";
        });
  });
}

void legal_mask(const CodecObject& c, const SourceObject& boards, const py::object& out, bool packed,
                unsigned threads) {
  const auto run = [&](auto zero, std::size_t width) {
    const WritableBuffer<decltype(zero)> buffer(out.ptr(), "out");
    buffer.require_shape({boards.size(), width});
    BufferView::require_apart({&buffer}, {boards.buffer()});
    const auto items = buffer.items();
    for_positions(boards, threads, [&](std::size_t i, const Position& p) {
      const auto row = items.subspan(i * width, width);
      std::ranges::fill(row, 0);
      batch::mark_legal(*c.codec, p, row.data());
    });
  };
  if (packed) return run(std::uint64_t{}, (c.codec->size() + 63) / 64);
  run(std::uint8_t{}, c.codec->size());
}

SourceObject make_source(const py::object& boards, unsigned depth, unsigned packed_depth, bool chess960) {
  return SourceObject(boards, depth, packed_depth, chess960);
}
std::size_t source_size(const SourceObject& source) { return source.size(); }

unsigned codec_size(const CodecObject& c) { return c.codec->size(); }
bool is_mirrored(const CodecObject& c) { return c.codec->mirrored(); }

}  // namespace

void define_batch_codecs(py::module_& m) {
  ObjectType<SourceObject> source("bitrook._EncodingSource");
  source.slot<bound_length<source_size>>(Py_sq_length);
  source.build(m);
  ObjectType<CodecObject> codec("bitrook._Codec");
  codec.attributes({
      bound_attribute<"size", codec_size>(),
      bound_attribute<"mirrored", is_mirrored>(),
  });
  codec.methods({
      bound<"moves()", uci_texts>(),
      bound<"encode(batch, moves, offsets, out, item_size, strict, threads)", encode>(),
      bound<"decode(batch, indices, item_size, offsets, out, strict, threads)", decode>(),
      bound<"legal_mask(batch, out, packed, threads)", legal_mask>(),
  });
  codec.build(m);
  add_functions(m.ptr(), {
                             bound<"_encoding_source(boards, depth, packed_depth, chess960)", make_source>(),
                             bound<"_codec(name)", find_codec>(),
                         });
}

}  // namespace bitrook::bindings
