// For extension modules of your own: the position inside a Python bitrook.Board, without a detour through text.
#pragma once

#include <Python.h>

#include <bitrook/base/move.hpp>
#include <bitrook/position/position.hpp>
#include <cstdint>

// Compile against the headers of the installed bitrook (find_package(bitrook), bitrook.get_include()), then
//
//   const bitrook::extension::Api* api = bitrook::extension::import();  // once; null with ImportError
//   const bitrook::Position* p = api->position(object);                 // null with TypeError
//
// With pybind11, <bitrook/extension_pybind11.hpp> makes it `[](const bitrook::Position& p) { ... }`.

namespace bitrook::extension {

// Raised whenever Position, Move or Api change in a way that a compiled extension could see.
inline constexpr std::uint32_t Abi = 4;

struct Api {
  std::uint32_t abi;
  std::uint32_t api_size;
  std::uint32_t position_size;
  std::uint32_t move_size;
  const Position* sample;  // what sample() made inside bitrook: `import` reads it field by field

  // The position of a Board, borrowed: valid until the board changes or dies, so copy it (a few hundred bytes)
  // before releasing the GIL or, on free-threaded builds, if another thread may change the board.
  // Null with TypeError if `object` is not a Board.
  const Position* (*position)(PyObject* object);
  // A new Board that holds a copy of `position` and no moves; null with MemoryError.
  PyObject* (*new_board)(const Position* position);
  // False with TypeError if `object` is not a Move.
  bool (*move)(PyObject* object, Move* move);
  // The one Move object of `move`, as a new reference; null with MemoryError.
  PyObject* (*new_move)(Move move);
};

// A position none of whose fields has its default value.
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

// Whether this compilation reads `theirs` as it reads its own sample.
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

// The door to the running bitrook; null with ImportError if it cannot be imported or was built from headers
// that lay a position out differently. Needs the GIL.
inline const Api* import() {
  auto* api = static_cast<const Api*>(PyCapsule_Import("bitrook._C_API", 0));
  if (!api) return nullptr;
  if (api->abi != Abi || api->api_size != sizeof(Api) || api->position_size != sizeof(Position) ||
      api->move_size != sizeof(Move) || !reads_alike(*api->sample)) {
    PyErr_Format(PyExc_ImportError,
                 "this module was compiled against another bitrook (ABI %u) than the one installed (ABI %u)",
                 unsigned(Abi), unsigned(api->abi));
    return nullptr;
  }
  return api;
}

}  // namespace bitrook::extension
