// Positions as text: FEN and its fields.
#include <algorithm>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::bindings {

namespace {

// A parameter that is one of 'legal', 'xfen' and 'fen'.
struct Spec {
  fen::EnPassant value = fen::EnPassant::Legal;
};

// Found by argument-dependent look-up from Caller, like the others.
bool load(PyObject* object, Spec& spec, std::string_view name) {
  if (!object) return true;
  std::string_view text;
  if (!bindings::load(object, text, name)) return false;
  if (text == "legal") {
    spec.value = fen::EnPassant::Legal;
  } else if (text == "xfen") {
    spec.value = fen::EnPassant::Xfen;
  } else if (text == "fen") {
    spec.value = fen::EnPassant::Always;
  } else {
    raise(PyExc_ValueError, "en_passant must be 'legal', 'xfen' or 'fen'", text);
    return false;
  }
  return true;
}

using Flag = Or<bool, false>;

PyObject* text_of(const char* begin, const char* end) {
  return to_python(std::string_view(begin, std::size_t(end - begin)));
}

// The writer's text is written straight into the str object.
PyObject* write_fen(const Position& p, fen::Style style) {
  char buffer[fen::MaxLength];
  const auto length = fen::write(p, style, buffer) - buffer;
  PyObject* text = PyUnicode_New(length, 127);
  if (text) std::copy_n(buffer, length, reinterpret_cast<char*>(PyUnicode_1BYTE_DATA(text)));
  return text;
}

PyObject* fen_of(const Position& p, Flag shredder, Spec en_passant, std::optional<bool> promoted) {
  return write_fen(p, {en_passant.value, shredder.value, promoted.value_or(false)});
}
PyObject* shredder_fen(const Position& p, Spec en_passant, std::optional<bool> promoted) {
  return write_fen(p, {en_passant.value, true, promoted.value_or(false)});
}

PyObject* board_fen(const Position& p, std::optional<bool> promoted) {
  char buffer[fen::MaxLength];
  const Bitboard marked = promoted.value_or(false) ? p.promoted() : Bitboard();
  return text_of(buffer, fen::write_placement(p, marked, buffer));
}

PyObject* castling_xfen(const Position& p) {
  char buffer[fen::MaxLength];
  return text_of(buffer, fen::write_castling_xfen(p, buffer));
}
PyObject* castling_shredder_fen(const Position& p) {
  char buffer[fen::MaxLength];
  return text_of(buffer, fen::write_castling_shredder(p, buffer));
}

PyObject* repr_base(PyObject* self) {
  const Lock lock(self);
  Owned fen(board_fen(board_of(self).game.position(), false));
  Owned name(fen ? PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(self)), "__name__") : nullptr);
  return name ? PyUnicode_FromFormat("%U(%R)", name.get(), fen.get()) : nullptr;
}
PyObject* repr(PyObject* self) {
  const Lock lock(self);
  const Position& p = board_of(self).game.position();
  Owned fen(write_fen(p, {}));
  Owned name(fen ? PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(self)), "__name__") : nullptr);
  if (!name) return nullptr;
  return PyUnicode_FromFormat(p.chess960() ? "%U(%R, chess960=True)" : "%U(%R)", name.get(), fen.get());
}

}  // namespace

void add_board_fen(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.slot(Py_tp_repr, repr_base)
      .methods({method<"board_fen(*, promoted=False)", board_fen>(
          "The first field of the FEN: what stands where. *promoted* marks pieces that were pawns with '~'.")});
  board.slot(Py_tp_repr, repr)
      .methods({
          method<"fen(*, shredder=False, en_passant='legal', promoted=None)", fen_of>(
              "The position as a FEN.\n\n"
              "*shredder* writes castling rights as files. *en_passant* writes the en-passant square only if a\n"
              "capture is legal ('legal'), pseudo-legal ('xfen') or after each double step ('fen'). *promoted* marks\n"
              "pieces that were pawns with '~'."),
          method<"shredder_fen(*, en_passant='legal', promoted=None)", shredder_fen>(
              "As fen(), castling rights as files."),
          method<"castling_xfen()", castling_xfen>(
              "The castling field of the FEN: KQkq, or a file where the rook is not the outermost; '-' for none."),
          method<"castling_shredder_fen()", castling_shredder_fen>("The castling field of the FEN, as files."),
      });
}

}  // namespace bitrook::bindings
