// Two further views of a placement, made from any layout and turned back into any: quads and square list.
#pragma once

#include "concept.hpp"

namespace bitrook::placement {

// Quad-bitboards: four words, read down through a square they are the four digits of the piece there
// (colour in word 0, the type in words 1 to 3).
struct Quad {
  static constexpr std::array<std::string_view, 4> WordNames{"color", "type_bit_0", "type_bit_1", "type_bit_2"};

  std::array<Bitboard, 4> planes{};

  constexpr Piece piece_at(Square s) const {
    unsigned p = 0;
    for (unsigned k = 0; k < 4; ++k) p |= unsigned(planes[k].contains(s)) << k;
    return Piece(p);
  }
  constexpr const std::array<Bitboard, 4>& words() const { return planes; }
  constexpr bool operator==(const Quad&) const = default;
};

template <Layout From>
constexpr Quad quad_of(const From& from) {
  Quad q;
  for (const Piece p : Pieces) {
    for (unsigned k = 0; k < 4; ++k) {
      if (index(p) >> k & 1) q.planes[k] |= from.of(p);
    }
  }
  return q;
}

// The square list: what stands on each of the 64 squares, for asking "what is on e4" in one load.
using SquareList = std::array<Piece, 64>;

template <Layout From>
constexpr SquareList square_list_of(const From& from) {
  SquareList list{};
  for (const Piece p : Pieces) {
    for (const Square s : from.of(p)) list[index(s)] = p;
  }
  return list;
}

template <Layout To>
constexpr To placement_of(const SquareList& list) {
  To to;
  for (unsigned i = 0; i < 64; ++i) {
    if (list[i] != Piece::None) to.toggle(list[i], Bitboard(Square(i)));
  }
  return to;
}

template <Layout To>
constexpr To placement_of(const Quad& quad) {
  To to;
  for (const Piece p : Pieces) {
    Bitboard squares = Bitboard::all();
    for (unsigned k = 0; k < 4; ++k) squares &= index(p) >> k & 1 ? quad.planes[k] : ~quad.planes[k];
    to.toggle(p, squares);
  }
  return to;
}

}  // namespace bitrook::placement
