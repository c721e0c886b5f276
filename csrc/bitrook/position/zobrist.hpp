// Zobrist keys of Polyglot's opening books: the key of a position is the XOR of the keys of its features.
// https://www.chessprogramming.org/Zobrist_Hashing, http://hgm.nubati.net/book_format.html
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/types.hpp"

namespace bitrook::zobrist {

namespace detail {

inline constexpr std::array<std::uint64_t, 781> Polyglot{
#include "bitrook/position/zobrist_polyglot.inc"
};

using SquareTable = std::array<std::uint64_t, 64>;

// By Piece. Polyglot numbers the pieces black pawn, white pawn, black knight, ... from 0. The entries that do not
// belong to a piece are 0, so Piece::None can be looked up.
inline constexpr std::array Pieces = [] {
  std::array<SquareTable, 16> t{};
  for (unsigned piece = 2; piece < 14; ++piece)
    for (unsigned s = 0; s < 64; ++s) t[piece][s] = Polyglot[64 * ((piece - 2) ^ 1) + s];
  return t;
}();

}  // namespace detail

constexpr std::uint64_t piece(std::size_t p, std::size_t s) { return detail::Pieces[p][s]; }
constexpr std::uint64_t piece(Piece p, Square s) { return piece(index(p), index(s)); }
constexpr std::uint64_t kingside(Color c) { return detail::Polyglot[768 + 2 * index(c)]; }
constexpr std::uint64_t queenside(Color c) { return detail::Polyglot[769 + 2 * index(c)]; }
constexpr std::uint64_t en_passant(File f) { return detail::Polyglot[772 + index(f)]; }
inline constexpr std::uint64_t WhiteToMove = detail::Polyglot[780];

}  // namespace bitrook::zobrist
