// The class of batches, _Boards, which bitrook.batch.Boards wraps.
#include "bindings/batch/boards.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/query.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/queries.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/notation/chess960.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

[[noreturn]] void refuse_item(const char* name, std::size_t i, const std::string& why) {
  throw py::value_error(std::string(name) + "[" + std::to_string(i) + "]: " + why);
}

// Why a batch does not accept a start position; empty if it does.
std::string missing_king(const Position& p, bool kingless) {
  for (const Color c : Colors) {
    if (!kingless && p.king(c) == Square::None)
      return std::string(c == Color::White ? "White" : "Black") + " has no king";
  }
  return {};
}

// Returns nothing and sets `why` if the position cannot be read.
std::optional<Position> position_of_fen(const py::handle& text, bool chess960, bool kingless, std::string& why) {
  const auto fen = argument<std::string_view>(text, "fens");
  Setup setup;
  setup.chess960 = chess960;
  if (const auto error = fen::parse(fen, setup)) {
    why = std::string(fen::name(error->field)) + ": " + fen::description(error->problem) + " at offset " +
          std::to_string(error->offset) + ": " + std::string(py::repr(text));
    return std::nullopt;
  }
  const Position p(setup);
  why = missing_king(p, kingless);
  return why.empty() ? std::optional(p) : std::nullopt;
}

// The array in which invalid positions are marked with 0; without it, they raise an error.
class Marks {
 public:
  Marks(const char* name, const py::object& valid, std::size_t n) : name_(name) {
    if (valid.is_none()) return;
    buffer_.emplace(valid.ptr(), "valid");
    buffer_->require_shape({n});
  }
  void refuse(std::size_t i, const std::string& why) {
    if (!buffer_) refuse_item(name_, i, why);
    buffer_->items()[i] = 0;
  }

 private:
  const char* name_;
  std::optional<WritableBuffer<std::uint8_t>> buffer_;
};

std::vector<std::int64_t> checked_indices(const batch::Boards& boards, const py::object& indices) {
  const ReadableBuffer<std::int64_t> buffer(indices.ptr(), "indices");
  std::vector<std::int64_t> list(buffer.items().begin(), buffer.items().end());
  for (const std::int64_t i : list) {
    if (i < 0 || std::size_t(i) >= boards.size()) {
      throw py::index_error("index " + std::to_string(i) + " is out of range for " + std::to_string(boards.size()) +
                            " boards");
    }
  }
  return list;
}

// --- Constructors.

BoardsObject boards_new(std::size_t n, unsigned history, const py::object& autoreset, const py::object& adjudication,
                        std::uint32_t max_plies, std::uint64_t seed) {
  if (history > 255) throw py::value_error("history must be in 0..255, not " + std::to_string(history));
  return BoardsObject(batch::Boards(
      n, {history, enum_named<batch::Autoreset>(batch::AutoresetNames, autoreset, "autoreset"),
          enum_named<batch::Adjudication>(batch::AdjudicationNames, adjudication, "adjudication"), max_plies, seed}));
}

// Starts new games at these positions, on all boards or on those with these indices. Without `chess960`, each board
// keeps its castling mode. If a FEN is invalid, no board changes, or, with `valid`, the board is marked there and
// starts from the standard position. `kingless`: whether positions without kings are valid.
void set_fens(BoardsObject& object, const py::sequence& fens, std::optional<bool> chess960, const py::object& indices,
              bool kingless, const py::object& valid) {
  const Using use(object);
  std::vector<std::int64_t> list(use.boards().size());
  std::iota(list.begin(), list.end(), 0);
  if (!indices.is_none()) list = checked_indices(use.boards(), indices);
  if (py::len(fens) != list.size()) {
    throw py::value_error("fens must have " + std::to_string(list.size()) + " texts, not " +
                          std::to_string(py::len(fens)));
  }
  Marks marks("fens", valid, list.size());
  std::vector<Position> starts;
  starts.reserve(list.size());
  for (std::size_t j = 0; j < list.size(); ++j) {
    const bool mode = chess960.value_or(use.boards().position(std::size_t(list[j])).chess960());
    std::string why;
    const auto p = position_of_fen(py::object(fens[j]), mode, kingless, why);
    if (!p) marks.refuse(j, why);
    starts.push_back(p.value_or(Position::start()));
  }
  for (std::size_t j = 0; j < list.size(); ++j) use.boards().set_start(std::size_t(list[j]), starts[j]);
}

void set_packed(BoardsObject& object, const py::object& packed, bool chess960, bool kingless, const py::object& valid) {
  const Using use(object);
  const ReadableBuffer<std::uint8_t> buffer(packed.ptr(), "packed");
  buffer.require_shape({use.boards().size(), 24});
  Marks marks("packed", valid, use.boards().size());
  const auto bytes = buffer.items();
  for (std::size_t i = 0; i < use.boards().size(); ++i) {
    Setup setup;
    setup.chess960 = chess960;
    const data::PackedError error = data::unpack(bytes.subspan(24 * i).first<24>(), setup);
    if (error != data::PackedError::None) {
      marks.refuse(i, data::description(error));
      continue;  // the board keeps the standard start position
    }
    const Position p(setup);
    const std::string why = missing_king(p, kingless);
    if (why.empty()) {
      use.boards().set_start(i, p);
    } else {
      marks.refuse(i, why);
    }
  }
}

void set_chess960(BoardsObject& object, const py::object& numbers) {
  const Using use(object);
  const PerBoardIn<std::int64_t> buffer(use, numbers, "numbers");
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    const std::int64_t number = buffer.items()[i];
    if (number < 0 || number >= std::int64_t(chess960::Positions)) {
      refuse_item("numbers", i, "a Chess960 number must be in 0..959, not " + std::to_string(number));
    }
    use.boards().set_start(i, Position(chess960::start_setup(unsigned(number))));
  }
}

// --- Single boards.

std::size_t checked_index(const batch::Boards& boards, std::int64_t i) {
  if (i < 0 || std::size_t(i) >= boards.size()) throw py::index_error("board index out of range");
  return std::size_t(i);
}

py::object board(BoardsObject& object, std::int64_t i) {
  const Using use(object);
  return steal(new_board(board_type, use.boards().game(checked_index(use.boards(), i))));
}

void set_board(BoardsObject& object, std::int64_t i, const py::object& board) {
  const Game game = game_argument(board.ptr());
  const Using use(object);
  use.boards().set_game(checked_index(use.boards(), i), game);
}

// --- Whole batches.

BoardsObject select(BoardsObject& object, const py::object& indices) {
  const Using use(object);
  const auto list = checked_indices(use.boards(), indices);
  return BoardsObject(use.boards().select(list), object.threads);
}

void require_same_history(const batch::Boards& a, const batch::Boards& b) {
  if (a.options().history == b.options().history) return;
  throw py::value_error("the boards must keep the same history");
}

void assign(BoardsObject& object, const py::object& indices, BoardsObject& from) {
  if (&object == &from) throw py::value_error("boards cannot be assigned to a part of themselves");
  const Using use(object), other(from);
  const auto list = checked_indices(use.boards(), indices);
  if (list.size() != other.boards().size()) {
    throw py::value_error(std::to_string(other.boards().size()) + " boards cannot be assigned to " +
                          std::to_string(list.size()));
  }
  require_same_history(use.boards(), other.boards());
  for (std::size_t j = 0; j < list.size(); ++j) use.boards().copy_to(std::size_t(list[j]), other.boards(), j);
}

void append(BoardsObject& object, BoardsObject& other) {
  if (&object == &other) throw py::value_error("boards cannot be appended to themselves");
  const Using use(object), from(other);
  require_same_history(use.boards(), from.boards());
  use.boards().append(from.boards());
}

bool equals(BoardsObject& object, BoardsObject& other) {
  if (&object == &other) return true;
  const Using use(object), from(other);
  return use.run([&](const batch::Threads&) { return use.boards() == from.boards(); });
}

BoardsObject mirrored(BoardsObject& object, bool colors) {
  const Using use(object);
  auto made = use.run(
      [&](const batch::Threads&) { return colors ? batch::mirrored(use.boards()) : batch::flipped(use.boards()); });
  return BoardsObject(std::move(made), object.threads);
}

// Returns the state for pickling: the start and current positions as FENs, the moves, the numbers of plies, and for
// each board whether it is a Chess960 board and whether an illegal move ended its game.
py::tuple state(BoardsObject& object) {
  const Using use(object);
  const batch::Boards& boards = use.boards();
  py::list starts, moves, plies;
  std::string chess960, ends;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    for (const bool current : {false, true}) {
      const Position p = current ? boards.position(i) : boards.start(i);
      char text[fen::MaxLength];
      char* end = fen::write(p, {fen::EnPassant::Always, p.chess960(), true}, text);
      starts.append(py::str(text, std::size_t(end - text)));
    }
    std::string words;
    for (const Undo& u : boards.moves(i)) {
      words += char(u.move().word() & 0xFF);
      words += char(u.move().word() >> 8);
    }
    moves.append(py::bytes(words));
    plies.append(boards.plies(i));
    chess960 += char(boards.start(i).chess960());
    ends += char(boards.reason(i) == batch::Reason::Illegal);
  }
  return py::make_tuple(starts, moves, plies, py::bytes(chess960), py::bytes(ends));
}

Position saved_position(const py::sequence& starts, std::size_t i, bool chess960) {
  std::string why;
  const auto p = position_of_fen(py::object(starts[i]), chess960, true, why);
  if (!p) refuse_item("starts", i, why);
  return *p;
}

// Sets new boards to a state that state() returned. Throws ValueError if the state was altered and is inconsistent.
void set_state(BoardsObject& object, const py::sequence& starts, const py::sequence& moves, const py::sequence& plies,
               const std::string& chess960, const std::string& ends) {
  const Using use(object);
  batch::Boards& boards = use.boards();
  const std::size_t n = boards.size();
  if (py::len(starts) != 2 * n || py::len(moves) != n || py::len(plies) != n || chess960.size() != n ||
      ends.size() != n) {
    throw py::value_error("the state does not have one entry for each board");
  }
  for (std::size_t i = 0; i < n; ++i) {
    boards.set_start(i, saved_position(starts, 2 * i, chess960[i] != 0));
    const std::string words = py::bytes(py::object(moves[i]));
    for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
      const Move m = Move::from_word(std::uint16_t(std::uint8_t(words[k]) | std::uint8_t(words[k + 1]) << 8));
      if (!is_legal(boards.position(i), m)) refuse_item("moves", i, "move " + std::to_string(k / 2) + " is illegal");
      boards.play(i, m);
    }
    if (!boards.keeps_history()) {
      const Position p = saved_position(starts, 2 * i + 1, chess960[i] != 0);
      boards.set_position(i, p, py::object(plies[i]).cast<std::uint32_t>());
    }
    if (ends[i] != 0) boards.end(i, batch::Reason::Illegal);
  }
}

// --- Properties.

std::size_t byte_count(BoardsObject& object) { return Using(object).boards().bytes(); }
// The options that never change, so that they can be read while another thread uses the batch.
py::dict fixed_options(const BoardsObject& object) {
  const batch::Options& o = object.boards.options();
  return py::dict("history"_a = o.history, "autoreset"_a = batch::AutoresetNames[std::size_t(o.autoreset)],
                  "adjudication"_a = batch::AdjudicationNames[std::size_t(o.adjudication)],
                  "max_plies"_a = o.max_plies);
}
std::uint64_t seed(BoardsObject& object) { return Using(object).boards().options().seed; }
void set_threads(BoardsObject& object, unsigned threads) {
  const Using use(object);
  object.threads = threads;
}

// ---- Steps, undo, resets and random moves of batches for Python.

std::vector<Move> moves_of(const Using& use, const py::object& moves) {
  const PerBoardIn<std::uint16_t> buffer(use, moves, "moves");
  std::vector<Move> list;
  list.reserve(buffer.size());
  for (const std::uint16_t word : buffer.items()) list.push_back(Move::from_word(word));
  return list;
}

// The boards that a mask selects, or all boards without a mask.
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
  throw_python_error(
      raise_illegal_move("illegal move on board " + std::to_string(*bad), use.boards().position(*bad), list[*bad]));
}

py::tuple finished(BoardsObject& object) {
  const Using use(object);
  return py::make_tuple(object.finished.indices, BoardsObject(object.finished.boards, object.threads));
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

// Writes Test(boards, i, move) for the move of each board.
template <auto Test>
void test_moves(BoardsObject& object, const py::object& moves, const py::object& out) {
  const Using use(object);
  const std::vector<Move> list = moves_of(use, moves);
  const PerBoardOut<std::uint8_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) {
    batch::for_each(list.size(), {threads.count, {}},
                    [&](std::size_t i) { buffer.items()[i] = Test(use.boards(), i, list[i]); });
  });
}
constexpr auto IsLegal = [](const batch::Boards& boards, std::size_t i, Move m) {
  return !boards.is_over(i) && is_legal(boards.position(i), m);
};
constexpr auto IsCapture = [](const batch::Boards& boards, std::size_t i, Move m) {
  return is_capture(boards.position(i), m);
};

void perft(BoardsObject& object, unsigned depth, const py::object& out) {
  if (depth > 100) throw py::value_error("depth must be in 0..100, not " + std::to_string(depth));
  const Using use(object);
  const PerBoardOut<std::uint64_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) { return batch::perft(use.boards(), depth, buffer.items(), threads); });
}

// ---- Queries about all boards of a batch for Python: numbers for each board, evaluations and packed positions.

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
  if (!scores) throw_python_error(not_a("DefaultEvaluation or PieceSquareTables", evaluation.ptr(), "evaluation"));
  const Using use(object);
  const PerBoardOut<std::int32_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) {
    batch::evaluate(use.boards(), *scores, buffer.items(), {threads.count, {}});
  });
}

void where(BoardsObject& object, const query::Condition& condition, const py::object& out) {
  require_single_position(condition, false);
  const Using use(object);
  const PerBoardOut<std::uint8_t> buffer(use, out);
  use.run([&](const batch::Threads& threads) {
    batch::where(use.boards(), condition, buffer.items(), {threads.count, {}});
  });
}

// ---- The positions of a batch as FENs and moves as text, for Python.

py::list fens(BoardsObject& object) {
  const Using use(object);
  const std::size_t n = use.boards().size();
  py::list list(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Position& p = use.boards().position(i);
    char text[fen::MaxLength];
    char* end = fen::write(p, {fen::EnPassant::Legal, false, false}, text);
    list[i] = py::str(text, std::size_t(end - text));
  }
  return list;
}

// Returns the SAN of the moves, which must be legal, or the UCI of any moves. The null move becomes None.
py::list moves_to_text(BoardsObject& object, const py::object& moves, bool san) {
  const Using use(object);
  const batch::Boards& boards = use.boards();
  const PerBoardIn<std::uint16_t> buffer(use, moves, "moves");
  py::list list(boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Move m = Move::from_word(buffer.items()[i]);
    const Position& p = boards.position(i);
    if (m.is_null()) {
      list[i] = py::none();
      continue;
    }
    if (san && !is_legal(p, m))
      throw_python_error(raise_illegal_move("moves[" + std::to_string(i) + "], illegal move", p, m));
    char text[std::max(MaxSan, MaxUci)];
    list[i] = py::str(text, san ? write_san(p, m, text) : write_uci(m, text));
  }
  return list;
}

// Without `strict`, invalid and illegal moves become 0, like None.
void text_to_moves(BoardsObject& object, const py::sequence& texts, bool san, bool strict, const py::object& out) {
  const Using use(object);
  const batch::Boards& boards = use.boards();
  const PerBoardOut<std::uint16_t> buffer(use, out);
  if (py::len(texts) != boards.size()) {
    throw py::value_error("texts must have " + std::to_string(boards.size()) + " items, not " +
                          std::to_string(py::len(texts)));
  }
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const py::object item = texts[i];
    if (item.is_none()) {
      buffer.items()[i] = 0;
      continue;
    }
    const auto text = argument<std::string_view>(item, "texts");
    const Position& p = boards.position(i);
    const ParsedMove parsed = san ? parse_san(p, text) : parse_uci(p, text);
    if (!parsed && !strict) {
      buffer.items()[i] = 0;
      continue;
    }
    if (!parsed) {
      raise_move_error(parsed, san ? "san" : "uci", p, text);
      py::error_already_set error;
      const std::string why = "texts[" + std::to_string(i) + "]: " + std::string(py::str(error.value()));
      PyErr_SetString(error.type().ptr(), why.c_str());
      throw py::error_already_set();
    }
    buffer.items()[i] = parsed.move.word();
  }
}

}  // namespace

void define_batch(py::module_& m) {
  py::class_<BoardsObject>(m, "_Boards", py::is_final(), not_instantiable)
      .def("__len__", [](const BoardsObject& object) { return object.boards.size(); })
      .def("set_fens", &set_fens, "fens"_a, py::kw_only(), "chess960"_a = py::none(), "indices"_a = py::none(),
           "kingless"_a = false, "valid"_a = py::none())
      .def("set_packed", &set_packed, "packed"_a, py::kw_only(), "chess960"_a, "kingless"_a, "valid"_a)
      .def("set_chess960", &set_chess960, "numbers"_a)
      .def("board", &board, "i"_a)
      .def("set_board", &set_board, "i"_a, "board"_a)
      .def("select", &select, "indices"_a)
      .def("assign", &assign, "indices"_a, "source"_a)
      .def("append", &append, "source"_a)
      .def("equals", &equals, "other"_a)
      .def("mirrored", &mirrored, "colors"_a)
      .def("state", &state)
      .def("set_state", &set_state, "starts"_a, "moves"_a, "plies"_a, "chess960"_a, "ends"_a)
      .def("nbytes", &byte_count)
      .def("options", &fixed_options)
      .def("seed", &seed)
      .def("threads", [](const BoardsObject& object) { return object.threads; })
      .def("set_threads", &set_threads, "threads"_a)
      .def("step", &step, "moves"_a, "illegal"_a, "rewards"_a, "terminated"_a, "truncated"_a, "reason"_a)
      .def("finished", &finished)
      .def("undo", &undo, "mask"_a)
      .def("reset", &reset, "mask"_a)
      .def("set_seed", &set_seed, "seed"_a)
      .def("random_moves", &random_moves, "seed"_a, "out"_a)
      .def("playout", &playout, "seed"_a, "max_plies"_a, "results"_a, "plies"_a, "reasons"_a)
      .def("legal_moves", &legal_moves, "offsets"_a, "out"_a)
      .def("listed_moves", &listed_moves, "out"_a)
      .def("count_legal_moves", &count_legal_moves, "out"_a)
      .def("is_legal", &test_moves<IsLegal>, "moves"_a, "out"_a)
      .def("is_capture", &test_moves<IsCapture>, "moves"_a, "out"_a)
      .def("perft", &perft, "depth"_a, "out"_a)
      .def("query", &query, "name"_a, "out"_a)
      .def("packed", &packed, "out"_a)
      .def("evaluate", &evaluate, "evaluation"_a, "out"_a)
      .def("where", &where, "condition"_a, "out"_a)
      .def("fens", &fens)
      .def("moves_to_text", &moves_to_text, "moves"_a, "san"_a)
      .def("text_to_moves", &text_to_moves, "texts"_a, "san"_a, "strict"_a, "out"_a);
  m.def("_boards_new", &boards_new, "n"_a, py::kw_only(), "history"_a, "autoreset"_a, "adjudication"_a, "max_plies"_a,
        "seed"_a);
}

}  // namespace bitrook::bindings
