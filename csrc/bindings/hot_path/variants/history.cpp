// Moves played in variants: push, pop, copies, pickles.
#include <algorithm>
#include <vector>

#include "bindings/hot_path/variants/variant_board.hpp"
#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

namespace {

PyObject* push(VariantGame& game, Move move) {
  const Position& p = game.chess().position();
  if (!move.is_null() && !move.is_drop() && !p.occupied().contains(move.from())) [[unlikely]] {
    const Ref shown(to_python(move));
    if (!shown) return nullptr;
    return fail(PyExc_AssertionError, "push() expects a pseudo-legal move, but there is no piece to move: '%S' in %s",
                shown.get(), fen_text(game.position()).c_str());
  }
  game.push(move);
  return none();
}

PyObject* play(VariantGame& game, Move move) {
  if (game.try_play(move)) return none();
  return raise_illegal_move("illegal move", game.position(), move);
}

// Pushes all moves or none. The iterable may run any code, for example a generator that reads this board.
PyObject* push_all(PyObject* self, PyObject* moves) {
  std::vector<Move> words;
  if (!for_each_item(moves, [&](PyObject* item) { return bindings::load(item, words.emplace_back(), "move"); }))
    return nullptr;
  const Lock lock(self);
  VariantGame game = variant_game_of(self);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (game.try_play(words[i])) continue;
    return raise_illegal_move("illegal move " + std::to_string(i + 1) + " of the sequence", game.position(), words[i]);
  }
  std::swap(variant_game_of(self), game);
  return PyLong_FromSize_t(words.size());
}

PyObject* pop(VariantGame& game) {
  if (game.ply_count() == 0) [[unlikely]]
    return fail(PyExc_IndexError, "pop from a board without history");
  return to_python(game.pop());
}

PyObject* root(PyObject* self) {
  const Lock lock(self);
  return new_variant_board(Py_TYPE(self), variant_game_of(self).root());
}

PyObject* copy(PyObject* self, PyObject* stack) {
  std::optional<std::int64_t> last;
  if (!load_stack(stack, last)) return nullptr;
  const Lock lock(self);
  VariantGame game = variant_game_of(self);
  const auto plies = std::int64_t(game.ply_count());
  if (last && *last < plies)
    game.keep_last(std::size_t(*last < 0 ? std::max<std::int64_t>(0, plies + *last) : *last));  // as in a slice
  return new_variant_board(Py_TYPE(self), game);
}

// ---- Mirrors.

VariantGame mirrored(const VariantGame& game) {
  VariantState state = game.state();
  std::swap(state.pockets[0], state.pockets[1]);
  std::swap(state.remaining_checks[0], state.remaining_checks[1]);
  return VariantGame(game.rules(), mirrored_setup(game.chess()), state);
}
void apply_mirror(VariantGame& game) { game = mirrored(game); }
PyObject* mirror(PyObject* self) {
  const Lock lock(self);
  return new_variant_board(Py_TYPE(self), mirrored(variant_game_of(self)));
}
PyObject* transform(PyObject* self, PyObject* f) {
  Setup setup;
  if (!load_transformed(self, f, setup)) return nullptr;
  const Lock lock(self);
  const VariantGame& game = variant_game_of(self);
  return new_variant_board(Py_TYPE(self), VariantGame(game.rules(), setup, game.state()));
}

}  // namespace

void add_variant_history(TypeBuilder& type, const TypeBuilder& board) {
  type.overriding(board, {
                             method<"push(move)", push>(""),
                             method<"play(move)", play>(""),
                             method<"push_all(moves)", push_all>(""),
                             method<"pop()", pop>(""),
                             method<"root()", root>(""),
                             method<"copy(*, stack=True)", copy>(""),
                             method<"apply_mirror()", apply_mirror>(""),
                             method<"mirror()", mirror>(""),
                             method<"transform(f)", transform>(""),
                         });
}

}  // namespace bitrook::bindings
