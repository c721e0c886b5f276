// Moves as text: writing and reading UCI, SAN, long algebraic and XBoard notation.
#include "bindings/hot_path/board/move_methods.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::bindings {

namespace {

// ---- Writing.

PyObject* uci(const Position& p, Move move, std::optional<bool> chess960) {
  const Ref written(to_python(with_castling_encoding(p, move, chess960.value_or(p.chess960()))));
  return written ? incref(reinterpret_cast<MoveObject*>(written.get())->uci) : nullptr;
}

PyObject* xboard(const Position& p, Move move, std::optional<bool> chess960) {
  char buffer[16];
  const std::size_t size = write_xboard(p, move, chess960.value_or(p.chess960()), buffer);
  return to_python(std::string_view(buffer, size));
}

// ---- Making moves. A subclass may override push(), so its own method is called.

PyObject* push_by_method(BoardObject& board, Move move) {
  Ref object(to_python(move));
  const Ref result(object ? PyObject_CallMethod(&board.ob_base, "push", "(O)", object.get()) : nullptr);
  return result ? object.release() : nullptr;
}

PyObject* push_move(BoardObject& board, Move move) {
  if (!is_exactly_board(board)) [[unlikely]]
    return push_by_method(board, move);
  board.game.push(move);
  return to_python(move);
}

template <Text Notation, ParsedMove (*Parse)(const Position&, std::string_view)>
PyObject* push(BoardObject& board, std::string_view text) {
  const Position& p = board.game.position();
  const ParsedMove parsed = Parse(p, text);
  return parsed ? push_move(board, parsed.move) : raise_move_error(parsed, Notation.view(), p, text);
}

PyObject* san_and_push(BoardObject& board, Move move) {
  Ref text(write<Position, write_san>(board.game.position(), move));
  if (!text) return nullptr;
  const Ref result(push_move(board, move));
  return result ? text.release() : nullptr;
}

}  // namespace

void add_board_notation(TypeBuilder&, TypeBuilder& board) {
  board.methods({
      method<"san(move)", write<Position, write_san>>(
          R"(Return *move* in standard algebraic notation, with '+' for check and '#' for checkmate.

          Legality is not checked.

          :raises AssertionError: if there is no piece on the origin of *move*.)"),
      method<"lan(move)", write<Position, write_lan>>(
          "Return *move* in long algebraic notation, such as 'Ng1-f3'. See san()."),
      method<"san_and_push(move)", san_and_push>("Make *move* and return its SAN. See san()."),
      method<"variation_san(variation)", variation_san<Position>>(
          R"(Return a sequence of moves in SAN with move numbers, such as '1. e4 e5 2. Nf3'.

          :param variation: an iterable of moves to make from this position.
          :raises IllegalMoveError: if a move is illegal.)"),
      method<"parse_san(san)", parse<Position, "san", parse_san>>(
          R"(Return the legal move that *san* denotes.

          Accepts standard and long algebraic notation.

          :raises InvalidMoveError: if the text does not have the form of a move.
          :raises IllegalMoveError: if the move is illegal.
          :raises AmbiguousMoveError: if the text matches several legal moves.)"),
      method<"push_san(san)", push<"san", parse_san>>(
          "Make the legal move that *san* denotes and return it. See parse_san()."),
      method<"uci(move, *, chess960=None)", uci>(
          R"(Return *move* in UCI notation.

          :param move: a move; legality is not checked.
          :param chess960: if True, write castling as king-takes-rook; if False, as king-two-squares; if None, in the
              encoding of the board.)"),
      method<"parse_uci(uci)", parse<Position, "uci", parse_uci>>(
          R"(Return the legal move, or the null move, that *uci* denotes, in either castling encoding.

          :raises InvalidMoveError: if the text does not have the form of a move.
          :raises IllegalMoveError: if the move is illegal.)"),
      method<"push_uci(uci)", push<"uci", parse_uci>>(
          "Make the legal move that *uci* denotes and return it. See parse_uci()."),
      method<"xboard(move, chess960=None)", xboard>(
          R"(Return *move* in XBoard's notation.

          This is the notation of uci(), except for '@@@@' (the null move) and, in Chess960, 'O-O' and 'O-O-O'.

          :param move: a move; legality is not checked.
          :param chess960: as for uci().)"),
      method<"parse_xboard(xboard)", parse<Position, "san", parse_san>>(
          "Return the legal move that *xboard* denotes, read as SAN. See parse_san()."),
      method<"push_xboard(san)", push<"san", parse_san>>(
          "Make the legal move that *san* denotes and return it. See parse_san()."),
  });
}

}  // namespace bitrook::bindings
