// The Python MovePicker, an iterator over ordered moves that are generated in stages, and History, its scores of quiet
// moves, which other code reads and writes through the buffer protocol.
#include <algorithm>
#include <new>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/support/object_of.hpp"
#include "bitrook/search/move_picker.hpp"

namespace bitrook::bindings {

using search::HistoryTable;
using search::MovePicker;
using search::OrderingHints;

namespace {

using HistoryObject = ObjectOf<HistoryTable>;

// A picker has a copy of the position, so the board may change during the iteration.
struct PickerObject {
  PyObject ob_base;
  PyObject* history;  // owned, or null; `picker` points into it
  Position position;
  MovePicker picker;
};
PickerObject& object_of(PyObject* self) { return *reinterpret_cast<PickerObject*>(self); }

}  // namespace

// The table can change, so it is locked during a call on free-threaded builds.
template <>
struct Self<HistoryTable&> : LockedSelf<HistoryObject::get> {};
template <>
struct Self<const HistoryTable&> : LockedSelf<HistoryObject::get> {};

template <>
struct Self<PickerObject&> : LockedSelf<object_of> {};

namespace {

// ---- History.

PyObject* make_history(PyTypeObject* type) { return HistoryObject::make(HistoryTable(), type); }

void bonus(HistoryTable& scores, Move move, int depth, Color color) {
  const int bonus = HistoryTable::bonus(std::clamp(std::abs(std::int64_t(depth)), std::int64_t{0}, std::int64_t{1000}));
  scores.add(color, move, depth < 0 ? -bonus : bonus);
}
int score(HistoryTable& scores, Move move, Color color) { return scores(color, move); }

int export_buffer(PyObject* self, Py_buffer* view, int flags) {
  static Py_ssize_t shape[]{2, 64, 64}, strides[]{64 * 64 * 2, 64 * 2, 2};
  static char format[] = "h";
  if (PyBuffer_FillInfo(view, self, HistoryObject::get(self).data(), sizeof(HistoryTable), 0, flags) < 0) return -1;
  view->itemsize = sizeof(std::int16_t);
  if (flags & PyBUF_FORMAT) view->format = format;
  if (flags & PyBUF_ND) {
    view->ndim = 3;
    view->shape = shape;
  }
  if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = strides;
  return 0;
}

// ---- MovePicker.

PyObject* make_picker(PyTypeObject* type, PyObject* board, std::optional<Move> hash_move, PyObject* killers,
                      PyObject* history, std::optional<Move> counter_move, Or<bool, false> captures_only,
                      Or<bool, true> see) {
  if (!is_board(board)) return not_a("a Board", board, "board");
  OrderingHints hints;
  if (!load_hints(hash_move, killers, history, counter_move, captures_only, see, hints)) return nullptr;
  PyObject* self = PyObject_New(PyObject, type);  // does not zero the 6 KB
  if (!self) return nullptr;
  PickerObject& object = object_of(self);
  object.history = hints.history ? incref(history) : nullptr;
  const Lock lock(board);
  new (&object.position) Position(position_of(board));
  new (&object.picker) MovePicker(object.position, hints);
  return self;
}

void dealloc(PyObject* self) {
  Py_XDECREF(object_of(self).history);
  free_object(self);
}

PyObject* next(PyObject* self) {
  PickerObject& object = object_of(self);
  const Lock lock(self, object.history ? object.history : self);
  const Move move = object.picker.next();
  return move.is_null() ? nullptr : to_python(move);
}

void skip_quiets(PickerObject& object) { object.picker.skip_quiets(); }

}  // namespace

bool load_hints(std::optional<Move> hash_move, PyObject* killers, PyObject* history, std::optional<Move> counter_move,
                Or<bool, false> captures_only, Or<bool, true> see, OrderingHints& hints) {
  hints.hash_move = hash_move.value_or(Move::null());
  hints.counter_move = counter_move.value_or(Move::null());
  hints.captures_only = captures_only.value;
  hints.see = see.value;
  if (is_given(history) && !(hints.history = history_of(history))) {
    return not_a("a bitrook.search.History", history, "history");
  }
  if (!is_given(killers)) return true;
  const Ref items(PySequence_Tuple(killers));
  if (!items) return false;
  const Py_ssize_t count = PyTuple_GET_SIZE(items.get());
  if (count > Py_ssize_t(hints.killers.size())) {
    return fail(PyExc_ValueError, "killers must contain at most two moves, not %zd", count);
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    std::optional<Move> killer;
    if (!load(PyTuple_GET_ITEM(items.get(), i), killer, "killers")) return false;
    hints.killers[std::size_t(i)] = killer.value_or(Move::null());
  }
  return true;
}

HistoryTable* history_of(PyObject* object) { return HistoryObject::is(object) ? &HistoryObject::get(object) : nullptr; }

void define_history(PyObject* module) {
  static_assert(sizeof(HistoryTable) == 2 * 64 * 64 * sizeof(std::int16_t));
  HistoryObject::type =
      TypeBuilder("bitrook.search.History", sizeof(HistoryObject))
          .constructor<"History()", make_history>(
              R"(The history heuristic: scores of quiet moves by color, origin and target.

               Call bonus() for the quiet move that caused a cutoff, and with a negative depth for the quiet moves that
               were tried before it. Board.ordered_moves() and MovePicker then yield quiet moves with high scores first.
               Scores start at 0 and stay between -16384 and 16384.

               The table supports the buffer protocol: ``numpy.asarray(history)`` is a writable int16 array of shape
               (2, 64, 64) that shares its memory, indexed by color (BLACK = 0, WHITE = 1), origin and target.

               >>> from bitrook import WHITE, Board, Move, search
               >>> history = search.History()
               >>> history.bonus(Move.from_uci("b1c3"), 5, WHITE)
               >>> history.score(Move.from_uci("b1c3"), WHITE)
               400
               >>> Board().ordered_moves(history=history)[0]
               Move.from_uci('b1c3')
               >>> memoryview(history).shape
               (2, 64, 64))")
          .methods({
              method<"bonus(move, depth, color)", bonus>(
                  R"(Raise or lower the score of a move.

                  The bonus is 16 * depth * depth, at most 1200, and has the sign of *depth*. It is scaled down as the
                  score grows, so that scores stay in range: ``score += bonus - score * abs(bonus) // 16384``.

                  :param move: a quiet move.
                  :param depth: the depth at which *move* was best; negative to lower the score instead.
                  :param color: the color of the moving side.)"),
              method<"score(move, color)", score>("Return the score of *move* for the moving side *color*."),
              method<"clear()", &HistoryTable::clear>("Set all scores to 0."),
          })
          .slot<free_object>(Py_tp_dealloc)
          .slot<export_buffer>(Py_bf_getbuffer)
          .build(module);
}

void define_move_picker(PyObject* module) {
  TypeBuilder("bitrook.search.MovePicker", sizeof(PickerObject))
      .constructor<
          "MovePicker(board, hash_move=None, *, killers=(), history=None, counter_move=None, "
          "captures_only=False, see=True)",
          make_picker>(
          R"(An iterator over the legal moves of *board* in the order of Board.ordered_moves(), in stages.

          Captures are generated and scored only after the hash move, and quiet moves only after the good captures and
          the killers, so a search that stops early saves the rest of the work. The picker uses a copy of the position,
          so it is safe to push moves while iterating.

          :param board: the board whose moves are yielded.
          :param hash_move: the best move from a transposition table, or None.
          :param killers: up to two quiet moves that caused cutoffs in sibling positions.
          :param history: a `History`, which is read when the quiet moves are generated, or None.
          :param counter_move: a quiet move that refuted the previous move of the opponent, or None.
          :param captures_only: if True, yield only captures and promotions.
          :param see: if False, treat no capture as losing.

          >>> from bitrook import Board, search
          >>> board = Board("4k3/8/2p5/3p4/4P3/8/8/3QK3 w - - 0 1")
          >>> picker = search.MovePicker(board)
          >>> next(picker)
          Move.from_uci('e4d5')
          >>> picker.skip_quiets()
          >>> list(picker)
          [Move.from_uci('d1d5')])")
      .methods({method<"skip_quiets()", skip_quiets>(
          "Skip the remaining quiet moves, including killers, for late move pruning.")})
      .slot<dealloc>(Py_tp_dealloc)
      .slot<PyObject_SelfIter>(Py_tp_iter)
      .slot<next>(Py_tp_iternext)
      .build(module);
}

}  // namespace bitrook::bindings
