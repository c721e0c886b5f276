// Changing what stands on a board. Every edit of a Board forgets its history.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::bindings {

namespace {

PyObject* set_piece_at(Game& game, Square square, std::optional<Piece> piece, Or<bool, false> promoted) {
  game.edit([&](Position& p) { p.put(square, piece.value_or(Piece::None), piece && promoted.value); });
  return none();
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

void clear(Game& game) {
  Position empty;
  empty.set_chess960(game.position().chess960());
  game.assign(empty, Bitboard());
}

void reset(Game& game) {
  Position start = Position::start();
  start.set_chess960(game.position().chess960());
  game.assign(start, start.castling_rights());
}

void clear_stack(Game& game) { game.clear_history(); }

// The whole map is read before anything changes.
PyObject* set_piece_map(Game& game, PyObject* pieces) {
  Owned items(PyMapping_Items(pieces));
  if (!items) return nullptr;
  Placement placement;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i) {
    PyObject* item = PyList_GET_ITEM(items.get(), i);
    if (!PyTuple_Check(item) || PyTuple_GET_SIZE(item) != 2) {
      PyErr_SetString(PyExc_TypeError, "pieces must be a mapping of squares to Pieces");
      return nullptr;
    }
    Square square{};
    std::optional<Piece> piece;
    if (!load(PyTuple_GET_ITEM(item, 0), square, "square") || !load(PyTuple_GET_ITEM(item, 1), piece, "piece")) {
      return nullptr;
    }
    if (const Piece before = placement.piece_at(square); before != Piece::None) {
      placement.toggle(before, Bitboard(square));  // -1 and 63 are one square
    }
    if (piece) placement.toggle(*piece, Bitboard(square));
  }
  game.edit([&](Position& p) { p.set_placement(placement, Bitboard()); });
  return none();
}

}  // namespace

// With the field, what is wrong with it and where.
PyObject* raise_fen_error(const fen::Error& error, std::string_view text) {
  std::string message = std::string("invalid fen, ") + fen::name(error.field) + ": " + fen::description(error.problem) +
                        " at offset " + std::to_string(error.offset);
  return raise(PyExc_ValueError, message, text);
}

bool load_board_fen(Game& game, std::string_view text) {
  Placement placement;
  Bitboard promoted;
  if (const auto error = fen::parse_placement(text, placement, promoted)) {
    raise_fen_error(*error, text);
    return false;
  }
  game.edit([&](Position& p) { p.set_placement(placement, promoted); });
  return true;
}

bool load_fen(Game& game, std::string_view text, bool chess960) {
  Setup setup;
  setup.chess960 = chess960;
  if (const auto error = fen::parse(text, setup)) {
    raise_fen_error(*error, text);
    return false;
  }
  game.assign(Position(setup), setup.castling);
  return true;
}

namespace {

PyObject* set_board_fen(Game& game, std::string_view fen) { return load_board_fen(game, fen) ? none() : nullptr; }
PyObject* set_fen(Game& game, std::string_view fen) {
  return load_fen(game, fen, game.position().chess960()) ? none() : nullptr;
}

PyObject* set_castling_fen(Game& game, std::string_view castling_fen) {
  const Position& p = game.position();
  Setup setup;
  setup.placement = p.placement();
  setup.promoted = p.promoted();
  setup.chess960 = p.chess960();
  if (const auto error = fen::parse_castling(castling_fen, setup)) return raise_fen_error(*error, castling_fen);
  game.clear_history();
  game.set_castling_rights(setup.castling);
  return none();
}

}  // namespace

void add_board_edit(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"set_piece_at(square, piece, promoted=False)", set_piece_at>(
          "Puts *piece* on *square*, in place of what stands there; None takes it away."),
      method<"remove_piece_at(square)", remove_piece_at>("Takes the piece on *square* away and returns it, or None."),
      method<"clear_board()", clear_board>("Takes all pieces away."),
      method<"reset_board()", reset_board>("Puts the pieces as at the start of a game."),
      method<"set_piece_map(pieces)", set_piece_map>(
          "Puts the *pieces*, a mapping of squares to pieces, and takes all others away."),
      method<"set_board_fen(fen)", set_board_fen>(
          "Puts the pieces as the first field of a FEN says. ValueError, naming place and problem, if it is wrong."),
  });
  board.methods({
      method<"clear()", clear>("Takes all pieces, rights and history away; White to move, clocks 0 and 1."),
      method<"reset()", reset>("Goes back to the start of a game."),
      method<"clear_stack()", clear_stack>("Forgets the moves played; repetitions are forgotten with them."),
      method<"set_fen(fen)", set_fen>(
          "Sets up the position of a FEN and forgets the history. Fields after the first may be missing.\n\n"
          "Raises ValueError, naming field, problem and offset, if the text is wrong; the board is then unchanged.\n"
          "Impossible positions are allowed: see status()."),
      method<"set_castling_fen(castling_fen)", set_castling_fen>(
          "Sets the castling rights as the third field of a FEN says: KQkq, or the files of the rooks."),
  });
}

}  // namespace bitrook::bindings
