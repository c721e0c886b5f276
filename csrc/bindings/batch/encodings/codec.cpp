// The policy codecs: _encoding_source() and the functions behind bitrook.batch.Codec.
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/batch/encodings/source.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/moves/move.hpp"
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

// The reason why an index has no move.
std::string why_no_move(const CodecObject& c, std::uint64_t index) {
  const std::string reason = index < c.codec->size() ? "it leads off the board or back to its origin"
                                                     : "expected 0.." + std::to_string(c.codec->size() - 1);
  return "is not a move of the codec " + std::string(c.codec->name()) + ": " + reason;
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
          return "indices[" + std::to_string(k) + "], " + std::to_string(numbers[k]) + ", " +
                 why_no_move(c, std::uint64_t(numbers[k]));
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

// ---- One Board.

batch::MoveContext context_of(const py::object& board) {
  [[maybe_unused]] const Lock lock(board.ptr());
  return batch::MoveContext(board_of(board.ptr()).game.position());
}

// Returns the index of a move, -1 if it has none, or -2 if an argument is not a Board or not a Move.
int encode_move(const CodecObject& c, const py::object& board, const py::object& move) {
  if (!is_board(board.ptr()) || !is_move(move.ptr())) return -2;
  return c.codec->encode(context_of(board), move_of(move.ptr()));
}

// Writes the indices of a list of moves to an int32 array. Returns false if one has none.
bool encode_moves(const CodecObject& c, const py::object& board, const py::list& moves, const py::object& out) {
  if (!is_board(board.ptr())) return false;
  const PlainOutput output(out.ptr(), 'i', {moves.size()});
  if (!output) return false;
  auto* at = static_cast<std::int32_t*>(output.data());
  const batch::MoveContext context = context_of(board);
  for (const py::handle move : moves) {
    const int number = is_move(move.ptr()) ? c.codec->encode(context, move_of(move.ptr())) : -1;
    if (number < 0) return false;
    *at++ = number;
  }
  return true;
}

// Returns the move of an index, or None.
py::object decode_index(const CodecObject& c, const py::object& board, std::int64_t index) {
  if (!is_board(board.ptr()) || index < 0 || index >= std::int64_t(c.codec->size())) return py::none();
  const Move m = c.codec->decode(context_of(board), unsigned(index));
  return m.is_null() ? py::none() : steal(to_python(m));
}

std::string why_no_move_of(const CodecObject& c, std::int64_t index) { return why_no_move(c, std::uint64_t(index)); }

bool legal_mask_of(const CodecObject& c, const py::object& board, const py::object& out) {
  if (!is_board(board.ptr())) return false;
  const PlainOutput output(out.ptr(), 'B', {c.codec->size()});
  if (!output) return false;
  auto* const row = static_cast<std::uint8_t*>(output.data());
  std::fill_n(row, c.codec->size(), std::uint8_t{0});
  [[maybe_unused]] const Lock lock(board.ptr());
  batch::mark_legal(*c.codec, board_of(board.ptr()).game.position(), row);
  return true;
}

SourceObject make_source(const py::object& boards, unsigned depth, unsigned packed_depth, bool chess960) {
  return SourceObject(boards, depth, packed_depth, chess960);
}
std::size_t source_size(const SourceObject& source) { return source.size(); }

unsigned codec_size(const CodecObject& c) { return c.codec->size(); }
bool is_mirrored(const CodecObject& c) { return c.codec->view() != Codec::View::Absolute; }
bool is_rotated(const CodecObject& c) { return c.codec->view() == Codec::View::Rotated; }

}  // namespace

void define_batch_codecs(py::module_& m) {
  ObjectType<SourceObject> source("bitrook._EncodingSource");
  source.slot<bound_length<source_size>>(Py_sq_length);
  source.build(m);
  ObjectType<CodecObject> codec("bitrook._Codec");
  codec.attributes({
      bound_attribute<"size", codec_size>(),
      bound_attribute<"mirrored", is_mirrored>(),
      bound_attribute<"rotated", is_rotated>(),
  });
  codec.methods({
      bound<"moves()", uci_texts>(),
      bound<"encode(batch, moves, offsets, out, item_size, strict, threads)", encode>(),
      bound<"decode(batch, indices, item_size, offsets, out, strict, threads)", decode>(),
      bound<"legal_mask(batch, out, packed, threads)", legal_mask>(),
      bound<"encode_move(board, move)", encode_move>(),
      bound<"encode_moves(board, moves, out)", encode_moves>(),
      bound<"decode_index(board, index)", decode_index>(),
      bound<"why_no_move(index)", why_no_move_of>(),
      bound<"legal_mask_of(board, out)", legal_mask_of>(),
  });
  codec.build(m);
  add_functions(m.ptr(), {
                             bound<"_encoding_source(boards, depth, packed_depth, chess960)", make_source>(),
                             bound<"_codec(name)", find_codec>(),
                         });
}

}  // namespace bitrook::bindings
