// Moves as text: UCI, SAN, long algebraic and XBoard, written and read.
#include <algorithm>
#include <string>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::bindings {

namespace {

// ---- Writing.

template <std::size_t (*Write)(const Position&, Move, char*)>
PyObject* write(const Position& p, Move move) {
  char buffer[MaxSan];
  const std::size_t size = Write(p, move, buffer);
  if (size != 0) [[likely]] {
    PyObject* text = PyUnicode_New(Py_ssize_t(size), 127);
    if (text) std::copy_n(buffer, size, reinterpret_cast<char*>(PyUnicode_1BYTE_DATA(text)));
    return text;
  }
  Owned shown(to_python(move));
  PyErr_Format(PyExc_AssertionError, "a move needs a piece to be written in algebraic notation: '%S'", shown.get());
  return nullptr;
}

PyObject* uci(const Position& p, Move move, std::optional<bool> chess960) {
  Owned written(to_python(with_castling_encoding(p, move, chess960.value_or(p.chess960()))));
  return written ? incref(reinterpret_cast<MoveObject*>(written.get())->uci) : nullptr;
}

PyObject* xboard(const Position& p, Move move, std::optional<bool> chess960) {
  char buffer[16];
  const std::size_t size = write_xboard(p, move, chess960.value_or(p.chess960()), buffer);
  return to_python(std::string_view(buffer, size));
}

// ---- Reading.

PyObject* raise_parse_error(const ParsedMove& parsed, std::string_view notation, std::string_view given) {
  const std::string name(notation);
  switch (parsed.error) {
    case MoveError::Ambiguous:
      return raise(AmbiguousMoveError, "ambiguous " + name, given);
    case MoveError::Illegal:
      return raise(IllegalMoveError, "illegal " + name + ", " + std::string(text(parsed.reason)), given);
    default:
      return raise(InvalidMoveError, "invalid " + name, given);
  }
}

struct San {
  static constexpr std::string_view Name = "san";
  static ParsedMove parse(const Position& p, std::string_view text) { return bitrook::parse_san(p, text); }
};
struct Uci {
  static constexpr std::string_view Name = "uci";
  static ParsedMove parse(const Position& p, std::string_view text) { return bitrook::parse_uci(p, text); }
};

template <class Notation>
PyObject* parse(const Position& p, std::string_view text) {
  const ParsedMove parsed = Notation::parse(p, text);
  return parsed ? to_python(parsed.move) : raise_parse_error(parsed, Notation::Name, text);
}

// A subclass's own push is asked to play the move.
PyObject* push_by_method(BoardObject& board, Move move) {
  Owned object(to_python(move)), name(PyUnicode_InternFromString("push"));
  if (!object || !name) return nullptr;
  Owned result(PyObject_CallMethodOneArg(&board.ob_base, name.get(), object.get()));
  return result ? object.release() : nullptr;
}

PyObject* pushed(BoardObject& board, Move move) {
  if (!is_exactly_board(board)) [[unlikely]]
    return push_by_method(board, move);
  board.game.push(move);
  return to_python(move);
}

template <class Notation>
PyObject* push(BoardObject& board, std::string_view text) {
  const ParsedMove parsed = Notation::parse(board.game.position(), text);
  return parsed ? pushed(board, parsed.move) : raise_parse_error(parsed, Notation::Name, text);
}

PyObject* san_and_push(BoardObject& board, Move move) {
  Owned text(write<write_san>(board.game.position(), move));
  if (!text) return nullptr;
  Owned result(pushed(board, move));
  return result ? text.release() : nullptr;
}

// "1. e4 e5 2. Nf3", or "1...e5 2. Nf3" where Black begins.
PyObject* variation_san(const Game& game, PyObject* variation) {
  Owned iterator(PyObject_GetIter(variation));
  if (!iterator) return nullptr;
  Position p = game.position();
  std::string text;
  while (PyObject* item = PyIter_Next(iterator.get())) {
    Owned held(item);
    Move m;
    if (!load(item, m, "move")) return nullptr;
    if (!is_legal(p, m)) {
      char fen[fen::MaxLength];
      const std::string position(fen, fen::write(p, {}, fen));
      PyErr_Format(IllegalMoveError, "illegal move %S in position %s", item, position.c_str());
      return nullptr;
    }
    const bool first = text.empty();
    if (!first) text += ' ';
    if (p.turn() == Color::White) {
      text += std::to_string(p.fullmove_number()) + ". ";
    } else if (first) {
      text += std::to_string(p.fullmove_number()) + "...";
    }
    char san[MaxSan];
    text.append(san, write_san(p, m, san));
    p.play_unchecked(m);
  }
  return PyErr_Occurred() ? nullptr : to_python(std::string_view(text));
}

}  // namespace

void add_board_notation(TypeBuilder&, TypeBuilder& board) {
  constexpr const char* ReadSan =
      "The legal move that *san* names.\n\n"
      "Raises InvalidMoveError if the text is no move, IllegalMoveError, saying why, if it is not legal here, and\n"
      "AmbiguousMoveError if it fits several moves.";
  constexpr const char* PushSan = "Plays the legal move that *san* names and returns it. Raises as parse_san().";
  board.methods({
      method<"san(move)", write<write_san>>(
          "The move in standard algebraic notation, '+' and '#' included. Its legality is not asked; AssertionError\n"
          "if there is no piece to move."),
      method<"lan(move)", write<write_lan>>("The move in long algebraic notation, 'Ng1-f3': see san()."),
      method<"san_and_push(move)", san_and_push>("Plays *move* and returns its san()."),
      method<"variation_san(variation)", variation_san>(
          "The moves, an iterable, with move numbers: '1. e4 e5 2. Nf3'. IllegalMoveError if one is not legal."),
      method<"parse_san(san)", parse<San>>(ReadSan),
      method<"push_san(san)", push<San>>(PushSan),
      method<"uci(move, *, chess960=None)", uci>(
          "The move as engines write it. *chess960* spells castling as the king taking its rook; by default as the\n"
          "board does."),
      method<"parse_uci(uci)", parse<Uci>>(
          "The legal move, or the null move, that *uci* spells; castling may be spelled in both ways.\n\n"
          "Raises InvalidMoveError if the text is no move, and IllegalMoveError, saying why, if it is not legal here."),
      method<"push_uci(uci)", push<Uci>>("Plays the move that *uci* spells and returns it. Raises as parse_uci()."),
      method<"xboard(move, chess960=None)", xboard>(
          "The move as XBoard writes it: as uci(), but castling 'O-O' in Chess960 and the null move '@@@@'."),
      method<"parse_xboard(xboard)", parse<San>>(ReadSan),
      method<"push_xboard(san)", push<San>>(PushSan),
  });
}

}  // namespace bitrook::bindings
