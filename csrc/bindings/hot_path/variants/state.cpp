// The state of boards of variants: keys, checks and pins, packed positions.

#include "bindings/hot_path/variants/variant_board.hpp"

namespace bitrook::bindings {

namespace {

using P = VariantPosition;

Squares checkers(const P& p) { return {p.checkers()}; }

// In antichess no piece is pinned.
Bitboard pin_line(const P& p, Color color, Square square) {
  return p.rules().has_pins() ? p.pin_line(color, square) : Bitboard::all();
}
Squares pin(const P& p, Color color, Square square) { return {pin_line(p, color, square)}; }
bool is_pinned(const P& p, Color color, Square square) { return pin_line(p, color, square) != Bitboard::all(); }

// The 24 bytes of a packed position have no room for pockets and counters.
PyObject* packed(PyObject* self) {
  if (variant_game_of(self).rules().has_state())
    return fail(PyExc_ValueError, "the position cannot be packed: 24 bytes have no room for pockets or counters");
  return PyObject_CallMethod(reinterpret_cast<PyObject*>(board_type), "packed", "(O)", self);
}

}  // namespace

void add_variant_state(TypeBuilder& type, const TypeBuilder& board) {
  type.attributes({
      attribute<"key", &P::key>("The 64-bit Zobrist key of the position, which includes pockets and counters."),
      attribute<"repetition_key", &P::repetition_key>(
          "A 64-bit key that is equal for positions that the repetition rule regards as the same, as of a Board."),
  });
  type.overriding(board, {
                             method<"zobrist_hash()", &P::key>(""),
                             method<"checkers_mask()", &P::checkers>(""),
                             method<"checkers()", checkers>(""),
                             method<"is_check()", &P::is_check>(""),
                             method<"was_into_check()", &P::was_into_check>(""),
                             method<"pin_mask(color, square)", pin_line>(""),
                             method<"pin(color, square)", pin>(""),
                             method<"is_pinned(color, square)", is_pinned>(""),
                             method<"packed()", packed>(""),
                         });
}

}  // namespace bitrook::bindings
