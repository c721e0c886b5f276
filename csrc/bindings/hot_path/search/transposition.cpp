// TranspositionTable: probe and store for searches written in Python.
#include <pybind11/pybind11.h>

#include <new>

#include "bindings/hot_path/search/search_types.hpp"
#include "bindings/support/type_builder.hpp"
#include "bitrook/search/score.hpp"

namespace bitrook::bindings {

namespace {

using search::TableEntry;
using search::TranspositionTable;

TableObject& object_of(PyObject* self) { return *reinterpret_cast<TableObject*>(self); }

PyTypeObject* entry_type;

bool load_in(PyObject* object, int low, int high, const char* range, std::string_view name, int& number) {
  std::int64_t value = 0;
  if (!load_index(object, value, name)) return false;
  if (value < low || value > high) return out_of_range(PyExc_ValueError, range, object, name);
  number = int(value);
  return true;
}

bool load_size(PyObject* object, std::size_t& mb) {
  std::int64_t value = 0;
  if (!load_index(object, value, "mb")) return false;
  if (value < 1 || value > (std::int64_t{1} << 19)) return out_of_range(PyExc_ValueError, "1..524288", object, "mb");
  mb = std::size_t(value);
  return true;
}

PyObject* make(PyTypeObject* type, PyObject* mb_object) {
  std::size_t mb = 0;
  if (!load_size(mb_object, mb)) return nullptr;
  auto table = TranspositionTable::make(mb);
  if (!table) return PyErr_NoMemory();
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  new (&object_of(self).table) std::unique_ptr<TranspositionTable>(std::move(table));
  new (&object_of(self).users) std::atomic<int>(0);
  return self;
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  object_of(self).table.~unique_ptr();
  type->tp_free(self);
  Py_DECREF(type);
}

bool load_ply(PyObject* object, int& ply) {
  ply = 0;
  return !object || load_in(object, 0, search::MaxPly, "0..128", "ply", ply);
}

PyObject* probe(PyObject* self, std::uint64_t key, PyObject* ply_object) {
  int ply = 0;
  if (!load_ply(ply_object, ply)) return nullptr;
  std::optional<TableEntry> e;
  {
    const Lock lock(self);
    e = object_of(self).table->probe(key);
  }
  if (!e) return none();
  const Ref move(e->move.is_null() ? none() : to_python(e->move)), score(to_python(search::from_table(e->score, ply)));
  const Ref depth(to_python(e->depth)), bound(to_python(int(e->bound)));
  if (!move || !score || !depth || !bound) return nullptr;
  PyObject* entry = PyStructSequence_New(entry_type);
  if (!entry) return nullptr;
  Py_ssize_t i = 0;
  for (PyObject* item : {move.get(), score.get(), depth.get(), bound.get()})
    PyStructSequence_SetItem(entry, i++, incref(item));
  return entry;
}

PyObject* store(PyObject* self, std::uint64_t key, PyObject* move_object, PyObject* score_object,
                PyObject* depth_object, PyObject* bound_object, PyObject* ply_object) {
  Move move;
  int score = 0, depth = 0, bound = 0, ply = 0;
  if ((move_object != Py_None && !load(move_object, move, "move")) ||
      !load_in(score_object, -search::MateScore, search::MateScore, "-32000..32000", "score", score) ||
      !load_in(depth_object, TranspositionTable::MinDepth, TranspositionTable::MaxDepth, "-64..190", "depth", depth) ||
      !load_in(bound_object, 1, 3, "1..3", "bound", bound) || !load_ply(ply_object, ply))
    return nullptr;
  const Lock lock(self);
  score = std::clamp(search::to_table(score, ply), -search::MateScore, search::MateScore);
  object_of(self).table->store(key, {move, score, depth, search::Bound(bound)});
  return none();
}

// Sets RuntimeError while a search uses the table.
bool is_unused(PyObject* self) {
  if (object_of(self).users.load() == 0) return true;
  PyErr_SetString(PyExc_RuntimeError, "the table is being used by a search");
  return false;
}

PyObject* clear(PyObject* self) {
  const Lock lock(self);
  if (!is_unused(self)) return nullptr;
  object_of(self).table->clear();
  return none();
}

PyObject* resize(PyObject* self, PyObject* mb_object) {
  std::size_t mb = 0;
  if (!load_size(mb_object, mb)) return nullptr;
  const Lock lock(self);
  if (!is_unused(self)) return nullptr;
  return object_of(self).table->resize(mb) ? none() : PyErr_NoMemory();
}

PyObject* new_search(PyObject* self) {
  const Lock lock(self);
  object_of(self).table->new_search();
  return none();
}

PyObject* prefetch(PyObject* self, std::uint64_t key) {
  const Lock lock(self);
  object_of(self).table->prefetch(key);
  return none();
}

int hashfull(PyObject* self) {
  const Lock lock(self);
  return object_of(self).table->hashfull();
}

PyObject* mb(PyObject* self) { return PyLong_FromSize_t(object_of(self).table->mebibytes()); }
Py_ssize_t length(PyObject* self) { return Py_ssize_t(object_of(self).table->entries()); }

}  // namespace

void define_transposition_table(pybind11::module_& m) {
  static PyStructSequence_Field fields[]{{"move", "the best move, or None"},
                                         {"score", "centipawns or a mate, for the side to move"},
                                         {"depth", "how deep the position was searched, in plies"},
                                         {"bound", "what the score is, a Bound: at most, at least, or exactly so much"},
                                         {nullptr, nullptr}};
  static PyStructSequence_Desc description{"bitrook.TableEntry", "What a TranspositionTable knows about a position.",
                                           fields, 4};
  entry_type = PyStructSequence_NewType(&description);
  if (!entry_type) throw pybind11::error_already_set();
  m.attr("TableEntry") = pybind11::reinterpret_borrow<pybind11::object>(reinterpret_cast<PyObject*>(entry_type));

  TypeBuilder table("bitrook.TranspositionTable", sizeof(TableObject), Py_TPFLAGS_DEFAULT);
  table
      .doc("TranspositionTable(mb)",
           "A hash table of searched positions, of at most *mb* MiB, 1 to 524,288.\n\n"
           "Four entries share a cache line. When all four are used, the one searched least deeply is replaced, and\n"
           "older ones first. Threads and searches may share a table; it uses no locks. Raises MemoryError if there\n"
           "is not that much memory.\n\n"
           ">>> from bitrook.search import Bound, TranspositionTable\n"
           ">>> table, board = TranspositionTable(16), Board()\n"
           ">>> table.store(board.repetition_key, Move.from_uci('e2e4'), 25, depth=6, bound=Bound.EXACT)\n"
           ">>> entry = table.probe(board.repetition_key)\n"
           ">>> entry.move, entry.score, entry.bound == Bound.EXACT\n"
           "(Move.from_uci('e2e4'), 25, True)")
      .constructor<"TranspositionTable(mb)", make>()
      .slot<dealloc>(Py_tp_dealloc)
      .slot<length>(Py_sq_length)
      .attributes({attribute<"mb", mb>("The size in MiB that was asked for.")})
      .methods({
          method<"probe(key, ply=0)", probe>(
              "Return the TableEntry of a position by its 64-bit key, or None.\n\n"
              "Give *ply*, the distance to the root of the search, 0 to 128, to have mates counted from the root."),
          method<"store(key, move, score, depth, bound, ply=0)", store>(
              "Store what a search found.\n\n"
              ":param move: the best move, or None; a move that is stored already is then kept.\n"
              ":param score: -32,000 to 32,000. More than 30,000 is a mate: 32,000 less the plies from the root.\n"
              ":param depth: -64 to 190, in plies.\n"
              ":param bound: Bound.UPPER, LOWER or EXACT.\n"
              ":param ply: the distance to the root, 0 to 128. The table keeps mates counted from the position."),
          method<"new_search()", new_search>("Make all entries older. Call it once for each search."),
          method<"hashfull()", hashfull>("Return how full the table is, in thousandths: entries of this search only."),
          method<"prefetch(key)", prefetch>("Start to load the entries of a key into the processor's cache."),
          method<"clear()", clear>("Remove all entries. Raises RuntimeError while a search uses the table."),
          method<"resize(mb)", resize>("Remove all entries and change the size. Raises as clear() and MemoryError."),
      });
  table_type = table.build(m.ptr());
}

}  // namespace bitrook::bindings
