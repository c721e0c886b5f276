// Random arrangements of pieces, most of which no game can reach, and the random number generator for the tests.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/position/position.hpp"

namespace bitrook::test {

// The generator xorshift64*, which returns the same numbers on all machines.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1D;
  }
  unsigned below(unsigned n) { return unsigned((word() >> 32) * n >> 32); }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

enum class Kings { Any, OneEach };

// Returns a position with any number of kings on each side (or one each), promoted kings, pawns on the first and last
// ranks, castling rights without a king or rook, and an en-passant square anywhere.
inline Position arrangement(Random& random, Kings kings = Kings::Any) {
  Setup setup;
  constexpr std::array Types{PieceType::Pawn, PieceType::Pawn, PieceType::Pawn,  PieceType::Knight, PieceType::Bishop,
                             PieceType::Rook, PieceType::Rook, PieceType::Queen, PieceType::King};
  const auto put = [&](Square s, Piece p) {
    const Piece old = setup.placement.piece_at(s);
    if (old != Piece::None) setup.placement.toggle(old, Bitboard(s));
    setup.placement.toggle(p, Bitboard(s));
  };
  constexpr std::array Counts{2u, 6u, 14u, 30u, 64u};
  for (unsigned n = Counts[random.below(Counts.size())]; n; --n) {
    const Square s{std::uint8_t(random.below(64))};
    put(s,
        make_piece(Types[random.below(kings == Kings::Any ? Types.size() : Types.size() - 1)], Color(random.below(2))));
    if (random.chance(10)) setup.promoted |= Bitboard(s);
  }
  if (kings == Kings::OneEach) setup.promoted &= Bitboard(random.word() & random.word());
  if (kings == Kings::OneEach || random.chance(80)) {
    put(random.chance(50) ? Square::E1 : Square(random.below(64)), Piece::WhiteKing);
    put(random.chance(50) ? Square::E8 : Square(random.below(64)), Piece::BlackKing);
  }
  if (random.chance(30))
    for (const Square s : Corners - setup.placement.of(PieceType::King))
      put(s, make_piece(PieceType::Rook, s < Square::A8 ? Color::White : Color::Black));
  setup.promoted &= setup.placement.occupied();
  setup.castling = Bitboard(random.word()) & Backranks;
  setup.turn = Color(random.below(2));
  if (random.chance(40)) setup.en_passant = Square(random.below(64));
  setup.halfmove_clock = random.below(120);
  setup.fullmove_number = 1 + random.below(100);
  setup.chess960 = random.chance(50);
  return Position(setup);
}

}  // namespace bitrook::test
