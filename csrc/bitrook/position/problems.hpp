// Reasons why a position cannot occur in a game of chess, as python-chess's flags (chess.STATUS_*).
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
  InvalidEnPassant = 1 << 9,   // no double push can have crossed that square
  OppositeCheck = 1 << 10,     // the side not to move is in check
  Empty = 1 << 11,             // no piece at all
  RaceCheck = 1 << 12,         // racing kings: a check
  RaceOver = 1 << 13,          // racing kings: both kings have arrived, but the game goes on
  RaceMaterial = 1 << 14,      // racing kings: pawns, or more pieces than at the start
  TooManyCheckers = 1 << 15,   // more than two
  ImpossibleCheck = 1 << 16,   // no single move can have given these checks
};

// The flags of all problems, or 0. `written_castling_rights` are the rights as they were set; Position keeps only those
// that can be used.
std::uint32_t problems(const Position& p, Bitboard written_castling_rights);
inline std::uint32_t problems(const Position& p) { return problems(p, p.castling_rights()); }

}  // namespace bitrook
