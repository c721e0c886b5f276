// The interface of board layouts: the sets of squares that they provide, and how to change them.
// https://www.chessprogramming.org/Bitboard_Board-Definition
#pragma once

#include <array>
#include <concepts>
#include <string_view>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook::placement {

// A layout provides the squares of a piece, a type or a color, and the piece on a square. `toggle` is its only mutator.
// Preconditions: a piece is toggled on squares that are empty or where it stands (the order does not matter if each
// square has at most one piece in the end); Piece::None and PieceType::None are not passed to any function.
template <class L>
concept Layout =
    std::regular<L> && requires(const L board, L changing, Piece p, PieceType t, Color c, Square s, Bitboard squares) {
      { board.of(p) } -> std::same_as<Bitboard>;
      { board.of(t) } -> std::same_as<Bitboard>;
      { board.of(c) } -> std::same_as<Bitboard>;
      { board.of(t, c) } -> std::same_as<Bitboard>;
      { board.occupied() } -> std::same_as<Bitboard>;
      { board.empty() } -> std::same_as<Bitboard>;
      { board.piece_at(s) } -> std::same_as<Piece>;
      { board.type_at(s) } -> std::same_as<PieceType>;
      { changing.toggle(p, squares) } -> std::same_as<void>;
      { changing.toggle(t, c, squares) } -> std::same_as<void>;
      // The stored words and their names, for display.
      { L::WordNames[0] } -> std::convertible_to<std::string_view>;
      { board.words()[0] } -> std::convertible_to<Bitboard>;
    };

template <Layout To, Layout From>
constexpr To converted(const From& from) {
  To to;
  for (const Piece p : Pieces) to.toggle(p, from.of(p));
  return to;
}

// The bits of the piece types: square s is in set k if bit k of the number of the type on s is set.
template <class L>
constexpr std::array<Bitboard, 3> type_planes(const L& board) {
  using enum PieceType;
  const Bitboard bishops = board.of(Bishop), queens = board.of(Queen), kings = board.of(King);
  return {board.of(Pawn) | bishops | queens, board.of(Knight) | bishops | kings, board.of(Rook) | queens | kings};
}

// The type or the piece on a square, found without a branch. None for an empty square.
template <class L>
constexpr PieceType type_by_bits(const L& board, Square s) {
  const auto [ones, twos, fours] = type_planes(board);
  return PieceType(unsigned(ones.contains(s)) | unsigned(twos.contains(s)) << 1 | unsigned(fours.contains(s)) << 2);
}
template <class L>
constexpr Piece piece_by_bits(const L& board, Square s) {
  return Piece(2 * index(type_by_bits(board, s)) + unsigned(board.of(Color::Black).contains(s)));
}

}  // namespace bitrook::placement
