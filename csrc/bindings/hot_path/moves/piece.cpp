// The type Piece: construction, text, comparison.
#include "bindings/hot_path/moves/piece.hpp"

#include <cstring>

#include "bindings/support/errors.hpp"
#include "bindings/support/python_method.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

PyObject* piece_objects[14];

namespace {

constexpr char Symbols[] = "??PpNnBbRrQqKk";  // by the core's piece

// python-chess's hash, which programs use as an index: PNBRQK are 0..5, pnbrqk 6..11.
unsigned number(Piece p) { return index(type_of(p)) - 1 + 6 * index(color_of(p)); }

PyObject* make(PyTypeObject*, PieceType type, Color color) { return to_python(make_piece(type, color)); }

PyObject* symbol(PieceObject& piece) { return incref(piece.symbol); }

PyObject* unicode_symbol(PieceObject& piece, Or<bool, false> invert_color) {
  // U+2654 is the white king, then queen, rook, bishop, knight, pawn; then the black ones.
  const bool black = (color_of(piece.piece) == Color::Black) != invert_color.value;
  return PyUnicode_FromOrdinal(int(0x2654 + (6 - index(type_of(piece.piece))) + (black ? 6 : 0)));
}

PyObject* from_symbol(PyTypeObject*, std::string_view text) {
  const char* found = text.size() == 1 && text[0] ? std::strchr(Symbols + 2, text[0]) : nullptr;
  if (!found) return raise(PyExc_ValueError, "invalid piece symbol", text);
  return to_python(Piece(found - Symbols));
}

PyObject* reduce(PieceObject& piece) { return Py_BuildValue("O(OO)", piece_type, piece.piece_type, piece.color); }
PyObject* itself(PyObject* self) { return incref(self); }
PyObject* deep_itself(PyObject* self, PyObject*) { return incref(self); }

PyObject* repr(PyObject* self) {
  return PyUnicode_FromFormat("Piece.from_symbol(%R)", reinterpret_cast<PieceObject*>(self)->symbol);
}
PyObject* str(PyObject* self) { return incref(reinterpret_cast<PieceObject*>(self)->symbol); }
Py_hash_t hash(PyObject* self) { return Py_hash_t(number(piece_of(self))); }

// As the tuple (piece_type, color), Black before White.
unsigned rank(Piece p) { return 2 * index(type_of(p)) + (color_of(p) == Color::White); }

PyObject* compare(PyObject* a, PyObject* b, int op) {
  if (!is_piece(a) || !is_piece(b)) return ask_the_other();
  const unsigned left = rank(piece_of(a)), right = rank(piece_of(b));
  Py_RETURN_RICHCOMPARE(left, right, op);
}

void dealloc(PyObject* self) {
  auto* piece = reinterpret_cast<PieceObject*>(self);
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(piece->piece_type);
  Py_XDECREF(piece->color);
  Py_XDECREF(piece->symbol);
  type->tp_free(self);
  Py_DECREF(type);
}

bool make_piece_object(Piece p) {
  Owned object(piece_type->tp_alloc(piece_type, 0));
  if (!object) return false;
  auto* piece = reinterpret_cast<PieceObject*>(object.get());
  const char symbol[] = {Symbols[index(p)], 0};
  piece->piece = p;
  piece->piece_type = to_python(type_of(p));
  piece->color = to_python(color_of(p));
  piece->symbol = PyUnicode_InternFromString(symbol);
  if (!piece->piece_type || !piece->symbol) return false;
  make_immortal(object.get());
  piece_objects[index(p)] = object.release();
  return true;
}

}  // namespace

PyObject* to_python(Piece piece) { return piece == Piece::None ? none() : given(piece_objects[index(piece)]); }

bool load(PyObject* object, Piece& piece, std::string_view name) {
  if (!is_piece(object)) return not_a("a Piece", object, name);
  piece = piece_of(object);
  return true;
}

bool add_piece(PyObject* module) {
  piece_type =
      TypeBuilder("bitrook.Piece", sizeof(PieceObject))
          .doc("Piece(piece_type, color)",
               "A piece: its type (PAWN to KING, 1..6) and its color (WHITE or BLACK).\n\n"
               "There are twelve objects, immutable, so equal pieces are identical. They hash to 0..11 (PNBRQK, then\n"
               "pnbrqk), and are ordered as the tuple of their two members. ValueError for a type that is none.")
          .constructor<"Piece(piece_type, color)", make>()
          .members({{"piece_type", offsetof(PieceObject, piece_type), "The piece's type, 1..6."},
                    {"color", offsetof(PieceObject, color), "WHITE (True) or BLACK (False)."}})
          .methods({
              method<"symbol()", symbol>("The letter of the piece: P, N, B, R, Q or K, lower-case for Black."),
              method<"unicode_symbol(*, invert_color=False)", unicode_symbol>(
                  "The figurine of the piece; of the other color if *invert_color*, for dark backgrounds."),
              python_method<"_repr_svg_()", "bitrook._display", "piece_svg">(
                  "Return the piece as an SVG picture, for notebooks."),
              method<"__copy__()", itself>("The piece itself."),
              method<"__deepcopy__(memo, /)", deep_itself>("The piece itself."),
              method<"__reduce__()", reduce>("For pickle: unpickling gives the one object of that piece."),
          })
          .fixed_class_methods({method<"from_symbol(symbol)", from_symbol>(
              "The piece with this letter (upper-case for White). Raises ValueError if there is none.")})
          .constant("__match_args__", Py_BuildValue("(ss)", "piece_type", "color"))
          .constant("__dataclass_fields__", dataclass_fields())
          .slot(Py_tp_dealloc, dealloc)
          .slot(Py_tp_repr, repr)
          .slot(Py_tp_str, str)
          .slot(Py_tp_hash, hash)
          .slot(Py_tp_richcompare, compare)
          .build(module);
  if (!piece_type) return false;
  for (unsigned i = 2; i < 14; ++i) {
    if (!make_piece_object(Piece(i))) return false;
  }
  return true;
}

}  // namespace bitrook::bindings
