// An extension module that works on bitrook's boards: a mobility term for an evaluation, in C++.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <bitrook/bitrook.hpp>
#include <bitrook/extension_pybind11.hpp>
#include <vector>

namespace py = pybind11;
using namespace bitrook;

// Counts the squares that the knights, bishops, rooks and queens of a color attack, except those of their own pieces.
int mobility(const Position& position, Color color) {
  int squares = 0;
  for (PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    for (Square square : position.of(type, color))
      squares += int((position.attacks_from(square) - position.of(color)).count());
  return squares;
}

PYBIND11_MODULE(mobility, m) {
  m.doc() = "Mobility of bitrook boards.";
  extension::api();  // raises ImportError if this bitrook has another binary layout

  m.def(
      "mobility", [](const Position& board) { return mobility(board, Color::White) - mobility(board, Color::Black); },
      py::arg("board"), "White's mobility minus Black's.");
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
        Position copy = board;  // a few hundred bytes; the caller's board does not change
        play(copy, move);       // throws a ValueError if the move is illegal
        return copy;
      },
      py::arg("board"), py::arg("move"), "A new board after the move, without history.");
  m.def(
      "quiet_replies",
      [](extension::Board board) {
        std::vector<Move> quiet;
        MoveList moves;
        generate_legal(board.position(), moves);
        for (Move move : moves) {
          board.push(move);  // in place, on the caller's board with its history
          if (!board.is_repetition(2) && mobility(board.position(), board.position().turn()) < 10)
            quiet.push_back(move);
          board.pop();
        }
        return quiet;
      },
      py::arg("board"), "The legal moves after which the position is new and the opponent has little mobility.");
  m.def(
      "occurrences",
      [](const extension::Board& board) {
        std::size_t count = 1;
        while (board.is_repetition(unsigned(count + 1))) ++count;
        return count;
      },
      py::arg("board"), "How often the position has occurred in the game.");
  m.def(
      "last_moves",
      [](const extension::Board& board, std::size_t n) {
        std::vector<Move> moves;
        const std::size_t plies = board.ply_count();
        for (std::size_t i = plies - std::min(n, plies); i < plies; ++i) moves.push_back(board.move(i));
        return moves;
      },
      py::arg("board"), py::arg("n"), "The last n moves of the game.");
  m.def(
      "key_at", [](const extension::Board& board, std::size_t i) { return board.key(i); }, py::arg("board"),
      py::arg("i"), "The key of the position before the i-th move.");
  m.def(
      "push", [](extension::Board board, Move move) { board.push(move); }, py::arg("board"), py::arg("move"),
      "Make a move on the board.");
  m.def("pop", [](extension::Board board) { return board.pop(); }, py::arg("board"), "Unmake the last move.");
}
