// The Python boards. BaseBoard and Board share one object layout: a core Game, a __dict__ and weak references.
#pragma once

#include "bindings/hot_path/iterators.hpp"
#include "bindings/hot_path/moves/move.hpp"
#include "bindings/hot_path/moves/piece.hpp"
#include "bindings/support/attributes.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::bindings {

inline PyTypeObject* base_board_type = nullptr;
inline PyTypeObject* board_type = nullptr;
inline PyTypeObject* variant_board_type = nullptr;  // the common base of the boards of variants: variants/

// The game of a BaseBoard never has moves. Because the layout is shared, the methods of BaseBoard also work on a Board.
// Edits clear its history, because Game::edit does.
struct BoardObject : AttributesObject {
  Game game;
};
// A board takes at most 400 bytes, including the garbage collector's header (16).
static_assert(sizeof(BoardObject) + 16 <= 336 + sizeof(Placement));

inline BoardObject& board_of(PyObject* object) { return *reinterpret_cast<BoardObject*>(object); }
inline Game& game_of(PyObject* board) { return board_of(board).game; }
inline const Position& position_of(PyObject* board) { return game_of(board).position(); }
inline bool is_base_board(PyObject* object) {
  return Py_TYPE(object) == board_type || PyObject_TypeCheck(object, base_board_type);
}
inline bool is_board(PyObject* object) {
  return Py_TYPE(object) == board_type || PyObject_TypeCheck(object, board_type);
}
inline bool is_variant_board(PyObject* object) { return PyObject_TypeCheck(object, variant_board_type); }
// Subclasses may override push and pop. Methods that use them must then call them through Python.
inline bool is_exactly_board(const BoardObject& board) { return board.ob_base.ob_type == board_type; }

// Returns a new board of `type` (BaseBoard, Board or a subclass) with `game`. A subclass is called with None, as in
// python-chess, and its game is then replaced.
PyObject* new_board(PyTypeObject* type, const Game& game);
PyObject* new_board(const Setup& setup);  // a Board, set up in place

// Copy the game or the position of an argument, while the board is locked. They throw TypeError if it is not a Board.
// They throw ValueError for the board of a variant, which functions for standard chess cannot use. Copying a game takes
// longer, because it shares its history.
Game game_argument(PyObject* board);
Position position_argument(PyObject* board);

// A method's first parameter is the object, its game or its position. The board is locked during the call, because it
// can change.
template <>
struct Self<BoardObject&> : LockedSelf<board_of> {};
template <>
struct Self<Game&> : LockedSelf<game_of> {};
template <>
struct Self<const Game&> : LockedSelf<game_of> {};
template <>
struct Self<const Position&> : LockedSelf<position_of> {};

PyObject* move_stack(PyObject* board);  // returns a new view of its moves: move_stack.cpp

// Set up a game from a text. If the text is invalid, set ValueError, return false and leave the game unchanged. See
// fen.cpp.
bool load_board_fen(Game& game, std::string_view text);
bool load_fen(Game& game, std::string_view text, bool chess960);
// Returns nothing if two pieces would share a square, or if the types and colors disagree: transform.cpp
std::optional<Placement> placement_of(const std::array<Bitboard, 6>& types, const std::array<Bitboard, 2>& colors);
bool has_chess960_castling_rights(const Game& game);  // rights outside standard chess: state.cpp
// Sets `last` to the number of recent moves to keep, or leaves it empty to keep all. Returns false with an exception
// set on failure: history.cpp
bool load_stack(PyObject* stack, std::optional<std::int64_t>& last);
Setup mirrored_setup(const Game& game);  // transform.cpp
// Applies f to every set of the board; returns false with an exception set on failure: transform.cpp
bool load_transformed(PyObject* board, PyObject* f, Setup& setup);

// The parameter *en_passant*: 'legal', 'xfen' or 'fen'.
struct EnPassantSpec {
  fen::EnPassant value = fen::EnPassant::Legal;
};
bool load(PyObject* object, EnPassantSpec& spec, std::string_view name);  // fen.cpp

// Each of these functions adds the members of one concept to the two types. Each has its own file; legal_moves is in
// moves/generators.cpp.
using AddMembers = void(TypeBuilder& base_board, TypeBuilder& board);
AddMembers add_board_construct, add_board_state, add_board_pieces, add_board_engine, add_board_pawns, add_board_edit,
    add_board_transform, add_board_moves, add_board_generators, add_board_history, add_board_pickle, add_board_packed,
    add_board_fen, add_board_epd, add_board_notation, add_board_outcome, add_board_python_methods;

// Builds the boards of variants, whose methods take the documentation of those of `board`: variants/variant_board.cpp
void define_variant_boards(PyObject* module, const TypeBuilder& board);

}  // namespace bitrook::bindings
