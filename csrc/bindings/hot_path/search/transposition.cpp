// The Python TranspositionTable.
#include "bindings/hot_path/search/types.hpp"

#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "bindings/support/type_builder.hpp"
#include "bitrook/search/score.hpp"

namespace bitrook::bindings {

using search::Bound;
using search::TableEntry;
using search::TranspositionTable;
using Shared = std::shared_ptr<TranspositionTable>;

namespace {

constexpr int MaxTablePly = 256;

struct TableObject {
  PyObject ob_base;
  std::atomic<TranspositionTable*> table;  // the table owned by `shared`, for calls that need no reference
  Shared shared;
#ifdef Py_GIL_DISABLED
  std::vector<Shared> retired;  // calls in other threads may still be using these
#endif
};
TableObject& object_of(PyObject* self) { return *reinterpret_cast<TableObject*>(self); }

}  // namespace

// Reads and writes of entries need no lock.
template <>
struct Self<TranspositionTable&> {
  static constexpr bool Locked = false;
  static TranspositionTable& get(PyObject* self) { return *object_of(self).table.load(std::memory_order_acquire); }
};
template <>
struct Self<const TranspositionTable&> : Self<TranspositionTable&> {};
template <>
struct Self<TableObject&> : LockedSelf<object_of> {};

namespace {

PyTypeObject *transposition_table_type, *entry_type;

// ---- Construction.

Shared make_table(std::int64_t mebibytes) {
  if (mebibytes < 1) {
    fail(PyExc_ValueError, "mb must be at least 1: %lld", (long long)mebibytes);
    return nullptr;
  }
  Shared table(TranspositionTable::make(std::uint64_t(mebibytes)));
  if (!table) PyErr_Format(PyExc_MemoryError, "cannot allocate a table of %lld MiB", (long long)mebibytes);
  return table;
}

PyObject* new_object(PyTypeObject* type, Shared table) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  TableObject& object = object_of(self);
  new (&object.table) std::atomic<TranspositionTable*>(table.get());
  new (&object.shared) Shared(std::move(table));
#ifdef Py_GIL_DISABLED
  new (&object.retired) std::vector<Shared>();
#endif
  return self;
}

PyObject* make(PyTypeObject* type, PyObject* mb) {
  std::int64_t mebibytes = 16;
  if (mb && !load_index(mb, mebibytes, "mb")) return nullptr;
  Shared table = make_table(mebibytes);
  return table ? new_object(type, std::move(table)) : nullptr;
}

void dealloc(PyObject* self) {
  object_of(self).~TableObject();
  free_object(self);
}

// ---- Entries.

using Ply = Within<0, MaxTablePly>;
using Score = Within<-search::MateScore, search::MateScore>;
using Depth = Within<TranspositionTable::MinDepth, TranspositionTable::MaxDepth>;
using BoundNumber = Within<int(Bound::Upper), int(Bound::Exact)>;

PyObject* probe(const TranspositionTable& table, std::uint64_t key, Ply ply) {
  const auto entry = table.probe(key);
  if (!entry) return none();
  return struct_sequence(entry_type, entry->move.is_null() ? none() : to_python(entry->move),
                         to_python(search::from_table(entry->score, int(ply.value))), to_python(entry->depth),
                         to_python(int(entry->bound)));
}

void store(TranspositionTable& table, std::uint64_t key, std::optional<Move> move, Score score, Depth depth,
           BoundNumber bound, Ply ply) {
  const int relative = search::to_table(int(score.value), int(ply.value));
  table.store(key, {move.value_or(Move::null()), relative, int(depth.value), Bound(bound.value)});
}

PyObject* resize(TableObject& object, PyObject* mb) {
  std::int64_t mebibytes = 0;
  if (!load_index(mb, mebibytes, "mb")) return nullptr;
  Shared table = make_table(mebibytes);
  if (!table) return nullptr;
#ifdef Py_GIL_DISABLED
  object.retired.push_back(object.shared);
#endif
  object.table.store(table.get(), std::memory_order_release);
  object.shared = std::move(table);
  return none();
}

PyObject* repr(PyObject* self) {
  return PyUnicode_FromFormat("bitrook.search.TranspositionTable(%zu)",
                              Self<TranspositionTable&>::get(self).mebibytes());
}

}  // namespace

Shared table_of(PyObject* object) {
  if (Py_TYPE(object) != transposition_table_type) return nullptr;
  const Lock lock(object);
  return object_of(object).shared;
}

void define_transposition_table(PyObject* module) {
  entry_type = define_struct_sequence(module, "bitrook.search.TableEntry",
                                      "An entry of a TranspositionTable, as returned by probe().",
                                      {{"move", "The best move, or None if unknown."},
                                       {"score", "The score, in the unit of the caller."},
                                       {"depth", "The depth to which the position was searched."},
                                       {"bound", "The bound: EXACT, LOWER or UPPER."}});
  transposition_table_type =
      TypeBuilder("bitrook.search.TranspositionTable", sizeof(TableObject))
          .constructor<"TranspositionTable(mb=16)", make>(
              R"(A hash table of search results by position, which threads can share without locks.

               An entry takes 16 bytes, and four entries form a cluster of one cache line. In a full cluster, store()
               overwrites the entry with the lowest depth. For this comparison, the depth of an entry is reduced by
               eight plies for each search that has started since it was stored. The operating system allocates the
               memory on first use.

               Keys can be any 64-bit ints, such as ``board.key`` or ``board.repetition_key``. Two positions with the
               same key share an entry, so check that its move is legal.

               :param mb: the size in MiB, at least 1; rounded down to a power of two.
               :raises MemoryError: if there is not enough memory.
               :raises ValueError: if *mb* is below 1.

               >>> from bitrook import Board, Move, search
               >>> table = search.TranspositionTable(1)
               >>> board = Board()
               >>> table.store(board.key, Move.from_uci("e2e4"), score=35, depth=8, bound=search.EXACT)
               >>> entry = table.probe(board.key)
               >>> entry.move, entry.score, entry.depth, entry.bound == search.EXACT
               (Move.from_uci('e2e4'), 35, 8, True)
               >>> table.probe(board.key + 1) is None
               True)")
          .methods({
              method<"probe(key, ply=0)", probe>(
                  R"(Return the entry stored with a key, or None.

                  The table stores mate scores relative to the position. probe() converts them to mates relative to
                  the root of the search. See store().

                  :param key: the 64-bit key of the position.
                  :param ply: the distance of the position from the root of the search, 0..256.
                  :returns: a `TableEntry` (move, score, depth, bound), or None.
                  :raises ValueError: if *ply* is out of range.)"),
              method<"store(key, move, score, depth, bound, ply=0)", store>(
                  R"(Store a search result, replacing the entry of the same key or another entry of its cluster.

                  Scores above 30000 are mates: 32000 minus the distance from the root in plies. Scores below -30000
                  are mates against the side to move.

                  :param key: the 64-bit key of the position.
                  :param move: the best move, or None, which keeps the move that is already stored with *key*.
                  :param score: the score, -32000..32000.
                  :param depth: the depth of the search in plies, -64..190.
                  :param bound: UPPER, LOWER or EXACT: the true score is at most, at least, or exactly *score*.
                  :param ply: the distance of the position from the root of the search, 0..256.
                  :raises ValueError: if a value is out of range.)"),
              method<"prefetch(key)", &TranspositionTable::prefetch>(
                  R"(Load the cluster of a key into the processor's cache.

                  :param key: the 64-bit key of the position.)"),
              method<"new_search()", &TranspositionTable::new_search>(
                  "Age all entries by one search, so that they are overwritten first. Call it before each search."),
              method<"hashfull()", &TranspositionTable::hashfull>(
                  "Return how full the table is, in permille: the entries of this search among the first thousand."),
              method<"clear()", &TranspositionTable::clear>(
                  "Remove all entries. Other threads may use the table at the same time."),
              method<"resize(mb)", resize>(
                  R"(Replace the table with an empty one. A running search keeps using the old table.

                  :param mb: the new size in MiB, at least 1; rounded down to a power of two.
                  :raises ValueError: if *mb* is below 1. The table is then unchanged.
                  :raises MemoryError: if there is not enough memory. The table is then unchanged.)"),
          })
          .attributes({
              attribute<"mb", &TranspositionTable::mebibytes>(
                  "The size in MiB, as passed to the constructor or resize()."),
              attribute<"entries", &TranspositionTable::entries>("The capacity in entries."),
          })
          .slot<dealloc>(Py_tp_dealloc)
          .slot<repr>(Py_tp_repr)
          .build(module);
}

}  // namespace bitrook::bindings
