// What was played: push, pop, the stack of moves, copies.
#include <algorithm>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"

namespace bitrook::bindings {

namespace {

PyObject* push(Game& game, Move move) {
  const Position& p = game.position();
  if (!move.is_null() && !move.is_drop() && !p.occupied().contains(move.from())) [[unlikely]] {
    Owned shown(to_python(move));
    PyErr_Format(PyExc_AssertionError, "push() expects a pseudo-legal move, but there is no piece to move: '%S'",
                 shown.get());
    return nullptr;
  }
  game.push(move);
  return none();
}

PyObject* play(Game& game, Move move) {
  if (game.try_play(move)) return none();
  Owned shown(to_python(move));
  const std::string why(text(why_illegal(game.position(), move)));
  PyErr_Format(IllegalMoveError, "illegal move, %s: '%S'", why.c_str(), shown.get());
  return nullptr;
}

PyObject* pop(Game& game) {
  if (game.ply_count() == 0) [[unlikely]] {
    PyErr_SetString(PyExc_IndexError, "pop from a board without history");
    return nullptr;
  }
  return to_python(game.pop());
}

PyObject* peek(const Game& game) {
  if (game.ply_count() == 0) {
    PyErr_SetString(PyExc_IndexError, "peek into a board without history");
    return nullptr;
  }
  return to_python(game.move(game.ply_count() - 1));
}

PyObject* move_stack(const Game& game) {
  Owned list(PyList_New(Py_ssize_t(game.ply_count())));
  for (std::size_t i = 0; list && i < game.ply_count(); ++i) {
    PyObject* move = interned(game.move(i));
    if (!move) return nullptr;
    PyList_SET_ITEM(list.get(), Py_ssize_t(i), move);
  }
  return list.release();
}

// An empty list clears the history; the moves as they are change nothing; anything else would leave moves without
// the positions they were played in.
PyObject* set_move_stack(Game& game, PyObject* value) {
  Owned now(move_stack(game)), moves(PySequence_List(value));
  if (!now || !moves) return nullptr;
  const int same = PyObject_RichCompareBool(now.get(), moves.get(), Py_EQ);
  if (same < 0) return nullptr;
  if (same) return none();
  if (PyList_GET_SIZE(moves.get()) == 0) {
    game.clear_history();
    return none();
  }
  PyErr_SetString(PyExc_AttributeError, "move_stack cannot be replaced: use push() and pop()");
  return nullptr;
}

// Either all moves are pushed or none. The iterable may be anything, even a generator that looks at this board.
PyObject* push_all(BoardObject& board, PyObject* moves) {
  Owned iterator(PyObject_GetIter(moves));
  if (!iterator) return nullptr;
  std::vector<Move> words;
  while (PyObject* item = PyIter_Next(iterator.get())) {
    Owned held(item);
    if (!load(item, words.emplace_back(), "move")) return nullptr;
  }
  if (PyErr_Occurred()) return nullptr;
  Game game = board.game;
  for (const Move m : words) {
    if (!game.try_play(m)) {
      Owned shown(to_python(m));
      const std::string why(text(why_illegal(game.position(), m)));
      PyErr_Format(IllegalMoveError, "illegal move %zu of the row, %s: '%S'", std::size_t(&m - words.data()) + 1,
                   why.c_str(), shown.get());
      return nullptr;
    }
  }
  std::swap(board.game, game);
  return PyLong_FromSize_t(words.size());
}

PyObject* root(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), board.game.root()); }

// ---- Copies.

PyObject* copy_base(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), board.game); }

// *stack*: True for all moves, False for none, a number for so many of the last ones.
PyObject* copy(BoardObject& board, Or<PyObject*, nullptr> stack) {
  PyTypeObject* type = Py_TYPE(&board.ob_base);
  if (!stack.value || stack.value == Py_True) return new_board(type, board.game);
  std::int64_t kept = 0;
  if (PyIndex_Check(stack.value)) {
    if (!load_index(stack.value, kept, "stack")) return nullptr;
    const auto plies = std::int64_t(board.game.ply_count());
    if (kept < 0) kept = std::max<std::int64_t>(0, plies + kept);  // as a slice of the stack counts
  } else {
    const int truth = PyObject_IsTrue(stack.value);
    if (truth < 0) return nullptr;
    if (truth) return new_board(type, board.game);
  }
  Game game = board.game;
  if (std::uint64_t(kept) < game.ply_count()) game.keep_last(std::size_t(kept));
  return new_board(type, game);
}

PyObject* copy_by_method(PyObject* self) {
  Owned name(PyUnicode_InternFromString("copy"));
  return name ? PyObject_CallMethodNoArgs(self, name.get()) : nullptr;
}

PyObject* deep_copy(PyObject* self, PyObject* memo) {
  Owned board(copy_by_method(self)), id(PyLong_FromVoidPtr(self));
  if (!board || !id) return nullptr;
  if (memo != Py_None && PyObject_SetItem(memo, id.get(), board.get()) < 0) return nullptr;
  return board.release();
}

}  // namespace

void add_board_history(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"copy()", copy_base>("A copy of the board. Attributes that were added to it are not copied."),
      method<"__copy__()", copy_by_method>("The same as copy()."),
      method<"__deepcopy__(memo)", deep_copy>("The same as copy()."),
  });
  board.attributes({attribute<"move_stack", move_stack, set_move_stack>(
      "The moves that were pushed, as a new list. Only an empty list can be assigned: it clears the history.")});
  board.methods({
      method<"push(move)", push>(
          "Plays *move*, the null move included. Its legality is not asked, and nothing breaks if it is illegal; an\n"
          "AssertionError if there is no piece on its origin. See play(), which checks."),
      method<"play(move)", play>(
          "Plays *move* if it is legal. Raises IllegalMoveError, saying why it is not, and leaves the board as it is."),
      method<"push_all(moves)", push_all>(
          "Plays the *moves*, an iterable, one after the other and returns how many they were.\n\n"
          "Raises IllegalMoveError at the first that is not legal; the board is then as it was."),
      method<"pop()", pop>("Takes the last move back and returns it. IndexError if there is none."),
      method<"peek()", peek>("The last move. IndexError if there is none."),
      method<"root()", root>("A new board with the first position of the history."),
      method<"copy(*, stack=True)", copy>(
          "A copy of the board. The history is shared until one of the two changes it, so this costs no more for long\n"
          "games. *stack* is True for all moves, False for none, or the number of last moves to keep."),
  });
}

}  // namespace bitrook::bindings
