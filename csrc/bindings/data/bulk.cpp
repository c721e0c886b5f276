// Many games at once for Python: movetexts to columns, moves to text and back, packed positions.
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
  return {run_interruptible([&](const GoOn& go_on) { return data::parse_texts(*plan.plan, list, threads, go_on); })};
}

data::Texts tags_of(Inputs& inputs, const py::object& texts, const char* name, std::size_t games) {
  if (texts.is_none()) return {};
  data::Texts list = inputs.texts(texts, name);
  if (list.size() == games) return list;
  throw py::value_error(std::string(name) + " must have a row for each of " + std::to_string(games) + " games, not " +
                        std::to_string(list.size()));
}

// Returns two columns, the converted games and their errors. With `raises`, the first error is thrown as an exception.
template <auto Convert, class Games>
TableObject converted(Inputs& inputs, const Games& games, const py::object& fens, const py::object& variants, bool san,
                      unsigned threads, bool raises) {
  const data::Starts starts{tags_of(inputs, fens, "fens", games.size()),
                            tags_of(inputs, variants, "variants", games.size())};
  const auto notation = san ? data::Notation::San : data::Notation::Uci;
  auto table = run_interruptible([&](const GoOn& go_on) { return Convert(games, starts, notation, threads, go_on); });
  const data::Column& errors = table->columns[1];
  for (std::size_t row = 0; raises && errors.nulls() != errors.length() && row < errors.length(); ++row) {
    if (errors.is_null(row)) continue;
    throw py::value_error("game " + std::to_string(row) + ", " + std::string(errors.text(row)));
  }
  return {std::move(table)};
}

TableObject moves_to_text(const py::object& moves, const py::object& fens, const py::object& variants, bool san,
                          unsigned threads, bool raises) {
  Inputs inputs;
  const auto games = inputs.moves(moves, "moves");
  return converted<data::write_moves>(inputs, games, fens, variants, san, threads, raises);
}

TableObject text_to_moves(const py::object& texts, const py::object& fens, const py::object& variants, bool san,
                          unsigned threads, bool raises) {
  Inputs inputs;
  const auto games = inputs.texts(texts, "games");
  return converted<data::read_moves>(inputs, games, fens, variants, san, threads, raises);
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
    throw py::value_error("packed must contain a multiple of 24 bytes, not " + std::to_string(bytes.size()));
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
  add_functions(m.ptr(), {
                             bound<"_parse_texts(plan, strings, threads)", parse_texts>(),
                             bound<"_moves_to_text(moves, fens, variants, san, threads, raises)", moves_to_text>(),
                             bound<"_text_to_moves(games, fens, variants, san, threads, raises)", text_to_moves>(),
                             bound<"_pack_boards(boards)", pack_boards>(),
                             bound<"_unpack_boards(packed, chess960)", unpack_boards>(),
                         });
}

}  // namespace bitrook::bindings
