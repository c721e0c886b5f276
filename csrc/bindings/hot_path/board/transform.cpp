// Boards turned around: transforms, mirrors, Chess960 starting positions.
#include <array>

#include "bindings/hot_path/board/board.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/notation/chess960.hpp"

namespace bitrook::bindings {

namespace {

Setup setup_of(const Game& game) {
  const Position& p = game.position();
  return {p.placement(),       p.promoted(), game.castling_rights(), p.halfmove_clock(),
          p.fullmove_number(), p.turn(),     p.en_passant(),         p.chess960()};
}
Game game_of(const Setup& setup) { return Game(Position(setup), setup.castling); }

// ---- Any function from sets to sets.

bool apply(PyObject* f, Bitboard before, Bitboard& after) {
  Owned argument(to_python(before));
  if (!argument) return false;
  Owned result(PyObject_CallOneArg(f, argument.get()));
  return result && load(result.get(), after, "the transformed set");
}

// Each square must end with no piece or with one.
bool transform_placement(PyObject* f, Placement& placement) {
  std::array<Bitboard, 6> types;
  std::array<Bitboard, 2> colors;
  Bitboard all;
  unsigned pieces = 0;
  for (const PieceType t : PieceTypes) {
    if (!apply(f, placement.of(t), types[index(t) - 1])) return false;
  }
  for (const Color c : Colors) {
    if (!apply(f, placement.of(c), colors[index(c)])) return false;
  }
  Placement result;
  for (const PieceType t : PieceTypes) {
    all |= types[index(t) - 1];
    pieces += types[index(t) - 1].count();
    for (const Color c : Colors) result.toggle(make_piece(t, c), types[index(t) - 1] & colors[index(c)]);
  }
  if (pieces != all.count() || colors[0].meets(colors[1]) || (colors[0] | colors[1]) != all) {
    PyErr_SetString(PyExc_ValueError, "the transformed sets of types and colors are not those of any board");
    return false;
  }
  placement = result;
  return true;
}

bool transform_setup(PyObject* f, Setup& setup) {
  if (!transform_placement(f, setup.placement)) return false;
  Bitboard promoted, en_passant;
  if (!apply(f, setup.promoted, promoted) || !apply(f, setup.castling, setup.castling)) return false;
  setup.promoted = promoted & setup.placement.occupied();
  if (setup.en_passant != Square::None) {
    if (!apply(f, Bitboard(setup.en_passant), en_passant)) return false;
    setup.en_passant = en_passant.any() ? en_passant.last() : Square::None;
  }
  return true;
}

// The function may do anything, to this board too: it is called before the board is touched.
PyObject* apply_transform(PyObject* self, PyObject* f) {
  Setup setup = setup_of(board_of(self).game);
  if (!transform_setup(f, setup)) return nullptr;
  const Lock lock(self);
  note_change();
  board_of(self).game = game_of(setup);
  return none();
}

PyObject* transform(PyObject* self, PyObject* f) {
  Setup setup = setup_of(board_of(self).game);
  if (!transform_setup(f, setup)) return nullptr;
  return new_board(Py_TYPE(self), game_of(setup));
}

// ---- The other side of the board.

Game mirrored(const Game& game) {
  const Setup from = setup_of(game);
  Setup to = from;
  to.placement = Placement();
  for (const PieceType t : PieceTypes) {
    for (const Color c : Colors) {
      to.placement.toggle(make_piece(t, ~c), flipped_vertical(from.placement.of(make_piece(t, c))));
    }
  }
  to.promoted = flipped_vertical(from.promoted);
  to.castling = flipped_vertical(from.castling);
  to.turn = ~from.turn;
  if (from.en_passant != Square::None) to.en_passant = bitrook::mirrored(from.en_passant);
  return game_of(to);
}

void apply_mirror(Game& game) { game = mirrored(game); }
PyObject* mirror(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), mirrored(board.game)); }

// ---- Chess960 starting positions.

bool load_number(PyObject* object, unsigned& number) {
  std::int64_t value = 0;
  if (!load_index(object, value, "scharnagl")) return false;
  if (value < 0 || value >= chess960::Positions) {
    return out_of_range(PyExc_ValueError, "0..959", object, "scharnagl");
  }
  number = unsigned(value);
  return true;
}

PyObject* set_base_chess960_pos(Game& game, PyObject* scharnagl) {
  unsigned number = 0;
  if (!load_number(scharnagl, number)) return nullptr;
  game.edit([&](Position& p) { p.set_placement(chess960::start_placement(number), Bitboard()); });
  return none();
}

PyObject* set_chess960_pos(Game& game, PyObject* scharnagl) {
  unsigned number = 0;
  if (!load_number(scharnagl, number)) return nullptr;
  const Setup setup = chess960::start_setup(number);
  game = game_of(setup);
  return none();
}

std::optional<unsigned> base_chess960_pos(const Position& p) {
  return chess960::start_number(p.placement(), p.promoted());
}

std::optional<unsigned> chess960_pos(const Game& game, Or<bool, false> ignore_turn, Or<bool, false> ignore_castling,
                                     Or<bool, true> ignore_counters) {
  const Position& p = game.position();
  if (p.en_passant() != Square::None && p.en_passant() != Square::A1) return std::nullopt;  // a1 is 0, and false
  if (!ignore_turn.value && p.turn() != Color::White) return std::nullopt;
  if (!ignore_castling.value && game.clean_castling_rights() != p.of(PieceType::Rook)) return std::nullopt;
  if (!ignore_counters.value && (p.fullmove_number() != 1 || p.halfmove_clock() != 0)) return std::nullopt;
  return base_chess960_pos(p);
}

}  // namespace

void add_board_transform(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"apply_transform(f)", apply_transform>(
          "Passes every set through *f*, a function from int to int such as flip_vertical, and clears the history.\n\n"
          "Raises ValueError if the results overlap or do not fit together; the board is then unchanged."),
      method<"transform(f)", transform>("A copy to which apply_transform() was applied."),
      method<"apply_mirror()", apply_mirror>(
          "Swaps the sides: the board is flipped vertically, colors, turn and rights change hands; clocks stay."),
      method<"mirror()", mirror>("A copy with the sides swapped: see apply_mirror()."),
      method<"set_chess960_pos(scharnagl)", set_base_chess960_pos>(
          "Puts the pieces as in the Chess960 starting position of that number. ValueError unless in 0..959."),
      method<"chess960_pos()", base_chess960_pos>(
          "The number, 0..959, of the Chess960 starting position in which the pieces stand, or None."),
  });
  board.methods({
      method<"set_chess960_pos(scharnagl)", set_chess960_pos>(
          "Sets up the Chess960 starting position of that number and Chess960 mode. ValueError unless in 0..959."),
      method<"chess960_pos(*, ignore_turn=False, ignore_castling=False, ignore_counters=True)", chess960_pos>(
          "The number, 0..959, of the Chess960 starting position that this is, or None. Turn, castling rights and\n"
          "clocks count, each unless ignored."),
  });
}

}  // namespace bitrook::bindings
