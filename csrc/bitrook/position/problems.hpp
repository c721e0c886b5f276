// What makes a position impossible in a game of chess, in python-chess's flags.
#pragma once

#include <cstdint>

#include "bitrook/position/position.hpp"

namespace bitrook {

enum class Problem : std::uint32_t {
  NoWhiteKing = 1 << 0,
  NoBlackKing = 1 << 1,
  TooManyKings = 1 << 2,  // more than two in all
  TooManyWhitePawns = 1 << 3,
  TooManyBlackPawns = 1 << 4,
  PawnsOnBackrank = 1 << 5,
  TooManyWhitePieces = 1 << 6,
  TooManyBlackPieces = 1 << 7,
  BadCastlingRights = 1 << 8,  // a right without its king or rook
  InvalidEnPassant = 1 << 9,   // no double step can have passed that square
  OppositeCheck = 1 << 10,     // the side that has just moved is in check
  Empty = 1 << 11,             // no piece at all
  TooManyCheckers = 1 << 15,   // more than two
  ImpossibleCheck = 1 << 16,   // no move can have given these checks
};

// The flags of all that is wrong, 0 if nothing is. `written_castling_rights` are the rights before
// Position dropped those that cannot be used.
std::uint32_t problems(const Position& p, Bitboard written_castling_rights);
inline std::uint32_t problems(const Position& p) { return problems(p, p.castling_rights()); }

}  // namespace bitrook
