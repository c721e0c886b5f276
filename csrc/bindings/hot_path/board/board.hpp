// The Python boards. BaseBoard and Board share one object layout: a core Game, a __dict__ and weak references.
#pragma once

#include "bindings/hot_path/iterators.hpp"
#include "bindings/hot_path/moves/move.hpp"
#include "bindings/hot_path/moves/piece.hpp"
#include "bindings/support/attributes.hpp"
#include "bitrook/game/game.hpp"

namespace bitrook::bindings {

inline PyTypeObject* base_board_type = nullptr;
inline PyTypeObject* board_type = nullptr;

// The game of a BaseBoard never has moves. Because the layout is shared, the methods of BaseBoard also work on a Board.
// Edits clear its history, because Game::edit does.
struct BoardObject : AttributesObject {
  Game game;
};
// A board takes at most 400 bytes, including the garbage collector's header (16).
static_assert(sizeof(BoardObject) + 16 <= 336 + sizeof(Placement));

inline BoardObject& board_of(PyObject* object) { return *reinterpret_cast<BoardObject*>(object); }
inline bool is_base_board(PyObject* object) {
  return Py_TYPE(object) == board_type || PyObject_TypeCheck(object, base_board_type);
}
inline bool is_board(PyObject* object) {
  return Py_TYPE(object) == board_type || PyObject_TypeCheck(object, board_type);
}
// Subclasses may override push and pop. Methods that use them must then call them through Python.
inline bool is_exactly_board(const BoardObject& board) { return board.ob_base.ob_type == board_type; }

// Returns a new board of `type` (BaseBoard, Board or a subclass) with `game`. A subclass is called with None, as in
// python-chess, and its game is then replaced.
PyObject* new_board(PyTypeObject* type, const Game& game);
PyObject* new_board(const Setup& setup);  // a Board, set up in place

// Copy the game or the position of an argument, while the board is locked. They throw TypeError if it is not a Board.
// Copying a game takes longer, because it shares its history.
Game game_argument(PyObject* board);
Position position_argument(PyObject* board);

// A method's first parameter is the object, its game or its position. The board is locked during the call, because it
// can change.
template <>
struct Self<BoardObject&> {
  static constexpr bool Locked = true;
  static BoardObject& get(PyObject* self) { return board_of(self); }
};
template <>
struct Self<Game&> {
  static constexpr bool Locked = true;
  static Game& get(PyObject* self) { return board_of(self).game; }
};
template <>
struct Self<const Game&> {
  static constexpr bool Locked = true;
  static const Game& get(PyObject* self) { return board_of(self).game; }
};
template <>
struct Self<const Position&> {
  static constexpr bool Locked = true;
  static const Position& get(PyObject* self) { return board_of(self).game.position(); }
};

PyObject* move_stack(PyObject* board);  // returns a new view of its moves: move_stack.cpp

// Set up a game from a text. If the text is invalid, set ValueError, return false and leave the game unchanged. See
// fen.cpp.
bool load_board_fen(Game& game, std::string_view text);
bool load_fen(Game& game, std::string_view text, bool chess960);
bool has_chess960_castling_rights(const Game& game);  // rights outside standard chess: state.cpp

// Each of these functions adds the members of one concept to the two types. Each has its own file.
void add_board_construct(TypeBuilder& base_board, TypeBuilder& board);   // constructors, class attributes
void add_board_state(TypeBuilder& base_board, TypeBuilder& board);       // attributes, castling rights
void add_board_pieces(TypeBuilder& base_board, TypeBuilder& board);      // pieces, attacks, pins, checks
void add_board_engine(TypeBuilder& base_board, TypeBuilder& board);      // exchanges, threats, material, ordered moves
void add_board_pawns(TypeBuilder& base_board, TypeBuilder& board);       // pawn structure
void add_board_edit(TypeBuilder& base_board, TypeBuilder& board);        // changes of the placement
void add_board_transform(TypeBuilder& base_board, TypeBuilder& board);   // mirrors, Chess960 starting positions
void add_board_moves(TypeBuilder& base_board, TypeBuilder& board);       // generating and testing moves
void add_board_generators(TypeBuilder& base_board, TypeBuilder& board);  // legal_moves: moves/generators.cpp
void add_board_history(TypeBuilder& base_board, TypeBuilder& board);     // push, pop, copies
void add_board_pickle(TypeBuilder& base_board, TypeBuilder& board);
void add_board_packed(TypeBuilder& base_board, TypeBuilder& board);          // packed positions
void add_board_fen(TypeBuilder& base_board, TypeBuilder& board);             // positions as text
void add_board_epd(TypeBuilder& base_board, TypeBuilder& board);             // positions with operations
void add_board_notation(TypeBuilder& base_board, TypeBuilder& board);        // moves as text
void add_board_outcome(TypeBuilder& base_board, TypeBuilder& board);         // draws and the end of the game
void add_board_python_methods(TypeBuilder& base_board, TypeBuilder& board);  // methods written in Python

}  // namespace bitrook::bindings
