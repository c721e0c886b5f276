// What the moves of one position have in common: CheckInfo, for those who play several of them.
#pragma once

#include <array>

#include "bitboard.hpp"
#include "position.hpp"

namespace bitrook {

// Made once for a position, it tells of most moves that they neither check the enemy king nor change what is pinned to
// it. To be looked at remain 1 % in the tree of the start position, 4 % at Kiwipete, 31 % in an endgame of rooks.
struct CheckInfo {
  explicit CheckInfo(const Position& p);

  // Moves to be looked at: by the type of the piece that moves, to where; and from where, whatever moves.
  std::array<Bitboard, 8> targets{};
  Bitboard origins;
  Bitboard pinned;  // the enemy's pinned pieces, as they are now
  // What every move makes of these, whatever else it does: the turn passes, the en-passant square goes.
  std::uint64_t key;
  Irreversible irreversible;
};

}  // namespace bitrook
