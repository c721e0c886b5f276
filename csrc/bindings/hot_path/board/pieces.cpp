// Reading the placement: pieces by square and by type, attacks, pins and checks, diagrams.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/layouts.hpp"
#include "bindings/support/python_method.hpp"

namespace bitrook::bindings {

namespace {

// ---- Pieces.

PyObject* color_at(const Position& p, Square square) {
  const Piece piece = p.piece_at(square);
  return piece == Piece::None ? none() : to_python(color_of(piece));
}

unsigned piece_count(const Position& p) { return p.occupied().count(); }

// Raises AssertionError unless the type is in 1..6, as in python-chess, but TypeError for objects that are not ints.
struct AssertedType {
  std::int64_t value = 0;
};
bool load(PyObject* object, AssertedType& type, std::string_view name) {
  return load_within(object, 1, 6, type.value, name, PyExc_AssertionError);
}
Bitboard pieces(const Position& p, AssertedType type, Color color) { return p.of(PieceType(type.value), color); }

PyObject* piece_map(const Position& p, Or<Bitboard, ~0ull> mask) {
  Ref map(PyDict_New());
  if (!map) return nullptr;
  for (Bitboard rest = p.occupied() & mask.value; rest.any();) {
    const Square s = rest.pop_last();
    const Ref square(to_python(s)), piece(to_python(p.piece_at(s)));
    if (!square || PyDict_SetItem(map.get(), square.get(), piece.get()) < 0) return nullptr;
  }
  return map.release();
}

// Eight lines, rank 8 first, of letters and dots separated by spaces.
PyObject* str(PyObject* self) {
  const Lock lock(self);
  const Position& p = position_of(self);
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

// ---- Attacks, pins and checks.

Bitboard attackers_mask(const Position& p, Color color, Square square, std::optional<Bitboard> occupied) {
  return p.attackers(color, square, occupied.value_or(p.occupied()));
}
Squares attackers(const Position& p, Color color, Square square, std::optional<Squares> occupied) {
  return {p.attackers(color, square, occupied ? occupied->set : p.occupied())};
}
bool is_attacked_by(const Position& p, Color color, Square square, std::optional<Squares> occupied) {
  return p.attackers(color, square, occupied ? occupied->set : p.occupied()).any();
}

// In antichess no piece is pinned.
template <class P>
Bitboard pin_line(const P& p, Color color, Square square) {
  if constexpr (std::is_same_v<P, VariantPosition>) {
    if (!p.rules().has_pins()) return Bitboard::all();
  }
  return p.pin_line(color, square);
}
template <class P>
bool is_pinned(const P& p, Color color, Square square) {
  return pin_line(p, color, square) != Bitboard::all();
}

template <class P>
void add_pins(TypeBuilder& type) {
  type.methods({
      method<"pin_mask(color, square)", pin_line<P>>("Return the line of a pin as an int. See pin()."),
      method<"pin(color, square)", set_of<pin_line<P>>>(
          R"(Return the line to which a piece of *color* on *square* is pinned, or all squares if it is not pinned.

          The line runs from the king to the pinning slider and includes both.)"),
      method<"is_pinned(color, square)", is_pinned<P>>(
          "Return True if a piece of *color* on *square* is pinned to its king. See pin()."),
  });
}

template <class P>
void add_checks(TypeBuilder& type) {
  type.methods({
      method<"checkers_mask()", &P::checkers>("Return the pieces that give check as an int. See checkers()."),
      method<"checkers()", set_of<&P::checkers>>("Return the pieces that give check to the side to move."),
      method<"is_check()", &P::is_check>("Return True if the side to move is in check."),
      method<"was_into_check()", &P::was_into_check>(
          "Return True if the side that is not to move is in check, which is impossible after a legal move."),
  });
}

}  // namespace

void add_board_pieces(TypeBuilder& base_board, TypeBuilder& board, TypeBuilder& variant) {
  base_board.slot<str>(Py_tp_str).methods({
      method<"piece_at(square)", &Position::piece_at>(
          R"(Return the piece on *square*, or None if it is empty.

          :raises IndexError: if *square* is out of range.)"),
      method<"piece_type_at(square)", &Position::type_at>(
          "Return the type of the piece on *square*, 1..6, or None if it is empty."),
      method<"color_at(square)", color_at>("Return the color of the piece on *square*, or None if it is empty."),
      method<"king(color)", &Position::king>(
          R"(Return the square of the king of *color*, or None if there is none.

          Kings that are marked as promoted do not count. If there are several kings, returns the highest square.)"),
      method<"piece_count()", piece_count>("Return the number of pieces."),
      method<"pieces_mask(piece_type, color)", pieces>(
          "Return the pieces of *piece_type* and *color* as an int. See pieces()."),
      method<"pieces(piece_type, color)", set_of<pieces>>(
          R"(Return the pieces of *piece_type* and *color* as a SquareSet.

          :raises AssertionError: if *piece_type* is not in 1..6.)"),
      method<"piece_map(*, mask=0xFFFFFFFFFFFFFFFF)", piece_map>(
          R"(Return a dict that maps squares to pieces, ordered from h8 down to a1.

          :param mask: the set of squares to include, as an int; by default all.)"),
      method<"layout(name)", layout>(
          R"(Return a copy of the placement in one of the board layouts, as a Layout.

          :param name: 'classical' (twelve named sets and three derived ones), 'indexed' (an array of fourteen sets,
              followed by the occupied and the empty squares), 'dense' (two sets by color and six by type), 'quad' (four
              words with the binary digits of the piece on each square) or 'squares' (a list of 64 pieces).
          :raises ValueError: for any other *name*.)"),
      method<"attacks_mask(square)", &Position::attacks_from>(
          "Return the attacks from *square* as an int. See attacks()."),
      method<"attacks(square)", set_of<&Position::attacks_from>>(
          R"(Return the squares that the piece on *square* attacks, or an empty set if there is no piece.

          Pins are ignored. A pawn attacks the squares on which it could capture.)"),
      method<"attackers_mask(color, square, occupied=None)", attackers_mask>(
          "Return the attackers of *square* as an int; *occupied* is also an int. See attackers()."),
      method<"is_attacked_by(color, square, occupied=None)", is_attacked_by>(
          "Return True if a piece of *color* attacks *square*. See attackers()."),
      method<"attackers(color, square, occupied=None)", attackers>(
          R"(Return the pieces of *color* that attack *square*. Pins are ignored.

          :param color: the color of the attackers.
          :param square: the square, which may be empty or hold a piece of either color.
          :param occupied: the squares that block sliding pieces, by default those of all pieces. Leave a piece out to
              include the sliders that attack through it.)"),
      python_method<"unicode(*, invert_color=False, borders=False, empty_square='\\u2b58', orientation=True)",
                    "unicode">(
          R"(Return the board as eight lines of chess symbols.

          :param invert_color: if True, swap filled and outlined symbols, for light text on a dark background.
          :param borders: if True, draw lines between the squares and label ranks and files.
          :param empty_square: the text for an empty square.
          :param orientation: the side at the bottom: WHITE or BLACK.

          >>> print(BaseBoard().unicode(empty_square='.').splitlines()[-1])
          ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖)"),
      python_method<"_repr_svg_()", "board_svg">("Return the board as an SVG picture, for notebooks."),
  });
  add_pins<Position>(base_board);
  add_pins<VariantPosition>(variant);
  add_checks<Position>(board);
  add_checks<VariantPosition>(variant);
}

}  // namespace bitrook::bindings
