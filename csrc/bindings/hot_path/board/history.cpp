// Moves played on a board: push, pop, the move stack, copies.
#include <algorithm>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

namespace {

// ---- Moves.

PyObject* push(Game& game, Move move) {
  const Position& p = game.position();
  if (!move.is_null() && !move.is_drop() && !p.occupied().contains(move.from())) [[unlikely]] {
    const Ref shown(to_python(move));
    if (!shown) return nullptr;
    return fail(PyExc_AssertionError, "push() expects a pseudo-legal move, but there is no piece to move: '%S' in %s",
                shown.get(), fen_text(p).c_str());
  }
  game.push(move);
  return none();
}

PyObject* play(Game& game, Move move) {
  if (game.try_play(move)) return none();
  return raise_illegal_move("illegal move", game.position(), move);
}

// Pushes all moves or none. The iterable may run any code, for example a generator that reads this board.
PyObject* push_all(BoardObject& board, PyObject* moves) {
  std::vector<Move> words;
  if (!for_each_item(moves, [&](PyObject* item) { return bindings::load(item, words.emplace_back(), "move"); }))
    return nullptr;
  Game game = board.game;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (game.try_play(words[i])) continue;
    return raise_illegal_move("illegal move " + std::to_string(i + 1) + " of the sequence", game.position(), words[i]);
  }
  std::swap(board.game, game);
  return PyLong_FromSize_t(words.size());
}

PyObject* pop(Game& game) {
  if (game.ply_count() == 0) [[unlikely]]
    return fail(PyExc_IndexError, "pop from a board without history");
  return to_python(game.pop());
}

PyObject* peek(const Game& game) {
  if (game.ply_count() == 0) return fail(PyExc_IndexError, "peek into a board without history");
  return to_python(game.move(game.ply_count() - 1));
}

// Accepts an empty sequence, which clears the history, and the current moves, which change nothing. The positions in
// which other moves were played are not known.
PyObject* set_move_stack(PyObject* self, PyObject* value) {
  const Ref moves(PySequence_List(value)), now(moves ? move_stack(self) : nullptr);
  if (!now) return nullptr;
  const int same = PyObject_RichCompareBool(now.get(), moves.get(), Py_EQ);
  if (same < 0) return nullptr;
  if (same) return none();
  if (PyList_GET_SIZE(moves.get()) != 0) {
    return fail(PyExc_AttributeError, "move_stack cannot be replaced: use push() and pop()");
  }
  const Lock lock(self);
  game_of(self).clear_history();
  return none();
}

// ---- Copies.

PyObject* root(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), board.game.root()); }
PyObject* copy_base(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), board.game); }

PyObject* copy(BoardObject& board, PyObject* stack) {
  std::optional<std::int64_t> last;
  if (!load_stack(stack, last)) return nullptr;
  PyTypeObject* type = Py_TYPE(&board.ob_base);  // read only now, because load_stack() can run code that changes it
  const auto plies = std::int64_t(board.game.ply_count());
  Ref made(new_board(type, board.game));
  if (!made || !last || *last >= plies) return made.release();
  const auto kept = std::size_t(*last < 0 ? std::max<std::int64_t>(0, plies + *last) : *last);  // as in a slice
  board_of(made.get()).game.keep_last(kept);
  return made.release();
}

PyObject* copy_by_method(PyObject* self) { return PyObject_CallMethod(self, "copy", nullptr); }

PyObject* deep_copy(PyObject* self, PyObject* memo) {
  Ref board(copy_by_method(self));
  const Ref id(board ? PyLong_FromVoidPtr(self) : nullptr);
  if (!id) return nullptr;
  if (memo != Py_None && PyObject_SetItem(memo, id.get(), board.get()) < 0) return nullptr;
  return board.release();
}

}  // namespace

bool load_stack(PyObject* stack, std::optional<std::int64_t>& last) {
  if (!stack || stack == Py_True) return true;
  if (stack == Py_False) {
    last = 0;
    return true;
  }
  if (PyIndex_Check(stack)) return load_index(stack, last.emplace(), "stack");
  const int truth = PyObject_IsTrue(stack);
  if (truth == 0) last = 0;
  return truth >= 0;
}

void add_board_history(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"copy()", copy_base>("Return a copy of the board. Attributes added to the instance are not copied."),
      method<"__copy__()", copy_by_method>("Return copy()."),
      method<"__deepcopy__(memo)", deep_copy>("Return copy()."),
  });
  board.attributes({attribute<"move_stack", move_stack, set_move_stack>(
      R"(The moves made on the board, as a read-only view.

      The only value that can be assigned is an empty list, which clears the history.)")});
  board.methods({
      method<"push(move)", push>(
          R"(Make *move*, which may be the null move, and add it to the history.

          Legality is not checked; use play() for that. After an illegal move the board is still valid.

          :raises AssertionError: if there is no piece on the origin of *move*.)"),
      method<"play(move)", play>(
          R"(Make *move* if it is legal.

          :raises IllegalMoveError: if *move* is illegal, with the reason. The board is then unchanged.)"),
      method<"push_all(moves)", push_all>(
          R"(Make several legal moves.

          :param moves: an iterable of moves.
          :returns: the number of moves.
          :raises IllegalMoveError: if a move is illegal. The board is then unchanged.)"),
      method<"pop()", pop>("Unmake the last move and return it.\n\n:raises IndexError: if no move has been made."),
      method<"peek()", peek>("Return the last move.\n\n:raises IndexError: if no move has been made."),
      method<"root()", root>("Return a new board with the first position of the history."),
      method<"copy(*, stack=True)", copy>(
          R"(Return a copy of the board. Attributes added to the instance are not copied.

          Boards share their history until one of them changes it, so the cost does not depend on its length.

          :param stack: how much of the history to copy: True for all of it, False for none, or the number of most
              recent moves.)"),
  });
}

}  // namespace bitrook::bindings
