// The classical layout: twelve named sets and the three that are derived from them.
#pragma once

#include "bitrook/position/placement/concept.hpp"

namespace bitrook::placement {

// Every set is a variable with a name of its own, as the first bitboard programs had them: which one a
// piece means has to be decided by a switch wherever it is not known at compile time.
class Classical {
 public:
  static constexpr std::array<std::string_view, 15> WordNames{
      "white_pawns",  "white_knights", "white_bishops", "white_rooks",   "white_queens",
      "white_king",   "black_pawns",   "black_knights", "black_bishops", "black_rooks",
      "black_queens", "black_king",    "all_white",     "all_black",     "all_pieces"};

  constexpr Bitboard of(Color c) const { return c == Color::White ? all_white_ : all_black_; }
  constexpr Bitboard of(PieceType t) const {
    switch (t) {
      case PieceType::Pawn:
        return white_pawns_ | black_pawns_;
      case PieceType::Knight:
        return white_knights_ | black_knights_;
      case PieceType::Bishop:
        return white_bishops_ | black_bishops_;
      case PieceType::Rook:
        return white_rooks_ | black_rooks_;
      case PieceType::Queen:
        return white_queens_ | black_queens_;
      case PieceType::King:
        return white_king_ | black_king_;
      case PieceType::None:
        break;
    }
    return Bitboard();
  }
  constexpr Bitboard of(PieceType t, Color c) const { return of(make_piece(t, c)); }
  constexpr Bitboard of(Piece p) const {
    switch (p) {
      case Piece::WhitePawn:
        return white_pawns_;
      case Piece::BlackPawn:
        return black_pawns_;
      case Piece::WhiteKnight:
        return white_knights_;
      case Piece::BlackKnight:
        return black_knights_;
      case Piece::WhiteBishop:
        return white_bishops_;
      case Piece::BlackBishop:
        return black_bishops_;
      case Piece::WhiteRook:
        return white_rooks_;
      case Piece::BlackRook:
        return black_rooks_;
      case Piece::WhiteQueen:
        return white_queens_;
      case Piece::BlackQueen:
        return black_queens_;
      case Piece::WhiteKing:
        return white_king_;
      case Piece::BlackKing:
        return black_king_;
      case Piece::None:
        break;
    }
    return Bitboard();
  }
  constexpr Bitboard occupied() const { return all_pieces_; }
  constexpr Bitboard empty() const { return ~all_pieces_; }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(PieceType t, Color c, Bitboard squares) { toggle(make_piece(t, c), squares); }
  constexpr void toggle(Piece p, Bitboard squares) {
    switch (p) {
      case Piece::WhitePawn:
        white_pawns_ ^= squares;
        break;
      case Piece::BlackPawn:
        black_pawns_ ^= squares;
        break;
      case Piece::WhiteKnight:
        white_knights_ ^= squares;
        break;
      case Piece::BlackKnight:
        black_knights_ ^= squares;
        break;
      case Piece::WhiteBishop:
        white_bishops_ ^= squares;
        break;
      case Piece::BlackBishop:
        black_bishops_ ^= squares;
        break;
      case Piece::WhiteRook:
        white_rooks_ ^= squares;
        break;
      case Piece::BlackRook:
        black_rooks_ ^= squares;
        break;
      case Piece::WhiteQueen:
        white_queens_ ^= squares;
        break;
      case Piece::BlackQueen:
        black_queens_ ^= squares;
        break;
      case Piece::WhiteKing:
        white_king_ ^= squares;
        break;
      case Piece::BlackKing:
        black_king_ ^= squares;
        break;
      case Piece::None:
        return;
    }
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
  Bitboard white_pawns_, white_knights_, white_bishops_, white_rooks_, white_queens_, white_king_;
  Bitboard black_pawns_, black_knights_, black_bishops_, black_rooks_, black_queens_, black_king_;
  Bitboard all_white_, all_black_, all_pieces_;
};

static_assert(Layout<Classical>);

}  // namespace bitrook::placement
