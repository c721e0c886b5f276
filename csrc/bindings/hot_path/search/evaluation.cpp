// The Python PieceSquareTables and DefaultEvaluation, which are called with a board or a batch of boards.
#include <cstddef>
#include <new>
#include <type_traits>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/search/parameters.hpp"
#include "bindings/support/call.hpp"

namespace bitrook::bindings {

using search::DefaultEvaluation;
using search::EvaluationWeights;
using search::PieceSquareTables;
using search::Tapered;

namespace {

// ---- What both have in common.

PyTypeObject* evaluation_terms_type;  // EvaluationTerms

// The type of the objects with an evaluation E.
template <class E>
PyTypeObject* evaluation_type = nullptr;

// The start of every callable object: CPython reads the vectorcall function at its offset.
struct Callable {
  PyObject ob_base;
  vectorcallfunc call;
};

template <class E>
struct EvaluationObject {
  Callable head;
  PyObject* tables;  // owned: the attribute of a DefaultEvaluation; null for PieceSquareTables
  E evaluation;
};
template <class E>
EvaluationObject<E>& object_of(PyObject* self) {
  return *reinterpret_cast<EvaluationObject<E>*>(self);
}
template <class E>
const E& evaluation_in(PyObject* self) {
  return object_of<E>(self).evaluation;
}

// Returns the scores of bitrook.batch.Boards, which is a Python class. `out` may be null. For any other object, even a
// Board, returns null with an exception set.
PyObject* evaluate_boards(PyObject* evaluation, PyObject* boards, PyObject* out) {
  if (is_board(boards)) return fail(PyExc_TypeError, "out requires Boards, not a Board");
  const Ref evaluated(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(boards)), "_evaluated"));
  if (evaluated) {
    return PyObject_CallFunctionObjArgs(evaluated.get(), boards, evaluation, out ? out : Py_None, nullptr);
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
  PyErr_Clear();
  return not_a("a Board or Boards", boards, "board");
}

// evaluation(board), or evaluation(boards, out=None), with the signature T.
template <class E, Text T>
PyObject* call_evaluation(PyObject* self, PyObject* const* args, std::size_t given, PyObject* keywords) {
  PyObject* slots[2] = {};
  if (PyVectorcall_NARGS(given) == 1 && !keywords) [[likely]] {
    slots[0] = args[0];
  } else if (!bind(SignatureOf<T>, args, PyVectorcall_NARGS(given), keywords, slots)) {
    return nullptr;
  }
  const auto [board, out] = slots;
  if (!is_board(board) || is_given(out)) return evaluate_boards(self, board, out);
  const Lock lock(board);
  return PyLong_FromLong(evaluation_in<E>(self)(position_of(board)));
}

// Returns a new object of `type`, which is evaluation_type<E> or a subclass. T is the signature of calls of the object.
template <class E, Text T, class... Arguments>
PyObject* new_evaluation(PyTypeObject* type, PyObject* tables, const Arguments&... arguments) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  object_of<E>(self).head.call = guarded<call_evaluation<E, T>>;
  object_of<E>(self).tables = Py_XNewRef(tables);
  new (&object_of<E>(self).evaluation) E(arguments...);
  return self;
}

template <class E>
void dealloc(PyObject* self) {
  evaluation_in<E>(self).~E();
  Py_XDECREF(object_of<E>(self).tables);
  free_object(self);
}

// Copies of an evaluation, which is immutable, are the evaluation itself.
PyObject* self_of(PyObject* self) { return incref(self); }
PyObject* self_of_deep(PyObject* self, PyObject*) { return incref(self); }

// PieceSquareTables also accept a BaseBoard, because they need only the placement.
template <class E>
PyObject* terms(PyObject* self, PyObject* board) {
  const bool fits = std::is_same_v<E, PieceSquareTables> ? is_base_board(board) : is_board(board);
  if (!fits) return not_a("a Board", board, "board");
  const Lock lock(board);
  const search::EvaluationTerms t = evaluation_in<E>(self).terms(position_of(board));
  return struct_sequence(evaluation_terms_type, to_python(t.midgame), to_python(t.endgame), to_python(t.phase));
}

// ---- PieceSquareTables.

const PieceSquareTables& tables_in(PyObject* self) { return evaluation_in<PieceSquareTables>(self); }

PyObject* make_tables(PyTypeObject* type, PyObject* midgame, PyObject* endgame, PyObject* values, PyObject* phase) {
  return new_evaluation<PieceSquareTables, "PieceSquareTables(board, out=None)">(
      type, nullptr, piece_square_tables(midgame, endgame, values, phase));
}

// Returns all scores as the bytes of ints, White's pieces first.
template <std::size_t Part>
PyObject* score_bytes(PyObject* self) {
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, 12 * 64 * sizeof(int));
  if (!bytes) return nullptr;
  auto* out = reinterpret_cast<int*>(PyBytes_AS_STRING(bytes));
  for (const Color c : Colors)
    for (const PieceType t : PieceTypes)
      for (unsigned i = 0; i < 64; ++i) *out++ = tables_in(self).scores(make_piece(t, c), Square(i))[Part];
  return bytes;
}

// Returns a memoryview of shape (12, 64).
template <std::size_t Part>
PyObject* rows(PyObject* self) {
  const Ref bytes(score_bytes<Part>(self));
  const Ref view(bytes ? PyMemoryView_FromObject(bytes.get()) : nullptr);
  return view ? PyObject_CallMethod(view.get(), "cast", "s(ii)", "i", 12, 64) : nullptr;
}

PyObject* phase(PyObject* self) {
  const auto& weights = tables_in(self).weights();
  return new_tuple(weights.size(), [&](std::size_t i) { return to_python(int(weights[i])); });
}
int max_phase(PyObject* self) { return tables_in(self).max_phase(); }

PyObject* reduce(PyObject* self) {
  const Ref midgame(score_bytes<0>(self)), endgame(score_bytes<1>(self)), weights(phase(self));
  if (!midgame || !endgame || !weights) return nullptr;
  return Py_BuildValue("O(OOOO)", Py_TYPE(self), midgame.get(), endgame.get(), Py_None, weights.get());
}

// ---- DefaultEvaluation.

// DefaultEvaluation(tables=None, **terms)
PyObject* make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject* given = nullptr;
  if (!PyArg_UnpackTuple(args, "DefaultEvaluation", 0, 1, &given)) return nullptr;
  const Ref named(keywords ? PyDict_Copy(keywords) : PyDict_New());  // reading weights may run code that changes them
  if (!named) return nullptr;
  EvaluationWeights weights;
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(named.get(), &at, &key, &value);) {
    if (PyUnicode_CompareWithASCIIString(key, "tables") == 0) {
      if (given) return fail(PyExc_TypeError, "DefaultEvaluation() got multiple values for argument 'tables'");
      given = value;
      continue;
    }
    bool found = false;
    search::for_each_term(weights, [&](const char* name, auto span) {
      if (PyUnicode_CompareWithASCIIString(key, name) != 0) return;
      load_weights(value, name, span);
      found = true;
    });
    if (!found) return fail(PyExc_TypeError, "DefaultEvaluation() has no term %R", key);
  }
  const Ref tables(is_given(given)
                       ? incref(given)
                       : PyObject_CallNoArgs(reinterpret_cast<PyObject*>(evaluation_type<PieceSquareTables>)));
  if (!tables) return nullptr;
  const PieceSquareTables* native = tables_of(tables.get());
  if (!native) return not_a("None or PieceSquareTables", tables.get(), "tables");
  return new_evaluation<DefaultEvaluation, "DefaultEvaluation(board, out=None)">(type, tables.get(), *native, weights);
}

// ---- Attributes.

PyObject* tables(PyObject* self) { return incref(object_of<DefaultEvaluation>(self).tables); }

// Returns a tuple of pairs.
PyObject* pairs(std::span<const Tapered> weights) {
  return new_tuple(weights.size(),
                   [&](std::size_t i) { return Py_BuildValue("(ii)", weights[i].midgame(), weights[i].endgame()); });
}

PyObject* weights(PyObject* self) {
  PyObject* dict = PyDict_New();
  search::for_each_term(evaluation_in<DefaultEvaluation>(self).weights(), [&](const char* name, auto span) {
    const Ref value(dict ? pairs(span) : nullptr);
    if (dict && (!value || PyDict_SetItemString(dict, name, value.get()) < 0)) Py_CLEAR(dict);
  });
  return dict;
}

// Returns the arguments of __new__, for pickle.
PyObject* new_arguments(PyObject* self) {
  const Ref named(weights(self));
  return named ? Py_BuildValue("((O)O)", object_of<DefaultEvaluation>(self).tables, named.get()) : nullptr;
}

}  // namespace

const PieceSquareTables* tables_of(PyObject* object) {
  return Py_TYPE(object) == evaluation_type<PieceSquareTables> ? &tables_in(object) : nullptr;
}

const DefaultEvaluation* default_evaluation_of(PyObject* object) {
  return Py_TYPE(object) == evaluation_type<DefaultEvaluation> ? &evaluation_in<DefaultEvaluation>(object) : nullptr;
}

void define_piece_square_tables(PyObject* module) {
  evaluation_terms_type = define_struct_sequence(
      module, "bitrook.search.EvaluationTerms",
      "The sums of an evaluation's terms from White's point of view, and the phase. Returned by terms().",
      {{"midgame", "The sum of the middlegame scores."},
       {"endgame", "The sum of the endgame scores."},
       {"phase", "The phase, from 0 (only kings and pawns) to max_phase."}});
  evaluation_type<PieceSquareTables> =
      TypeBuilder("bitrook.search.PieceSquareTables", sizeof(EvaluationObject<PieceSquareTables>))
          .constructor<"PieceSquareTables(midgame=None, endgame=None, values=None, phase=None)", make_tables>(
              R"(An evaluation by piece-square tables, tapered between the middlegame and the endgame.

               ``tables(board)`` returns a score in centipawns from the point of view of the side to move, about 40
               times as fast as the same loop in Python. ``tables(boards, out=None)`` with `bitrook.batch.Boards`
               returns the scores of all boards, int32[n], or writes them to *out*; it uses the threads of the boards.

               :param midgame: an array (any buffer) or nested list of 6 x 64 numbers: rows from pawn to king, and
                   squares from a1 to h8 as seen by White; Black's pieces use the same rows mirrored. With 12 x 64
                   numbers, the last six rows are for Black's pieces and are not mirrored. Scores are from the point of
                   view of the piece's owner; floats are rounded. By default, the built-in tables.
               :param endgame: the same for the endgame; by default the same scores as *midgame*.
               :param values: six numbers, from pawn to king, that are added to the rows; or two rows of six, for the
                   middlegame and the endgame.
               :param phase: the weight of each piece type in the phase, by default (0, 1, 1, 2, 4, 0).
               :raises TypeError: if a value has the wrong type. The message contains the argument and the index.
               :raises ValueError: if a score is above 20000 or a weight of the phase is above 30. The message contains
                   the argument and the index.

               >>> from bitrook import Board, search
               >>> tables = search.PieceSquareTables()
               >>> tables(Board())
               0
               >>> material = search.PieceSquareTables([[0] * 64] * 6, values=[100, 320, 330, 500, 900, 0])
               >>> material(Board("4k3/8/8/8/8/8/8/Q3K2r b - - 0 1"))
               -400
               >>> material.terms(Board("4k3/8/8/8/8/8/8/Q3K2r b - - 0 1"))
               bitrook.search.EvaluationTerms(midgame=400, endgame=400, phase=6))")
          .vectorcall_of_objects(offsetof(Callable, call))
          .methods({
              method<"terms(board, /)", terms<PieceSquareTables>>(
                  R"(Return the sums of the terms of *board* from White's point of view, and the phase.

                  The evaluation is ``(midgame * phase + endgame * (max_phase - phase)) / max_phase``, rounded toward
                  zero, from the point of view of the side to move, and clamped to -30000..30000.

                  :returns: the `EvaluationTerms` (midgame, endgame, phase).)"),
              method<"__reduce__()", reduce>("Support pickle."),
              method<"__copy__()", self_of>("Return the tables themselves, which are immutable."),
              method<"__deepcopy__(memo, /)", self_of_deep>("Return the tables themselves, which are immutable."),
          })
          .attributes({
              attribute<"midgame", rows<0>>(
                  R"(The middlegame scores, including the values.

                  A read-only memoryview of ints of shape (12, 64), with White's rows first.)"),
              attribute<"endgame", rows<1>>("The endgame scores. See midgame."),
              attribute<"phase", phase>("The weight of each type of piece in the phase, pawn to king."),
              attribute<"max_phase", max_phase>("The phase of the starting position."),
          })
          .slot<dealloc<PieceSquareTables>>(Py_tp_dealloc)
          .build(module);
}

void define_default_evaluation(PyObject* module) {
  evaluation_type<DefaultEvaluation> =
      TypeBuilder("bitrook.search.DefaultEvaluation", sizeof(EvaluationObject<DefaultEvaluation>))
          .doc("DefaultEvaluation(tables=None, **terms)",
               R"(The default evaluation of `Search`: piece-square tables and several positional terms.

               ``evaluation(board)`` returns a score in centipawns from the point of view of the side to move.
               ``evaluation(boards, out=None)`` with `bitrook.batch.Boards` returns the scores of all boards, int32[n].

               :param tables: a `PieceSquareTables`, or None for the built-in tables.
               :param terms: for each term, True for the built-in weights, False to disable the term, or custom weights:
                   pairs of numbers in -1000..1000, for the middlegame and the endgame, as in `weights`. The terms are
                   explained in docs/engine-search.md.
               :raises TypeError: if a value has the wrong type. The message contains the argument and the index.
               :raises ValueError: if a value is out of range. The message contains the argument and the index.

               >>> from bitrook import Board, search
               >>> evaluation = search.DefaultEvaluation()
               >>> board = Board("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
               >>> evaluation(board) > search.DefaultEvaluation(bishop_pair=False)(board)
               True
               >>> evaluation(Board()) == evaluation.weights["tempo"][0][0]
               True
               >>> search.DefaultEvaluation(tempo=[(20, 0)])(Board())
               20)")
          .slot<make>(Py_tp_new)
          .vectorcall_of_objects(offsetof(Callable, call))
          .methods({
              method<"terms(board, /)", terms<DefaultEvaluation>>(
                  R"(Return the sums of the terms of *board* from White's point of view, and the phase.

                  The evaluation is ``(midgame * phase + endgame * (max_phase - phase)) / max_phase``, rounded toward
                  zero, from the point of view of the side to move, and clamped to -30000..30000. *max_phase* is that
                  of the tables.

                  :returns: the `EvaluationTerms` (midgame, endgame, phase).)"),
              method<"__getnewargs_ex__()", new_arguments>("Support pickle."),
              method<"__copy__()", self_of>("Return the evaluation itself, which is immutable."),
              method<"__deepcopy__(memo, /)", self_of_deep>("Return the evaluation itself, which is immutable."),
          })
          .attributes({
              attribute<"tables", tables>("The piece-square tables."),
              attribute<"weights", weights>(
                  "The weights: a new dict that maps each term to a tuple of (middlegame, endgame) pairs."),
          })
          .slot<dealloc<DefaultEvaluation>>(Py_tp_dealloc)
          .build(module);
}

}  // namespace bitrook::bindings
