// Whole boards: transformed and mirrored copies, and Chess960 starting positions.
#include <array>
#include <optional>

#include "bindings/hot_path/board/board.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/notation/chess960.hpp"

namespace bitrook::bindings {

namespace {

// ---- Transforms by a Python function from int to int.

Setup setup_of(const Game& game) {
  const Position& p = game.position();
  return {p.placement(),       p.promoted(), game.castling_rights(), p.halfmove_clock(),
          p.fullmove_number(), p.turn(),     p.en_passant(),         p.chess960()};
}

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
  const std::optional<Placement> result = placement::placement_of<Placement>(types, colors);
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
// them. Returns false with an exception set on failure.
bool load_transformed(PyObject* self, PyObject* f, Setup& setup) {
  {
    const Lock lock(self);
    setup = setup_of(game_of(self));
  }
  return transform_setup(f, setup);
}

PyObject* apply_transform(PyObject* self, PyObject* f) {
  Setup setup;
  if (!load_transformed(self, f, setup)) return nullptr;
  const Lock lock(self);
  game_of(self) = Game(setup);
  return none();
}

// The game of a board with another position of chess.
Game with_setup(const Game&, const Setup& setup) { return Game(setup); }
VariantGame with_setup(const VariantGame& game, const Setup& setup) {
  return VariantGame(game.rules(), setup, game.state());
}

template <class G>
PyObject* transform(PyObject* self, PyObject* f) {
  Setup setup;
  if (!load_transformed(self, f, setup)) return nullptr;
  const Lock lock(self);
  return new_board(Py_TYPE(self), with_setup(Self<const G&>::get(self), setup));
}

// ---- Mirrors.

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

Game mirrored(const Game& game) { return Game(mirrored_setup(game)); }
VariantGame mirrored(const VariantGame& game) {
  VariantState state = game.state();
  std::swap(state.pockets[0], state.pockets[1]);
  std::swap(state.remaining_checks[0], state.remaining_checks[1]);
  return VariantGame(game.rules(), mirrored_setup(game), state);
}

template <class G>
void apply_mirror(G& game) {
  game = mirrored(game);
}
template <class G>
PyObject* mirror(PyObject* self) {
  const Lock lock(self);
  return new_board(Py_TYPE(self), mirrored(Self<const G&>::get(self)));
}

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

template <class G>
void add_both(TypeBuilder& type) {
  type.methods({
      method<"transform(f)", transform<G>>("Return a copy transformed by *f*. See apply_transform()."),
      method<"apply_mirror()", apply_mirror<G>>(
          R"(Flip the board vertically and swap the colors, including the turn and castling rights.

          The clocks do not change. Clears the history of a Board.)"),
      method<"mirror()", mirror<G>>("Return a mirrored copy. See apply_mirror()."),
  });
}

}  // namespace

void add_board_setups(TypeBuilder& base_board, TypeBuilder& board, TypeBuilder& variant) {
  add_both<Game>(base_board);
  add_both<VariantGame>(variant);
  base_board.methods({
      method<"apply_transform(f)", apply_transform>(
          R"(Apply *f* to every set of squares of the board. Clears the history of a Board.

          :param f: a function from int to int that maps sets of squares, such as flip_vertical().
          :raises ValueError: if the results do not form a board; the board is then unchanged.)"),
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
