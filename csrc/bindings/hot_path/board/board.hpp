// The Python boards: one object layout for BaseBoard and Board, a core Game with a __dict__ and weak references.
#pragma once

#include "bindings/hot_path/moves/move.hpp"
#include "bindings/hot_path/moves/move_iterator.hpp"
#include "bindings/hot_path/moves/piece.hpp"
#include "bindings/support/type_builder.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::bindings {

inline PyTypeObject* base_board_type = nullptr;
inline PyTypeObject* board_type = nullptr;

// A BaseBoard's game never has moves. Sharing the layout lets every method of BaseBoard do the right thing on a
// Board: an edit forgets the history because Game::edit does.
struct BoardObject {
  PyObject ob_base;
  PyObject* dict;  // null until an attribute is set
  PyObject* weakrefs;
  Game game;
};
// A live board costs at most 400 bytes, its garbage collector's header (16) included.
static_assert(sizeof(BoardObject) + 16 <= 336 + sizeof(Placement));

inline BoardObject& board_of(PyObject* object) { return *reinterpret_cast<BoardObject*>(object); }
inline bool is_base_board(PyObject* object) {
  return Py_TYPE(object) == board_type || PyObject_TypeCheck(object, base_board_type);
}
inline bool is_board(PyObject* object) {
  return Py_TYPE(object) == board_type || PyObject_TypeCheck(object, board_type);
}
// Subclasses may override push and pop: what is built on them then goes through Python.
inline bool is_exactly_board(const BoardObject& board) { return board.ob_base.ob_type == board_type; }

// A new board of `type` (BaseBoard, Board or a subclass) that holds `game`. A subclass is called with None, as
// python-chess does, and its result is given the game.
PyObject* new_board(PyTypeObject* type, const Game& game);
PyObject* new_board(const Setup& setup);  // a Board, without a copy on the way

// The board whose moves are known to be so many (see generators.cpp), until any board changes or is made.
#ifdef Py_GIL_DISABLED
inline void note_change() {}
#else
inline PyObject* counted_board = nullptr;
inline void note_change() { counted_board = nullptr; }
#endif

// A method that may change the board, and may run other code before it does and after.
struct Changing {
  Changing() { note_change(); }
  Changing(const Changing&) = delete;
  ~Changing() { note_change(); }
};

// Methods see the object, its game or its position; all of them change, so all are locked. To take the object, or a
// game that is not const, is to change it.
template <>
struct Self<BoardObject&> {
  static constexpr bool Locked = true;
  using Scope = Changing;
  static BoardObject& get(PyObject* self) { return board_of(self); }
};
template <>
struct Self<Game&> {
  static constexpr bool Locked = true;
  using Scope = Changing;
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

PyObject* raise_fen_error(const fen::Error& error, std::string_view text);  // ValueError; null
// Readers of text for methods and constructors: false with a ValueError, the board unchanged.
bool load_board_fen(Game& game, std::string_view text);
bool load_fen(Game& game, std::string_view text, bool chess960);

// One a concept, each in its own file: they add their lines to the tables of the two types.
void add_board_construct(TypeBuilder& base_board, TypeBuilder& board);   // constructors, class attributes
void add_board_state(TypeBuilder& base_board, TypeBuilder& board);       // attributes
void add_board_pieces(TypeBuilder& base_board, TypeBuilder& board);      // what stands where
void add_board_attacks(TypeBuilder& base_board, TypeBuilder& board);     // attacks, pins, checks
void add_board_edit(TypeBuilder& base_board, TypeBuilder& board);        // changing the placement
void add_board_transform(TypeBuilder& base_board, TypeBuilder& board);   // mirrors, Chess960 positions
void add_board_moves(TypeBuilder& base_board, TypeBuilder& board);       // generation and judging of moves
void add_board_generators(TypeBuilder& base_board, TypeBuilder& board);  // legal_moves: generators.cpp
void add_board_castling(TypeBuilder& base_board, TypeBuilder& board);    // rights
void add_board_history(TypeBuilder& base_board, TypeBuilder& board);     // push, pop, copies, pickles
void add_board_pickle(TypeBuilder& base_board, TypeBuilder& board);
void add_board_fen(TypeBuilder& base_board, TypeBuilder& board);       // positions as text
void add_board_notation(TypeBuilder& base_board, TypeBuilder& board);  // moves as text
void add_board_outcome(TypeBuilder& base_board, TypeBuilder& board);   // draws and the end
void add_board_layout(TypeBuilder& base_board, TypeBuilder& board);    // the words of each layout: layout.cpp
void add_board_python_methods(TypeBuilder& base_board, TypeBuilder& board);

bool add_boards(PyObject* module);

// ---- Views of a board's moves: generators.cpp.

inline PyTypeObject* legal_move_generator_type = nullptr;
inline PyTypeObject* pseudo_legal_move_generator_type = nullptr;

bool add_move_generators(PyObject* module);

}  // namespace bitrook::bindings
