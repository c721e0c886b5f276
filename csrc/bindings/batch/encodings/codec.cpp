// The policy codecs: _encoding_source() and the functions behind bitrook.batch.Codec.
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/batch/encodings/source.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/moves/move.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/object_of.hpp"
#include "bitrook/batch/encodings/codec.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/notation/uci.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Codec;

const Codec* find_codec(std::string_view name) { return Codec::find(named(Codec::definitions(), name).name); }

py::list uci_texts(const Codec& c) {
  py::list texts;
  for (unsigned i = 0; i < c.size(); ++i) {
    const Move m = c.listed(i);
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

void encode(const Codec& c, const SourceObject& boards, const py::object& moves, const py::object& offsets,
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
          const int number = c.encode(context, Move::from_word(words[k]));
          numbers[k] = static_cast<decltype(zero)>(number);
          return number >= 0 || !strict;
        },
        [&](std::size_t k) {
          char text[MaxUci];
          const std::size_t length = write_uci(Move::from_word(words[k]), text);
          return "moves[" + std::to_string(k) + "], " + std::string(text, length) + ", has no index in the codec " +
                 std::string(c.name());
        });
  });
}

// The reason why an index has no move.
std::string why_no_move(const Codec& c, std::uint64_t index) {
  const std::string reason =
      index < c.size() ? "it leads off the board or back to its origin" : "expected 0.." + std::to_string(c.size() - 1);
  return "is not a move of the codec " + std::string(c.name()) + ": " + reason;
}

void decode(const Codec& c, const SourceObject& boards, const py::object& indices, unsigned item_size,
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
          const Move m = number < c.size() ? c.decode(context, unsigned(number)) : Move::null();
          words.items()[k] = m.word();
          return !m.is_null() || !strict;
        },
        [&](std::size_t k) {
          return "indices[" + std::to_string(k) + "], " + std::to_string(numbers[k]) + ", " +
                 why_no_move(c, std::uint64_t(numbers[k]));
        });
  });
}

void legal_mask(const Codec& c, const SourceObject& boards, const py::object& out, bool packed, unsigned threads) {
  const auto run = [&](auto zero, std::size_t width) {
    const WritableBuffer<decltype(zero)> buffer(out.ptr(), "out");
    buffer.require_shape({boards.size(), width});
    BufferView::require_apart({&buffer}, {boards.buffer()});
    const auto items = buffer.items();
    for_positions(boards, threads, [&](std::size_t i, const Position& p) {
      const auto row = items.subspan(i * width, width);
      std::ranges::fill(row, 0);
      batch::mark_legal(c, p, row.data());
    });
  };
  if (packed) return run(std::uint64_t{}, (c.size() + 63) / 64);
  run(std::uint8_t{}, c.size());
}

std::string why_no_move_of(const Codec& c, std::int64_t index) { return why_no_move(c, std::uint64_t(index)); }

// ---- One Board: the base class of Codec.

using CodecObject = ObjectOf<const Codec*>;

PyObject* new_codec(PyTypeObject* type, std::string_view name) { return CodecObject::make(find_codec(name), type); }

batch::MoveContext context_of(PyObject* board) {
  [[maybe_unused]] const Lock lock(board);
  return batch::MoveContext(position_of(board));
}

// Returns the indices of a list of moves, or none if one of them has no index.
std::optional<py::array> indices_of(const Codec& c, const batch::MoveContext& context, PyObject* moves) {
  [[maybe_unused]] const Lock lock(moves);
  const Py_ssize_t n = PyList_GET_SIZE(moves);
  py::array_t<std::int32_t> array(n);
  std::int32_t* const at = array.mutable_data();
  for (Py_ssize_t i = 0; i < n; ++i) {
    PyObject* const move = PyList_GET_ITEM(moves, i);
    at[i] = is_move(move) ? c.encode(context, move_of(move)) : -1;
    if (at[i] < 0) return std::nullopt;
  }
  return array;
}

PyObject* encode_one(PyObject* self, PyObject* boards, PyObject* moves, PyObject* offsets, PyObject* out,
                     Or<bool, true> strict, PyObject* threads) {
  const Codec& c = *CodecObject::get(self);
  if (is_board(boards) && !is_given(offsets) && !is_given(out) && !threads) {
    if (is_move(moves)) {
      const int index = c.encode(context_of(boards), move_of(moves));
      if (index >= 0 || !strict.value) return to_python(index);
    } else if (PyList_CheckExact(moves)) {
      if (auto array = indices_of(c, context_of(boards), moves)) return array->release().ptr();
    }
  }
  return call_general(self, "_encode", threads, boards, moves, offsets, out, strict.value ? Py_True : Py_False);
}

PyObject* decode_one(PyObject* self, PyObject* boards, PyObject* indices, PyObject* offsets, PyObject* out,
                     Or<bool, true> strict, PyObject* threads) {
  const Codec& c = *CodecObject::get(self);
  long index = 0;
  if (is_board(boards) && small_int(indices, index) && 0 <= index && index < long(c.size()) && !is_given(offsets) &&
      !is_given(out) && !threads) {
    const Move m = c.decode(context_of(boards), unsigned(index));
    if (!m.is_null()) return to_python(m);
  }
  return call_general(self, "_decode", threads, boards, indices, offsets, out, strict.value ? Py_True : Py_False);
}

PyObject* legal_mask_of_one(PyObject* self, PyObject* boards, Or<bool, false> packed, PyObject* out,
                            PyObject* threads) {
  const Codec& c = *CodecObject::get(self);
  if (is_board(boards) && !packed.value && !threads && (!is_given(out) || py::isinstance<py::array>(out))) {
    const py::ssize_t size = c.size();
    const auto array = is_given(out) ? py::reinterpret_borrow<py::array>(out) : py::array_t<std::uint8_t>(size);
    const char code = array.dtype().char_();
    if ((code == 'B' || code == '?') && is_plain(array, {&size, 1})) {
      auto* const row = static_cast<std::uint8_t*>(const_cast<void*>(array.data()));
      std::fill_n(row, size, std::uint8_t{0});
      [[maybe_unused]] const Lock lock(boards);
      batch::mark_legal(c, position_of(boards), row);
      return incref(array.ptr());
    }
  }
  return call_general(self, "_legal_mask", threads, boards, packed.value ? Py_True : Py_False, out);
}

}  // namespace

void define_batch_codecs(py::module_& m) {
  py::class_<SourceObject>(m, "_EncodingSource", py::is_final(), not_instantiable)
      .def("__len__", [](const SourceObject& s) { return s.size(); });
  m.def(
      "_encoding_source",
      [](const py::object& boards, unsigned depth, unsigned packed_depth, bool chess960) {
        return SourceObject(boards, depth, packed_depth, chess960);
      },
      "boards"_a, "depth"_a, "packed_depth"_a, "chess960"_a);
  py::class_<Codec, std::unique_ptr<Codec, py::nodelete>>(m, "_Codec", py::is_final(), not_instantiable)
      .def_property_readonly("size", [](const Codec& c) { return c.size(); })
      .def_property_readonly("mirrored", [](const Codec& c) { return c.view() != Codec::View::Absolute; })
      .def_property_readonly("rotated", [](const Codec& c) { return c.view() == Codec::View::Rotated; })
      .def("moves", &uci_texts)
      .def("encode", &encode, "batch"_a, "moves"_a, "offsets"_a, "out"_a, "item_size"_a, "strict"_a, "threads"_a)
      .def("decode", &decode, "batch"_a, "indices"_a, "item_size"_a, "offsets"_a, "out"_a, "strict"_a, "threads"_a)
      .def("legal_mask", &legal_mask, "batch"_a, "out"_a, "packed"_a, "threads"_a)
      .def("why_no_move", &why_no_move_of, "index"_a);

  CodecObject::type =
      TypeBuilder("bitrook._CodecBase", sizeof(CodecObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)
          .constructor<"_CodecBase(name)", new_codec>("The methods of bitrook.batch.Codec that take boards.")
          .methods({
              method<"encode(boards, moves, *, offsets=None, out=None, strict=True, threads=1)", encode_one>(
                  R"(Return the indices of moves.

                ::

                    boards   (n,)     a Board, a FEN, a list of these, or packed positions as uint8[n, 24]
                    moves    (n,)     one move for each board; with offsets, any number of moves
                    offsets  (n + 1,) int32; the moves of board i are moves[offsets[i]:offsets[i + 1]]
                    result   (len(moves),) int32

                For a single board and a single move, the result is an int. For a single board and a list of moves, it is an
                array.

                :param boards: the positions, as above.
                :param moves: an int16 array, Moves, or UCI strings, with castling in either encoding. Moves are not checked for
                    legality.
                :param offsets: which moves belong to which board, as above; None for one move per board.
                :param out: an int16, int32 or int64 array to write into, with the shape of the result. It is returned.
                :param strict: whether to raise an error for moves that have no index. Otherwise, their index is -1.
                :param threads: the number of threads to use, from 1 to 1024.
                :raises ValueError: if a move has no index and *strict* is set, or if a position is invalid.

                >>> import bitrook.batch
                >>> codec = bitrook.batch.codec("alphazero")
                >>> codec.encode([Board(), Board()], ["e2e4", "g1f3"])
                array([2426, 3572], dtype=int32))"),
              method<"decode(boards, indices, *, offsets=None, out=None, strict=True, threads=1)", decode_one>(
                  R"(Return the moves of indices, as int16.

                ::

                    boards   (n,)     as in encode()
                    indices  (n,)     int16, int32 or int64; one index for each board; with offsets, any number
                    offsets  (n + 1,) int32; the indices of board i are indices[offsets[i]:offsets[i + 1]]
                    result   (len(indices),) int16

                For a single board and a single index, the result is a Move. Decoded moves can be illegal. Castling uses the
                encoding of the board: e1g1 in standard chess, e1h1 in Chess960.

                :param boards: the positions, as above.
                :param indices: the indices, as above.
                :param offsets: which indices belong to which board, as above; None for one index per board.
                :param out: an int16 array to write into, with the shape of the result. It is returned.
                :param strict: whether to raise an error for indices that have no move. Otherwise, their move is 0, the null
                    move.
                :param threads: the number of threads to use, from 1 to 1024.
                :raises ValueError: if an index has no move and *strict* is set, or if a position is invalid.

                >>> import bitrook.batch
                >>> bitrook.batch.codec("lc0").decode(Board(), 322)
                Move.from_uci('e2e4'))"),
              method<"legal_mask(boards, *, packed=False, out=None, threads=1)", legal_mask_of_one>(
                  R"(Return which indices are legal moves.

                ::

                    boards   (n,)                       as in encode()
                    result   (n, size)                  uint8, 0 or 1
                             (n, (size + 63) // 64)     uint64, with packed=True; index i is bit i % 64 of word i // 64

                For a single board, the result has no first axis.

                :param boards: the positions, as above.
                :param packed: whether to return bits instead of bytes.
                :param out: an array, tensor or buffer to write into, with the dtype and shape of the result. It is returned.
                    bool is accepted instead of uint8.
                :param threads: the number of threads to use, from 1 to 1024.

                >>> import bitrook.batch
                >>> int(bitrook.batch.codec("lc0").legal_mask([Board()]).sum())
                20)"),
          })
          .slot<CodecObject::free>(Py_tp_dealloc)
          .build(m.ptr());
  m.def("_codec", &find_codec, py::return_value_policy::reference, "name"_a);
}

}  // namespace bitrook::bindings
