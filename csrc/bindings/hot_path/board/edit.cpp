// Changing the placement. Every change of a Board's placement clears its history.
#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

void set_piece_at(Game& game, Square square, std::optional<Piece> piece, Or<bool, false> promoted) {
  game.edit([&](Position& p) { p.put(square, piece.value_or(Piece::None), piece && promoted.value); });
}

Piece remove_piece_at(Game& game, Square square) {
  const Piece piece = game.position().piece_at(square);
  game.edit([&](Position& p) { p.put(square, Piece::None); });
  return piece;
}

void clear_board(Game& game) {
  game.edit([](Position& p) { p.clear_placement(); });
}

void reset_board(Game& game) {
  game.edit([](Position& p) { p.set_placement(Position::start().placement(), Bitboard()); });
}

void assign_in_same_mode(Game& game, Position p) {
  p.set_chess960(game.position().chess960());
  game.assign(p, p.castling_rights());
}
void clear(Game& game) { assign_in_same_mode(game, Position()); }
void reset(Game& game) { assign_in_same_mode(game, Position::start()); }

// Reads the whole map before it changes anything.
PyObject* set_piece_map(Game& game, PyObject* pieces) {
  const Ref items(PyMapping_Items(pieces));
  if (!items) return nullptr;
  Placement placement;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i) {
    const Ref item(incref(PyList_GET_ITEM(items.get(), i)));  // loading may run code that changes the list
    if (!PyTuple_Check(item.get()) || PyTuple_GET_SIZE(item.get()) != 2) {
      return fail(PyExc_TypeError, "pieces must be a mapping of squares to Pieces");
    }
    Square square{};
    std::optional<Piece> piece;
    if (!load(PyTuple_GET_ITEM(item.get(), 0), square, "square") ||
        !load(PyTuple_GET_ITEM(item.get(), 1), piece, "piece")) {
      return nullptr;
    }
    if (const Piece before = placement.piece_at(square); before != Piece::None) {
      placement.toggle(before, Bitboard(square));  // the keys -1 and 63 denote the same square
    }
    if (piece) placement.toggle(*piece, Bitboard(square));
  }
  game.edit([&](Position& p) { p.set_placement(placement, Bitboard()); });
  return none();
}

}  // namespace

void add_board_edit(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"set_piece_at(square, piece, promoted=False)", set_piece_at>(
          R"(Put a piece on *square*, replacing any piece there. Clears the history of a Board.

          :param square: the square, 0..63.
          :param piece: the piece, or None to empty the square.
          :param promoted: if True, mark the piece as promoted from a pawn.)"),
      method<"remove_piece_at(square)", remove_piece_at>(
          "Remove the piece on *square* and return it, or None if the square is empty. Clears the history of a Board."),
      method<"clear_board()", clear_board>("Remove all pieces. Clears the history of a Board."),
      method<"reset_board()", reset_board>(
          "Set up the pieces of the starting position. Clears the history of a Board."),
      method<"set_piece_map(pieces)", set_piece_map>(
          R"(Replace all pieces with those of a mapping. Clears the history of a Board.

          :param pieces: a mapping from squares to pieces, such as the result of piece_map().)"),
  });
  board.methods({
      method<"clear()", clear>(
          "Remove all pieces, castling rights and the history. White is then to move, and the clocks are 0 and 1."),
      method<"reset()", reset>("Set up the starting position and clear the history."),
      method<"clear_stack()", &Game::clear_history>(
          "Clear the history, so that earlier positions no longer count as repetitions."),
  });
}

}  // namespace bitrook::bindings
