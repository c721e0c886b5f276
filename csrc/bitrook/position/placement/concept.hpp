// What every board layout offers, how one becomes another, and nothing of how it is stored.
#pragma once

#include <array>
#include <concepts>
#include <string_view>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

namespace placement {

// A layout answers by piece, by type, by colour and by square, and changes through one door. On every
// square stands one piece or none; `toggle` keeps it so if pieces are only put on empty squares and only
// taken from where they stand (in any order, as long as it holds at the end). Piece::None and
// PieceType::None have no set: the caller does not ask for it.
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
      { changing.toggle(p, squares) } -> std::same_as<void>;  // the one mutator, in two spellings
      { changing.toggle(t, c, squares) } -> std::same_as<void>;
      // The words as they are stored, and what each is called: to be looked at.
      { L::WordNames[0] } -> std::convertible_to<std::string_view>;
      { board.words()[0] } -> std::convertible_to<Bitboard>;
    };

template <Layout To, Layout From>
constexpr To converted(const From& from) {
  To to;
  for (const Piece p : Pieces) to.toggle(p, from.of(p));
  return to;
}

// The type on a square, without a branch: three bits, each the union of the types whose number has it.
template <class L>
constexpr PieceType type_by_bits(const L& board, Square s) {
  using enum PieceType;
  const auto bit = [s](Bitboard b) { return unsigned(b.word() >> index(s) & 1); };
  const Bitboard bishops = board.of(Bishop), queens = board.of(Queen), kings = board.of(King);
  return PieceType(bit(board.of(Pawn) | bishops | queens) | bit(board.of(Knight) | bishops | kings) << 1 |
                   bit(board.of(Rook) | queens | kings) << 2);
}

// The piece on a square: its type and, in the low bit, its colour. An empty square is nobody's: 0.
template <class L>
constexpr Piece piece_by_bits(const L& board, Square s) {
  return Piece(2 * index(type_by_bits(board, s)) + unsigned(board.of(Color::Black).contains(s)));
}

}  // namespace placement
}  // namespace bitrook
