// Making batches for Python: from FENs, packed positions, Chess960 numbers and Boards; parts, copies and pickles.
#include <pybind11/stl.h>

#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/batch/boards.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/batch/mirror.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/notation/chess960.hpp"
#include "bitrook/notation/fen.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

batch::Options options_of(unsigned history, int autoreset, int adjudication, std::uint32_t max_plies,
                          std::uint64_t seed) {
  if (history > 255 || autoreset < 0 || autoreset > 2 || adjudication < 0 || adjudication > 1) {
    throw py::value_error("the options of boards are out of range");
  }
  return {history, batch::Autoreset(autoreset), batch::Adjudication(adjudication), max_plies, seed};
}

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
  std::string_view fen;
  if (!load(text.ptr(), fen, "fens")) throw py::error_already_set();
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

BoardsObject boards_new(std::size_t n, unsigned history, int autoreset, int adjudication, std::uint32_t max_plies,
                        std::uint64_t seed) {
  return BoardsObject(batch::Boards(n, options_of(history, autoreset, adjudication, max_plies, seed)));
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

std::size_t board_count(const BoardsObject& object) { return object.boards.size(); }
std::size_t byte_count(BoardsObject& object) { return Using(object).boards().bytes(); }
// The options that never change, so that they can be read while another thread uses the batch.
py::tuple fixed_options(const BoardsObject& object) {
  const batch::Options& o = object.boards.options();
  return py::make_tuple(o.history, int(o.autoreset), int(o.adjudication), o.max_plies);
}
std::uint64_t seed(BoardsObject& object) { return Using(object).boards().options().seed; }
unsigned thread_count(const BoardsObject& object) { return object.threads; }
void set_threads(BoardsObject& object, unsigned threads) {
  const Using use(object);
  object.threads = threads;
}

}  // namespace

void add_batch_construct(py::module_& m, BoardsType& type) {
  add_functions(m.ptr(), {bound<"_boards_new(n, history, autoreset, adjudication, max_plies, seed)", boards_new>()});
  type.slot<bound_length<board_count>>(Py_sq_length)
      .methods({
          bound<"set_fens(fens, chess960, indices, kingless, valid)", set_fens>(),
          bound<"set_packed(packed, chess960, kingless, valid)", set_packed>(),
          bound<"set_chess960(numbers)", set_chess960>(),
          bound<"board(i)", board>(),
          bound<"set_board(i, board)", set_board>(),
          bound<"select(indices)", select>(),
          bound<"assign(indices, source)", assign>(),
          bound<"append(source)", append>(),
          bound<"equals(other)", equals>(),
          bound<"mirrored(colors)", mirrored>(),
          bound<"state()", state>(),
          bound<"set_state(starts, moves, plies, chess960, ends)", set_state>(),
          bound<"nbytes()", byte_count>(),
          bound<"options()", fixed_options>(),
          bound<"seed()", seed>(),
          bound<"threads()", thread_count>(),
          bound<"set_threads(threads)", set_threads>(),
      });
}

}  // namespace bitrook::bindings
