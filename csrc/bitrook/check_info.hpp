// What the moves of one position have in common: CheckInfo, for those who play several of them on copies.
#pragma once

#include <array>

#include "bitboard.hpp"
#include "position.hpp"

namespace bitrook {

// Made once for a position, it tells of nearly every move that it neither checks the enemy king nor changes what is
// pinned to it: 4 to 15 % of the moves have to be looked at.
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
