// Attacks of a piece on a given square, for given occupied squares.
#pragma once

#include "bitrook/base/geometry.hpp"
#if BITROOK_HAS_PEXT
#include "bitrook/attacks/sliders/pext.hpp"
#else
#include "bitrook/attacks/sliders/magic.hpp"
#endif

namespace bitrook {

// The implementation of sliding attacks: PEXT or magic. Hyperbola and walk have the same interface.
#if BITROOK_HAS_PEXT
namespace chosen_sliders = pext;
#else
namespace chosen_sliders = magic;
#endif

using chosen_sliders::bishop_attacks;
using chosen_sliders::rook_attacks;

inline Bitboard queen_attacks(Square s, Bitboard occupied) {
  return rook_attacks(s, occupied) | bishop_attacks(s, occupied);
}

// For a type known at compile time: `attacks<PieceType::Rook>(s, occupied)`. Not for pawns, which need a color.
template <PieceType T>
Bitboard attacks(Square s, [[maybe_unused]] Bitboard occupied) {
  static_assert(T != PieceType::None && T != PieceType::Pawn);
  if constexpr (T == PieceType::Knight) return knight_attacks(s);
  if constexpr (T == PieceType::Bishop) return bishop_attacks(s, occupied);
  if constexpr (T == PieceType::Rook) return rook_attacks(s, occupied);
  if constexpr (T == PieceType::Queen) return queen_attacks(s, occupied);
  if constexpr (T == PieceType::King) return king_attacks(s);
}

// The squares attacked by a piece of type t and color c, including those of friendly pieces. Empty for None.
inline Bitboard attacks(PieceType t, Color c, Square s, Bitboard occupied) {
  switch (t) {
    case PieceType::Pawn:
      return pawn_attacks(c, s);
    case PieceType::Knight:
      return knight_attacks(s);
    case PieceType::Bishop:
      return bishop_attacks(s, occupied);
    case PieceType::Rook:
      return rook_attacks(s, occupied);
    case PieceType::Queen:
      return queen_attacks(s, occupied);
    case PieceType::King:
      return king_attacks(s);
    case PieceType::None:
      break;
  }
  return Bitboard();
}

}  // namespace bitrook
