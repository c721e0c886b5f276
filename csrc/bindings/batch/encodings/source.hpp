// The boards that encoders read, passed from Python as Boards, FENs or packed positions.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "bindings/batch/boards.hpp"
#include "bindings/support/buffer.hpp"
#include "bitrook/batch/encodings/sources.hpp"

namespace bitrook::bindings {

// A BoardSource and the objects that own its memory. Needs the GIL, except for reading `source()`.
class SourceObject {
 public:
  // `boards` is one of these: a batch; a Board; a FEN; an iterable of Boards, FENs, or lists or tuples of them (the
  // newest position first); or a buffer of packed positions, with `packed_depth` positions for each board. At most
  // `depth` positions of each game are read.
  SourceObject(const pybind11::object& boards, unsigned depth, unsigned packed_depth, bool chess960);

  const batch::BoardSource& source() const { return *source_; }
  std::size_t size() const { return size_; }
  // The buffer of packed positions; null for other sources.
  const BufferView* buffer() const { return buffer_.get(); }
  // The batch, which only one call at a time may use; null for other sources.
  BoardsObject* batch() const { return batch_; }

 private:
  pybind11::object owner_;
  BoardsObject* batch_ = nullptr;
  std::unique_ptr<ReadableBuffer<std::uint8_t>> buffer_;
  std::unique_ptr<batch::BoardSource> source_;
  std::size_t size_ = 0;
};

// Calls work(first, last) for parts of the boards, without the GIL, on up to `threads` threads. work returns `last`, or
// the index of the first board that cannot be read. ValueError is then thrown.
void for_boards(const SourceObject& boards, unsigned threads,
                const std::function<std::size_t(std::size_t first, std::size_t last)>& work);

// Calls f(i, position) for the current position of each board, in the same way.
template <class F>
void for_positions(const SourceObject& boards, unsigned threads, F f) {
  for_boards(boards, threads, [&](std::size_t i, std::size_t last) {
    Position scratch;
    const Position* p = nullptr;
    while (i < last && (p = boards.source().position(i, scratch))) f(i++, *p);
    return i;
  });
}

// Calls f(i, frames) with the last `depth` positions of each board, in the same way. Each part of the boards uses its
// own copy of f, which may own scratch memory.
template <class F>
void for_frames(const SourceObject& boards, unsigned depth, unsigned threads, F f) {
  for_boards(boards, threads, [&](std::size_t i, std::size_t last) {
    F copy = f;
    std::vector<batch::Frame> frames(depth);
    while (i < last && boards.source().load(i, frames)) copy(i++, frames);
    return i;
  });
}

// ---- One Board. Programs that search one position at a time call an encoder for each, so Codec and Encoding in Python
// have base classes of the hot layer. Their methods handle the common calls for one Board, and pass everything else to
// a Python method of the class, which handles any arguments and reports errors.

// Whether an array is a block of memory in C order and native byte order with this shape, and can be written to.
bool is_plain(const pybind11::array& array, std::span<const pybind11::ssize_t> shape);

// Calls the Python method with the arguments and the number of threads. Arguments that are null were not passed, and
// become None, or one thread.
template <class... A>
PyObject* call_general(PyObject* self, const char* method, PyObject* threads, A*... arguments) {
  const Ref name(PyUnicode_InternFromString(method)), count(threads ? incref(threads) : PyLong_FromLong(1));
  if (!name || !count) return nullptr;
  return PyObject_CallMethodObjArgs(self, name.get(), (arguments ? arguments : Py_None)..., count.get(), nullptr);
}

// Sets `frames` to the last `depth` positions of a Board.
void read_frames(PyObject* board, unsigned depth, std::vector<batch::Frame>& frames);

// Calls f with a zero of the signed type of this size: 2, 4 or 8 bytes.
template <class F>
void with_integer(std::size_t size, F f) {
  if (size == 2) return f(std::int16_t{});
  if (size == 4) return f(std::int32_t{});
  f(std::int64_t{});
}

}  // namespace bitrook::bindings
