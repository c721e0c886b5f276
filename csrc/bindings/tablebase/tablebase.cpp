// The class _Tablebase for Python: Syzygy files, single probes, probes of batches, ranked moves.
#include "bitrook/tablebase/tablebase.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/batch/boards.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bindings/support/casters.hpp"
#include "bitrook/batch/parts.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using tablebase::Metric;
using tablebase::Probe;
using tablebase::Tablebase;

Metric metric_argument(bool dtz) { return dtz ? Metric::Dtz : Metric::Wdl; }

// Returns the value of a probe. If it failed, returns (status, reason), which Python converts to an exception.
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

void require_family(const Tablebase& tables, std::optional<Variant> variant) {
  if (tablebase::family(variant) != &tables.family())
    throw py::value_error("the tables are not of the variant of the board");
}

// Calls use(game) for the game of a Board, without the GIL. The board must follow the rules of the tables.
template <class Use>
Probe use_game(const Tablebase& tables, const py::object& board, Use use) {
  if (is_variant_board(board.ptr())) {
    const VariantGame game = [&] {
      [[maybe_unused]] const Lock lock(board.ptr());
      return variant_game_of(board.ptr());
    }();
    require_family(tables, game.rules().variant);
    return call_without_gil([&] { return use(game); });
  }
  const Game game = game_argument(board.ptr());
  require_family(tables, std::nullopt);
  return call_without_gil([&] { return use(game); });
}

py::object probe(const Tablebase& tables, const py::object& board, bool dtz) {
  return to_answer(use_game(tables, board, [&](const auto& game) {
    return dtz ? tables.dtz(game.position()) : tables.wdl(game.position());
  }));
}

// Returns the value in the file for the board's material, without any search: (result of to_answer(), whether the file
// only has values for the other side to move, value).
py::tuple look_up(const Tablebase& tables, const py::object& board, bool dtz, int wdl) {
  if (wdl < -2 || wdl > 2) throw py::value_error("wdl must be between -2 and 2, not " + std::to_string(wdl));
  tablebase::Table::Answer answer{};
  const Probe result = use_game(tables, board, [&](const auto& game) {
    return tables.look_up(game.position(), metric_argument(dtz), wdl, answer);
  });
  return py::make_tuple(to_answer(result), answer.kind == tablebase::Table::Answer::Kind::OtherSide, answer.value);
}

py::tuple ranked_moves(const Tablebase& tables, const py::object& board) {
  std::vector<tablebase::RankedMove> moves;
  const Probe result = use_game(tables, board, [&](const auto& game) { return tables.rank_moves(game, moves); });
  py::list list;
  for (const tablebase::RankedMove& m : moves) list.append(py::make_tuple(m.move, m.rank, m.wdl, m.dtz));
  return py::make_tuple(to_answer(result), list);
}

// Writes the value of each board, or `missing` if its probe failed. Returns the first probe of an unreadable file, if
// any.
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

py::object probe_batch(const Tablebase& tables, BoardsObject& boards, bool dtz, const py::object& out,
                       unsigned threads) {
  require_family(tables, std::nullopt);
  if (dtz)
    return probe_boards<std::int16_t>(tables, boards, dtz, out, std::numeric_limits<std::int16_t>::min(), threads);
  return probe_boards<std::int8_t>(tables, boards, dtz, out, std::numeric_limits<std::int8_t>::min(), threads);
}

bool add_file(Tablebase& tables, const FilePath& path, const std::string& name, bool dtz) {
  return tables.add(path.bytes, name, metric_argument(dtz));
}

// Creates a set of tables of a variant, given its name as in UCI, or of standard chess ("chess").
std::shared_ptr<Tablebase> new_tablebase(const std::string& variant) {
  const tablebase::Family* family = tablebase::family(variant_named(variant));
  if (!family || (variant != "chess" && !variant_named(variant)))
    throw py::value_error("there are no tablebases of " + variant);
  return std::make_shared<Tablebase>(*family);
}

}  // namespace

void define_tablebase(py::module_& m) {
  // Shared, because a search may outlive the object.
  py::class_<Tablebase, std::shared_ptr<Tablebase>>(m, "_Tablebase", py::is_final(), not_instantiable)
      .def("__len__", [](const Tablebase& t) { return t.size(); })
      .def("add", &add_file, "path"_a, "name"_a, "dtz"_a)
      .def("probe", &probe, "board"_a, "dtz"_a)
      .def("probe_boards", &probe_batch, "boards"_a, "dtz"_a, "out"_a, "threads"_a)
      .def("look_up", &look_up, "board"_a, "dtz"_a, "wdl"_a)
      .def("ranked_moves", &ranked_moves, "board"_a);
  m.def("_tablebase", &new_tablebase, "variant"_a);
}

}  // namespace bitrook::bindings
