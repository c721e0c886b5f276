// An extension module of one's own: a mobility term of an evaluation, in C++, on bitrook's boards.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <bitrook/extension_pybind11.hpp>
#include <bitrook/movegen/movegen.hpp>
#include <vector>

namespace py = pybind11;
using namespace bitrook;

// The squares that a colour's knights, bishops, rooks and queens reach and its own pieces leave free.
int mobility(const Position& position, Color color) {
  int squares = 0;
  for (PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    for (Square square : position.of(type, color))
      squares += int((position.attacks_from(square) - position.of(color)).count());
  return squares;
}

PYBIND11_MODULE(mobility, m) {
  m.doc() = "Mobility of bitrook boards.";
  extension::api();  // a bitrook of another layout is an ImportError here and now

  m.def(
      "mobility", [](const Position& board) { return mobility(board, Color::White) - mobility(board, Color::Black); },
      py::arg("board"), "White's squares to go to minus Black's.");
  m.def(
      "checks",
      [](const Position& board) {
        std::vector<Move> checks;
        MoveList moves;
        generate_legal(board, moves);
        for (Move move : moves)
          if (gives_check(board, move)) checks.push_back(move);
        return checks;
      },
      py::arg("board"), "The legal moves that give check.");
  m.def(
      "after",
      [](const Position& board, Move move) {
        if (!is_legal(board, move)) throw py::value_error("illegal move");
        Position copy = board;  // a few hundred bytes; the caller's board stays as it is
        copy.play_unchecked(move);
        return copy;
      },
      py::arg("board"), py::arg("move"), "A new board, one move on, without history.");
}
