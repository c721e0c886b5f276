// Transforming boards: functions applied to every set, mirroring, Chess960 starting positions.
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

// ---- Transforms by a Python function from int to int.

bool apply(PyObject* f, Bitboard before, Bitboard& after) {
  const Ref argument(to_python(before));
  if (!argument) return false;
  const Ref result(PyObject_CallOneArg(f, argument.get()));
  return result && bindings::load(result.get(), after, "the transformed set");
}

bool transform_placement(PyObject* f, Placement& placement) {
  std::array<Bitboard, 6> types;
  std::array<Bitboard, 2> colors;
  for (const PieceType t : PieceTypes) {
    if (!apply(f, placement.of(t), types[index(t) - 1])) return false;
  }
  for (const Color c : Colors) {
    if (!apply(f, placement.of(c), colors[index(c)])) return false;
  }
  const std::optional<Placement> result = placement_of(types, colors);
  if (!result) return fail(PyExc_ValueError, "the transformed sets of types and colors do not form a board");
  placement = *result;
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

// The function may run any code and even change this board, so the board is read before the calls and written after
// them.
Setup locked_setup_of(PyObject* self) {
  const Lock lock(self);
  return setup_of(game_of(self));
}

PyObject* apply_transform(PyObject* self, PyObject* f) {
  Setup setup;
  if (!load_transformed(self, f, setup)) return nullptr;
  const Lock lock(self);
  game_of(self) = Game(setup);
  return none();
}

PyObject* transform(PyObject* self, PyObject* f) {
  Setup setup;
  if (!load_transformed(self, f, setup)) return nullptr;
  return new_board(Py_TYPE(self), Game(setup));
}

// ---- Mirrors.

Game mirrored(const Game& game) { return Game(mirrored_setup(game)); }

void apply_mirror(Game& game) { game = mirrored(game); }
PyObject* mirror(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), mirrored(board.game)); }

// ---- Chess960 starting positions.

using Scharnagl = Within<0, chess960::Positions - 1>;

void set_base_chess960_pos(Game& game, Scharnagl number) {
  const Placement placement = chess960::start_placement(unsigned(number.value));
  game.edit([&](Position& p) { p.set_placement(placement, Bitboard()); });
}

void set_chess960_pos(Game& game, Scharnagl number) { game = Game(chess960::start_setup(unsigned(number.value))); }

std::optional<unsigned> base_chess960_pos(const Position& p) {
  return chess960::start_number(p.placement(), p.promoted());
}

std::optional<unsigned> chess960_pos(const Game& game, Or<bool, false> ignore_turn, Or<bool, false> ignore_castling,
                                     Or<bool, true> ignore_counters) {
  const Position& p = game.position();
  if (p.en_passant() != Square::None && p.en_passant() != Square::A1) return std::nullopt;  // 0 (a1) is false in Python
  if (!ignore_turn.value && p.turn() != Color::White) return std::nullopt;
  if (!ignore_castling.value && game.clean_castling_rights() != p.of(PieceType::Rook)) return std::nullopt;
  if (!ignore_counters.value && (p.fullmove_number() != 1 || p.halfmove_clock() != 0)) return std::nullopt;
  return base_chess960_pos(p);
}

}  // namespace

Setup mirrored_setup(const Game& game) {
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
  return to;
}

bool load_transformed(PyObject* board, PyObject* f, Setup& setup) {
  setup = locked_setup_of(board);
  return transform_setup(f, setup);
}

std::optional<Placement> placement_of(const std::array<Bitboard, 6>& types, const std::array<Bitboard, 2>& colors) {
  Placement placement;
  Bitboard all;
  for (const PieceType t : PieceTypes) {
    const Bitboard set = types[index(t) - 1];
    if (all.meets(set)) return std::nullopt;
    all |= set;
    for (const Color c : Colors) placement.toggle(make_piece(t, c), set & colors[index(c)]);
  }
  if (colors[0].meets(colors[1]) || (colors[0] | colors[1]) != all) return std::nullopt;
  return placement;
}

void add_board_transform(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"apply_transform(f)", apply_transform>(
          R"(Apply *f* to every set of squares of the board. Clears the history of a Board.

          :param f: a function from int to int that maps sets of squares, such as flip_vertical().
          :raises ValueError: if the results do not form a board; the board is then unchanged.)"),
      method<"transform(f)", transform>("Return a copy transformed by *f*. See apply_transform()."),
      method<"apply_mirror()", apply_mirror>(
          R"(Flip the board vertically and swap the colors, including the turn and castling rights.

          The clocks do not change. Clears the history of a Board.)"),
      method<"mirror()", mirror>("Return a mirrored copy. See apply_mirror()."),
      method<"set_chess960_pos(scharnagl)", set_base_chess960_pos>(
          R"(Set up a Chess960 starting position.

          :param scharnagl: the number of the position, 0..959; 518 is the standard one.
          :raises ValueError: if *scharnagl* is out of range.)"),
      method<"chess960_pos()", base_chess960_pos>(
          "Return the number of the Chess960 starting position with this placement, 0..959, or None."),
  });
  board.methods({
      method<"set_chess960_pos(scharnagl)", set_chess960_pos>(
          R"(Set up a Chess960 starting position in Chess960 mode and clear the history.

          :param scharnagl: the number of the position, 0..959; 518 is the standard one.
          :raises ValueError: if *scharnagl* is out of range.)"),
      method<"chess960_pos(*, ignore_turn=False, ignore_castling=False, ignore_counters=True)", chess960_pos>(
          R"(Return the number of this Chess960 starting position, 0..959, or None if it is not one.

          :param ignore_turn: if True, accept positions with Black to move.
          :param ignore_castling: if True, accept positions with other castling rights.
          :param ignore_counters: if False, require the clocks to be 0 and 1.)"),
  });
}

}  // namespace bitrook::bindings
