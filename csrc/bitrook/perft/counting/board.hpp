// The counting board: the sets of squares of a position that counting moves needs, and the board after each kind of
// move.
//
// Everything that counts on it assumes what holds in every position of a game (counter.cpp checks it): one king a side,
// the opponent not in check, no pawns on the outer ranks, castling rights that fit the squares of king and rooks, and
// an en-passant square only behind a pawn that has just made a double push.
#pragma once

#include <type_traits>

#include "bitrook/attacks/attacks.hpp"

namespace bitrook::counting {

// The pieces of one side. A queen is in `diagonal` and in `orthogonal`: its moves are counted as a bishop's and as a
// rook's, and a capture removes it from both without finding out what it was.
struct Side {
  Bitboard pawns, knights, diagonal, orthogonal, king, all;

  constexpr void remove(Bitboard square) {
    pawns -= square;
    knights -= square;
    diagonal -= square;
    orthogonal -= square;
    all -= square;
  }
};

// Seen by the side to move. Its color is a template parameter (`Us`) of the functions that need it: those for pawns and
// for castling. There is no key and there are no clocks. Making a move creates a new board of 112 bytes, so there is no
// unmake.
struct Board {
  Side us, them;
  Bitboard castling;    // the rooks of both sides that may still castle
  Bitboard en_passant;  // the square behind a pawn that has just made a double push; empty otherwise

  constexpr Bitboard occupied() const { return us.all | them.all; }
};
static_assert(sizeof(Board) == 112);

constexpr Bitboard forward_east(Color c, Bitboard b) { return forward(c, shifted<Direction::East>(b)); }
constexpr Bitboard forward_west(Color c, Bitboard b) { return forward(c, shifted<Direction::West>(b)); }

template <Color Us, Rank R>
inline constexpr Bitboard RelativeRank = Bitboard(relative(R, Us));

// A piece type as an argument, and calls for several types: for_types<Bishop, Rook>([&]<PieceType T>(Type<T>) { ... }).
template <PieceType T>
using Type = std::integral_constant<PieceType, T>;
template <PieceType... Ts, class F>
constexpr void for_types(F f) {
  (f(Type<Ts>()), ...);
}

constexpr bool moves_diagonally(PieceType t) { return t == PieceType::Bishop || t == PieceType::Queen; }
constexpr bool moves_orthogonally(PieceType t) { return t == PieceType::Rook || t == PieceType::Queen; }

// --- The board after a move, seen by the opponent.

// A move of a piece of type T that is not one of the moves below. A piece on `to` is captured.
template <PieceType T>
constexpr Board after_move(const Board& b, Bitboard from, Bitboard to) {
  Board next{b.them, b.us, b.castling - (from | to), Bitboard()};
  next.us.remove(to);
  Side& side = next.them;
  const Bitboard change = from | to;
  side.all ^= change;
  if constexpr (T == PieceType::Pawn) side.pawns ^= change;
  if constexpr (T == PieceType::Knight) side.knights ^= change;
  if constexpr (moves_diagonally(T)) side.diagonal ^= change;
  if constexpr (moves_orthogonally(T)) side.orthogonal ^= change;
  if constexpr (T == PieceType::King) side.king = to;
  return next;
}

// The king's side loses its castling rights.
template <Color Us>
constexpr Board after_king_move(const Board& b, Bitboard to) {
  Board next = after_move<PieceType::King>(b, b.us.king, to);
  next.castling -= RelativeRank<Us, Rank::R1>;
  return next;
}

template <Color Us>
constexpr Board after_double_push(const Board& b, Bitboard to) {
  const Bitboard skipped = forward(~Us, to);
  Board next = after_move<PieceType::Pawn>(b, forward(~Us, skipped), to);
  next.en_passant = skipped;
  return next;
}

constexpr Board after_en_passant(const Board& b, Bitboard from, Bitboard captured) {
  Board next = after_move<PieceType::Pawn>(b, from, b.en_passant);
  next.us.remove(captured);
  return next;
}

template <Color Us>
constexpr Board after_castling(const Board& b, Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
  Board next{b.them, b.us, b.castling - RelativeRank<Us, Rank::R1>, Bitboard()};
  Side& side = next.them;
  side.all = ((side.all - b.us.king) - rook_from) | king_to | rook_to;
  side.orthogonal = (side.orthogonal - rook_from) | rook_to;
  side.king = king_to;
  return next;
}

template <PieceType T>
constexpr Board after_promotion(const Board& b, Bitboard from, Bitboard to) {
  Board next = after_move<PieceType::Pawn>(b, from, to);
  Side& side = next.them;
  side.pawns -= to;
  if constexpr (T == PieceType::Knight) side.knights |= to;
  if constexpr (moves_diagonally(T)) side.diagonal |= to;
  if constexpr (moves_orthogonally(T)) side.orthogonal |= to;
  return next;
}

}  // namespace bitrook::counting
