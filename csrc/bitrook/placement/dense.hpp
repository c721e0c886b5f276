// The dense layout: two colour sets and six piece sets, a piece of a colour by one intersection.
#pragma once

#include <array>

#include "../bitboard.hpp"
#include "../types.hpp"

namespace bitrook::placement {

class Dense {
 public:
  constexpr Bitboard of(Color c) const { return colors_[index(c)]; }
  constexpr Bitboard of(PieceType t) const { return types_[index(t) - 1]; }
  constexpr Bitboard of(Piece p) const { return of(type_of(p)) & of(color_of(p)); }
  constexpr Bitboard occupied() const { return colors_[0] | colors_[1]; }
  constexpr Bitboard empty() const { return ~occupied(); }

  constexpr PieceType type_at(Square s) const {
    // Three bits of the type, each the union of the sets whose number has that bit.
    const auto bit = [s](Bitboard b) { return unsigned(b.word() >> index(s) & 1); };
    const auto& [pawns, knights, bishops, rooks, queens, kings] = types_;
    return PieceType(bit(pawns | bishops | queens) | bit(knights | bishops | kings) << 1 |
                     bit(rooks | queens | kings) << 2);
  }
  constexpr Piece piece_at(Square s) const {
    const unsigned t = index(type_at(s));
    return Piece(2 * t + unsigned(colors_[1].word() >> index(s) & 1));
  }

  // The one mutator: adds `p` to, or takes it away from, every square of `squares`.
  constexpr void toggle(Piece p, Bitboard squares) {
    types_[index(type_of(p)) - 1] ^= squares;
    colors_[index(color_of(p))] ^= squares;
  }

  constexpr bool operator==(const Dense&) const = default;

 private:
  std::array<Bitboard, 2> colors_{};
  std::array<Bitboard, 6> types_{};
};

}  // namespace bitrook::placement
