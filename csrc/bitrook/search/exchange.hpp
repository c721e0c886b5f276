// Static exchange evaluation: what a sequence of captures on one square wins or loses.
#pragma once

#include <array>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::search {

// What pieces are worth in centipawns, by type. A king cannot be captured; its value is what a king that moves into an
// attack is said to lose.
struct PieceValues {
  std::array<int, 8> of_type{0, 100, 320, 330, 500, 900, 20000};  // a move word has three bits for a type

  constexpr int operator[](PieceType t) const { return of_type[index(t)]; }
};

// What the move wins for the side that makes it, if both sides then capture on its target as long as that pays. Each
// side captures with its pieces in the order pawn, knight, bishop, rook, queen, king, and may stop at any time.
//
// Sliders behind a piece that captured join in (x-rays). A pinned piece takes part only once no pinner of its king is
// left on its square, as in Stockfish. A pawn that captures on the last rank becomes a queen. A king captures only what
// is no longer defended. Castling and the null move give 0.
//
// The move must be pseudo-legal; for any other the result has no meaning.
int see(const Position& p, Move m, const PieceValues& values = {});

// Whether see(p, m, values) >= threshold. Stops as soon as that is decided, so it takes about half the time.
bool see_ge(const Position& p, Move m, int threshold, const PieceValues& values = {});

}  // namespace bitrook::search
