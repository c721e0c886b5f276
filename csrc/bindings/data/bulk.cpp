// Many games at once for Python: movetexts to columns, moves to text and back, positions of 24 bytes.
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "bindings/data/inputs.hpp"
#include "bindings/data/table.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bindings/support/gil.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/data/texts.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

TableObject parse_texts(const PlanObject& plan, const py::object& texts, unsigned threads) {
  Inputs inputs;
  const data::Texts list = inputs.texts(texts, "strings");
  std::shared_ptr<data::Table> table;
  {
    ReleasedGil released;
    const GoOn go_on = [&](std::size_t) { return released.check_signals(); };
    table = data::parse_texts(*plan.plan, list, threads, go_on);
  }
  throw_if_set();
  return {plan.plan->fields, std::move(table)};
}

[[noreturn]] void raise_move_text(const data::MoveTextError& error) {
  throw py::value_error("game " + std::to_string(error.game) + ", ply " + std::to_string(error.ply) + ": " + error.why);
}

data::Texts starts_of(Inputs& inputs, const py::object& fens) {
  return fens.is_none() ? data::Texts() : inputs.texts(fens, "fens");
}

TableObject moves_to_text(const py::object& moves, const py::object& fens, bool san) {
  Inputs inputs;
  const auto games = inputs.moves(moves, "moves");
  const data::Texts starts = starts_of(inputs, fens);
  const data::Fields fields{{san ? "san" : "uci", data::Type::ListString}};
  auto table = std::make_shared<data::Table>(data::Fields());
  data::Column column(data::Type::ListString);
  std::optional<data::MoveTextError> error;
  {
    const ReleasedGil released;
    error = data::write_moves(games, starts, san ? data::Notation::San : data::Notation::Uci, column);
  }
  if (error) raise_move_text(*error);
  table->add_column(std::move(column));
  return {fields, std::move(table)};
}

TableObject text_to_moves(const py::object& texts, const py::object& fens, bool san) {
  Inputs inputs;
  const data::Texts games = inputs.texts(texts, "games");
  const data::Texts starts = starts_of(inputs, fens);
  const data::Fields fields{{"moves", data::Type::ListInt16}};
  auto table = std::make_shared<data::Table>(data::Fields());
  data::Column column(data::Type::ListInt16);
  std::optional<data::MoveTextError> error;
  {
    const ReleasedGil released;
    error = data::read_moves(games, starts, san ? data::Notation::San : data::Notation::Uci, column);
  }
  if (error) raise_move_text(*error);
  table->add_column(std::move(column));
  return {fields, std::move(table)};
}

py::bytes pack_boards(const py::object& boards) {
  std::string out;
  const py::iterator items = py::iter(boards);
  while (const py::object board = next_item(items)) {
    if (!is_board(board.ptr())) {
      not_a("an iterable of Boards", board.ptr(), "boards");
      throw py::error_already_set();
    }
    [[maybe_unused]] const Lock lock(board.ptr());
    data::Packed bytes;
    const data::PackedError error = data::pack(board_of(board.ptr()).game.position(), bytes);
    if (error != data::PackedError::None) {
      throw py::value_error("boards[" + std::to_string(out.size() / 24) +
                            "] cannot be packed: " + data::description(error));
    }
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return out;
}

py::list unpack_boards(const py::object& packed, bool chess960) {
  const ReadableBuffer<std::uint8_t> buffer(packed.ptr(), "packed");
  const auto bytes = buffer.items();
  if (bytes.size() % 24 != 0) {
    throw py::value_error("packed must have 24 bytes for each position, not " + std::to_string(bytes.size()));
  }
  py::list boards(bytes.size() / 24);
  for (std::size_t i = 0; i < bytes.size() / 24; ++i) {
    Setup setup;
    setup.chess960 = chess960;
    const data::PackedError error = data::unpack(bytes.subspan(24 * i).first<24>(), setup);
    if (error != data::PackedError::None) {
      throw py::value_error("packed, position " + std::to_string(i) + ": " + data::description(error));
    }
    PyObject* board = new_board(board_type, Game(setup));
    if (!board) throw py::error_already_set();
    PyList_SET_ITEM(boards.ptr(), Py_ssize_t(i), board);
  }
  return boards;
}

}  // namespace

void define_data_bulk(py::module_& m) {
  m.def("_parse_texts", parse_texts, py::arg("plan"), py::arg("strings"), py::arg("threads"));
  m.def("_moves_to_text", moves_to_text, py::arg("moves"), py::arg("fens"), py::arg("san"));
  m.def("_text_to_moves", text_to_moves, py::arg("games"), py::arg("fens"), py::arg("san"));
  m.def("_pack_boards", pack_boards, py::arg("boards"));
  m.def("_unpack_boards", unpack_boards, py::arg("packed"), py::arg("chess960"));
}

}  // namespace bitrook::bindings
