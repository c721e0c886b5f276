// Queries about all boards of a batch for Python: numbers for each board, evaluations and packed positions.
#include <string>

#include "bindings/batch/boards.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/support/convert.hpp"
#include "bitrook/batch/queries.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// `out` has one item or one row of items for each board.
void query(BoardsObject& object, const std::string& name, const py::object& out) {
  const batch::Query* found = batch::find_query(name);
  if (!found) throw py::value_error("unknown query: '" + name + "'");
  const Using use(object);
  const OutputBuffer buffer(out.ptr(), {ItemFormat::Kind::Integer, found->item_size});
  if (found->items == 1) {
    buffer.require_shape({use.boards().size()});
  } else {
    buffer.require_shape({use.boards().size(), found->items});
  }
  use.run(
      [&](const batch::Threads& threads) { batch::answer(use.boards(), *found, buffer.data(), {threads.count, {}}); });
}

void packed(BoardsObject& object, const py::object& out) {
  const Using use(object);
  const WritableBuffer<std::uint8_t> buffer(out.ptr(), "out");
  buffer.require_shape({use.boards().size(), 24});
  const auto error = use.run(
      [&](const batch::Threads& threads) { return batch::pack(use.boards(), buffer.items(), {threads.count, {}}); });
  if (error) {
    throw py::value_error("board " + std::to_string(error->board) + " cannot be packed: " + error->why);
  }
}

void evaluate(BoardsObject& object, const py::object& evaluation, const py::object& out) {
  const search::Evaluation* scores = tables_of(evaluation.ptr());
  if (!scores) scores = default_evaluation_of(evaluation.ptr());
  if (!scores) {
    not_a("DefaultEvaluation or PieceSquareTables", evaluation.ptr(), "evaluation");
    throw py::error_already_set();
  }
  const Using use(object);
  const PerBoardOut<std::int32_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) {
    batch::evaluate(use.boards(), *scores, buffer.items(), {threads.count, {}});
  });
}

}  // namespace

void add_batch_queries(BoardsType& type) {
  type.methods({
      bound<"query(name, out)", query>(),
      bound<"packed(out)", packed>(),
      bound<"evaluate(evaluation, out)", evaluate>(),
  });
}

}  // namespace bitrook::bindings
