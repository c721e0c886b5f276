// Constructors of the boards, and the attributes of their classes.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::bindings {

namespace {

constexpr Text BaseBoardSignature("BaseBoard(board_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')");
constexpr Text BoardSignature(
    "Board(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=False)");

// ---- __init__(). A missing argument is null and stands for the start position; None stands for an empty board.

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

// ---- Calls of exactly BaseBoard or Board, which combine __new__() and __init__().

PyObject* call_base_board(PyObject*, PyObject* const* args, std::size_t given, PyObject* keywords) {
  Ref board(new_board(base_board_type, Game()));
  if (!board) return nullptr;
  const Ref done(construct<BaseBoardSignature, initialize_base>(board.get(), args, given, keywords));
  return done ? board.release() : nullptr;
}

PyObject* call_board(PyObject*, PyObject* const* args, std::size_t given, PyObject* keywords) {
  if (PyVectorcall_NARGS(given) == 1 && !keywords && PyUnicode_CheckExact(args[0])) {
    std::string_view text;
    Setup setup;
    if (!load(args[0], text, "fen")) return nullptr;
    if (const auto error = fen::parse(text, setup)) return raise_fen_error(*error, text);
    return new_board(setup);
  }
  Ref board(new_board(board_type, Game()));
  if (!board || (PyVectorcall_NARGS(given) == 0 && !keywords)) return board.release();
  const Ref done(construct<BoardSignature, initialize_board>(board.get(), args, given, keywords));
  return done ? board.release() : nullptr;
}

// ---- Class methods. A subclass is called with the arguments that python-chess uses.

PyObject* empty_base(PyTypeObject* type) {
  return type == base_board_type ? new_board(type, Game(Position()))
                                 : PyObject_CallOneArg(reinterpret_cast<PyObject*>(type), Py_None);
}

PyObject* empty(PyTypeObject* type, Or<bool, false> chess960) {
  const Ref args(PyTuple_Pack(1, Py_None));
  const Ref keywords(Py_BuildValue("{sO}", "chess960", chess960.value ? Py_True : Py_False));
  if (!args || !keywords) return nullptr;
  return PyObject_Call(reinterpret_cast<PyObject*>(type), args.get(), keywords.get());
}

// Steals the reference to `board`.
PyObject* with_chess960_pos(PyObject* board, PyObject* scharnagl) {
  Ref held(board);
  const Ref result(board ? PyObject_CallMethod(board, "set_chess960_pos", "(O)", scharnagl) : nullptr);
  return result ? held.release() : nullptr;
}
PyObject* base_from_chess960_pos(PyTypeObject* type, PyObject* scharnagl) {
  return with_chess960_pos(empty_base(type), scharnagl);
}
PyObject* from_chess960_pos(PyTypeObject* type, PyObject* scharnagl) {
  return with_chess960_pos(empty(type, {true}), scharnagl);
}

constexpr const char* FromChess960Doc =
    R"(Return a board with a Chess960 starting position.

    :param scharnagl: the number of the position, 0..959; 518 is the standard one.
    :raises ValueError: if *scharnagl* is out of range.)";

}  // namespace

void add_board_construct(TypeBuilder& base_board, TypeBuilder& board) {
  base_board
      .doc(BaseBoardSignature.characters,
           R"(A placement of pieces, without side to move, castling rights or history.

           Boards are equal if their placements are equal. They are mutable and therefore not hashable.

           :param board_fen: the first field of a FEN, by default that of the starting position; None creates an empty
               board.
           :raises ValueError: if the text is invalid. The message contains the problem and its offset.)")
      .vectorcall<call_base_board>()
      .slot<initialize<BaseBoardSignature, initialize_base>>(Py_tp_init)
      .methods({class_method<"empty()", empty_base>("Return a board without pieces."),
                class_method<"from_chess960_pos(scharnagl)", base_from_chess960_pos>(FromChess960Doc)});
  board
      .doc(BoardSignature.characters,
           R"(A position and the moves that led to it.

           Boards are equal if they have the same placement, turn, usable castling rights, legal en-passant square
           and clocks. They are mutable and therefore not hashable.

           :param fen: the position, by default the starting position; None creates an empty board. Impossible
               positions are accepted: see status().
           :param chess960: if True, encode castling moves as king-takes-rook.
           :raises ValueError: if the FEN is invalid. The message contains the field, the problem and its offset.

           >>> board = Board()
           >>> board.push_san("e4")
           Move.from_uci('e2e4')
           >>> board.fen()
           'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
           >>> board.legal_moves.count(), board.is_check()
           (20, False))")
      .vectorcall<call_board>()
      .slot<initialize<BoardSignature, initialize_board>>(Py_tp_init)
      .methods({class_method<"empty(*, chess960=False)", empty>(
                    R"(Return a board without pieces and with White to move.

          :param chess960: if True, encode castling moves as king-takes-rook.)"),
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
