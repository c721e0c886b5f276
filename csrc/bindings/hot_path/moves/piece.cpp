// The type Piece: construction, text, comparison.
#include <cstring>

#include "bindings/hot_path/moves/values.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/python_method.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

namespace {

PyTypeObject* piece_type;

// The value is the number of the core's Piece.
struct PieceObject {
  ValueObject head;
  Field piece_type;
  Field color;
  Field symbol;  // an interned str
};

bool is_piece(PyObject* object) { return Py_TYPE(object) == piece_type || PyObject_TypeCheck(object, piece_type); }
// `object` must be a Piece.
Piece piece_of(PyObject* object) { return Piece(value_of(object)); }

// Both are indexed by the core's Piece, which starts at 2. The shared objects are created at import.
PyObject* piece_objects[14];
constexpr char Symbols[] = "??PpNnBbRrQqKk";

PieceObject& as_piece(PyObject* self) { return *reinterpret_cast<PieceObject*>(self); }

// Sets the value of an owned object. Its fields are borrowed from the shared object of the same piece.
void set_value(PyObject* self, std::uint32_t value) {
  PieceObject& piece = as_piece(self);
  const PieceObject& fields = as_piece(piece_objects[value]);
  borrow(piece.piece_type, fields.piece_type);
  borrow(piece.color, fields.color);
  borrow(piece.symbol, fields.symbol);
  piece.head.value.store(value, std::memory_order_relaxed);
}

PyObject* own(PyTypeObject* type, std::uint32_t value) {
  PyObject* self = new_value_object(type, piece_type);
  if (self) set_value(self, value);
  return self;
}

struct PieceValues {
  static constexpr std::array<const char*, 2> Fields{"piece_type", "color"};
  static PyTypeObject* type() { return piece_type; }
  static PyObject* own(PyTypeObject* type, std::uint32_t value) { return bindings::own(type, value); }

  // The order of pieces is that of the tuple (piece_type, color), Black first.
  static unsigned rank(std::uint32_t value) {
    return 2 * index(type_of(Piece(value))) + (color_of(Piece(value)) == Color::White);
  }

  static PyObject* arguments(PyObject* self) {
    const PieceObject& piece = as_piece(self);
    const Lock lock(self);
    const Ref type(read(piece.piece_type)), color(read(piece.color));
    return PyTuple_Pack(2, type.get(), color.get());
  }

  static bool assign(PyObject* self, std::size_t field, PyObject* object) {
    PieceType type{};
    Color color{};
    if (!object) return fail(PyExc_AttributeError, "cannot delete attribute '%s'", Fields[field]);
    if (field == 0 ? !load(object, type, Fields[field]) : !load(object, color, Fields[field])) return false;
    const Lock lock(self);
    const Piece now = piece_of(self);
    set_value(self, index(field == 0 ? make_piece(type, color_of(now)) : make_piece(type_of(now), color)));
    return true;
  }
};

// ---- Construction.

constexpr Text PieceSignature("Piece(piece_type, color)");

PyObject* make(PyTypeObject* type, PieceType kind, Color color) { return own(type, index(make_piece(kind, color))); }

// Returns a white pawn and leaves the arguments to __init__, which subclasses may override. Copying or unpickling an
// object of a subclass, however, calls only __new__, with both members.
PyObject* new_piece(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PieceType kind = PieceType::Pawn;
  Color color = Color::White;
  if (are_plain(args, keywords, 2) &&
      !(load(PyTuple_GET_ITEM(args, 0), kind, "piece_type") && load(PyTuple_GET_ITEM(args, 1), color, "color"))) {
    PyErr_Clear();
    kind = PieceType::Pawn;
  }
  return own(type, index(make_piece(kind, color)));
}

PyObject* initialize_piece(PyObject* self, PieceType type, Color color) {
  if (head_of(self).shared) return refuse_shared(self);
  const Lock lock(self);
  set_value(self, index(make_piece(type, color)));
  return none();
}

// Returns an owned object. A subclass is called with the arguments that python-chess uses.
PyObject* from_symbol(PyTypeObject* type, std::string_view text) {
  const char* found = text.size() == 1 && text[0] ? std::strchr(Symbols + 2, text[0]) : nullptr;
  if (!found) return raise(PyExc_ValueError, "invalid piece symbol", text);
  const auto value = std::uint32_t(found - Symbols);
  if (type == piece_type) return own(type, value);
  const Ref args(PieceValues::arguments(piece_objects[value]));
  return args ? PyObject_Call(reinterpret_cast<PyObject*>(type), args.get(), nullptr) : nullptr;
}

bool make_shared(Piece p) {
  const char text[] = {Symbols[index(p)], 0};
  Ref type(to_python(type_of(p))), color(to_python(color_of(p))), symbol(PyUnicode_InternFromString(text));
  if (!type || !symbol) return false;
  PyObject* made = new_shared_object(piece_type, sizeof(PieceObject), index(p));
  if (!made) return false;
  write(as_piece(made).piece_type, type.release());
  write(as_piece(made).color, color.release());
  write(as_piece(made).symbol, symbol.release());
  piece_objects[index(p)] = made;
  return true;
}

// ---- Reading.

PyObject* symbol(PyObject* self) { return read(as_piece(self).symbol); }

PyObject* unicode_symbol(PyObject* self, Or<bool, false> invert_color) {
  // U+2654 is the white king, followed by queen, rook, bishop, knight and pawn, then the black pieces.
  const Piece piece = piece_of(self);
  const bool black = (color_of(piece) == Color::Black) != invert_color.value;
  return PyUnicode_FromOrdinal(int(0x2654 + (6 - index(type_of(piece))) + (black ? 6 : 0)));
}

PyObject* repr(PyObject* self) {
  const Ref symbol(read(as_piece(self).symbol));
  return PyUnicode_FromFormat("Piece.from_symbol(%R)", symbol.get());
}
PyObject* str(PyObject* self) { return read(as_piece(self).symbol); }

// python-chess's hash, which programs use as an index: PNBRQK are 0..5, pnbrqk are 6..11.
Py_hash_t hash(PyObject* self) {
  const Piece p = piece_of(self);
  return Py_hash_t(index(type_of(p)) - 1 + 6 * index(color_of(p)));
}

}  // namespace

PyObject* to_python(Piece piece) { return piece == Piece::None ? none() : incref(piece_objects[index(piece)]); }

bool load(PyObject* object, Piece& piece, std::string_view name) {
  if (!is_piece(object)) return not_a("a Piece", object, name);
  piece = piece_of(object);
  return true;
}

void define_piece(PyObject* module) {
  TypeBuilder type("bitrook.Piece", sizeof(PieceObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC);
  type.doc(PieceSignature.characters,
           R"(A piece: its type (PAWN to KING, 1..6) and its color (WHITE or BLACK).

           Hashes are 0..11 (PNBRQK, then pnbrqk). Pieces are ordered like tuples of their two members.

           You can assign to the attributes of pieces created with this constructor, from_symbol() or copy.copy().
           Other pieces returned by bitrook are shared, and assigning to their attributes raises AttributeError; copy
           them first.

           :param piece_type: the type of the piece, 1..6.
           :param color: WHITE (True) or BLACK (False).
           :raises ValueError: if *piece_type* is out of range.)")
      .vectorcall<construct<PieceSignature, make>>()
      .members({{"piece_type", offsetof(PieceObject, piece_type), "The type of the piece, 1..6."},
                {"color", offsetof(PieceObject, color), "WHITE (True) or BLACK (False)."}})
      .methods({
          method<"symbol()", symbol>("Return the letter of the piece: P, N, B, R, Q or K, in lowercase for Black."),
          method<"unicode_symbol(*, invert_color=False)", unicode_symbol>(
              R"(Return the Unicode chess symbol of the piece.

              :param invert_color: if True, return the symbol of the other color, for dark backgrounds.)"),
          python_method<"_repr_svg_()", "piece_svg">("Return the piece as an SVG picture, for notebooks."),
          class_method<"from_symbol(symbol)", from_symbol>(
              R"(Return the piece with the letter *symbol*, uppercase for White.

              :raises ValueError: for any other text.)"),
      })
      .constant("__match_args__", Py_BuildValue("(ss)", "piece_type", "color"))
      .constant("__dataclass_fields__", dataclass_fields())
      .slot<new_piece>(Py_tp_new)
      .slot<initialize<PieceSignature, initialize_piece>>(Py_tp_init)
      .slot<repr>(Py_tp_repr)
      .slot<str>(Py_tp_str)
      .slot<hash>(Py_tp_hash);
  piece_type = add_values<PieceValues>(type).slot<dealloc_with_attributes>(Py_tp_dealloc).build(module);
  for (unsigned i = 2; i < 14; ++i) {
    if (!make_shared(Piece(i))) throw_python_error();
  }
}

}  // namespace bitrook::bindings
