// Boards from nothing, from a FEN, from a number: constructors.
#include "bindings/hot_path/board/board.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::bindings {

namespace {

// A missing argument is null here, None an empty board.
PyObject* initialize_base(Game& game, PyObject* board_fen) {
  if (!board_fen) {
    game.edit([](Position& p) { p.set_placement(Position::start().placement(), Bitboard()); });
    return none();
  }
  if (board_fen == Py_None) {
    game.edit([](Position& p) { p.clear_placement(); });
    return none();
  }
  std::string_view text;
  return load(board_fen, text, "board_fen") && load_board_fen(game, text) ? none() : nullptr;
}

PyObject* initialize_board(Game& game, PyObject* fen, Or<bool, false> chess960) {
  if (fen && fen != Py_None) {
    std::string_view text;
    return load(fen, text, "fen") && load_fen(game, text, chess960.value) ? none() : nullptr;
  }
  game = fen ? Game(Position()) : Game();
  if (chess960.value) game.amend([](Position& p) { p.set_chess960(true); });
  return none();
}

#define BOARD_SIGNATURE "Board(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=False)"
#define BASE_BOARD_SIGNATURE "BaseBoard(board_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')"

PyObject* finish(PyObject* self, PyObject* initialized) {
  if (initialized) {
    Py_DECREF(initialized);
    return self;
  }
  Py_DECREF(self);
  return nullptr;
}

// GCC 12 clears a Setup as a whole by `rep stos`, which takes 20 ns: not if there is a constructor to run.
struct BlankSetup : Setup {
  BlankSetup() {}
};

// Calling exactly BaseBoard or Board: __new__ and __init__ in one go.
PyObject* call_base_board(PyObject*, PyObject* const* args, std::size_t given, PyObject* keywords) {
  PyObject* self = new_board(base_board_type, Game());
  if (!self) return nullptr;
  return finish(self, construct<BASE_BOARD_SIGNATURE, initialize_base>(self, args, given, keywords));
}
PyObject* call_board(PyObject*, PyObject* const* args, std::size_t given, PyObject* keywords) {
  if (PyVectorcall_NARGS(given) == 1 && !keywords && PyUnicode_CheckExact(args[0])) {
    std::string_view text;
    BlankSetup setup;
    if (!load(args[0], text, "fen")) return nullptr;
    if (const auto error = fen::parse(text, setup)) return raise_fen_error(*error, text);
    return new_board(setup);
  }
  PyObject* self = new_board(board_type, Game());
  if (!self || (PyVectorcall_NARGS(given) == 0 && !keywords)) return self;
  return finish(self, construct<BOARD_SIGNATURE, initialize_board>(self, args, given, keywords));
}

// ---- Class methods. A subclass is called as python-chess calls it.

PyObject* empty_base(PyTypeObject* type) {
  return type == base_board_type ? new_board(type, Game(Position()))
                                 : PyObject_CallOneArg(reinterpret_cast<PyObject*>(type), Py_None);
}

PyObject* empty(PyTypeObject* type, Or<bool, false> chess960) {
  Owned args(PyTuple_Pack(1, Py_None));
  Owned keywords(Py_BuildValue("{sO}", "chess960", chess960.value ? Py_True : Py_False));
  if (!args || !keywords) return nullptr;
  return PyObject_Call(reinterpret_cast<PyObject*>(type), args.get(), keywords.get());
}

PyObject* set_up(PyObject* board, PyObject* scharnagl) {
  Owned held(board);
  if (!board) return nullptr;
  Owned name(PyUnicode_InternFromString("set_chess960_pos"));
  if (!name) return nullptr;
  Owned result(PyObject_CallMethodOneArg(board, name.get(), scharnagl));
  return result ? held.release() : nullptr;
}
PyObject* base_from_chess960_pos(PyTypeObject* type, PyObject* scharnagl) {
  return set_up(empty_base(type), scharnagl);
}
PyObject* from_chess960_pos(PyTypeObject* type, PyObject* scharnagl) { return set_up(empty(type, {true}), scharnagl); }

constexpr const char* FromChess960Doc =
    "A board with the Chess960 starting position of that number. ValueError unless it is in 0..959.";

}  // namespace

void add_board_construct(TypeBuilder& base_board, TypeBuilder& board) {
  base_board
      .doc(BASE_BOARD_SIGNATURE,
           "What stands where, without turn, rights and history.\n\n"
           "Starts as at the start of a game, from the first field of a FEN, or empty for None. Comparing compares\n"
           "the placement. A board can be changed, so it is not hashable.")
      .vectorcall(call_base_board)
      .slot(Py_tp_init, guarded<initialize<BASE_BOARD_SIGNATURE, initialize_base>>)
      .methods({class_method<"empty()", empty_base>("A board without pieces."),
                class_method<"from_chess960_pos(scharnagl)", base_from_chess960_pos>(FromChess960Doc)});
  board
      .doc(BOARD_SIGNATURE,
           "A position and the moves that led to it.\n\n"
           "Starts as at the start of a game, from a FEN, or empty for None. *chess960* spells castling moves as the\n"
           "king taking its own rook. Raises ValueError, naming field, problem and offset, if the FEN is wrong;\n"
           "impossible positions are allowed, see status().\n\n"
           "Boards are equal that have the same placement, turn, usable castling rights, legal en-passant square and\n"
           "clocks. A board can be changed, so it is not hashable.")
      .vectorcall(call_board)
      .slot(Py_tp_init, guarded<initialize<BOARD_SIGNATURE, initialize_board>>)
      .methods({class_method<"empty(*, chess960=False)", empty>("A board without pieces, White to move."),
                class_method<"from_chess960_pos(scharnagl)", from_chess960_pos>(FromChess960Doc)});

  const auto text = [](const char* value) { return PyUnicode_FromString(value); };
  const auto bytes = [](const char* value) { return PyBytes_FromStringAndSize(value, 4); };
  board
      .constant("aliases",
                Py_BuildValue("[ssssss]", "Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"))
      .constant("uci_variant", text("chess"))
      .constant("xboard_variant", text("normal"))
      .constant("starting_fen", text(std::string(fen::Start).c_str()))
      .constant("tbw_suffix", text(".rtbw"))
      .constant("tbz_suffix", text(".rtbz"))
      .constant("tbw_magic", bytes("\x71\xe8\x23\x5d"))
      .constant("tbz_magic", bytes("\xd7\x66\x0c\xa5"))
      .constant("pawnless_tbw_suffix", none())
      .constant("pawnless_tbz_suffix", none())
      .constant("pawnless_tbw_magic", none())
      .constant("pawnless_tbz_magic", none())
      .constant("connected_kings", to_python(false))
      .constant("one_king", to_python(true))
      .constant("captures_compulsory", to_python(false));
}

}  // namespace bitrook::bindings
