// The pawn that can be captured en passant, and its part in the Zobrist key.
#pragma once

#include "bitrook/base/bitboard.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook {

// The square of the pawn that `capturer` takes on `en_passant`. Empty for a hand-made square on an outer rank behind
// which there is no square.
constexpr Bitboard en_passant_victim(Color capturer, Square en_passant) {
  return capturer == Color::White ? Bitboard(en_passant) >> 8 : Bitboard(en_passant) << 8;
}

// Polyglot counts the file if a pawn of the side to move is beside the pawn that made the double push, whether or not
// it may capture.
inline std::uint64_t Position::en_passant_key() const {
  if (en_passant() == Square::None) return 0;
  const Bitboard victim = en_passant_victim(turn_, en_passant());
  const Bitboard beside = shifted<Direction::East>(victim) | shifted<Direction::West>(victim);
  return beside.meets(of(PieceType::Pawn, turn_)) ? zobrist::en_passant(file_of(en_passant())) : 0;
}

}  // namespace bitrook
