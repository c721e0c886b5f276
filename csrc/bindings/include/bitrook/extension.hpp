// Access to Python's bitrook.Board and bitrook.Move for extension modules of other projects.
#pragma once

#include <Python.h>

#include <bitrook/base/move.hpp>
#include <bitrook/position/position.hpp>
#include <cstddef>
#include <cstdint>

// Compile against the headers of the installed bitrook (find_package(bitrook), bitrook.get_include()):
//
//   const bitrook::extension::Api* api = bitrook::extension::import();  // once; null with ImportError
//   const bitrook::Position* p = api->position(object);                 // null with TypeError
//
// Every function needs the GIL or, on free-threaded builds, an attached thread state. On free-threaded builds, each
// function locks its board while it runs. A sequence of calls is not atomic: threads that share a board need their own
// lock, as in Python.
//
// With pybind11, include <bitrook/extension_pybind11.hpp> and write `[](const bitrook::Position& p) { ... }`.

namespace bitrook::extension {

// Increased whenever Position, Move or Api change in a way that compiled extensions depend on.
inline constexpr std::uint32_t Abi = 6;

struct Api {
  std::uint32_t abi;
  std::uint32_t api_size;
  std::uint32_t position_size;
  std::uint32_t move_size;
  const Position* sample;  // sample() as compiled in bitrook; import() compares it field by field

  // The position of a Board. The pointer is valid until the board changes or is freed: copy the position (a few hundred
  // bytes) before releasing the GIL and, on free-threaded builds, if another thread may change the board.
  // Null with TypeError if `object` is not a Board.
  const Position* (*position)(PyObject* object);
  // A new Board with a copy of `position` and no history. Null with MemoryError.
  PyObject* (*new_board)(const Position* position);
  // False with TypeError if `object` is not a Move.
  bool (*move)(PyObject* object, Move* move);
  // A new reference to the Move object of `move`. Null with MemoryError.
  PyObject* (*new_move)(Move move);

  // --- The history of a Board: the moves pushed, and the positions before them.

  // The number of moves that can be popped. -1 with TypeError if `object` is not a Board.
  std::ptrdiff_t (*ply_count)(PyObject* object);
  // The i-th move pushed, from 0. False with TypeError, or with IndexError if there is no such move.
  bool (*move_at)(PyObject* object, std::size_t i, Move* move);
  // The key() of the position before the i-th move, or of the current position if i is ply_count. Two positions of a
  // game can only be equal if their keys are; see is_repetition(). False with TypeError or IndexError.
  bool (*key_at)(PyObject* object, std::size_t i, std::uint64_t* key);
  // 1 if the position has occurred at least `count` times, 0 if not, or -1 with TypeError. See Board.is_repetition().
  int (*is_repetition)(PyObject* object, unsigned count);
  // Makes the move on the board, like Board.push(), without checking its legality. An override of push() in a subclass
  // is not called. False with AssertionError if there is no piece to move, or with TypeError or MemoryError.
  bool (*push)(PyObject* object, Move move);
  // Unmakes the last move. `move` may be null; otherwise it is set to that move. An override of pop() in a subclass is
  // not called. False with TypeError, or with IndexError if no move has been made.
  bool (*pop)(PyObject* object, Move* move);
};

// A position in which no field has its default value.
inline Position sample() {
  Position p = Position::start();
  p.play_unchecked(Move::normal(Square::B1, Square::C3));
  p.play_unchecked(Move::normal(Square::H8, Square::G8));
  p.play_unchecked(Move::normal(Square::A1, Square::B1));
  p.play_unchecked(Move::normal(Square::D7, Square::D5));
  p.set_halfmove_clock(7);
  p.set_fullmove_number(40);
  p.set_chess960(true);
  p.put(Square::C5, Piece::BlackQueen, true);
  return p;
}

// Whether code compiled with these headers reads the same values from `theirs` as from its own sample.
inline bool reads_alike(const Position& theirs) {
  const Position ours = sample();
  for (unsigned s = 0; s < 64; ++s)
    if (ours.piece_at(Square(s)) != theirs.piece_at(Square(s))) return false;
  return ours.occupied() == theirs.occupied() && ours.promoted() == theirs.promoted() && ours.turn() == theirs.turn() &&
         ours.castling_rights() == theirs.castling_rights() && ours.en_passant() == theirs.en_passant() &&
         ours.halfmove_clock() == theirs.halfmove_clock() && ours.fullmove_number() == theirs.fullmove_number() &&
         ours.chess960() == theirs.chess960() && ours.key() == theirs.key() && ours.checkers() == theirs.checkers() &&
         ours.pinned() == theirs.pinned();
}

// Returns the interface of the installed bitrook. Null with ImportError if bitrook cannot be imported or was compiled
// with an incompatible layout of positions. Needs the GIL.
inline const Api* import() {
  auto* api = static_cast<const Api*>(PyCapsule_Import("bitrook._C_API", 0));
  if (!api) return nullptr;
  if (api->abi != Abi || api->api_size != sizeof(Api) || api->position_size != sizeof(Position) ||
      api->move_size != sizeof(Move) || !reads_alike(*api->sample)) {
    PyErr_Format(PyExc_ImportError,
                 "this module was compiled for a different bitrook (ABI %u) than the installed one (ABI %u)",
                 unsigned(Abi), unsigned(api->abi));
    return nullptr;
  }
  return api;
}

}  // namespace bitrook::extension
