// EPD, Extended Position Description: a position with operations like `bm Nf3; id "opening";`. The methods of Board.
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/san.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

constexpr const char* Space = " \t\r\n";

// Opcodes whose operand is a list of moves: a line of play, or alternatives in one position.
bool is_line(std::string_view opcode) { return opcode == "pv"; }
bool is_list(std::string_view opcode) { return opcode == "am" || opcode == "bm"; }

[[noreturn]] void refuse(const std::string& problem, py::handle given, PyObject* error = PyExc_ValueError) {
  throw_error(error, "%s: %R", problem.c_str(), given.ptr());
}

void check_opcode(const py::str& opcode, std::string_view text) {
  if (text.empty()) refuse("an EPD opcode cannot be empty", opcode);
  if (text == "-") refuse("an EPD opcode cannot be a dash", opcode);
  if (!Py_UNICODE_ISALPHA(PyUnicode_READ_CHAR(opcode.ptr(), 0)))
    refuse("an EPD opcode must start with a letter", opcode);
  if (text.find_first_of(Space) != text.npos) refuse("an EPD opcode cannot contain whitespace", opcode);
}

std::string text_of_object(py::handle object) {
  return std::string(argument<std::string_view>(py::str(object), "the operand"));
}
py::object str_of(std::string_view text) { return steal(to_python(text)); }

// ---- Writing.

// The texts that the board's `method` returns for the moves, such as " Nf3 d5".
std::string written_moves(const py::object& board, const char* method, py::handle moves, bool sorted) {
  std::vector<std::string> texts;
  for (const py::handle move : moves) texts.push_back(text_of_object(board.attr(method)(move)));
  if (sorted) std::ranges::sort(texts);
  std::string all;
  for (const std::string& text : texts) all.append(" ").append(text);
  return all;
}

std::string quoted(std::string_view text) {
  std::string quoted = " \"";
  for (const char c : text) {
    const std::size_t special = std::string_view("\\\"\n\r\t").find(c);
    if (special == std::string_view::npos) {
      quoted += c;
    } else {
      quoted += '\\';
      quoted += "\\\"nrt"[special];
    }
  }
  return quoted + '"';
}

std::string written_operand(const py::object& board, std::string_view opcode, py::handle operand) {
  if (operand.is_none()) return "";
  if (is_move(operand.ptr())) return " " + text_of_object(board.attr("san")(operand));
  if (PyFloat_Check(operand.ptr()) && !std::isfinite(PyFloat_AS_DOUBLE(operand.ptr())))
    throw_error(PyExc_AssertionError, "an EPD operand must be a finite number: %S", operand.ptr());
  if (PyLong_Check(operand.ptr()) || PyFloat_Check(operand.ptr())) return " " + text_of_object(operand);
  if (Py_TYPE(operand.ptr())->tp_iter && !PyUnicode_Check(operand.ptr())) {
    if (is_line(opcode)) return written_moves(board.attr("copy")("stack"_a = false), "san_and_push", operand, false);
    if (is_list(opcode)) return written_moves(board, "san", operand, true);
  }
  return quoted(text_of_object(operand));
}

// epd(*, shredder=False, en_passant='legal', promoted=None, **operations): the first three are options of fen().
PyObject* epd(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  if (given) return PyErr_Format(PyExc_TypeError, "epd() takes no positional arguments (%zd given)", given);
  const auto board = py::reinterpret_borrow<py::object>(self);
  py::dict options;
  std::string fields;
  for (Py_ssize_t i = 0; keywords && i < PyTuple_GET_SIZE(keywords); ++i) {
    const auto name = py::reinterpret_borrow<py::str>(PyTuple_GET_ITEM(keywords, i));
    const auto opcode = argument<std::string_view>(name, "opcode");
    if (opcode == "shredder" || opcode == "en_passant" || opcode == "promoted") {
      options[name] = py::handle(args[i]);
      continue;
    }
    check_opcode(name, opcode);
    fields.append(" ").append(opcode).append(written_operand(board, opcode, args[i])).append(";");
  }
  std::string fen = text_of_object(board.attr("fen")(**options));
  for (int clock = 0; clock < 2; ++clock) fen.resize(std::min(fen.rfind(' '), fen.size()));
  return to_python(std::string_view(fen + fields));
}

// ---- Reading.

// The operations of an EPD and the current offset in them.
class OperationReader {
 public:
  OperationReader(const py::object& board, std::string_view placement, std::string_view text)
      : board_(board), placement_(placement), text_(text) {}

  py::dict read() {
    py::dict operations;
    while (at_ < text_.size()) read_operation(operations);
    return operations;
  }

 private:
  bool at_end() const { return at_ == text_.size() || text_[at_] == ';'; }
  std::size_t find(std::string_view any) const { return std::min(text_.find_first_of(any, at_), text_.size()); }

  void read_operation(const py::dict& operations) {
    const std::size_t start = std::exchange(at_, find(" \t\r\n;"));
    const std::string_view opcode = text_.substr(start, at_ - start);
    if (opcode.empty() || opcode == "-") {
      ++at_;
      return;
    }
    const py::str name = str_of(opcode);
    if (!at_end()) {
      check_opcode(name, opcode);
      at_ = std::min(text_.find_first_not_of(Space, at_), text_.size());
    }
    operations[name] = operand(name, opcode);
  }

  py::object operand(const py::str& name, std::string_view opcode) {
    if (at_end()) {
      ++at_;
      return is_line(opcode) || is_list(opcode) ? py::object(py::list()) : py::none();
    }
    if (text_[at_] == '"') return quoted_text();
    const std::size_t stop = find(";");
    const py::object written = str_of(text_.substr(at_, stop - at_));
    const bool is_number = std::string_view("+-.0123456789").find(text_[at_]) != std::string_view::npos;
    at_ = stop + 1;
    return is_number ? number(name, written) : moves(opcode, written);
  }

  // The quoted text up to its closing quote, or to the end if it has none.
  py::object quoted_text() {
    std::string unescaped;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      char c = text_[at_];
      if (c == '\\') {
        if (++at_ == text_.size()) break;
        c = text_[at_] == 'n' ? '\n' : text_[at_] == 'r' ? '\r' : text_[at_] == 't' ? '\t' : text_[at_];
      }
      unescaped += c;
    }
    if (at_ < text_.size()) ++at_;
    return str_of(unescaped);
  }

  static py::object number(const py::str& name, const py::object& written) {
    if (text_of_object(written).find_first_of(".eE") == std::string::npos)
      return steal(PyLong_FromUnicodeObject(written.ptr(), 10));
    py::object number = steal(PyFloat_FromString(written.ptr()));
    if (std::isfinite(PyFloat_AS_DOUBLE(number.ptr()))) return number;
    throw_error(PyExc_ValueError, "the operand of %R must be a finite number: %R", name.ptr(), written.ptr());
  }

  // One move, or several for opcodes with a list.
  py::object moves(std::string_view opcode, const py::object& written) const {
    const py::object position = this->position();
    const py::object read = position.attr(is_line(opcode) ? "push_san" : "parse_san");
    if (!is_line(opcode) && !is_list(opcode)) return read(written);
    py::list moves;
    for (const py::handle word : written.attr("split")()) moves.append(read(word));
    return moves;
  }

  // A board with the position in which moves are read. If the board plays Chess960, castling is still encoded as
  // king-two-squares if all castling rights are possible in standard chess.
  py::object position() const {
    const py::handle own_class = py::type::handle_of(board_), chess(reinterpret_cast<PyObject*>(board_type));
    const py::object position =
        (is_variant_board(board_.ptr()) ? own_class : chess)(str_of(std::string(placement_) + " 0 1"));
    if (board_.attr("chess960").cast<bool>())
      position.attr("chess960") = position.attr("has_chess960_castling_rights")();
    return position;
  }

  const py::object& board_;
  const std::string_view placement_, text_;
  std::size_t at_ = 0;
};

// The first fields of an EPD with single spaces between them, their number, and the text after them.
struct Fields {
  std::string first;
  std::size_t count = 0;
  py::str rest;
};

// Separates fields as str.split() does.
Fields split(const py::object& text, std::size_t most) {
  Fields fields;
  const py::list words = steal(PyUnicode_Split(text.ptr(), nullptr, Py_ssize_t(most)));
  for (const py::handle word : words) {
    if (fields.count == most) {
      fields.rest = py::reinterpret_borrow<py::str>(word);
      break;
    }
    if (fields.count++) fields.first += ' ';
    fields.first += argument<std::string_view>(word, "epd");
  }
  return fields;
}

PyObject* set_epd(PyObject* self, PyObject* epd) {
  if (!PyUnicode_Check(epd)) return not_a("a str", epd, "epd");
  const py::object text = py::handle(epd).attr("rstrip")().attr("rstrip")(";");
  // The operations follow the fourth field, or the fifth if it has the counters of three-check.
  Fields fields = split(text, 4);
  if (is_variant_board(self)) {
    Fields five = split(text, 5);
    if (five.count == 5 && five.first.find('+', fields.first.size()) == fields.first.size() + 2)
      fields = std::move(five);
  }
  const auto board = py::reinterpret_borrow<py::object>(self);
  py::dict operations;
  py::object fen = py::reinterpret_borrow<py::object>(epd);
  if (PyUnicode_GET_LENGTH(fields.rest.ptr()) != 0) {
    operations = OperationReader(board, fields.first, argument<std::string_view>(fields.rest, "epd")).read();
    for (const char* opcode : {"hmvc", "fmvn"}) {
      PyObject* const clock = PyDict_GetItemString(operations.ptr(), opcode);
      fields.first += ' ';
      fields.first += clock ? text_of_object(clock) : opcode[0] == 'h' ? "0" : "1";
    }
    fen = str_of(fields.first);
  }
  board.attr("set_fen")(fen);  // the method, because a subclass may override it
  return operations.release().ptr();
}

PyObject* from_epd(PyTypeObject* type, PyObject* epd, Or<bool, false> chess960) {
  const py::handle cls(reinterpret_cast<PyObject*>(type));
  const py::object board = cls.attr("empty")("chess960"_a = chess960.value);
  return py::make_tuple(board, board.attr("set_epd")(py::handle(epd))).release().ptr();
}

}  // namespace

void add_board_epd(TypeBuilder&, TypeBuilder& board, TypeBuilder&) {
  board.methods({
      keyword_method<"epd(*, shredder=False, en_passant='legal', promoted=None, **operations)", epd>(
          R"(Return the position as EPD: the first four fields of the FEN, followed by operations.

          :param shredder: if True, write castling rights as the files of the rooks, as in fen().
          :param en_passant: when to write the en-passant square, as in fen().
          :param promoted: if True, mark promoted pieces with '~'.
          :param operations: opcodes and their operands, which are written in the order given. An operand is a number,
              a move, None or text, in which quotes, backslashes, tabs and line ends are escaped. `bm` and `am` also
              accept several moves, which are written in alphabetical order; `pv` takes a sequence of moves.
          :raises ValueError: for an invalid opcode.

          >>> Board().epd(bm=[Move.from_uci('g1f3'), Move.from_uci('e2e4')], id='a start')
          'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id "a start";')"),
      method<"set_epd(epd)", set_epd>(
          R"(Set up the position of an EPD, clear the history and return the operations.

          The operations `hmvc` and `fmvn` set the clocks.

          :param epd: four FEN fields, followed by operations that end with semicolons.
          :returns: a dict that maps opcodes to operands: numbers, text without its quotes, moves (in any notation that
              parse_san() reads), lists of moves for `bm`, `am` and `pv`, and None for an operation without an
              operand.
          :raises ValueError: if the text is invalid or contains an illegal move. The board is then unchanged.

          >>> Board().set_epd('4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id "two moves";')
          {'bm': [Move.from_uci('a1a8'), Move.from_uci('e1c1')], 'id': 'two moves'})"),
      class_method<"from_epd(epd, *, chess960=False)", from_epd>(
          R"(Return a new board with the position of an EPD, and the operations.

          :param epd: four FEN fields, followed by operations. See set_epd().
          :param chess960: if True, encode castling moves as king-takes-rook.
          :returns: a tuple of the board and a dict of the operations.
          :raises ValueError: if the text is invalid or contains an illegal move.

          >>> Board.from_epd('4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 5;')
          (Board('4k3/8/8/8/8/8/8/R3K3 w Q - 5 1'), {'hmvc': 5}))"),
  });
}

}  // namespace bitrook::bindings
