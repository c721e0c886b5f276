// The positions of a batch as FENs and moves as text, for Python.
#include <algorithm>
#include <string>
#include <string_view>

#include "bindings/batch/boards.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

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
    if (san && !is_legal(p, m)) {
      raise_illegal_move("moves[" + std::to_string(i) + "], illegal move", p, m);
      throw py::error_already_set();
    }
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
    std::string_view text;
    if (!load(item.ptr(), text, "texts")) throw py::error_already_set();
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

void add_batch_texts(BoardsType& type) {
  type.methods({
      bound<"fens()", fens>(),
      bound<"moves_to_text(moves, san)", moves_to_text>(),
      bound<"text_to_moves(texts, san, strict, out)", text_to_moves>(),
  });
}

}  // namespace bitrook::bindings
