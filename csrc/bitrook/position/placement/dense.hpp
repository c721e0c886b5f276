// The dense layout: a set for each color and each piece type. The pieces of one color and type are an intersection.
#pragma once

#include "bitrook/position/placement/concept.hpp"

namespace bitrook::placement {

class Dense {
 public:
  static constexpr std::array<std::string_view, 8> WordNames{"white",   "black", "pawns",  "knights",
                                                             "bishops", "rooks", "queens", "kings"};

  constexpr Bitboard of(Color c) const { return words_[index(c)]; }
  constexpr Bitboard of(PieceType t) const { return words_[index(t) + 1]; }
  constexpr Bitboard of(PieceType t, Color c) const { return of(t) & of(c); }
  constexpr Bitboard of(Piece p) const { return of(type_of(p), color_of(p)); }
  constexpr Bitboard occupied() const { return words_[0] | words_[1]; }
  constexpr Bitboard empty() const { return ~occupied(); }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(Piece p, Bitboard squares) { toggle(type_of(p), color_of(p), squares); }
  constexpr void toggle(PieceType t, Color c, Bitboard squares) {
    words_[std::size_t{index(t)} + 1] ^= squares;  // a 64-bit index, so that one addressing mode suffices
    words_[index(c)] ^= squares;
  }

  constexpr const std::array<Bitboard, 8>& words() const { return words_; }
  constexpr bool operator==(const Dense&) const = default;

 private:
  std::array<Bitboard, 8> words_{};  // by color, then by type
};

static_assert(Layout<Dense>);

}  // namespace bitrook::placement
