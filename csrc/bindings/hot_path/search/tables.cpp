// PieceSquareTables: evaluation by piece and square, called as tables(board).
#include <pybind11/pybind11.h>

#include <new>
#include <optional>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/search_types.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

template <>
struct Self<search::PieceSquareTables&> {
  static constexpr bool Locked = false;
  static search::PieceSquareTables& get(PyObject* self) { return reinterpret_cast<TablesObject*>(self)->tables; }
};

namespace {

using search::PieceSquareTables;

// ---- Arguments.

bool load_number(PyObject* object, int& number, int limit, const char* range, std::string_view name) {
  std::int64_t value = 0;
  if (!load_index(object, value, name)) return false;
  if (value < -limit || value > limit) return out_of_range(PyExc_ValueError, range, object, name);
  number = int(value);
  return true;
}

// A sequence as a tuple. A buffer, such as an array of NumPy, as nested tuples of its numbers.
Ref items_of(PyObject* object) {
  if (!PyObject_CheckBuffer(object)) return Ref(PySequence_Tuple(object));
  const Ref view(PyMemoryView_FromObject(object));
  const Ref list(view ? PyObject_CallMethod(view.get(), "tolist", nullptr) : nullptr);
  return Ref(list ? PySequence_Tuple(list.get()) : nullptr);
}

// Appends the ints of a sequence, and of the sequences in it.
bool flatten(PyObject* object, std::vector<int>& numbers, const char* name, int depth = 0) {
  const Ref items = items_of(object);
  if (!items) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.get()); ++i) {
    PyObject* item = PyTuple_GET_ITEM(items.get(), i);
    if (depth < 2 && !PyIndex_Check(item) && (PySequence_Check(item) || PyObject_CheckBuffer(item))) {
      if (!flatten(item, numbers, name, depth + 1)) return false;
    } else if (int number = 0; load_number(item, number, PieceSquareTables::MaxEntry, "-20000..20000", name)) {
      numbers.push_back(number);
    } else {
      return false;
    }
    if (numbers.size() > 12 * 64) break;
  }
  return true;
}

using BothTables = std::array<PieceSquareTables::Table, 2>;

bool load_tables(PyObject* object, const std::array<int, 6>& values, BothTables& tables, const char* name) {
  std::vector<int> numbers;
  if (!flatten(object, numbers, name)) return false;
  if (numbers.size() != 6 * 64 && numbers.size() != 12 * 64) {
    PyErr_Format(PyExc_ValueError, "%s must be 6 or 12 rows of 64 ints, not %zu ints", name, numbers.size());
    return false;
  }
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t row = 0; row < 6; ++row)
      for (std::size_t s = 0; s < 64; ++s) {
        const bool own = side == 1 && numbers.size() > 6 * 64;
        const std::size_t at = (row + 6 * own) * 64 + (side == 1 && !own ? s ^ 56 : s);
        tables[side][row][s] = numbers[at] + values[row];
      }
  return true;
}

// Up to six ints, by type from pawn to king.
bool load_by_type(PyObject* object, std::array<int, 6>& numbers, int limit, const char* range, const char* name) {
  if (!object || object == Py_None) return true;
  const Ref items = items_of(object);
  if (!items) return false;
  const Py_ssize_t count = PyTuple_GET_SIZE(items.get());
  if (count != 5 && count != 6) {
    PyErr_Format(PyExc_ValueError, "%s must be five or six ints, from pawn to queen or king, not %zd", name, count);
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!load_number(PyTuple_GET_ITEM(items.get(), i), numbers[std::size_t(i)], limit, range, name)) return false;
  return true;
}

// ---- The type.

PyObject* call(PyObject* self, PyObject* const* args, std::size_t given, PyObject* keywords) {
  if (PyVectorcall_NARGS(given) != 1 || keywords) {
    PyErr_SetString(PyExc_TypeError, "PieceSquareTables take one argument, a Board");
    return nullptr;
  }
  if (!is_board(args[0])) {
    not_a("a Board", args[0], "board");
    return nullptr;
  }
  const Lock lock(args[0]);
  return to_python(reinterpret_cast<TablesObject*>(self)->tables(board_of(args[0]).game.position()));
}

PyObject* make(PyTypeObject* type, PyObject* midgame, PyObject* endgame, PyObject* values, PyObject* phase) {
  const bool is_standard = (!midgame || midgame == Py_None) && (!endgame || endgame == Py_None);
  std::array<int, 6> by_type{};
  PieceSquareTables::PhaseWeights weights = PieceSquareTables::StandardWeights;
  if (!load_by_type(values, by_type, PieceSquareTables::MaxEntry, "-20000..20000", "values") ||
      !load_by_type(phase, weights, 1000, "-1000..1000", "phase"))
    return nullptr;
  std::optional<PieceSquareTables> tables;
  if (is_standard) {
    if ((values && values != Py_None) || (phase && phase != Py_None)) {
      PyErr_SetString(PyExc_ValueError, "values and phase need tables: midgame is None");
      return nullptr;
    }
    tables = PieceSquareTables::standard();
  } else {
    BothTables middle, end;
    if (!midgame || midgame == Py_None) midgame = endgame;
    if (!endgame || endgame == Py_None) endgame = midgame;
    if (!load_tables(midgame, by_type, middle, "midgame") || !load_tables(endgame, by_type, end, "endgame"))
      return nullptr;
    tables.emplace(middle, end, weights);
  }
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  reinterpret_cast<TablesObject*>(self)->vectorcall = guarded<call>;
  new (&reinterpret_cast<TablesObject*>(self)->tables) PieceSquareTables(*tables);
  return self;
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  reinterpret_cast<TablesObject*>(self)->tables.~PieceSquareTables();
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* terms(PieceSquareTables& tables, PyObject* board) {
  if (!is_board(board)) {
    not_a("a Board", board, "board");
    return nullptr;
  }
  const Lock lock(board);
  const search::EvaluationTerms t = tables.terms(board_of(board).game.position());
  return Py_BuildValue("(iii)", t.midgame, t.endgame, t.phase);
}

}  // namespace

void define_piece_square_tables(pybind11::module_& m) {
  TypeBuilder tables("bitrook.PieceSquareTables", sizeof(TablesObject),
                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL);
  tables
      .doc("PieceSquareTables(midgame=None, endgame=None, *, values=None, phase=None)",
           "An evaluation by piece and square, tapered between middlegame and endgame.\n\n"
           "Calling it with a Board returns an int: centipawns from the view of the side to move, at most 30,000.\n\n"
           ":param midgame: 6 rows of 64 ints, from pawn to king and from a1 to h8, as White sees the board; for\n"
           "    Black the board is mirrored vertically. Or 12 rows: then the last six are Black's own, with squares\n"
           "    as they are. A nested or flat sequence, or a buffer such as an array of NumPy. Ints from -20,000 to\n"
           "    20,000, positive where they are good for the side that has the piece.\n"
           ":param endgame: the same for the endgame. If one of the two is None, the other serves for both. If both\n"
           "    are None, the tables are bitrook's own, which contain the values of the pieces.\n"
           ":param values: five or six ints that are added to the rows, from pawn to queen or king.\n"
           ":param phase: what each type of piece counts for the phase of the game, by default 0 1 1 2 4 0. The\n"
           "    score is ``(midgame * phase + endgame * (most - phase)) / most``, where most is the phase of the\n"
           "    start of a game, rounded towards 0.\n\n"
           "Raises ValueError for another number of ints or one out of its range, TypeError for what is no int.\n\n"
           ">>> from bitrook.search import PieceSquareTables\n"
           ">>> material = PieceSquareTables([[0] * 64] * 6, values=[100, 320, 330, 500, 900])\n"
           ">>> material(Board('4k3/8/8/8/8/8/8/R3K2N b - - 0 1'))\n"
           "-820\n"
           ">>> PieceSquareTables()(Board())\n"
           "0")
      .constructor<"PieceSquareTables(midgame=None, endgame=None, *, values=None, phase=None)", make>()
      .slot<dealloc>(Py_tp_dealloc)
      .methods({method<"terms(board)", terms>(
          "Return (midgame, endgame, phase): both sums from White's view, and the phase of the position.\n\n"
          ">>> from bitrook.search import PieceSquareTables\n"
          ">>> PieceSquareTables().terms(Board())\n"
          "(0, 0, 24)")})
      .vectorcall_of_objects(offsetof(TablesObject, vectorcall));
  tables_type = tables.build(m.ptr());
}

}  // namespace bitrook::bindings
