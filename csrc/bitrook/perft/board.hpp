// The board that perft counts on: sets of squares and nothing that counting does not need.
#pragma once

#include "bitrook/attacks/attacks.hpp"

namespace bitrook::counting {

// A queen stands in two sets, `diagonal` and `orthogonal`: it moves as both of them, so it is counted as both,
// and a capture takes it out of both without asking what it was.
struct Side {
  Bitboard pawns, knights, diagonal, orthogonal, king, all;

  constexpr void take(Bitboard square) {
    pawns -= square;
    knights -= square;
    diagonal -= square;
    orthogonal -= square;
    all -= square;
  }
};

// Seen from the side to move. Whose turn it is, is a template parameter of every function that asks: it only
// ever decides which way pawns walk. No key, no clocks, nothing to undo: a move makes a new board, 112 bytes.
struct Board {
  Side us, them;
  Bitboard castling;    // the rooks that may still castle, of both sides
  Bitboard en_passant;  // the square behind a pawn that has just made a double step; empty otherwise

  constexpr Bitboard occupied() const { return us.all | them.all; }
};
static_assert(sizeof(Board) == 112);

enum class Mover { Pawn, Knight, Bishop, Rook, Queen, King };

template <Color Us>
constexpr Bitboard forward(Bitboard b) {
  return shifted<Us == Color::White ? Direction::North : Direction::South>(b);
}
template <Color Us>
constexpr Bitboard forward_east(Bitboard b) {
  return shifted<Us == Color::White ? Direction::NorthEast : Direction::SouthEast>(b);
}
template <Color Us>
constexpr Bitboard forward_west(Bitboard b) {
  return shifted<Us == Color::White ? Direction::NorthWest : Direction::SouthWest>(b);
}
template <Mover M>
inline Bitboard reach(Square s, Bitboard occupied) {
  if constexpr (M == Mover::Knight) return knight_attacks(s);
  if constexpr (M == Mover::Bishop) return bishop_attacks(s, occupied);
  if constexpr (M == Mover::Rook) return rook_attacks(s, occupied);
  if constexpr (M == Mover::Queen) return queen_attacks(s, occupied);
  if constexpr (M == Mover::King) return king_attacks(s);
}

template <Color Us>
inline constexpr Bitboard RelativeRank3 = Bitboard(relative(Rank::R3, Us));
template <Color Us>
inline constexpr Bitboard RelativeRank7 = Bitboard(relative(Rank::R7, Us));
template <Color Us>
inline constexpr Bitboard RelativeRank8 = Bitboard(relative(Rank::R8, Us));

// The board after a move of one piece, seen by the other side. What stood on `to` is captured.
template <Mover M>
constexpr Board played(const Board& b, Bitboard from, Bitboard to) {
  Board next{b.them, b.us, b.castling - (from | to), Bitboard()};
  next.us.take(to);
  Side& side = next.them;
  const Bitboard step = from | to;
  side.all ^= step;
  if constexpr (M == Mover::Pawn) side.pawns ^= step;
  if constexpr (M == Mover::Knight) side.knights ^= step;
  if constexpr (M == Mover::Bishop || M == Mover::Queen) side.diagonal ^= step;
  if constexpr (M == Mover::Rook || M == Mover::Queen) side.orthogonal ^= step;
  if constexpr (M == Mover::King) side.king = to;
  return next;
}

// The king's move takes the rights of its side with it: those on `Us`'s first rank.
template <Color Us>
constexpr Board king_played(const Board& b, Bitboard from, Bitboard to) {
  Board next = played<Mover::King>(b, from, to);
  next.castling -= Bitboard(relative(Rank::R1, Us));
  return next;
}

template <Color Us>
constexpr Board double_push_played(const Board& b, Bitboard from, Bitboard to) {
  Board next = played<Mover::Pawn>(b, from, to);
  next.en_passant = forward<Us>(from);
  return next;
}

constexpr Board en_passant_played(const Board& b, Bitboard from, Bitboard to, Bitboard captured) {
  Board next = played<Mover::Pawn>(b, from, to);
  next.us.take(captured);
  return next;
}

// Calls visit(board) for each of the four promotions.
template <class Visit>
constexpr void promoted(const Board& b, Bitboard from, Bitboard to, Visit visit) {
  Board next = played<Mover::Pawn>(b, from, to);
  Side& side = next.them;
  side.pawns -= to;
  side.knights |= to;
  visit(next);
  side.knights -= to;
  side.diagonal |= to;
  visit(next);
  side.orthogonal |= to;
  visit(next);
  side.diagonal -= to;
  visit(next);
}

template <Color Us>
constexpr Board castled(const Board& b, Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
  Board next{b.them, b.us, b.castling - Bitboard(relative(Rank::R1, Us)), Bitboard()};
  Side& side = next.them;
  side.all = ((side.all - b.us.king) - rook_from) | king_to | rook_to;
  side.orthogonal = (side.orthogonal - rook_from) | rook_to;
  side.king = king_to;
  return next;
}

}  // namespace bitrook::counting
