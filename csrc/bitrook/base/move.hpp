// A move in 16 bits, with named factories, and a list of moves of fixed capacity.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/types.hpp"

namespace bitrook {

// Bits 0-5 the origin, 6-11 the target, 12-15 the kind: 0 plain, 1-6 a promotion to that piece type,
// 8 + 1-6 a drop of that piece type. Castling is a plain move of the king, in the spelling of the
// position it belongs to: to its target square in standard chess, onto its own rook in Chess960.
// The word 0 (a1a1) is the null move.
class Move {
 public:
  constexpr Move() = default;
  static constexpr Move null() { return Move(); }
  static constexpr Move normal(Square from, Square to) { return Move(from, to, 0); }
  static constexpr Move promotion(Square from, Square to, PieceType t) { return Move(from, to, index(t)); }
  static constexpr Move drop(Square from, Square to, PieceType t) { return Move(from, to, 8 + index(t)); }
  static constexpr Move from_word(std::uint16_t word) {
    Move m;
    m.word_ = word;
    return m;
  }

  constexpr std::uint16_t word() const { return word_; }
  constexpr Square from() const { return Square(word_ & 63); }
  constexpr Square to() const { return Square(word_ >> 6 & 63); }
  constexpr PieceType promotion() const { return PieceType(word_ & 0x8000 ? 0 : word_ >> 12 & 7); }
  constexpr PieceType dropped() const { return PieceType(word_ & 0x8000 ? word_ >> 12 & 7 : 0); }
  constexpr bool is_promotion() const { return (word_ & 0x7000) != 0 && (word_ & 0x8000) == 0; }
  constexpr bool is_drop() const { return (word_ & 0x8000) != 0; }
  constexpr bool is_null() const { return word_ == 0; }

  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr Move(Square from, Square to, unsigned kind)
      : word_(std::uint16_t(index(from) | index(to) << 6 | kind << 12)) {}

  std::uint16_t word_ = 0;
};

// No arrangement of pieces, legal or not, has more moves. A target square is reached by at most 16
// movers (eight lines, eight knights) and a mover reaches at most 27 squares, so p movers make at most
// min(27 p, 16 (64 - p)) < 640 moves; promotions on eight squares and castling add less than 100.
inline constexpr std::size_t MaxMoves = 768;

// A list of moves of fixed capacity, made for every node of a search: making it touches nothing but its size.
class MoveList {
 public:
  MoveList() {}
  void add(Move m) { moves_[size_++] = m; }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  Move* data() { return moves_.data(); }
  const Move* data() const { return moves_.data(); }
  void resize(std::size_t n) { size_ = n; }  // to n moves that have been written through data()
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  // As a member of a union the array is not filled with null moves, which would cost 1.5 KB of stores.
  union {
    std::array<Move, MaxMoves> moves_;
  };
};

}  // namespace bitrook
