// The Python boards of variants. They are subclasses of Board whose game is a VariantGame. Methods that only read or
// edit the position of chess are those of Board; the others are overridden.
#pragma once

#include "bindings/hot_path/board/board.hpp"
#include "bitrook/variants/game.hpp"

namespace bitrook::bindings {

// Starts like a BoardObject, because a VariantGame starts with a Game.
struct VariantBoardObject : AttributesObject {
  VariantGame game;
};

inline VariantGame& variant_game_of(PyObject* board) { return reinterpret_cast<VariantBoardObject*>(board)->game; }
inline VariantPosition variant_position_of(PyObject* board) { return variant_game_of(board).position(); }

// Whether the object is an instance of one of the nine classes, but not of a subclass.
bool is_exactly_variant_board(PyObject* board);

// Returns a new board of `type` with this game. A subclass is called with None, as in new_board().
PyObject* new_variant_board(PyTypeObject* type, const VariantGame& game);

bool load_variant_fen(VariantGame& game, std::string_view text, bool chess960);

template <>
struct Self<VariantGame&> : LockedSelf<variant_game_of> {};
template <>
struct Self<const VariantGame&> : LockedSelf<variant_game_of> {};
template <>
struct Self<const VariantPosition&> : LockedSelf<variant_position_of> {};

using AddVariantMembers = void(TypeBuilder& type, const TypeBuilder& board);
AddVariantMembers add_variant_construct, add_variant_moves, add_variant_history, add_variant_notation,
    add_variant_outcome, add_variant_state;

}  // namespace bitrook::bindings
