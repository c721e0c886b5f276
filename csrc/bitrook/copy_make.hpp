// Copy-make: from a position to those after its moves, with what all moves have in common done once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitboard.hpp"
#include "intrinsics.hpp"
#include "move.hpp"
#include "play_detail.hpp"
#include "position.hpp"
#include "zobrist.hpp"

namespace bitrook {

// Made of a position, which must stay as it is as long as moves are played from it. It holds the position that passing
// would lead to, for that is what every move does, too; and it knows on which squares a move does more than go where
// nothing or an enemy stands. (https://www.chessprogramming.org/Copy-Make)
class CopyMake {
 public:
  explicit CopyMake(const Position& p);
  explicit CopyMake(const Position&&) = delete;  // gone before the first move

  // As `next = p; next.play(m)`, for another position than `p` itself: any move is safe. Less than half the work if
  // there are several; inline, since it is for loops over the moves of a position.
  BITROOK_ALWAYS_INLINE void play(Move m, Position& next) const {
    us_ == Color::White ? play_as<Color::White>(m.word(), next) : play_as<Color::Black>(m.word(), next);
  }

 private:
  // Before the moves: what passing leads to; what bears on the enemy king; what needs care.
  template <Color Us>
  void pass();
  template <Color Us>
  void look();
  template <Color Us>
  void beware();

  // The short way, and those of the moves that do more, each a function to be jumped to.
  template <Color Us>
  void play_as(std::size_t word, Position& next) const;
  template <Color Us>
  void play_with_care(Position& next, std::size_t from, std::size_t to, std::size_t piece, Bitboard both) const;
  template <Color Us>
  void play_double_step(Position& next, std::size_t from, std::size_t to) const;
  template <Color Us>
  void play_castling(Position& next, std::size_t from, std::size_t to) const;
  template <Color Us>
  void play_promotion(Position& next, std::size_t word) const;
  void play_unusual(Position& next, std::size_t word) const;

  // Steps that they share.
  template <Color Us>
  bool may_take(std::size_t to) const {
    return (passed_.of(~Us) - passed_.of(PieceType::King)).contains(Square(to));
  }
  template <Color Us>
  void arrive(Position& next, std::size_t from, std::size_t to, std::size_t piece) const;
  template <Color Us>
  void take(Position& next, std::size_t to, std::size_t captured) const;
  void lose(Position& next, Bitboard rights) const;
  void settle(Position& next, Bitboard checks, Bitboard changed) const;

  alignas(64) Position passed_;
  // By the piece that moves: where a move that begins or ends there needs care; the word of an Irreversible after it.
  std::array<Bitboard, 16> care_;
  std::array<std::uint64_t, 16> irreversible_;
  // By its type: where a move may begin or end so that somebody has to look at the enemy king.
  std::array<Bitboard, 8> checks_;
  Bitboard odd_;  // marks of promotion, one of several kings, en passant, rights that are not those of a corner
  Bitboard double_steps_;  // where pawns end that can make one
  Bitboard noted_;         // where an enemy pawn stands beside, so that the key notes the square passed over
  const Position& before_;
  Color us_;
};

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::play_as(std::size_t word, Position& next) const {
  if (word > 0xFFF) [[unlikely]]
    return play_promotion<Us>(next, word);
  const std::size_t from = word & 63, to = word >> 6;
  const std::size_t piece = index(passed_.squares_[from]), captured = index(passed_.squares_[to]);
  const Bitboard both = detail::bit(from) | detail::bit(to);
  if (care_[piece].meets(both)) [[unlikely]]
    return play_with_care<Us>(next, from, to, piece, both);
  arrive<Us>(next, from, to, piece);
  if (piece == detail::King<Us>) next.kings_[index(Us)] = Square(to);
  if (captured != 0) {
    if (!may_take<Us>(to)) [[unlikely]]
      return play_unusual(next, word);
    take<Us>(next, to, captured);
  }
  next.changed();
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::arrive(Position& next, std::size_t from, std::size_t to, std::size_t piece) const {
  copy_wide(passed_, next);
  next.irreversible_ = Irreversible(irreversible_[piece]);
  next.squares_[from] = Piece::None;
  next.squares_[to] = Piece(piece);
  next.placement_.toggle(PieceType(detail::type_of(piece)), Us, detail::bit(from) | detail::bit(to));
  next.derived_.key = passed_.derived_.key ^ zobrist::of(piece)[from] ^ zobrist::of(piece)[to];
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::take(Position& next, std::size_t to, std::size_t captured) const {
  next.irreversible_ = Irreversible(irreversible_[detail::Pawn<Us>]);
  next.placement_.toggle(PieceType(detail::type_of(captured)), ~Us, detail::bit(to));
  next.derived_.key ^= zobrist::of(captured)[to];
}

}  // namespace bitrook
