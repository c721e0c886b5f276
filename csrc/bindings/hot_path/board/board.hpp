// The Python boards. BaseBoard and Board share one object layout: a core Game, a __dict__ and weak references. The
// boards of variants are subclasses of Board whose game is a VariantGame. They inherit the methods that only read or
// edit the position of chess, and override the others.
#pragma once

#include <type_traits>

#include "bindings/hot_path/iterators.hpp"
#include "bindings/hot_path/moves/move.hpp"
#include "bindings/support/attributes.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/variants/game.hpp"

namespace bitrook::bindings {

inline PyTypeObject* base_board_type = nullptr;
inline PyTypeObject* board_type = nullptr;
inline PyTypeObject* variant_board_type = nullptr;  // the common base of the boards of variants

// The game of a BaseBoard never has moves. Because the layout is shared, the methods of BaseBoard also work on a Board.
// Edits clear its history, because Game::edit does.
struct BoardObject : AttributesObject {
  Game game;
};
// A board takes at most 400 bytes, including the garbage collector's header (16).
static_assert(sizeof(BoardObject) + 16 <= 336 + sizeof(Placement));
// Starts like a BoardObject, because a VariantGame starts with a Game.
struct VariantBoardObject : AttributesObject {
  VariantGame game;
};

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
// Whether the object is an instance of one of the nine classes, but not of a subclass.
bool is_exactly_variant_board(PyObject* board);
inline VariantGame& variant_game_of(PyObject* board) { return reinterpret_cast<VariantBoardObject*>(board)->game; }
inline VariantPosition variant_position_of(PyObject* board) { return variant_game_of(board).position(); }

// Returns a new board of `type` (BaseBoard, Board, the board of a variant or a subclass) with `game`. A subclass is
// called with None, as in python-chess, and its game is then replaced.
PyObject* new_board(PyTypeObject* type, const Game& game);
PyObject* new_board(PyTypeObject* type, const VariantGame& game);
PyObject* new_board(const Setup& setup);  // a Board, set up in place

// Returns a copy of Get(board), made while the board is locked.
template <auto Get>
auto copied(PyObject* board) {
  [[maybe_unused]] const Lock lock(board);
  return Get(board);
}

// Copy the game or the position of an argument. They throw TypeError if it is not a Board. They throw ValueError for
// the board of a variant, which functions for standard chess cannot use. Copying a game takes longer, because it shares
// its history.
Game game_argument(PyObject* board);
Position position_argument(PyObject* board);
// Call use() with such a copy, which for the board of a variant is a VariantGame or VariantPosition.
template <class Use>
auto with_game_argument(PyObject* board, Use use) {
  return is_variant_board(board) ? use(copied<variant_game_of>(board)) : use(game_argument(board));
}
template <class Use>
auto with_position_argument(PyObject* board, Use use) {
  return is_variant_board(board) ? use(copied<variant_position_of>(board)) : use(position_argument(board));
}

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
template <>
struct Self<VariantGame&> : LockedSelf<variant_game_of> {};
template <>
struct Self<const VariantGame&> : LockedSelf<variant_game_of> {};
template <>
struct Self<const VariantPosition&> : LockedSelf<variant_position_of> {};

PyObject* move_stack(PyObject* board);  // returns a new view of its moves: views.cpp

// Set up a game from a text. If the text is invalid, set ValueError, return false and leave the game unchanged.
bool load_board_fen(Game& game, std::string_view text);
bool load_fen(Game& game, std::string_view text, bool chess960);
bool load_fen(VariantGame& game, std::string_view text, bool chess960);
bool has_chess960_castling_rights(const Game& game);  // rights outside standard chess

// The start position and the empty board of a game's variant.
inline Game start_of(const Game&) { return Game(); }
inline Game empty_of(const Game&) { return Game(Position()); }
VariantGame start_of(const VariantGame& game);
VariantGame empty_of(const VariantGame& game);

// __init__() of Board and of the boards of variants. A missing FEN is null and stands for the start position; None
// stands for an empty board.
template <class G>
PyObject* initialize_board(G& game, PyObject* fen, Or<bool, false> chess960) {
  if (is_given(fen)) {
    std::string_view text;
    return load(fen, text, "fen") && load_fen(game, text, chess960.value) ? none() : nullptr;
  }
  game = fen ? empty_of(game) : start_of(game);
  if (chess960.value) game.amend([](Position& p) { p.set_chess960(true); });
  return none();
}

// The parameter *en_passant*: 'legal', 'xfen' or 'fen'.
struct EnPassantSpec {
  fen::EnPassant value = fen::EnPassant::Legal;
};
bool load(PyObject* object, EnPassantSpec& spec, std::string_view name);

// A method that returns a set of squares has two forms: `name_mask` returns an int and `name` a SquareSet. This is the
// SquareSet form of F, which returns a Bitboard.
template <auto F, class = decltype(F)>
struct SetOf;
template <auto F, class P, class... A>
struct SetOf<F, Bitboard (*)(const P&, A...)> {
  static Squares squares(const P& p, A... arguments) { return {F(p, arguments...)}; }
};
template <auto F, class P, class... A>
struct SetOf<F, Bitboard (P::*)(A...) const> {
  static Squares squares(const P& p, A... arguments) { return {(p.*F)(arguments...)}; }
};
template <auto F>
inline constexpr auto set_of = SetOf<F>::squares;

// Each of these functions adds the members of one concept to the types. Members that differ between chess and variants
// are templates, whose parameter is Game or VariantGame (G), or Position or VariantPosition (P).
using AddMembers = void(TypeBuilder& base_board, TypeBuilder& board, TypeBuilder& variant);
AddMembers add_board_state, add_board_pieces, add_board_engine, add_board_pawns, add_board_pickles, add_board_setups,
    add_board_moves, add_board_generators, add_board_notation, add_board_epd, add_board_outcome, add_variant_members;
void define_variants(PyObject* module);  // after their common base

// Adds the class attributes that python-chess's modules for engines and tablebases read. `tables` is the first letter
// of the suffixes of Syzygy files. Some variants have the same values as another one if there are no pawns:
// `pawnless_tables` is the letter of that variant. Without such files, a letter is 0.
void add_board_constants(TypeBuilder& type, std::optional<Variant> variant, const VariantNames& names, char tables,
                         char pawnless_tables);

}  // namespace bitrook::bindings
