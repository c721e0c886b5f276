// A board's attributes: turn, rights, clocks, the sets, the mode.
#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

// ---- The state. Assigning keeps the history, as in python-chess.

bool turn(const Position& p) { return p.turn() == Color::White; }
void set_turn(Game& game, bool white) {
  const Color turn = white ? Color::White : Color::Black;
  if (game.position().turn() == turn) return;
  game.amend([&](Position& p) { p.set_turn(turn); });
}

Bitboard castling_rights(const Game& game) { return game.castling_rights(); }
void set_castling_rights(Game& game, Bitboard rooks) { game.set_castling_rights(rooks); }

Square ep_square(const Position& p) { return p.en_passant(); }
void set_ep_square(Game& game, std::optional<Square> square) {
  game.amend([&](Position& p) { p.set_en_passant(square.value_or(Square::None)); });
}

unsigned halfmove_clock(const Position& p) { return p.halfmove_clock(); }
void set_halfmove_clock(Game& game, std::uint32_t n) {
  game.amend([&](Position& p) { p.set_halfmove_clock(n); });
}
unsigned fullmove_number(const Position& p) { return p.fullmove_number(); }
void set_fullmove_number(Game& game, std::uint32_t n) {
  game.amend([&](Position& p) { p.set_fullmove_number(n); });
}

bool chess960(const Position& p) { return p.chess960(); }
void set_chess960(Game& game, bool on) {
  if (game.position().chess960() == on) return;
  game.amend([&](Position& p) { p.set_chess960(on); });
}

Bitboard promoted(const Position& p) { return p.promoted(); }
void set_promoted(Game& game, Bitboard set) {
  game.amend([&](Position& p) { p.set_promoted(set & p.occupied()); });
}

std::uint64_t key(const Position& p) { return p.key(); }

// ---- The sets. A set by itself cannot change without breaking the others: assigning is only allowed where it
// changes nothing, and says what to use instead.

PyObject* refuse_unless(bool same, const char* name) {
  if (same) return none();
  PyErr_Format(PyExc_AttributeError,
               "%s cannot be changed by itself: use set_piece_at(), remove_piece_at() or set_piece_map()", name);
  return nullptr;
}

template <PieceType T>
Bitboard of_type(const Position& p) {
  return p.of(T);
}
template <Text Name, PieceType T>
PyObject* set_of_type(Game& game, Bitboard set) {
  return refuse_unless(set == game.position().of(T), Name.characters);
}

Bitboard occupied(const Position& p) { return p.occupied(); }
PyObject* set_occupied(Game& game, Bitboard set) {
  return refuse_unless(set == game.position().occupied(), "occupied");
}

// Indexed by the color's bool: Black first.
PyObject* occupied_co(const Position& p) {
  Owned pair(PyTuple_New(2));
  if (!pair) return nullptr;
  for (const Color c : {Color::Black, Color::White}) {
    PyObject* set = to_python(p.of(c));
    if (!set) return nullptr;
    PyTuple_SET_ITEM(pair.get(), c == Color::White, set);
  }
  return pair.release();
}
PyObject* set_occupied_co(Game& game, PyObject* value) {
  Owned pair(PySequence_Tuple(value));
  if (!pair) return nullptr;
  Bitboard black, white;
  if (PyTuple_GET_SIZE(pair.get()) != 2) return refuse_unless(false, "occupied_co");
  if (!load(PyTuple_GET_ITEM(pair.get(), 0), black, "occupied_co[BLACK]") ||
      !load(PyTuple_GET_ITEM(pair.get(), 1), white, "occupied_co[WHITE]")) {
    return nullptr;
  }
  const Position& p = game.position();
  return refuse_unless(black == p.of(Color::Black) && white == p.of(Color::White), "occupied_co");
}

int ply(const Position& p) { return int(2 * (p.fullmove_number() - 1) + index(p.turn())); }

}  // namespace

void add_board_state(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.attributes({
      attribute<"pawns", of_type<PieceType::Pawn>, set_of_type<"pawns", PieceType::Pawn>>("The set of pawns."),
      attribute<"knights", of_type<PieceType::Knight>, set_of_type<"knights", PieceType::Knight>>(
          "The set of knights."),
      attribute<"bishops", of_type<PieceType::Bishop>, set_of_type<"bishops", PieceType::Bishop>>(
          "The set of bishops."),
      attribute<"rooks", of_type<PieceType::Rook>, set_of_type<"rooks", PieceType::Rook>>("The set of rooks."),
      attribute<"queens", of_type<PieceType::Queen>, set_of_type<"queens", PieceType::Queen>>("The set of queens."),
      attribute<"kings", of_type<PieceType::King>, set_of_type<"kings", PieceType::King>>("The set of kings."),
      attribute<"occupied", occupied, set_occupied>("The set of all pieces."),
      attribute<"occupied_co", occupied_co, set_occupied_co>(
          "The sets of Black's and of White's pieces, indexed by color: ``occupied_co[WHITE]``."),
      attribute<"promoted", promoted, set_promoted>("The set of pieces that were pawns."),
  });
  board.attributes({
      attribute<"turn", turn, set_turn>("The side to move: WHITE (True) or BLACK (False)."),
      attribute<"castling_rights", castling_rights, set_castling_rights>(
          "The set of rooks that may castle, as it was set: see clean_castling_rights()."),
      attribute<"ep_square", ep_square, set_ep_square>(
          "The square that a pawn has just passed over with a double step, capturable or not; None otherwise."),
      attribute<"halfmove_clock", halfmove_clock, set_halfmove_clock>(
          "How many half-moves ago the last capture or pawn move was."),
      attribute<"fullmove_number", fullmove_number, set_fullmove_number>(
          "The number of the move, from 1, one more after each of Black's."),
      attribute<"chess960", chess960, set_chess960>(
          "Whether castling moves are spelled as the king taking its own rook, as in Chess960."),
      attribute<"key", key>(
          "The position's 64-bit Zobrist key, Polyglot's: kept by each move, so reading it is free. Start: "
          "0x463b96181691fc9c."),
  });
  board.methods({
      method<"ply()", ply>("The number of half-moves since the start, from the move number and the turn."),
      method<"zobrist_hash()", key>("The same as ``key``."),
  });
}

}  // namespace bitrook::bindings
