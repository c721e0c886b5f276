// The capsule bitrook._C_API for extension modules of other projects, which include bitrook/extension.hpp.
#include <pybind11/pybind11.h>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/include/bitrook/extension.hpp"
#include "bindings/support/errors.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// Returns the game of a Board, or null with TypeError set.
Game* checked_game(PyObject* object) {
  if (is_board(object)) return &game_of(object);
  return fail(PyExc_TypeError, "expected a bitrook.Board, not %.200s", Py_TYPE(object)->tp_name);
}

const Position* position(PyObject* object) {
  const Game* const game = checked_game(object);
  return game ? &game->position() : nullptr;
}

PyObject* new_board_of(const Position* p) { return new_board(board_type, Game(*p)); }

bool read_move(PyObject* object, Move* move) {
  if (!is_move(object)) {
    return fail(PyExc_TypeError, "expected a bitrook.Move, not %.200s", Py_TYPE(object)->tp_name);
  }
  *move = move_of(object);
  return true;
}

// ---- The history.

// Calls `use` with the game of `object`, which is locked during the call. If `object` is not a Board or `use` throws,
// sets an exception and returns false or -1.
template <class R, class Use>
R with_game(PyObject* object, Use use) {
  Game* const game = checked_game(object);
  if (!game) return Failure();
  const Lock lock(object);
  try {
    return use(*game);
  } catch (const std::exception& error) {
    return raise_from(error);
  }
}

bool no_ply() { return fail(PyExc_IndexError, "the history of the board is too short"); }

std::ptrdiff_t ply_count(PyObject* object) {
  return with_game<std::ptrdiff_t>(object, [](const Game& game) { return std::ptrdiff_t(game.ply_count()); });
}

bool move_at(PyObject* object, std::size_t i, Move* move) {
  return with_game<bool>(object, [=](const Game& game) {
    if (i >= game.ply_count()) return no_ply();
    *move = game.move(i);
    return true;
  });
}

bool key_at(PyObject* object, std::size_t i, std::uint64_t* key) {
  return with_game<bool>(object, [=](const Game& game) {
    if (i > game.ply_count()) return no_ply();
    *key = game.key(i);
    return true;
  });
}

int is_repetition(PyObject* object, unsigned count) {
  return with_game<int>(object, [=](const Game& game) { return int(game.is_repetition(count)); });
}

bool push(PyObject* object, Move move) {
  return with_game<bool>(object, [=](Game& game) -> bool {
    const Position& p = game.position();
    if (!move.is_null() && !move.is_drop() && !p.occupied().contains(move.from())) {
      return fail(PyExc_AssertionError, "there is no piece to move in %s", fen_text(p).c_str());
    }
    game.push(move);
    return true;
  });
}

bool pop(PyObject* object, Move* move) {
  return with_game<bool>(object, [=](Game& game) {
    if (game.ply_count() == 0) return no_ply();
    const Move last = game.pop();
    if (move) *move = last;
    return true;
  });
}

}  // namespace

void define_extension_api(py::module_& m) {
  static const Position sample = extension::sample();
  static const extension::Api api{
      .abi = extension::Abi,
      .api_size = sizeof(extension::Api),
      .position_size = sizeof(Position),
      .move_size = sizeof(Move),
      .sample = &sample,
      .position = position,
      .new_board = guarded<new_board_of>,
      .move = read_move,
      .new_move = guarded<interned>,
      .ply_count = ply_count,
      .move_at = move_at,
      .key_at = key_at,
      .is_repetition = is_repetition,
      .push = push,
      .pop = pop,
  };
  m.attr("_C_API") = py::capsule(&api, "bitrook._C_API");
}

}  // namespace bitrook::bindings
