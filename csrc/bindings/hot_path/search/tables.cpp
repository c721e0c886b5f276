// The Python PieceSquareTables: an evaluation that is called with a board.
#include "bindings/hot_path/search/types.hpp"

#include <new>

#include "bindings/hot_path/search/native_evaluation.hpp"
#include "bindings/hot_path/search/numbers.hpp"
#include "bindings/hot_path/search/struct_sequence.hpp"

namespace bitrook::bindings {

using search::PieceSquareTables;

namespace {

struct TablesObject {
  Callable head;
  PieceSquareTables tables;
};
const PieceSquareTables& tables_in(PyObject* self) { return reinterpret_cast<TablesObject*>(self)->tables; }

// ---- Construction.

using Values = std::array<std::array<int, 6>, 2>;  // by piece type, in the middlegame and the endgame

// Loads six numbers for both phases of the game, or six for each.
bool load_values(PyObject* object, Values& values) {
  std::vector<int> numbers;
  if (!load_numbers(object, "values", numbers)) return false;
  if (numbers.size() != 6 && numbers.size() != 12) {
    return fail(PyExc_ValueError, "values must be six numbers, pawn to king, or two rows of six, not %zu numbers",
                numbers.size());
  }
  for (std::size_t i = 0; i < 12; ++i) values[i / 6][i % 6] = numbers[i % numbers.size()];
  return true;
}

bool load_weights(PyObject* object, PieceSquareTables::PhaseWeights& weights) {
  std::vector<int> numbers;
  if (!load_numbers(object, "phase", numbers)) return false;
  const bool in_range = std::ranges::all_of(numbers, [](int n) { return 0 <= n && n <= PieceSquareTables::MaxWeight; });
  if (numbers.size() != weights.size() || !in_range) {
    return fail(PyExc_ValueError, "phase must be six numbers in 0..%d, pawn to king: %R", PieceSquareTables::MaxWeight,
                object);
  }
  std::ranges::copy(numbers, weights.begin());
  return true;
}

// Loads White's and Black's tables. If there are only six rows, they are White's, and Black's are their mirror image.
bool load_tables(PyObject* object, const char* name, const std::array<int, 6>& values,
                 std::array<PieceSquareTables::Table, 2>& tables) {
  std::vector<int> numbers;
  if (!load_rows(object, name, numbers)) return false;
  const bool mirrors = numbers.size() == 6 * 64;
  for (std::size_t i = 0; i < 12 * 64; ++i) {
    const std::size_t color = i / (6 * 64), row = i / 64 % 6, square = i % 64;
    const int number = mirrors && color ? numbers[row * 64 + (square ^ 56)] : numbers[i];
    const int score = number + values[row];
    if (score < -PieceSquareTables::MaxEntry || score > PieceSquareTables::MaxEntry) {
      return fail(PyExc_ValueError, "%s[%zu][%zu] and the value of the piece must be in -%d..%d: %d", name,
                  mirrors ? row : 6 * color + row, square, PieceSquareTables::MaxEntry, PieceSquareTables::MaxEntry,
                  score);
    }
    tables[color][row][square] = score;
  }
  return true;
}

PyObject* new_tables(PyTypeObject* type, const PieceSquareTables& tables) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  reinterpret_cast<TablesObject*>(self)->head.call =
      guarded<call_evaluation<"PieceSquareTables(board, out=None)", tables_in>>;
  new (&reinterpret_cast<TablesObject*>(self)->tables) PieceSquareTables(tables);
  return self;
}

PyObject* make(PyTypeObject* type, PyObject* midgame, PyObject* endgame, PyObject* values, PyObject* phase) {
  PieceSquareTables::PhaseWeights weights = PieceSquareTables::StandardWeights;
  Values added{};
  if (is_given(values) && !load_values(values, added)) return nullptr;
  if (is_given(phase) && !load_weights(phase, weights)) return nullptr;
  if (!is_given(midgame)) {
    if (!is_given(endgame) && !is_given(values) && !is_given(phase)) {
      return new_tables(type, PieceSquareTables::standard());
    }
    return fail(PyExc_TypeError, "PieceSquareTables() requires midgame if another argument is given");
  }
  std::array<PieceSquareTables::Table, 2> tables[2];
  if (!load_tables(midgame, "midgame", added[0], tables[0])) return nullptr;
  PyObject* end = is_given(endgame) ? endgame : midgame;
  if (!load_tables(end, end == endgame ? "endgame" : "midgame", added[1], tables[1])) return nullptr;
  return new_tables(type, PieceSquareTables(tables[0], tables[1], weights));
}

void dealloc(PyObject* self) {
  tables_in(self).~PieceSquareTables();
  free_object(self);
}

// ---- Evaluation.

PyObject* terms(PyObject* self, PyObject* board) {
  if (!is_base_board(board)) return not_a("a Board", board, "board");
  return terms_of(tables_in(self), board);
}

// ---- Attributes.

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

}  // namespace

const PieceSquareTables* tables_of(PyObject* object) {
  return Py_TYPE(object) == piece_square_tables_type ? &tables_in(object) : nullptr;
}

void define_piece_square_tables(PyObject* module) {
  evaluation_terms_type = define_struct_sequence(
      module, "bitrook.search.EvaluationTerms",
      "The sums of an evaluation's terms from White's point of view, and the phase. Returned by terms().",
      {{"midgame", "The sum of the middlegame scores."},
       {"endgame", "The sum of the endgame scores."},
       {"phase", "The phase, from 0 (only kings and pawns) to max_phase."}});
  piece_square_tables_type =
      TypeBuilder("bitrook.search.PieceSquareTables", sizeof(TablesObject))
          .constructor<"PieceSquareTables(midgame=None, endgame=None, values=None, phase=None)", make>(
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
              method<"terms(board, /)", terms>(
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
          .slot<dealloc>(Py_tp_dealloc)
          .build(module);
}

}  // namespace bitrook::bindings
