// Move ordering: the history table, the move picker, and the arguments of ordered_moves().
#include <pybind11/pybind11.h>

#include <new>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/search_types.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

template <>
struct Self<search::HistoryTable&> {
  static constexpr bool Locked = true;
  static search::HistoryTable& get(PyObject* self) { return reinterpret_cast<HistoryObject*>(self)->history; }
};

namespace {

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

// ---- History.

PyObject* new_history(PyTypeObject* type) {
  PyObject* self = type->tp_alloc(type, 0);
  if (self) new (&reinterpret_cast<HistoryObject*>(self)->history) search::HistoryTable();
  return self;
}

bool load_depth(PyObject* object, int& depth) {
  std::int64_t value = 0;
  if (!load_index(object, value, "depth")) return false;
  if (value < 0 || value > 255) return out_of_range(PyExc_ValueError, "0..255", object, "depth");
  depth = int(value);
  return true;
}

template <int Sign>
PyObject* add(search::HistoryTable& history, Color color, Move move, PyObject* depth_object) {
  int depth = 0;
  if (!load_depth(depth_object, depth)) return nullptr;
  history.add(color, move, Sign * search::HistoryTable::bonus(depth));
  return none();
}

int score(search::HistoryTable& history, Color color, Move move) { return history(color, move); }
PyObject* clear(search::HistoryTable& history) {
  history.clear();
  return none();
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  static Py_ssize_t shape[]{2, 64, 64}, strides[]{64 * 64 * 2, 64 * 2, 2};
  static char format[] = "h";
  auto& history = reinterpret_cast<HistoryObject*>(self)->history;
  if (PyBuffer_FillInfo(view, self, history.data(), Py_ssize_t(2 * 64 * 64 * 2), 0, flags) < 0) return -1;
  view->itemsize = 2;
  if (flags & PyBUF_FORMAT) view->format = format;
  if ((flags & PyBUF_ND) == PyBUF_ND) {
    view->ndim = 3;
    view->shape = shape;
  }
  if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = strides;
  return 0;
}

// ---- MovePicker.

// The picker has a copy of the position, so that the board may change meanwhile.
struct PickerObject {
  PyObject ob_base;
  PyObject* history;  // kept alive, because the picker refers to its scores; may be null
  Position position;
  search::MovePicker picker;
};

PyTypeObject* picker_type;

PickerObject& picker_of(PyObject* self) { return *reinterpret_cast<PickerObject*>(self); }

PyObject* new_picker(PyTypeObject* type, PyObject* board, PyObject* hash_move, PyObject* killers, PyObject* history,
                     PyObject* counter_move, Or<bool, false> captures_only, Or<bool, true> see) {
  if (!is_board(board)) {
    not_a("a Board", board, "board");
    return nullptr;
  }
  search::OrderingHints hints;
  if (!load_hints({hash_move, killers, history, counter_move}, hints)) return nullptr;
  hints.captures_only = captures_only.value;
  hints.see = see.value;
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  PickerObject& picker = picker_of(self);
  picker.history = hints.history ? incref(history) : nullptr;
  const Lock lock(board);
  new (&picker.position) Position(board_of(board).game.position());
  new (&picker.picker) search::MovePicker(picker.position, hints);
  return self;
}

void dealloc_picker(PyObject* self) {
  Py_CLEAR(picker_of(self).history);
  dealloc(self);
}

PyObject* next_move(PyObject* self) {
  const Lock lock(self);
  const Move m = picker_of(self).picker.next();
  return m.is_null() ? nullptr : to_python(m);
}

PyObject* skip_quiets(PyObject* self) {
  const Lock lock(self);
  picker_of(self).picker.skip_quiets();
  return none();
}

PyObject* self_iterator(PyObject* self) { return incref(self); }

}  // namespace

// None stands for no move.
static bool load_hint(PyObject* object, Move& move, std::string_view name) {
  return !object || object == Py_None || load(object, move, name);
}

bool load_hints(const OrderingArguments& given, search::OrderingHints& hints) {
  if (!load_hint(given.hash_move, hints.hash_move, "hash_move") ||
      !load_hint(given.counter_move, hints.counter_move, "counter_move"))
    return false;
  if (given.history && given.history != Py_None) {
    if (!PyObject_TypeCheck(given.history, history_type)) return not_a("a History", given.history, "history");
    hints.history = &reinterpret_cast<HistoryObject*>(given.history)->history;
  }
  if (!given.killers || given.killers == Py_None) return true;
  const Ref killers(PySequence_Tuple(given.killers));  // a tuple of our own, which nobody changes meanwhile
  if (!killers) return false;
  const Py_ssize_t count = PyTuple_GET_SIZE(killers.get());
  if (count > Py_ssize_t(hints.killers.size())) {
    PyErr_Format(PyExc_ValueError, "killers must be at most two moves, not %zd", count);
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!load_hint(PyTuple_GET_ITEM(killers.get(), i), hints.killers[std::size_t(i)], "killers")) return false;
  return true;
}

void define_ordering(pybind11::module_& m) {
  TypeBuilder history("bitrook.History", sizeof(HistoryObject), Py_TPFLAGS_DEFAULT);
  history
      .doc("History()",
           "The history heuristic: scores of quiet moves by color, origin and target.\n\n"
           "A search adds a bonus to the quiet move that caused a cutoff and a penalty to those tried before it;\n"
           "Board.ordered_moves() and MovePicker sort quiet moves by it. Scores stay between -16,384 and 16,384.\n\n"
           "Supports the buffer protocol: ``numpy.asarray(history)`` is an int16 array of shape (2, 64, 64), indexed\n"
           "by color, origin and target, that shares the memory.\n\n"
           ">>> from bitrook.search import History\n"
           ">>> history = History()\n"
           ">>> history.bonus(WHITE, Move.from_uci('g1f3'), depth=5)\n"
           ">>> history.score(WHITE, Move.from_uci('g1f3'))\n"
           "400\n"
           ">>> next(iter(Board().ordered_moves(history=history)))\n"
           "Move.from_uci('g1f3')")
      .constructor<"History()", new_history>()
      .slot<dealloc>(Py_tp_dealloc)
      .slot<get_buffer>(Py_bf_getbuffer)
      .methods({
          method<"bonus(color, move, depth)", add<1>>(
              "Raise the score of a move that was best in a search of that depth.\n\n"
              "Adds min(16 * depth**2, 1200), less the closer the score is to its limit."),
          method<"penalty(color, move, depth)", add<-1>>("Lower the score of a move that was not best. See bonus()."),
          method<"score(color, move)", score>("Return the score of a move, an int from -16,384 to 16,384."),
          method<"clear()", clear>("Set all scores to 0."),
      });
  history_type = history.build(m.ptr());

  TypeBuilder picker("bitrook.MovePicker", sizeof(PickerObject), Py_TPFLAGS_DEFAULT);
  picker
      .doc(
          "MovePicker(board, hash_move=None, *, killers=(), history=None, counter_move=None, captures_only=False, "
          "see=True)",
          "An iterator over the legal moves of *board*, those first that are likely to be best.\n\n"
          "The moves and their order are those of Board.ordered_moves(), which explains the parameters. The picker\n"
          "generates and scores a group of moves when it gets there, so that a search that stops early saves the\n"
          "rest. It has a copy of the position: the board may change meanwhile.\n\n"
          ">>> from bitrook.search import MovePicker\n"
          ">>> board = Board('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1')\n"
          ">>> picker = MovePicker(board, Move.from_uci('e1e2'))\n"
          ">>> [board.san(move) for move in picker][:3]\n"
          "['Ke2', 'exd5', 'Kf2']")
      .constructor<
          "MovePicker(board, hash_move=None, *, killers=(), history=None, counter_move=None, "
          "captures_only=False, see=True)",
          new_picker>()
      .slot<dealloc_picker>(Py_tp_dealloc)
      .slot<self_iterator>(Py_tp_iter)
      .slot<next_move>(Py_tp_iternext)
      .methods({method<"skip_quiets()", skip_quiets>(
          "Leave out the quiet moves that have not been yielded. Captures and promotions follow.")});
  picker_type = picker.build(m.ptr());
}

}  // namespace bitrook::bindings
