// Move: a move in 16 bits. MoveList: a list of moves with a fixed capacity.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// Bits 0-5 are the origin, 6-11 the target and 12-15 the kind: 0 is a normal move, 1-6 a promotion to that piece type,
// and 8 + 1-6 a drop of that piece type. Castling is a normal king move in one of two encodings: king-two-squares in
// standard chess (e1g1), king-takes-rook in Chess960 (e1h1). The word 0 (a1a1) is the null move.
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

// An upper bound for any arrangement of pieces, legal or not. At most 16 pieces can reach one target square (eight
// along rays, eight knights), and one piece reaches at most 27 squares, so n pieces have at most min(27 n, 16 (64 - n))
// < 640 moves. Promotions on eight squares and castling add fewer than 100, and drops (Crazyhouse) at most 5 (64 - n).
inline constexpr std::size_t MaxMoves = 1024;

// A search constructs one at every node, so the constructor initializes only the size. Generators overwrite the
// contents, so one list can be reused for any number of positions.
class MoveList {
 public:
  MoveList() {}
  void add(Move m) {
    BITROOK_ASSERT(size_ < MaxMoves);
    moves_[size_++] = m;
  }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const {
    BITROOK_ASSERT(i < size_);
    return moves_[i];
  }
  Move* data() { return moves_.data(); }
  const Move* data() const { return moves_.data(); }
  void resize(std::size_t n) {  // Precondition: n moves have been written to data().
    BITROOK_ASSERT(n <= MaxMoves);
    size_ = n;
  }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  // Members of a union are not initialized. Filling the array with null moves would write 1.5 KB.
  union {
    std::array<Move, MaxMoves> moves_;
  };
};

}  // namespace bitrook
