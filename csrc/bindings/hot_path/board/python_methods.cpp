// Methods of boards whose results are made in Python: EPD, pictures, Status and Outcome.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::bindings {

namespace {

PyObject* status(const Game& game) {
  const unsigned flags = problems(game.position(), game.castling_rights());
  if (!flags) {
    PyObject* valid = imported<"bitrook._board", "STATUS_VALID">();
    return valid ? incref(valid) : nullptr;
  }
  PyObject* type = imported<"bitrook._board", "Status">();
  const Ref number(to_python(flags));
  return type && number ? PyObject_CallOneArg(type, number.get()) : nullptr;
}

PyObject* outcome(const Game& game, Or<bool, false> claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  if (!outcome) return none();
  PyObject* make = imported<"bitrook._board", "make_outcome">();
  const Ref winner(to_python(outcome->winner));
  return make ? PyObject_CallFunction(make, "iO", int(outcome->termination), winner.get()) : nullptr;
}

// Private in python-chess, but its module polyglot calls it: a king that moves onto the home square of a rook castles,
// unless in Chess960.
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
                    "bitrook._display", "unicode">(
          R"(Return the board as eight lines of chess symbols.

          *invert_color* swaps filled and outlined symbols, for light text on a dark background. *borders* draws
          lines between the squares and names ranks and files. *empty_square* is printed for an empty square.
          *orientation* is the side at the bottom: WHITE or BLACK.

          >>> print(BaseBoard().unicode(empty_square='.').splitlines()[-1])
          ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖)"),
      python_method<"_repr_svg_()", "bitrook.svg._notebook", "board_svg">(
          "Return the board as an SVG picture, for notebooks."),
  });
  board.methods({
      python_method<"epd(*, shredder=False, en_passant='legal', promoted=None, **operations)", "bitrook._epd", "epd">(
          R"(Return the position as EPD: the first four fields of the FEN, then *operations* in the order given.

          *shredder*, *en_passant* and *promoted* are as for fen(). An operand is a number, a Move, None, or text, in
          which quotes, backslashes, tabs and line ends are escaped. `bm` and `am` also take several moves, which are
          written in alphabetical order; `pv` takes a sequence of moves. Raises ValueError for an invalid opcode.

          >>> Board().epd(bm=[Move.from_uci('g1f3'), Move.from_uci('e2e4')], id='a start')
          'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id "a start";')"),
      python_method<"set_epd(epd)", "bitrook._epd", "set_epd">(
          R"(Set the position from *epd*, clear the history, and return the operations as a dict by opcode.

          Operands are numbers, text without its quotes, moves in any notation that parse_san() reads, a list of moves
          for `bm`, `am` and `pv`, and None where there is no operand. The operations `hmvc` and `fmvn` set the clocks.
          Raises ValueError or one of the move errors, which are ValueErrors, and leaves the board as it was.

          >>> Board().set_epd('4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id "two moves";')
          {'bm': [Move.from_uci('a1a8'), Move.from_uci('e1c1')], 'id': 'two moves'})"),
      python_class_method<"from_epd(epd, *, chess960=False)", "bitrook._epd", "from_epd">(
          R"(Return a new board set from *epd*, and the operations: see set_epd().

          >>> Board.from_epd('4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 5;')
          (Board('4k3/8/8/8/8/8/8/R3K3 w Q - 5 1'), {'hmvc': 5}))"),
      method<"status()", status>(
          R"(Return everything that is wrong with the position, as flags of Status; Status.VALID if nothing is.

          >>> Board('8/8/8/8/8/8/8/K7 w - - 0 1').status()
          <Status.NO_BLACK_KING: 2>)"),
      method<"outcome(*, claim_draw=False)", outcome>(
          R"(Return why the game is over, as an Outcome, or None if it is not.

          Tests checkmate, insufficient material, stalemate, seventy-five moves and fivefold repetition, in this order.
          With *claim_draw* also draws that the side to move may claim, now or by announcing a legal move: fifty moves
          and threefold repetition. Repetitions are found only as far back as the history of the board goes.

          >>> Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').outcome()
          Outcome(termination=<Termination.STALEMATE: 2>, winner=None))"),
      method<"_from_chess960(chess960, from_square, to_square, promotion=None, drop=None)", from_chess960>(
          "Return the move, castling written as king-two-squares unless *chess960*."),
  });
}

}  // namespace bitrook::bindings
