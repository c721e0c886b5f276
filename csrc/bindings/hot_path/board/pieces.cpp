// What stands where: pieces by square, by type, as a map, as text.
#include <string>

#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

Piece piece_at(const Position& p, Square square) { return p.piece_at(square); }
PieceType piece_type_at(const Position& p, Square square) { return type_of(p.piece_at(square)); }

PyObject* color_at(const Position& p, Square square) {
  const Piece piece = p.piece_at(square);
  return piece == Piece::None ? none() : to_python(color_of(piece));
}

Square king(const Position& p, Color color) { return p.king(color); }
unsigned piece_count(const Position& p) { return p.occupied().count(); }

// python-chess asserts that the type is one; a wrong kind of object is a TypeError here.
bool load_asserted_type(PyObject* object, PieceType& type) {
  std::int64_t value = 0;
  if (!load_index(object, value, "piece_type")) return false;
  if (value < 1 || value > 6) return out_of_range(PyExc_AssertionError, "1..6", object, "piece_type");
  type = PieceType(value);
  return true;
}

PyObject* pieces_mask(const Position& p, PyObject* piece_type, Color color) {
  PieceType type{};
  return load_asserted_type(piece_type, type) ? to_python(p.of(type, color)) : nullptr;
}
PyObject* pieces(const Position& p, PyObject* piece_type, Color color) {
  PieceType type{};
  return load_asserted_type(piece_type, type) ? to_python(Squares{p.of(type, color)}) : nullptr;
}

PyObject* piece_map(const Position& p, Or<Bitboard, ~0ull> mask) {
  Owned map(PyDict_New());
  if (!map) return nullptr;
  for (Bitboard rest = p.occupied() & mask.value; rest.any();) {
    const Square s = rest.pop_last();
    Owned square(to_python(s)), piece(to_python(p.piece_at(s)));
    if (!square || PyDict_SetItem(map.get(), square.get(), piece.get()) < 0) return nullptr;
  }
  return map.release();
}

// Eight lines, rank 8 first, letters and dots with spaces between.
PyObject* str(PyObject* self) {
  const Lock lock(self);
  const Position& p = board_of(self).game.position();
  char text[8 * 16];
  char* out = text;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) {
      *out++ = ". PpNnBbRrQqKk"[index(p.piece_at(make_square(File(file), Rank(rank))))];
      *out++ = file < 7 ? ' ' : '\n';
    }
  }
  return to_python(std::string_view(text, sizeof text - 1));
}

}  // namespace

void add_board_pieces(TypeBuilder& base_board, TypeBuilder&) {
  base_board.slot(Py_tp_str, str)
      .methods({
          method<"piece_at(square)", piece_at>(
              "The piece on *square*, or None. IndexError if there is no such square."),
          method<"piece_type_at(square)", piece_type_at>("The type of the piece on *square*, 1..6, or None."),
          method<"color_at(square)", color_at>("The color of the piece on *square*, or None."),
          method<"king(color)", king>("The square of the king of *color*, or None. Promoted kings do not count; of "
                                      "several, the highest square."),
          method<"piece_count()", piece_count>("How many pieces there are."),
          method<"pieces_mask(piece_type, color)", pieces_mask>(
              "The set of pieces of that type and color, as an int. AssertionError unless the type is 1..6."),
          method<"pieces(piece_type, color)", pieces>(
              "The set of pieces of that type and color. AssertionError unless the type is 1..6."),
          method<"piece_map(*, mask=0xFFFFFFFFFFFFFFFF)", piece_map>(
              "A dictionary from squares to pieces, h8 first, of the squares in *mask*."),
      });
}

}  // namespace bitrook::bindings
