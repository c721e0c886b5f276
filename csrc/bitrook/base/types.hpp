// Colors, pieces, files, ranks, squares and directions as strong one-byte types.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/checked.hpp"

namespace bitrook {

// White is 0, so `2 * type + color` numbers the pieces without a branch. In Python, White is True; the bindings
// convert.
enum class Color : std::uint8_t { White, Black };

inline constexpr std::array Colors{Color::White, Color::Black};

constexpr Color operator~(Color c) { return Color(std::uint8_t(c) ^ 1); }
constexpr unsigned index(Color c) { return unsigned(c); }

enum class PieceType : std::uint8_t { None, Pawn, Knight, Bishop, Rook, Queen, King };

inline constexpr std::array PieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                       PieceType::Rook, PieceType::Queen,  PieceType::King};

constexpr unsigned index(PieceType t) { return unsigned(t); }

// A piece is 2 * type + color. Layouts indexed by piece store the sets of all white and all black pieces in entries 0
// and 1, which no piece uses.
// clang-format off
enum class Piece : std::uint8_t {
  None = 0,
  WhitePawn = 2, BlackPawn, WhiteKnight, BlackKnight, WhiteBishop, BlackBishop,
  WhiteRook, BlackRook, WhiteQueen, BlackQueen, WhiteKing, BlackKing,
};

inline constexpr std::array Pieces{
    Piece::WhitePawn, Piece::BlackPawn, Piece::WhiteKnight, Piece::BlackKnight, Piece::WhiteBishop, Piece::BlackBishop,
    Piece::WhiteRook, Piece::BlackRook, Piece::WhiteQueen,  Piece::BlackQueen,  Piece::WhiteKing,   Piece::BlackKing};
// clang-format on

constexpr Piece make_piece(PieceType t, Color c) {
  return t == PieceType::None ? Piece::None : Piece(2 * index(t) + index(c));
}
constexpr PieceType type_of(Piece p) { return PieceType(std::uint8_t(p) >> 1); }
constexpr Color color_of(Piece p) { return Color(std::uint8_t(p) & 1); }
constexpr unsigned index(Piece p) { return unsigned(p); }

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8 };

constexpr unsigned index(File f) { return unsigned(f); }
constexpr unsigned index(Rank r) { return unsigned(r); }

// Little-endian rank-file mapping: a1 = 0, b1 = 1, ... h8 = 63.
// clang-format off
enum class Square : std::uint8_t {
  A1, B1, C1, D1, E1, F1, G1, H1,
  A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3,
  A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5,
  A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7,
  A8, B8, C8, D8, E8, F8, G8, H8,
  None,
};
// clang-format on

constexpr unsigned index(Square s) { return unsigned(s); }
constexpr Square make_square(File f, Rank r) { return Square(index(r) << 3 | index(f)); }
constexpr File file_of(Square s) { return File(index(s) & 7); }
constexpr Rank rank_of(Square s) { return Rank(index(s) >> 3); }

// The square whose index is greater by `offset`.
constexpr Square offset(Square s, int offset) {
  BITROOK_ASSERT(unsigned(int(index(s)) + offset) < 64);
  return Square(int(index(s)) + offset);
}

// The square mirrored vertically: a1 <-> a8.
constexpr Square mirrored(Square s) { return Square(index(s) ^ 56); }

// A rank or square from the point of view of `c`: for Black, rank 1 is rank 8 and a1 is a8.
constexpr Rank relative(Rank r, Color c) { return Rank(index(r) ^ (7 * index(c))); }
constexpr Square relative(Square s, Color c) { return Square(index(s) ^ (56 * index(c))); }

// The difference between the indices of adjacent squares.
enum class Direction : std::int8_t {
  North = 8,
  South = -8,
  East = 1,
  West = -1,
  NorthEast = 9,
  NorthWest = 7,
  SouthEast = -7,
  SouthWest = -9,
};

// clang-format off
inline constexpr std::array Directions{Direction::North,     Direction::South,     Direction::East,      Direction::West,
                                       Direction::NorthEast, Direction::NorthWest, Direction::SouthEast, Direction::SouthWest};
// clang-format on

constexpr Direction operator-(Direction d) { return Direction(-int(d)); }
constexpr int file_step(Direction d) { return ((int(d) + 12) & 7) - 4; }  // -1, 0 or 1

}  // namespace bitrook
