// The class _Tablebase for Python: Syzygy files, single probes, probes of batches, ranked moves.
#include "bindings/tablebase/tablebase.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/batch/boards.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/object.hpp"
#include "bitrook/batch/parts.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using tablebase::Metric;
using tablebase::Probe;
using tablebase::Tablebase;

Metric metric_argument(bool dtz) { return dtz ? Metric::Dtz : Metric::Wdl; }

// Returns the value of a probe. If there is none, returns (status, reason), which Python converts to an exception.
py::object to_answer(const Probe& probe) {
  switch (probe.status) {
    case Probe::Status::Ok:
      return py::int_(probe.value);
    case Probe::Status::Missing: {
      const std::string kind = probe.metric == Metric::Dtz ? "dtz" : "wdl";
      return py::make_tuple(int(probe.status), "did not find " + kind + " table " + probe.material.name());
    }
    case Probe::Status::Unreadable:
      return py::make_tuple(int(probe.status), FilePath::decoded(probe.error));
    case Probe::Status::NotProbeable:
      break;
  }
  return py::make_tuple(int(probe.status), "");
}

py::object probe(const TablebaseObject& object, const py::object& board, bool dtz) {
  const Tablebase& tables = *object.tables;
  const Position position = position_argument(board.ptr());
  return to_answer(call_without_gil([&] { return dtz ? tables.dtz(position) : tables.wdl(position); }));
}

// Returns the value in the file for the board's material, without any search: (result of to_answer(), whether the file
// only has values for the other side to move, value).
py::tuple look_up(const TablebaseObject& object, const py::object& board, bool dtz, int wdl) {
  if (wdl < -2 || wdl > 2) throw py::value_error("wdl must be between -2 and 2, not " + std::to_string(wdl));
  const Tablebase& tables = *object.tables;
  const Position position = position_argument(board.ptr());
  tablebase::Table::Answer answer{};
  const Probe result = call_without_gil([&] { return tables.look_up(position, metric_argument(dtz), wdl, answer); });
  return py::make_tuple(to_answer(result), answer.kind == tablebase::Table::Answer::Kind::OtherSide, answer.value);
}

py::tuple ranked_moves(const TablebaseObject& object, const py::object& board) {
  const Tablebase& tables = *object.tables;
  const Game game = game_argument(board.ptr());
  std::vector<tablebase::RankedMove> moves;
  const Probe result = call_without_gil([&] { return tables.rank_moves(game, moves); });
  py::list list;
  for (const tablebase::RankedMove& m : moves) list.append(py::make_tuple(m.move, m.rank, m.wdl, m.dtz));
  return py::make_tuple(to_answer(result), list);
}

// Writes the value of each board, or `missing` if there is none. Returns the first probe of an unreadable file, if any.
template <class T>
py::object probe_boards(const Tablebase& tables, BoardsObject& object, bool dtz, const py::object& out, T missing,
                        unsigned threads) {
  const Using use(object);
  const WritableBuffer<T> buffer(out.ptr(), "out");
  buffer.require_shape({use.boards().size()});
  std::mutex mutex;
  std::size_t unreadable = use.boards().size();
  Probe failure;
  use.run([&](const batch::Threads& given) {
    return batch::for_parts(use.boards().size(), {threads, given.go_on}, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const Position& p = use.boards().position(i);
        const Probe result = dtz ? tables.dtz(p) : tables.wdl(p);
        buffer.items()[i] = result.ok() ? T(result.value) : missing;
        if (result.status != Probe::Status::Unreadable) continue;
        const std::lock_guard lock(mutex);
        if (i >= unreadable) continue;
        unreadable = i;
        failure = result;
      }
    });
  });
  return to_answer(failure);
}

py::object probe_batch(const TablebaseObject& object, BoardsObject& boards, bool dtz, const py::object& out,
                       unsigned threads) {
  const Tablebase& tables = *object.tables;
  if (dtz)
    return probe_boards<std::int16_t>(tables, boards, dtz, out, std::numeric_limits<std::int16_t>::min(), threads);
  return probe_boards<std::int8_t>(tables, boards, dtz, out, std::numeric_limits<std::int8_t>::min(), threads);
}

bool add_file(const TablebaseObject& object, const FilePath& path, const std::string& name, bool dtz) {
  return object.tables->add(path.bytes, name, metric_argument(dtz));
}

std::size_t table_count(const TablebaseObject& object) { return object.tables->size(); }

TablebaseObject new_tablebase() { return TablebaseObject(); }

}  // namespace

void define_tablebase(py::module_& m) {
  ObjectType<TablebaseObject> type("bitrook._Tablebase");
  type.slot<bound_length<table_count>>(Py_sq_length);
  type.methods({
      bound<"add(path, name, dtz)", add_file>(),
      bound<"probe(board, dtz)", probe>(),
      bound<"probe_boards(boards, dtz, out, threads)", probe_batch>(),
      bound<"look_up(board, dtz, wdl)", look_up>(),
      bound<"ranked_moves(board)", ranked_moves>(),
  });
  type.build(m);
  add_functions(m.ptr(), {bound<"_tablebase()", new_tablebase>()});
}

}  // namespace bitrook::bindings
