// The attributes of a board: turn, castling rights, en-passant square, clocks, sets of pieces.
#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

// ---- The state. Assigning keeps the history, as in python-chess.

void set_turn(Game& game, Color turn) {
  if (game.position().turn() == turn) return;
  game.amend([&](Position& p) { p.set_turn(turn); });
}

void set_ep_square(Game& game, std::optional<Square> square) {
  game.amend([&](Position& p) { p.set_en_passant(square.value_or(Square::None)); });
}

void set_halfmove_clock(Game& game, std::uint32_t n) {
  game.amend([&](Position& p) { p.set_halfmove_clock(n); });
}
void set_fullmove_number(Game& game, std::uint32_t n) {
  game.amend([&](Position& p) { p.set_fullmove_number(n); });
}
int ply(const Position& p) { return int(2 * (p.fullmove_number() - 1) + index(p.turn())); }

void set_chess960(Game& game, bool on) {
  if (game.position().chess960() == on) return;
  game.amend([&](Position& p) { p.set_chess960(on); });
}

void set_promoted(Game& game, Bitboard set) {
  game.amend([&](Position& p) { p.set_promoted(set & p.occupied()); });
}

// ---- The sets of pieces. A set cannot change without the others, so only its current value can be assigned.

PyObject* refuse_unless(bool same, const char* name) {
  if (same) return none();
  return fail(PyExc_AttributeError,
              "%s cannot be changed by itself: use set_piece_at(), remove_piece_at() or set_piece_map()", name);
}

template <PieceType T>
Bitboard of_type(const Position& p) {
  return p.of(T);
}
template <Text Name, PieceType T>
PyObject* set_of_type(Game& game, Bitboard set) {
  return refuse_unless(set == game.position().of(T), Name.characters);
}

PyObject* set_occupied(Game& game, Bitboard set) {
  return refuse_unless(set == game.position().occupied(), "occupied");
}

// Indexed by a color as a bool: Black comes first.
PyObject* occupied_co(const Position& p) {
  return new_tuple(2, [&](std::size_t white) { return to_python(p.of(white ? Color::White : Color::Black)); });
}
PyObject* set_occupied_co(Game& game, PyObject* value) {
  const Ref pair(PySequence_Tuple(value));
  if (!pair) return nullptr;
  Bitboard black, white;
  if (PyTuple_GET_SIZE(pair.get()) != 2) return refuse_unless(false, "occupied_co");
  if (!bindings::load(PyTuple_GET_ITEM(pair.get(), 0), black, "occupied_co[BLACK]") ||
      !bindings::load(PyTuple_GET_ITEM(pair.get(), 1), white, "occupied_co[WHITE]")) {
    return nullptr;
  }
  const Position& p = game.position();
  return refuse_unless(black == p.of(Color::Black) && white == p.of(Color::White), "occupied_co");
}

// ---- Castling rights.

Bitboard backrank(Color color) { return Bitboard(relative(Rank::R1, color)); }

// The king that can castle, as a set, and the usable rights of its side.
struct Rights {
  Bitboard king, rooks;
};
Rights rights_of(const Game& game, Color color) {
  const Position& p = game.position();
  return {p.castling_kings(color), game.clean_castling_rights() & backrank(color)};
}

bool has_castling_rights(const Game& game, Color color) { return game.clean_castling_rights().meets(backrank(color)); }
// Sets compare by their highest square.
bool has_kingside_castling_rights(const Game& game, Color color) {
  const auto [king, rooks] = rights_of(game, color);
  return king.any() && rooks.any() && Bitboard(rooks.last()) > king;
}
bool has_queenside_castling_rights(const Game& game, Color color) {
  const auto [king, rooks] = rights_of(game, color);
  return king.any() && rooks.any() && rooks.isolated_first() < king;
}

}  // namespace

bool has_chess960_castling_rights(const Game& game) {
  Position p = game.position();
  p.set_chess960(true);
  const Bitboard rights = game.ply_count() ? game.castling_rights() : p.clean_castling_rights(game.castling_rights());
  return has_chess960_rights(p, rights);
}

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
      attribute<"occupied", &Position::occupied, set_occupied>("The set of all pieces."),
      attribute<"occupied_co", occupied_co, set_occupied_co>(
          "The sets of Black's and White's pieces, indexed by color: ``occupied_co[WHITE]``."),
      attribute<"promoted", &Position::promoted, set_promoted>("The set of pieces that were promoted from pawns."),
  });
  board.attributes({
      attribute<"turn", &Position::turn, set_turn>("The side to move: WHITE (True) or BLACK (False)."),
      attribute<"castling_rights", &Game::castling_rights, &Game::set_castling_rights>(
          "The set of rooks with castling rights. Assigned rights may be unusable: see clean_castling_rights()."),
      attribute<"ep_square", &Position::en_passant, set_ep_square>(
          R"(The square that a pawn passed over with a double push in the last move, or None.

          It is set even if no capture there is possible.)"),
      attribute<"halfmove_clock", &Position::halfmove_clock, set_halfmove_clock>(
          "The number of half-moves since the last capture or pawn move."),
      attribute<"fullmove_number", &Position::fullmove_number, set_fullmove_number>(
          "The number of the move, which starts at 1 and increases after each move of Black."),
      attribute<"chess960", &Position::chess960, set_chess960>(
          "Whether castling moves are encoded as king-takes-rook, as in Chess960."),
      attribute<"key", &Position::key>(
          R"(The 64-bit Zobrist key of the position, as in Polyglot opening books (start: 0x463b96181691fc9c).

          The key is updated with each move, so reading it is free. It includes the en-passant square if a pawn attacks
          that square, even if the capture is illegal; repetition_key does not. Neither key includes the clocks.)"),
      attribute<"repetition_key", &Position::repetition_key>(
          R"(A 64-bit key that is equal for positions that the repetition rule regards as the same.

          Boards that are equal except for their clocks have the same key. Different positions share a key only by
          chance, with a probability of 2^-64.

          Use it for hash tables and to find repetitions, and ``key`` for Polyglot opening books. The two differ if no
          capture on the en-passant square is legal, and for some castling rights in Chess960.)"),
  });
  board.methods({
      method<"ply()", ply>(
          "Return the number of half-moves since the start of the game, computed from the move number and turn."),
      method<"zobrist_hash()", &Position::key>("Return ``key``."),
      method<"clean_castling_rights()", &Game::clean_castling_rights>(
          R"(Return the castling rights whose king and rook are in place, as an int.

          Once a move has been pushed, the board's castling rights are always clean.)"),
      method<"has_castling_rights(color)", has_castling_rights>("Return True if *color* has a castling right."),
      method<"has_kingside_castling_rights(color)", has_kingside_castling_rights>(
          "Return True if *color* has a castling right on the h-side of its king."),
      method<"has_queenside_castling_rights(color)", has_queenside_castling_rights>(
          "Return True if *color* has a castling right on the a-side of its king."),
      method<"has_chess960_castling_rights()", has_chess960_castling_rights>(
          "Return True if any castling right is impossible in standard chess."),
  });
}

}  // namespace bitrook::bindings
