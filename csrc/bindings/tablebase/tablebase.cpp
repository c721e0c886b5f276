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

std::optional<Variant> variant_of(const Game&) { return std::nullopt; }
std::optional<Variant> variant_of(const VariantGame& game) { return game.rules().variant; }

// Calls use(game) for the game of a Board, without the GIL. The board must follow the rules of the tables.
template <class Use>
Probe use_game(const Tablebase& tables, const py::object& board, Use use) {
  return with_game_argument(board.ptr(), [&](const auto& game) {
    require_family(tables, variant_of(game));
    return call_without_gil([&] { return use(game); });
  });
}

template <Metric M>
Probe value_of(const Tablebase& tables, const auto& p) {
  return M == Metric::Dtz ? tables.dtz(p) : tables.wdl(p);
}

template <Metric M>
py::object probe(const Tablebase& tables, const py::object& board) {
  return to_answer(use_game(tables, board, [&](const auto& game) { return value_of<M>(tables, game.position()); }));
}

// Returns the value in the file for the board's material, without any search: (result of to_answer(), whether the file
// only has values for the other side to move, value).
template <Metric M>
py::tuple look_up(const Tablebase& tables, const py::object& board, int wdl) {
  if (wdl < -2 || wdl > 2) throw py::value_error("wdl must be between -2 and 2, not " + std::to_string(wdl));
  tablebase::Table::Answer answer{};
  const Probe result =
      use_game(tables, board, [&](const auto& game) { return tables.look_up(game.position(), M, wdl, answer); });
  return py::make_tuple(to_answer(result), answer.kind == tablebase::Table::Answer::Kind::OtherSide, answer.value);
}

py::tuple ranked_moves(const Tablebase& tables, const py::object& board) {
  std::vector<tablebase::RankedMove> moves;
  const Probe result = use_game(tables, board, [&](const auto& game) { return tables.rank_moves(game, moves); });
  py::list list;
  for (const tablebase::RankedMove& m : moves) list.append(py::make_tuple(m.move, m.rank, m.wdl, m.dtz));
  return py::make_tuple(to_answer(result), list);
}

// Writes the value of each board, or the lowest number if its probe failed. Returns the first probe of an unreadable
// file, if any.
template <Metric M>
py::object probe_boards(const Tablebase& tables, BoardsObject& object, const py::object& out, unsigned threads) {
  using T = std::conditional_t<M == Metric::Dtz, std::int16_t, std::int8_t>;
  require_family(tables, std::nullopt);
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
        const Probe result = value_of<M>(tables, p);
        buffer.items()[i] = result.ok() ? T(result.value) : std::numeric_limits<T>::min();
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

template <Metric M>
bool add_file(Tablebase& tables, const FilePath& path, const std::string& name) {
  return tables.add(path.bytes, name, M);
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
      .def("add_wdl", &add_file<Metric::Wdl>, "path"_a, "name"_a)
      .def("add_dtz", &add_file<Metric::Dtz>, "path"_a, "name"_a)
      .def("wdl", &probe<Metric::Wdl>, "board"_a)
      .def("dtz", &probe<Metric::Dtz>, "board"_a)
      .def("wdl_of_boards", &probe_boards<Metric::Wdl>, "boards"_a, "out"_a, "threads"_a)
      .def("dtz_of_boards", &probe_boards<Metric::Dtz>, "boards"_a, "out"_a, "threads"_a)
      .def("look_up_wdl", &look_up<Metric::Wdl>, "board"_a, "wdl"_a)
      .def("look_up_dtz", &look_up<Metric::Dtz>, "board"_a, "wdl"_a)
      .def("ranked_moves", &ranked_moves, "board"_a);
  m.def("_tablebase", &new_tablebase, "variant"_a);
}

}  // namespace bitrook::bindings
