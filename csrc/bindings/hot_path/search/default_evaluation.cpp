// The Python DefaultEvaluation: piece-square tables, and terms with their weights.
#include "bindings/hot_path/search/types.hpp"

#include <new>

#include "bindings/hot_path/search/native_evaluation.hpp"
#include "bindings/hot_path/search/numbers.hpp"

namespace bitrook::bindings {

using search::DefaultEvaluation;
using search::EvaluationWeights;
using search::Tapered;

namespace {

struct EvaluationObject {
  Callable head;
  PyObject* tables;  // owned
  DefaultEvaluation evaluation;
};
EvaluationObject& object_of(PyObject* self) { return *reinterpret_cast<EvaluationObject*>(self); }
const DefaultEvaluation& evaluation_in(PyObject* self) { return object_of(self).evaluation; }

// ---- Construction.

// True keeps the weights, and False sets them to 0. Anything else must contain a pair of numbers for each weight.
bool load_weights(PyObject* given, const char* name, std::span<Tapered> weights) {
  if (!given || given == Py_True) return true;
  if (given == Py_False) {
    std::ranges::fill(weights, Tapered());
    return true;
  }
  std::vector<int> numbers;
  if (!load_numbers(given, name, numbers)) return false;
  if (numbers.size() != 2 * weights.size()) {
    return fail(PyExc_ValueError, "%s must be True, False or %zu pairs of numbers, not %zu numbers", name,
                weights.size(), numbers.size());
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (std::size_t part = 0; part < 2; ++part)
      if (std::abs(numbers[2 * i + part]) > EvaluationWeights::Max) {
        return fail(PyExc_ValueError, "%s[%zu][%zu] must be in -%d..%d: %d", name, i, part, EvaluationWeights::Max,
                    EvaluationWeights::Max, numbers[2 * i + part]);
      }
    weights[i] = Tapered(numbers[2 * i], numbers[2 * i + 1]);
  }
  return true;
}

// Returns false with TypeError set if a keyword is neither `tables` nor a term.
bool check_names(PyObject* keywords) {
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(keywords, &at, &key, &value);) {
    bool found = PyUnicode_CompareWithASCIIString(key, "tables") == 0;
    EvaluationWeights weights;
    search::for_each_term(weights,
                          [&](const char* name, auto) { found |= PyUnicode_CompareWithASCIIString(key, name) == 0; });
    if (!found) return fail(PyExc_TypeError, "DefaultEvaluation() has no term %R", key);
  }
  return true;
}

// Returns the value of a keyword, or null if it was not passed. Returns null with an exception set if there is not
// enough memory, where PyDict_GetItemString() would ignore the keyword.
PyObject* value_of(PyObject* keywords, const char* name) {
  const Ref key(PyUnicode_FromString(name));
  return key ? PyDict_GetItemWithError(keywords, key.get()) : nullptr;
}

// DefaultEvaluation(tables=None, **terms)
PyObject* make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject* given = nullptr;
  const Ref named(keywords ? PyDict_Copy(keywords) : PyDict_New());
  if (!named || !check_names(named.get())) return nullptr;
  if (!PyArg_UnpackTuple(args, "DefaultEvaluation", 0, 1, &given)) return nullptr;
  PyObject* const by_name = value_of(named.get(), "tables");
  if (!by_name && PyErr_Occurred()) return nullptr;
  if (given && by_name) {
    return fail(PyExc_TypeError, "DefaultEvaluation() got multiple values for argument 'tables'");
  }
  if (!given) given = by_name;
  const Ref tables(incref(given ? given : Py_None));
  EvaluationWeights weights;
  bool loaded = true;
  search::for_each_term(weights, [&](const char* name, auto span) {
    if (!loaded) return;
    PyObject* const weights_given = value_of(named.get(), name);
    loaded = (weights_given || !PyErr_Occurred()) && load_weights(weights_given, name, span);
  });
  if (!loaded) return nullptr;
  const Ref own(tables.get() != Py_None ? incref(tables.get())
                                        : PyObject_CallNoArgs(reinterpret_cast<PyObject*>(piece_square_tables_type)));
  if (!own) return nullptr;
  const search::PieceSquareTables* native = tables_of(own.get());
  if (!native) return not_a("None or PieceSquareTables", own.get(), "tables");
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  object_of(self).head.call = guarded<call_evaluation<"DefaultEvaluation(board, out=None)", evaluation_in>>;
  object_of(self).tables = incref(own.get());
  new (&object_of(self).evaluation) DefaultEvaluation(*native, weights);
  return self;
}

void dealloc(PyObject* self) {
  evaluation_in(self).~DefaultEvaluation();
  Py_XDECREF(object_of(self).tables);
  free_object(self);
}

// ---- Evaluation.

PyObject* terms(PyObject* self, PyObject* board) {
  if (!is_board(board)) return not_a("a Board", board, "board");
  return terms_of(evaluation_in(self), board);
}

// ---- Attributes.

PyObject* tables(PyObject* self) { return incref(object_of(self).tables); }

// Returns a tuple of pairs.
PyObject* pairs(std::span<const Tapered> weights) {
  return new_tuple(weights.size(),
                   [&](std::size_t i) { return Py_BuildValue("(ii)", weights[i].midgame(), weights[i].endgame()); });
}

PyObject* weights(PyObject* self) {
  PyObject* dict = PyDict_New();
  search::for_each_term(evaluation_in(self).weights(), [&](const char* name, auto span) {
    const Ref value(dict ? pairs(span) : nullptr);
    if (dict && (!value || PyDict_SetItemString(dict, name, value.get()) < 0)) Py_CLEAR(dict);
  });
  return dict;
}

// Returns the arguments of __new__, for pickle.
PyObject* new_arguments(PyObject* self) {
  const Ref named(weights(self));
  return named ? Py_BuildValue("((O)O)", object_of(self).tables, named.get()) : nullptr;
}

}  // namespace

const DefaultEvaluation* default_evaluation_of(PyObject* object) {
  return Py_TYPE(object) == default_evaluation_type ? &evaluation_in(object) : nullptr;
}

void define_default_evaluation(PyObject* module) {
  default_evaluation_type =
      TypeBuilder("bitrook.search.DefaultEvaluation", sizeof(EvaluationObject))
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
              method<"terms(board, /)", terms>(
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
          .slot<dealloc>(Py_tp_dealloc)
          .build(module);
}

}  // namespace bitrook::bindings
