// The Python History: scores of quiet moves, which other code reads and writes through the buffer protocol.
#include "bindings/hot_path/search/types.hpp"

#include <new>

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

using search::HistoryTable;

namespace {

struct HistoryObject {
  PyObject ob_base;
  HistoryTable scores;
};
HistoryTable& scores_of(PyObject* self) { return reinterpret_cast<HistoryObject*>(self)->scores; }

}  // namespace

// The table can change, so it is locked during a call on free-threaded builds.
template <>
struct Self<HistoryTable&> : LockedSelf<scores_of> {};
template <>
struct Self<const HistoryTable&> : LockedSelf<scores_of> {};

namespace {

PyObject* make(PyTypeObject* type) {
  PyObject* self = type->tp_alloc(type, 0);
  if (self) new (&scores_of(self)) HistoryTable();
  return self;
}

void bonus(HistoryTable& scores, Move move, int depth, Color color) {
  const int bonus = HistoryTable::bonus(std::clamp(std::abs(std::int64_t(depth)), std::int64_t{0}, std::int64_t{1000}));
  scores.add(color, move, depth < 0 ? -bonus : bonus);
}
int score(HistoryTable& scores, Move move, Color color) { return scores(color, move); }

int export_buffer(PyObject* self, Py_buffer* view, int flags) {
  static Py_ssize_t shape[]{2, 64, 64}, strides[]{64 * 64 * 2, 64 * 2, 2};
  static char format[] = "h";
  if (PyBuffer_FillInfo(view, self, scores_of(self).data(), sizeof(HistoryTable), 0, flags) < 0) return -1;
  view->itemsize = sizeof(std::int16_t);
  if (flags & PyBUF_FORMAT) view->format = format;
  if (flags & PyBUF_ND) {
    view->ndim = 3;
    view->shape = shape;
  }
  if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = strides;
  return 0;
}

}  // namespace

HistoryTable* history_of(PyObject* object) { return Py_TYPE(object) == history_type ? &scores_of(object) : nullptr; }

void define_history(PyObject* module) {
  static_assert(sizeof(HistoryTable) == 2 * 64 * 64 * sizeof(std::int16_t));
  history_type = TypeBuilder("bitrook.search.History", sizeof(HistoryObject))
                     .constructor<"History()", make>(
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

}  // namespace bitrook::bindings
