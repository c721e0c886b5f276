// Steps, undo, resets and random moves of batches for Python.
#include <pybind11/stl.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "bindings/batch/boards.hpp"
#include "bindings/support/errors.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

std::vector<Move> moves_of(const Using& use, const py::object& moves) {
  const PerBoardIn<std::uint16_t> buffer(use, moves, "moves");
  std::vector<Move> list;
  list.reserve(buffer.size());
  for (const std::uint16_t word : buffer.items()) list.push_back(Move::from_word(word));
  return list;
}

// The boards that a mask selects, or all boards if there is no mask.
std::vector<bool> selected(const Using& use, const py::object& mask) {
  if (mask.is_none()) return std::vector<bool>(use.boards().size(), true);
  const PerBoardIn<std::uint8_t> buffer(use, mask, "mask");
  return {buffer.items().begin(), buffer.items().end()};
}

// Several outputs with one item per board.
void require_outputs(const Using& use, std::initializer_list<const BufferView*> outputs) {
  BufferView::require_apart(outputs);
  for (const BufferView* out : outputs) out->require_shape({use.boards().size()});
}

void step(BoardsObject& object, const py::object& moves, int illegal, const py::object& rewards,
          const py::object& terminated, const py::object& truncated, const py::object& reason) {
  const Using use(object);
  const WritableBuffer<float> rewards_out(rewards.ptr(), "rewards");
  const WritableBuffer<std::uint8_t> terminated_out(terminated.ptr(), "terminated");
  const WritableBuffer<std::uint8_t> truncated_out(truncated.ptr(), "truncated");
  const WritableBuffer<std::uint8_t> reason_out(reason.ptr(), "reason");
  require_outputs(use, {&rewards_out, &terminated_out, &truncated_out, &reason_out});
  const std::vector<Move> list = moves_of(use, moves);
  const batch::StepOutput out{rewards_out.items(), terminated_out.items(), truncated_out.items(), reason_out.items()};
  const auto how = batch::IllegalMoves(illegal);
  const auto bad = use.run([&](const batch::Threads& threads) -> std::optional<std::size_t> {
    if (how == batch::IllegalMoves::Raise) {
      if (const auto first = batch::first_illegal(use.boards(), list, {threads.count, {}})) return first;
    }
    batch::step(use.boards(), list, how, out, object.finished, threads);
    return std::nullopt;
  });
  if (!bad) return;
  raise_illegal_move("illegal move on board " + std::to_string(*bad), use.boards().position(*bad), list[*bad]);
  throw py::error_already_set();
}

py::tuple finished(BoardsObject& object) {
  const Using use(object);
  return py::make_tuple(object.finished.indices, new_object(BoardsObject(object.finished.boards, object.threads)));
}

void undo(BoardsObject& object, const py::object& mask) {
  const Using use(object);
  const std::vector<bool> chosen = selected(use, mask);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i] || use.boards().can_undo(i)) continue;
    throw py::index_error(use.boards().keeps_history() ? "board " + std::to_string(i) + " has no move to undo"
                                                       : "these boards keep no history");
  }
  use.run([&](const batch::Threads&) {
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i]) use.boards().undo(i);
  });
}

void reset(BoardsObject& object, const py::object& mask) {
  const Using use(object);
  const std::vector<bool> chosen = selected(use, mask);
  use.run([&](const batch::Threads&) {
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i]) use.boards().restart(i);
  });
}

void set_seed(BoardsObject& object, std::uint64_t seed) {
  const Using use(object);
  use.boards().options().seed = seed;
  object.draws = 0;
}

// The caller's seed, or the boards' own seed with the number of the next draw.
struct Seed {
  std::uint64_t seed;
  std::uint32_t draw;

  Seed(BoardsObject& object, std::optional<std::uint64_t> given)
      : seed(given.value_or(object.boards.options().seed)), draw(given ? 0 : ++object.draws) {}
};

void random_moves(BoardsObject& object, std::optional<std::uint64_t> seed, const py::object& out) {
  const Using use(object);
  const PerBoardOut<std::uint16_t> buffer(use, out);
  const Seed chosen(object, seed);
  std::vector<Move> moves(use.boards().size());
  use.run([&](const batch::Threads& threads) {
    batch::random_moves(use.boards(), chosen.seed, chosen.draw, moves, threads);
    for (std::size_t i = 0; i < moves.size(); ++i) buffer.items()[i] = moves[i].word();
  });
}

void playout(BoardsObject& object, std::optional<std::uint64_t> seed, std::uint32_t max_plies,
             const py::object& results, const py::object& plies, const py::object& reasons) {
  const Using use(object);
  const WritableBuffer<std::int8_t> results_out(results.ptr(), "results");
  const WritableBuffer<std::int32_t> plies_out(plies.ptr(), "plies");
  const WritableBuffer<std::uint8_t> reasons_out(reasons.ptr(), "reasons");
  require_outputs(use, {&results_out, &plies_out, &reasons_out});
  const Seed chosen(object, seed);
  use.run([&](const batch::Threads& threads) {
    return batch::playout(use.boards(), chosen.seed, chosen.draw, max_plies,
                          {results_out.items(), plies_out.items(), reasons_out.items()}, threads);
  });
}

// --- Legal moves.

void write_listed(const BoardsObject& object, const WritableBuffer<std::uint16_t>& out) {
  out.require_at_least(object.legal.moves.size());
  for (std::size_t i = 0; i < object.legal.moves.size(); ++i) out.items()[i] = object.legal.moves[i].word();
}

// Lists the legal moves and returns their number. Also writes them to `out`, unless it is None.
std::size_t legal_moves(BoardsObject& object, const py::object& offsets, const py::object& out) {
  const Using use(object);
  const WritableBuffer<std::int32_t> buffer(offsets.ptr(), "offsets");
  buffer.require_shape({use.boards().size() + 1});
  std::optional<WritableBuffer<std::uint16_t>> moves;
  if (!out.is_none()) {
    moves.emplace(out.ptr(), "moves");
    BufferView::require_apart({&buffer, &*moves});
  }
  const bool fits = use.run([&](const batch::Threads& threads) {
    return object.legal.list(use.boards(), buffer.items(), {threads.count, {}});
  });
  if (!fits) throw py::value_error("the boards have more than 2**31 - 1 legal moves");
  if (moves) write_listed(object, *moves);
  return object.legal.moves.size();
}

// Writes the moves that the last call of legal_moves() listed.
void listed_moves(BoardsObject& object, const py::object& out) {
  const Using use(object);
  write_listed(object, WritableBuffer<std::uint16_t>(out.ptr(), "moves"));
}

void count_legal_moves(BoardsObject& object, const py::object& out) {
  const Using use(object);
  const PerBoardOut<std::int32_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) {
    batch::count_legal_moves(use.boards(), buffer.items(), {threads.count, {}});
  });
}

void is_legal(BoardsObject& object, const py::object& moves, const py::object& out) {
  const Using use(object);
  const std::vector<Move> list = moves_of(use, moves);
  const PerBoardOut<std::uint8_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) {
    batch::for_each(list.size(), {threads.count, {}}, [&](std::size_t i) {
      buffer.items()[i] = !use.boards().is_over(i) && bitrook::is_legal(use.boards().position(i), list[i]);
    });
  });
}

void perft(BoardsObject& object, unsigned depth, const py::object& out) {
  if (depth > 100) throw py::value_error("depth must be in 0..100, not " + std::to_string(depth));
  const Using use(object);
  const PerBoardOut<std::uint64_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) { return batch::perft(use.boards(), depth, buffer.items(), threads); });
}

}  // namespace

void add_batch_step(BoardsType& type) {
  type.methods({
      bound<"step(moves, illegal, rewards, terminated, truncated, reason)", step>(),
      bound<"finished()", finished>(),
      bound<"undo(mask)", undo>(),
      bound<"reset(mask)", reset>(),
      bound<"set_seed(seed)", set_seed>(),
      bound<"random_moves(seed, out)", random_moves>(),
      bound<"playout(seed, max_plies, results, plies, reasons)", playout>(),
      bound<"legal_moves(offsets, out)", legal_moves>(),
      bound<"listed_moves(out)", listed_moves>(),
      bound<"count_legal_moves(out)", count_legal_moves>(),
      bound<"is_legal(moves, out)", is_legal>(),
      bound<"perft(depth, out)", perft>(),
  });
}

}  // namespace bitrook::bindings
