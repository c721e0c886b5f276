// Writing and reading EPD, Extended Position Description: a position with operations like `bm Nf3; id "opening";`.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/san.hpp"

namespace bitrook::bindings {

namespace {

constexpr const char* Space = " \t\r\n";

// Opcodes whose operand is a list of moves: a line of play, or alternatives in one position.
bool is_line(std::string_view opcode) { return opcode == "pv"; }
bool is_list(std::string_view opcode) { return opcode == "am" || opcode == "bm"; }

bool check_opcode(PyObject* opcode, std::string_view text) {
  const auto refuse = [&](const char* problem) {
    return fail(PyExc_ValueError, "an EPD opcode %s: %R", problem, opcode);
  };
  if (text.empty()) return refuse("cannot be empty");
  if (text == "-") return refuse("cannot be a dash");
  if (!Py_UNICODE_ISALPHA(PyUnicode_READ_CHAR(opcode, 0))) return refuse("must start with a letter");
  if (text.find_first_of(Space) != text.npos) return refuse("cannot contain whitespace");
  return true;
}

// ---- Writing. Each function returns a new str, or null with an exception set.

PyObject* call_with_keywords(PyObject* object, const char* method, PyObject* keywords) {
  const Ref function(PyObject_GetAttrString(object, method));
  return function ? PyObject_VectorcallDict(function.get(), nullptr, 0, keywords) : nullptr;
}

// Returns the texts that the board's `method` returns for the moves, such as " Nf3 d5".
PyObject* written_moves(PyObject* board, const char* method, PyObject* moves, bool sorted) {
  const Ref texts(PyList_New(0)), empty(PyUnicode_FromString(""));
  if (!texts || !empty) return nullptr;
  const auto append = [&](PyObject* move) {
    const Ref san(PyObject_CallMethod(board, method, "(O)", move));
    const Ref text(san ? PyUnicode_FromFormat(" %S", san.get()) : nullptr);
    return text && PyList_Append(texts.get(), text.get()) == 0;
  };
  if (!for_each_item(moves, append) || (sorted && PyList_Sort(texts.get()) < 0)) return nullptr;
  return PyUnicode_Join(empty.get(), texts.get());
}

PyObject* written_line(PyObject* board, PyObject* moves) {
  const Ref options(Py_BuildValue("{sO}", "stack", Py_False));
  const Ref position(options ? call_with_keywords(board, "copy", options.get()) : nullptr);
  return position ? written_moves(position.get(), "san_and_push", moves, false) : nullptr;
}

PyObject* written_text(PyObject* operand) {
  const Ref shown(PyObject_Str(operand));
  std::string_view text;
  if (!shown || !load(shown.get(), text, "the operand")) return nullptr;
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
  return to_python(std::string_view(quoted + '"'));
}

PyObject* written_operand(PyObject* board, std::string_view opcode, PyObject* operand) {
  if (operand == Py_None) return PyUnicode_FromString("");
  if (is_move(operand)) {
    const Ref san(PyObject_CallMethod(board, "san", "(O)", operand));
    return san ? PyUnicode_FromFormat(" %S", san.get()) : nullptr;
  }
  if (PyFloat_Check(operand) && !std::isfinite(PyFloat_AS_DOUBLE(operand))) {
    return PyErr_Format(PyExc_AssertionError, "an EPD operand must be a finite number: %S", operand);
  }
  if (PyLong_Check(operand) || PyFloat_Check(operand)) return PyUnicode_FromFormat(" %S", operand);
  if (Py_TYPE(operand)->tp_iter && !PyUnicode_Check(operand)) {
    if (is_line(opcode)) return written_line(board, operand);
    if (is_list(opcode)) return written_moves(board, "san", operand, true);
  }
  return written_text(operand);
}

// Returns the first four fields of the FEN.
PyObject* written_position(PyObject* board, PyObject* options) {
  const Ref fen(call_with_keywords(board, "fen", options));
  std::string_view text;
  if (!fen || !load(fen.get(), text, "the FEN")) return nullptr;
  for (int clock = 0; clock < 2; ++clock) text = text.substr(0, text.rfind(' '));
  return to_python(text);
}

// epd(*, shredder=False, en_passant='legal', promoted=None, **operations): the first three are options of fen().
PyObject* epd(PyObject* board, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  if (given) return PyErr_Format(PyExc_TypeError, "epd() takes no positional arguments (%zd given)", given);
  const Ref options(PyDict_New()), fields(PyList_New(0)), separator(PyUnicode_FromString(" "));
  if (!options || !fields || !separator) return nullptr;
  for (Py_ssize_t i = 0; keywords && i < PyTuple_GET_SIZE(keywords); ++i) {
    const Ref name(incref(PyTuple_GET_ITEM(keywords, i)));
    std::string_view opcode;
    if (!load(name.get(), opcode, "opcode")) return nullptr;
    if (opcode == "shredder" || opcode == "en_passant" || opcode == "promoted") {
      if (PyDict_SetItem(options.get(), name.get(), args[i]) < 0) return nullptr;
      continue;
    }
    if (!check_opcode(name.get(), opcode)) return nullptr;
    const Ref operand(written_operand(board, opcode, args[i]));
    const Ref field(operand ? PyUnicode_FromFormat("%U%U;", name.get(), operand.get()) : nullptr);
    if (!field || PyList_Append(fields.get(), field.get()) < 0) return nullptr;
  }
  const Ref position(written_position(board, options.get()));
  if (!position || PyList_Insert(fields.get(), 0, position.get()) < 0) return nullptr;
  return PyUnicode_Join(separator.get(), fields.get());
}

// ---- Reading.

// Sets up the position in which moves are read. On a Chess960 board, castling is still encoded as king-two-squares if
// all castling rights are possible in standard chess.
bool load_position(PyObject* board, std::string_view placement, Game& game) {
  if (!load_fen(game, std::string(placement) + " 0 1", false)) return false;
  const Lock lock(board);
  if (!position_of(board).chess960()) return true;
  const bool chess960 = has_chess960_castling_rights(game);
  game.amend([&](Position& p) { p.set_chess960(chess960); });
  return true;
}

bool parse(const Game& game, PyObject* object, Move& move) {
  std::string_view text;
  if (!load(object, text, "san")) return false;
  const ParsedMove parsed = parse_san(game.position(), text);
  if (!parsed) return raise_move_error(parsed, "san", game.position(), text);
  move = parsed.move;
  return true;
}

PyObject* read_moves(std::string_view opcode, PyObject* operand, Game game) {
  Move move;
  if (!is_line(opcode) && !is_list(opcode)) return parse(game, operand, move) ? to_python(move) : nullptr;
  const Ref words(PyUnicode_Split(operand, nullptr, -1)), moves(PyList_New(0));
  for (Py_ssize_t i = 0; words && moves && i < PyList_GET_SIZE(words.get()); ++i) {
    if (!parse(game, PyList_GET_ITEM(words.get(), i), move)) return nullptr;
    const Ref object(to_python(move));
    if (!object || PyList_Append(moves.get(), object.get()) < 0) return nullptr;
    if (is_line(opcode)) game.push(move);
  }
  return words && moves ? incref(moves.get()) : nullptr;
}

// The same on the board of a variant, by its methods.
PyObject* read_moves_by_methods(PyObject* board, std::string_view opcode, PyObject* operand,
                                std::string_view placement) {
  const Ref fen(to_python(placement)), type = type_ref(board);
  const Ref position(fen ? PyObject_CallOneArg(type.get(), fen.get()) : nullptr);
  if (!position) return nullptr;
  if (!is_line(opcode) && !is_list(opcode)) return PyObject_CallMethod(position.get(), "parse_san", "(O)", operand);
  const Ref words(PyUnicode_Split(operand, nullptr, -1)), moves(PyList_New(0));
  for (Py_ssize_t i = 0; words && moves && i < PyList_GET_SIZE(words.get()); ++i) {
    const char* method = is_line(opcode) ? "push_san" : "parse_san";
    const Ref move(PyObject_CallMethod(position.get(), method, "(O)", PyList_GET_ITEM(words.get(), i)));
    if (!move || PyList_Append(moves.get(), move.get()) < 0) return nullptr;
  }
  return words && moves ? incref(moves.get()) : nullptr;
}

PyObject* read_number(PyObject* opcode, PyObject* operand, std::string_view text) {
  if (text.find_first_of(".eE") == text.npos) return PyLong_FromUnicodeObject(operand, 10);
  Ref number(PyFloat_FromString(operand));
  if (!number || std::isfinite(PyFloat_AS_DOUBLE(number.get()))) return number.release();
  return PyErr_Format(PyExc_ValueError, "the operand of %R must be a finite number: %R", opcode, operand);
}

// Reads the quoted text that starts at `at` and advances past its closing quote, or to the end if it has none.
PyObject* read_quoted(std::string_view text, std::size_t& at) {
  std::string unescaped;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    char c = text[at];
    if (c == '\\') {
      if (++at == text.size()) break;
      c = text[at] == 'n' ? '\n' : text[at] == 'r' ? '\r' : text[at] == 't' ? '\t' : text[at];
    }
    unescaped += c;
  }
  if (at < text.size()) ++at;
  return to_python(std::string_view(unescaped));
}

// The operations of an EPD and the current offset in them.
struct OperationReader {
  PyObject* board;
  std::string_view placement, text;
  std::size_t at = 0;

  bool at_end() const { return at == text.size() || text[at] == ';'; }
  std::size_t find(std::string_view any) const { return std::min(text.find_first_of(any, at), text.size()); }
};

// Reads the operand at `reader.at` and advances past it.
PyObject* read_operand(OperationReader& reader, PyObject* name, std::string_view opcode) {
  if (reader.at_end()) {
    ++reader.at;
    return is_line(opcode) || is_list(opcode) ? PyList_New(0) : none();
  }
  if (reader.text[reader.at] == '"') return read_quoted(reader.text, reader.at);
  const std::size_t stop = reader.find(";");
  const std::string_view written = reader.text.substr(reader.at, stop - reader.at);
  reader.at = stop + 1;
  const Ref operand(to_python(written));
  if (!operand) return nullptr;
  if (written.find_first_of("+-.0123456789") == 0) return read_number(name, operand.get(), written);
  if (is_variant_board(reader.board))
    return read_moves_by_methods(reader.board, opcode, operand.get(), reader.placement);
  Game game;
  return load_position(reader.board, reader.placement, game) ? read_moves(opcode, operand.get(), game) : nullptr;
}

// Adds the operation at `reader.at` to the dict and advances past it. Returns false with an exception set on failure.
bool read_operation(OperationReader& reader, PyObject* operations) {
  const std::size_t start = std::exchange(reader.at, reader.find(" \t\r\n;"));
  const std::string_view opcode = reader.text.substr(start, reader.at - start);
  if (opcode.empty() || opcode == "-") {
    ++reader.at;
    return true;
  }
  const Ref name(to_python(opcode));
  if (!name) return false;
  if (!reader.at_end()) {
    if (!check_opcode(name.get(), opcode)) return false;
    reader.at = std::min(reader.text.find_first_not_of(Space, reader.at), reader.text.size());
  }
  const Ref value(read_operand(reader, name.get(), opcode));
  return value && PyDict_SetItem(operations, name.get(), value.get()) == 0;
}

// Calls board.set_fen(fen). Steals the reference to `fen`.
bool call_set_fen(PyObject* board, PyObject* fen) {
  const Ref held(fen);
  const Ref done(held ? PyObject_CallMethod(board, "set_fen", "(O)", fen) : nullptr);
  return bool(done);
}

// Sets `last` to 4 if the fifth field has the counters of three-check. Returns false with an exception set on failure.
bool load_counter_field(PyObject* epd, Py_ssize_t& last) {
  const Ref words(PyUnicode_Split(epd, nullptr, 5));
  if (!words) return false;
  if (PyList_GET_SIZE(words.get()) < 5) return true;
  std::string_view counters;
  if (!load(PyList_GET_ITEM(words.get(), 4), counters, "epd")) return false;
  if (counters.find('+') == 1) last = 4;
  return true;
}

PyObject* set_epd(PyObject* board, PyObject* epd) {
  if (!PyUnicode_Check(epd)) return not_a("a str", epd, "epd"), nullptr;
  const Ref stripped(PyObject_CallMethod(epd, "strip", nullptr));
  const Ref cut(stripped ? PyObject_CallMethod(stripped.get(), "rstrip", "s", ";") : nullptr);
  const Ref operations(PyDict_New());
  if (!cut || !operations) return nullptr;
  Py_ssize_t last = 3;  // the field before the operations
  if (is_variant_board(board) && !load_counter_field(cut.get(), last)) return nullptr;
  const Ref fields(PyUnicode_Split(cut.get(), nullptr, last + 1));
  if (!fields) return nullptr;
  const auto field = [&](Py_ssize_t i) { return PyList_GET_ITEM(fields.get(), i); };
  if (PyList_GET_SIZE(fields.get()) < last + 2)
    return call_set_fen(board, incref(epd)) ? incref(operations.get()) : nullptr;

  const Ref first(PyList_GetSlice(fields.get(), 0, last + 1)), space(PyUnicode_FromString(" "));
  const Ref placement(first && space ? PyUnicode_Join(space.get(), first.get()) : nullptr);
  std::string_view position, text;
  if (!placement || !load(placement.get(), position, "epd") || !load(field(last + 1), text, "epd")) return nullptr;
  OperationReader reader{board, position, text};
  while (reader.at < text.size()) {
    if (!read_operation(reader, operations.get())) return nullptr;
  }
  const auto clock = [&](const char* opcode, long missing) {
    PyObject* found = PyDict_GetItemString(operations.get(), opcode);
    return Ref(found ? incref(found) : PyLong_FromLong(missing));
  };
  const Ref halfmoves = clock("hmvc", 0), fullmoves = clock("fmvn", 1);
  if (!halfmoves || !fullmoves) return nullptr;
  PyObject* fen = PyUnicode_FromFormat("%U %S %S", placement.get(), halfmoves.get(), fullmoves.get());
  return call_set_fen(board, fen) ? incref(operations.get()) : nullptr;
}

PyObject* from_epd(PyTypeObject* type, PyObject* epd, Or<bool, false> chess960) {
  const Ref options(Py_BuildValue("{sO}", "chess960", chess960.value ? Py_True : Py_False));
  if (!options) return nullptr;
  const Ref board(call_with_keywords(reinterpret_cast<PyObject*>(type), "empty", options.get()));
  const Ref operations(board ? PyObject_CallMethod(board.get(), "set_epd", "(O)", epd) : nullptr);
  return operations ? PyTuple_Pack(2, board.get(), operations.get()) : nullptr;
}

}  // namespace

void add_board_epd(TypeBuilder&, TypeBuilder& board) {
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
