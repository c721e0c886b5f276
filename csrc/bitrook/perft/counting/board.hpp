// The counting board: the sets of squares of a position that are needed for counting moves, and the board after each
// kind of move.
//
// Functions that count moves on it rely on properties of every position of a game (board_of() in counter.cpp checks
// them): one king per side, the opponent not in check, no pawns on the first or last rank, castling rights that match
// the squares of king and rooks, and an en-passant square only behind a pawn that has just made a double push.
#pragma once

#include <type_traits>

#include "bitrook/attacks/attacks.hpp"

namespace bitrook::counting {

// The pieces of one side. A queen is in both `diagonal` and `orthogonal`: its moves are counted as those of a bishop
// and those of a rook, and a capture removes it from both sets without looking up the type of the captured piece.
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

// The board as seen by the side to move. The color of that side is a template parameter (`Us`) of the functions that
// need it: those for pawns and for castling. There are no keys or clocks. Making a move creates a new board of 112
// bytes, so unmake is not needed.
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

// Pass a piece type as an argument, and make a call for each of several types:
// for_types<Bishop, Rook>([&]<PieceType T>(Type<T>) { ... }).
template <PieceType T>
using Type = std::integral_constant<PieceType, T>;
template <PieceType... Ts, class F>
constexpr void for_types(F f) {
  (f(Type<Ts>()), ...);
}

constexpr bool moves_diagonally(PieceType t) { return t == PieceType::Bishop || t == PieceType::Queen; }
constexpr bool moves_orthogonally(PieceType t) { return t == PieceType::Rook || t == PieceType::Queen; }

// --- The board after a move, as seen by the opponent.

// Any move of a piece of type T except for the special moves below. A piece on `to` is captured.
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

// The side that moves its king loses its castling rights.
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
