// The type Piece: construction, text, comparison.
#include "bindings/hot_path/moves/piece.hpp"

#include <pybind11/pybind11.h>

#include <cstring>

#include "bindings/support/errors.hpp"
#include "bindings/support/python_method.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

namespace {

// Both are indexed by the core's Piece, which begins at 2. The objects are created at import.
PyObject* piece_objects[14];
constexpr char Symbols[] = "??PpNnBbRrQqKk";

PieceObject& as_piece(PyObject* self) { return *reinterpret_cast<PieceObject*>(self); }

PyObject* make(PyTypeObject*, PieceType type, Color color) { return to_python(make_piece(type, color)); }

PyObject* from_symbol(PyTypeObject*, std::string_view text) {
  const char* found = text.size() == 1 && text[0] ? std::strchr(Symbols + 2, text[0]) : nullptr;
  if (!found) return raise(PyExc_ValueError, "invalid piece symbol", text);
  return to_python(Piece(found - Symbols));
}

bool make_piece_object(Piece p) {
  Ref object(piece_type->tp_alloc(piece_type, 0));
  if (!object) return false;
  PieceObject& piece = as_piece(object.get());
  const char symbol[] = {Symbols[index(p)], 0};
  piece.piece = p;
  piece.piece_type = to_python(type_of(p));
  piece.color = to_python(color_of(p));
  piece.symbol = PyUnicode_InternFromString(symbol);
  if (!piece.piece_type || !piece.symbol) return false;
  make_immortal(object.get());
  piece_objects[index(p)] = object.release();
  return true;
}

// Only objects that make_piece_object() could not finish are freed.
void dealloc(PyObject* self) {
  const PieceObject& piece = as_piece(self);
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(piece.piece_type);
  Py_XDECREF(piece.color);
  Py_XDECREF(piece.symbol);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* symbol(PieceObject& piece) { return incref(piece.symbol); }

PyObject* unicode_symbol(PieceObject& piece, Or<bool, false> invert_color) {
  // U+2654 is the white king, followed by queen, rook, bishop, knight and pawn, then the black pieces.
  const bool black = (color_of(piece.piece) == Color::Black) != invert_color.value;
  return PyUnicode_FromOrdinal(int(0x2654 + (6 - index(type_of(piece.piece))) + (black ? 6 : 0)));
}

PyObject* copy(PyObject* self) { return incref(self); }
PyObject* deep_copy(PyObject* self, PyObject*) { return incref(self); }
PyObject* reduce(PieceObject& piece) { return Py_BuildValue("O(OO)", piece_type, piece.piece_type, piece.color); }

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("Piece.from_symbol(%R)", as_piece(self).symbol); }
PyObject* str(PyObject* self) { return incref(as_piece(self).symbol); }

// python-chess's hash, which programs use as an index: PNBRQK are 0..5, pnbrqk are 6..11.
Py_hash_t hash(PyObject* self) {
  const Piece p = piece_of(self);
  return Py_hash_t(index(type_of(p)) - 1 + 6 * index(color_of(p)));
}

// The order of pieces is that of the tuple (piece_type, color), Black first.
unsigned rank(Piece p) { return 2 * index(type_of(p)) + (color_of(p) == Color::White); }

PyObject* compare(PyObject* a, PyObject* b, int op) {
  if (!is_piece(a) || !is_piece(b)) return not_implemented();
  const unsigned left = rank(piece_of(a)), right = rank(piece_of(b));
  Py_RETURN_RICHCOMPARE(left, right, op);
}

}  // namespace

PyObject* to_python(Piece piece) { return piece == Piece::None ? none() : incref(piece_objects[index(piece)]); }

bool load(PyObject* object, Piece& piece, std::string_view name) {
  if (!is_piece(object)) return not_a("a Piece", object, name);
  piece = piece_of(object);
  return true;
}

void define_piece(pybind11::module_& m) {
  piece_type =
      TypeBuilder("bitrook.Piece", sizeof(PieceObject))
          .doc("Piece(piece_type, color)",
               "A piece: its type (PAWN to KING, 1..6) and its color (WHITE or BLACK).\n\n"
               "There are twelve objects, immutable, so equal pieces are identical. Their hashes are 0..11 (PNBRQK, "
               "then\n"
               "pnbrqk). They are ordered as the tuple of their two members. Raises ValueError unless *piece_type* is\n"
               "in 1..6.")
          .constructor<"Piece(piece_type, color)", make>()
          .members({{"piece_type", offsetof(PieceObject, piece_type), "The type of the piece, 1..6."},
                    {"color", offsetof(PieceObject, color), "WHITE (True) or BLACK (False)."}})
          .methods({
              method<"symbol()", symbol>("Return the letter of the piece: P, N, B, R, Q or K, lower-case for Black."),
              method<"unicode_symbol(*, invert_color=False)", unicode_symbol>(
                  "Return the Unicode chess symbol of the piece.\n\n"
                  "*invert_color* returns the symbol of the other color, for dark backgrounds."),
              python_method<"_repr_svg_()", "bitrook.svg._notebook", "piece_svg">(
                  "Return the piece as an SVG picture, for notebooks."),
              method<"__copy__()", copy>("Return the piece itself."),
              method<"__deepcopy__(memo, /)", deep_copy>("Return the piece itself."),
              method<"__reduce__()", reduce>("Support pickle. Unpickling returns the one object of the piece."),
          })
          .bound_class_methods({method<"from_symbol(symbol)", from_symbol>(
              "Return the piece with this letter, upper-case for White. Raises ValueError if there is none.")})
          .constant("__match_args__", Py_BuildValue("(ss)", "piece_type", "color"))
          .constant("__dataclass_fields__", dataclass_fields())
          .slot<dealloc>(Py_tp_dealloc)
          .slot<repr>(Py_tp_repr)
          .slot<str>(Py_tp_str)
          .slot<hash>(Py_tp_hash)
          .slot<compare>(Py_tp_richcompare)
          .build(m.ptr());
  for (unsigned i = 2; i < 14; ++i) {
    if (!make_piece_object(Piece(i))) throw pybind11::error_already_set();
  }
}

}  // namespace bitrook::bindings
