// The indexed layout: an array of sets by color and by piece, and the occupied and the empty squares.
#pragma once

#include "bitrook/position/placement/concept.hpp"

namespace bitrook::placement {

// pieces[2 * type + color] is the set of a piece, and the first two entries are the sets of the colors.
class Indexed {
 public:
  static constexpr std::array<std::string_view, 16> WordNames{
      "any_white",     "any_black",     "white_pawns", "black_pawns", "white_knights", "black_knights",
      "white_bishops", "black_bishops", "white_rooks", "black_rooks", "white_queens",  "black_queens",
      "white_king",    "black_king",    "occupied",    "empty"};

  constexpr Bitboard of(Color c) const { return pieces_[index(c)]; }
  constexpr Bitboard of(PieceType t) const { return pieces_[2 * index(t)] | pieces_[2 * index(t) + 1]; }
  constexpr Bitboard of(PieceType t, Color c) const { return pieces_[2 * index(t) + index(c)]; }
  constexpr Bitboard of(Piece p) const { return pieces_[index(p)]; }
  constexpr Bitboard occupied() const { return occupied_; }
  constexpr Bitboard empty() const { return empty_; }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(PieceType t, Color c, Bitboard squares) { toggle(make_piece(t, c), squares); }
  constexpr void toggle(Piece p, Bitboard squares) {
    pieces_[index(p)] ^= squares;
    pieces_[index(color_of(p))] ^= squares;
    occupied_ ^= squares;
    empty_ ^= squares;
  }

  constexpr std::array<Bitboard, 16> words() const {
    std::array<Bitboard, 16> all{};
    for (unsigned i = 0; i < 14; ++i) all[i] = pieces_[i];
    all[14] = occupied_;
    all[15] = empty_;
    return all;
  }
  constexpr bool operator==(const Indexed&) const = default;

 private:
  std::array<Bitboard, 14> pieces_{};
  Bitboard occupied_;
  Bitboard empty_ = Bitboard::all();
};

static_assert(Layout<Indexed>);

}  // namespace bitrook::placement
