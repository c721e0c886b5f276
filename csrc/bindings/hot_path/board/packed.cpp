// Boards as 24 bytes: Board.packed() and Board.from_packed().
#include <cstring>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/data/packed.hpp"

namespace bitrook::bindings {

namespace {

PyObject* packed(const Position& p) {
  data::Packed bytes;
  const data::PackedError error = data::pack(p, bytes);
  if (error != data::PackedError::None) {
    return fail(PyExc_ValueError, "the position cannot be packed: %s", data::description(error));
  }
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()), Py_ssize_t(bytes.size()));
}

PyObject* from_packed(PyTypeObject* type, PyObject* packed, Or<bool, false> chess960) {
  Py_buffer view;
  if (PyObject_GetBuffer(packed, &view, PyBUF_SIMPLE) != 0) return nullptr;
  data::Packed bytes;
  const bool fits = view.len == Py_ssize_t(bytes.size());
  if (fits) std::memcpy(bytes.data(), view.buf, bytes.size());
  const Py_ssize_t length = view.len;
  PyBuffer_Release(&view);
  if (!fits) return PyErr_Format(PyExc_ValueError, "packed must have 24 bytes, not %zd", length);
  Setup setup;
  setup.chess960 = chess960.value;
  const data::PackedError error = data::unpack(bytes, setup);
  if (error != data::PackedError::None) {
    return PyErr_Format(PyExc_ValueError, "packed is not a position: %s", data::description(error));
  }
  return new_board(type, Game(setup));
}

}  // namespace

void add_board_packed(TypeBuilder&, TypeBuilder& board) {
  board.methods({
      method<"packed()", packed>(
          R"(Return the position as 24 bytes: the Binary FEN of the Stockfish and Lichess tools.

          The clocks, the history and the promoted flags are not stored. The en-passant square is stored only if a
          legal move captures there.

          :raises ValueError: if there are more than 32 pieces, or if Black is to move without a king.

          >>> Board().packed().hex()
          'ffff00000000ffff2d844ad200000000111111113e955be3')"),
      class_method<"from_packed(packed, *, chess960=False)", from_packed>(
          R"(Return a board with a packed position. The clocks are 0 and 1.

          :param packed: the 24 bytes that packed() returned, as bytes or another buffer.
          :param chess960: if True, encode castling moves as king-takes-rook.
          :raises ValueError: if the bytes do not encode a position. The message contains the reason.

          >>> Board.from_packed(Board().packed()) == Board()
          True)"),
  });
}

}  // namespace bitrook::bindings
