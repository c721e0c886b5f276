// Static exchange evaluation: what a sequence of captures on one square wins or loses.
#pragma once

#include <array>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::search {

// The value of each piece type in centipawns. A king cannot be captured; its value is the loss that is assumed if a
// king moves to an attacked square.
struct PieceValues {
  std::array<int, 8> of_type{0, 100, 320, 330, 500, 900, 20000};  // sized for the three type bits of a move word

  constexpr int operator[](PieceType t) const { return of_type[index(t)]; }
};

// The material that a move wins for the side that makes it, if both sides then capture on its target square for as long
// as that pays. Each side captures with its pieces in the order pawn, knight, bishop, rook, queen, king, and may stop
// at any time.
//
// Sliders behind a capturing piece join in (x-rays). As in Stockfish, a pinned piece takes part only once all pinners
// of its king have left their squares. A pawn that captures on the last rank becomes a queen. A king captures only
// undefended pieces. Castling and the null move score 0.
//
// The result is meaningless unless the move is pseudo-legal.
int see(const Position& p, Move m, const PieceValues& values = {});

// Whether see(p, m, values) >= threshold. Stops as soon as the answer is certain, so it takes about half the time.
bool see_ge(const Position& p, Move m, int threshold, const PieceValues& values = {});

}  // namespace bitrook::search
