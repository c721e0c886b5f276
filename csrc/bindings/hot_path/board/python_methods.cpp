// Methods of boards whose results are created in Python: diagrams, pictures, Status and Outcome.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::bindings {

namespace {

PyObject* status(const Game& game) {
  const unsigned flags = problems(game.position(), game.castling_rights());
  if (!flags) {
    PyObject* valid = python_part<"STATUS_VALID">();
    return valid ? incref(valid) : nullptr;
  }
  const Ref number(to_python(flags));
  return number ? call_python_part<"Status">(number.get()) : nullptr;
}

PyObject* outcome(const Game& game, Or<bool, false> claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  if (!outcome) return none();
  const Ref termination(to_python(int(outcome->termination))), winner(to_python(outcome->winner));
  return termination && winner ? call_python_part<"make_outcome">(termination.get(), winner.get()) : nullptr;
}

// Private in python-chess, but called by its polyglot module. Except in Chess960, a king move from its home square to
// that of a rook is castling.
Move from_chess960(const Position& p, bool chess960, Square from, Square to, std::optional<PieceType> promotion,
                   std::optional<PieceType> drop) {
  if (promotion) return Move::promotion(from, to, *promotion);
  if (drop) return Move::drop(from, to, *drop);
  const bool home = (from == Square::E1 && (to == Square::A1 || to == Square::H1)) ||
                    (from == Square::E8 && (to == Square::A8 || to == Square::H8));
  if (chess960 || !home || !p.of(PieceType::King).contains(from)) return Move::normal(from, to);
  return Move::normal(from, Square(to > from ? index(from) + 2 : index(from) - 2));
}

}  // namespace

void add_board_python_methods(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
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
  board.methods({
      method<"status()", status>(
          R"(Return the problems of the position as Status flags, or Status.VALID if there are none.

          >>> Board('8/8/8/8/8/8/8/K7 w - - 0 1').status()
          <Status.NO_BLACK_KING: 2>)"),
      method<"outcome(*, claim_draw=False)", outcome>(
          R"(Return an Outcome with the reason why the game is over, or None if it is not over.

          Tests for checkmate, insufficient material, stalemate, seventy-five moves and fivefold repetition, in this
          order. Only positions in the history of the board count as repetitions.

          :param claim_draw: if True, also test for draws that the side to move can claim, now or by announcing a legal
              move: fifty moves and threefold repetition.

          >>> Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').outcome()
          Outcome(termination=<Termination.STALEMATE: 2>, winner=None))"),
      python_method<"matches(condition)", "board_matches">(
          R"(Return whether a condition is true for the position.

          Names such as `check` follow the rules of the board's variant. `move`, `move_from`, `move_to` and `capture`
          refer to the last move on the stack; without one, comparisons with them are false.

          :param condition: a text in the language of conditions, or a Condition.
          :raises ValueError: if the text is not a condition, or if it needs the other positions of a game, clocks or
              evaluations.

          >>> Board().matches("count(pawns & white) == 8 and not check")
          True)"),
      method<"_from_chess960(chess960, from_square, to_square, promotion=None, drop=None)", from_chess960>(
          "Return the move, with castling encoded as king-two-squares unless *chess960* is True."),
  });
}

}  // namespace bitrook::bindings
