// The classical layout: a named set for each of the twelve pieces, and three unions of them.
#pragma once

#include "bitrook/position/placement/concept.hpp"

namespace bitrook::placement {

// The layout of the first bitboard programs. If a piece is not known at compile time, its set is looked up in a table
// of members.
class Classical {
 public:
  static constexpr std::array<std::string_view, 15> WordNames{
      "white_pawns",  "white_knights", "white_bishops", "white_rooks",   "white_queens",
      "white_king",   "black_pawns",   "black_knights", "black_bishops", "black_rooks",
      "black_queens", "black_king",    "all_white",     "all_black",     "all_pieces"};

  constexpr Bitboard of(Color c) const { return c == Color::White ? all_white_ : all_black_; }
  constexpr Bitboard of(PieceType t) const { return of(t, Color::White) | of(t, Color::Black); }
  constexpr Bitboard of(PieceType t, Color c) const { return of(make_piece(t, c)); }
  constexpr Bitboard of(Piece p) const { return this->*set_of(p); }
  constexpr Bitboard occupied() const { return all_pieces_; }
  constexpr Bitboard empty() const { return ~all_pieces_; }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(PieceType t, Color c, Bitboard squares) { toggle(make_piece(t, c), squares); }
  constexpr void toggle(Piece p, Bitboard squares) {
    this->*set_of(p) ^= squares;
    (color_of(p) == Color::White ? all_white_ : all_black_) ^= squares;
    all_pieces_ ^= squares;
  }

  constexpr std::array<Bitboard, 15> words() const {
    return {white_pawns_,  white_knights_, white_bishops_, white_rooks_,   white_queens_,
            white_king_,   black_pawns_,   black_knights_, black_bishops_, black_rooks_,
            black_queens_, black_king_,    all_white_,     all_black_,     all_pieces_};
  }
  constexpr bool operator==(const Classical&) const = default;

 private:
  static constexpr Bitboard Classical::* set_of(Piece p) {
    using C = Classical;
    constexpr std::array<Bitboard C::*, 12> Sets{&C::white_pawns_,   &C::black_pawns_,   &C::white_knights_,
                                                 &C::black_knights_, &C::white_bishops_, &C::black_bishops_,
                                                 &C::white_rooks_,   &C::black_rooks_,   &C::white_queens_,
                                                 &C::black_queens_,  &C::white_king_,    &C::black_king_};
    return Sets[index(p) - index(Piece::WhitePawn)];  // the precondition of all layouts excludes None
  }

  Bitboard white_pawns_, white_knights_, white_bishops_, white_rooks_, white_queens_, white_king_;
  Bitboard black_pawns_, black_knights_, black_bishops_, black_rooks_, black_queens_, black_king_;
  Bitboard all_white_, all_black_, all_pieces_;
};

static_assert(Layout<Classical>);

}  // namespace bitrook::placement
