// Undo: the state that a move destroys and that unmaking the move restores.
#pragma once

#include <bit>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// The pieces that check the king of the side to move, and the pieces pinned to it. Both follow from the rest of the
// position, but are stored so that reading them takes one load.
struct ChecksAndPins {
  std::uint64_t checkers, pinned;  // words, because Bitboards would first be zero-initialized
};

// Castling rights on the outer ranks in 16 bits: rotated by eight, the eighth and the first rank are the lowest.
constexpr std::uint16_t packed_rights(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
constexpr Bitboard unpacked_rights(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t{rights}, 8)); }

// The data that `Position::play_unchecked` saves. Together with the position after the move, it determines the position
// before it.
struct Undo : ChecksAndPins {  // after an irregular move `checkers` holds the changed squares, see irregular.cpp
  std::uint64_t key;
  std::uint16_t move_word;
  std::uint16_t castling;        // packed
  std::uint16_t halfmove_clock;  // see Position::undoable
  Square en_passant;
  // Bits 0-2: the type of the moving piece; 4-6: of the piece captured on the target; 3 and 7: whether they were
  // promoted pawns. (The moving piece is also on the board, but reading it there would make each unmake wait for the
  // stores of the preceding make. That wait is a third of the cost of make and unmake together.) For the three kinds of
  // moves below, bits 0-2 are 0, bits 3-4 are the Kind, and bits 5-7 are the original file of the castling rook.
  std::uint8_t pieces;

  enum class Kind : std::uint8_t { Null, Castling, Irregular };
  static constexpr unsigned MovedMark = 1 << 3, CapturedMark = 1 << 7;

  static constexpr std::uint8_t pieces_of(PieceType moved, PieceType captured = PieceType::None) {
    return std::uint8_t(index(moved) | index(captured) << 4);
  }
  static constexpr std::uint8_t pieces_of(Kind kind, File rook = File::A) {
    return std::uint8_t(unsigned(kind) << 3 | index(rook) << 5);
  }
  PieceType moved() const { return PieceType(pieces & 7); }  // None: see kind()
  PieceType captured() const { return PieceType(pieces >> 4 & 7); }
  Kind kind() const { return Kind(pieces >> 3 & 3); }
  File rook_file() const { return File(pieces >> 5); }

  Move move() const { return Move::from_word(move_word); }  // castling in the position's own encoding
};
static_assert(sizeof(Undo) == 32);

}  // namespace bitrook
