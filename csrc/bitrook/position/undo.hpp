// Undo: the state that a move destroys and that unmaking the move restores.
#pragma once

#include <bit>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// Attacks on the king of the side to move. They follow from the rest of the position and are kept so that reading them
// is a load.
struct ChecksAndPins {
  std::uint64_t checkers, pinned;  // words, because a Bitboard would be cleared before it is written
};

// The irreversible aspects of a position: castling rights on the outer ranks, en-passant square and half-move clock.
// They share one word, so that saving or restoring all of them is one load and one store.
// Bits 0-15: rights, those on the first rank in the high byte; 16-22: square; 24-55: clock, which overflows upwards.
class Irreversible {
 public:
  constexpr Irreversible() = default;
  constexpr explicit Irreversible(std::uint64_t word) : word_(word) {}
  constexpr std::uint64_t word() const { return word_; }

  constexpr std::uint16_t castling() const { return std::uint16_t(word_); }
  constexpr Square en_passant() const { return Square(word_ >> 16 & 0xFF); }
  constexpr bool has_en_passant() const { return (word_ >> 22 & 1) == 0; }  // only Square::None has this bit
  constexpr std::uint32_t halfmove_clock() const { return std::uint32_t(word_ >> 24); }

  constexpr void set_castling(Bitboard rights) { word_ = (word_ & ~std::uint64_t{0xFFFF}) | packed(rights); }
  constexpr void set_en_passant(Square s) {
    word_ = (word_ & ~(std::uint64_t{0xFF} << 16)) | std::uint64_t{index(s)} << 16;
  }
  constexpr void set_halfmove_clock(std::uint32_t n) { word_ = (word_ & 0xFFFFFF) | std::uint64_t{n} << 24; }
  // Adds one half move to the clock, or sets it to 0 after a pawn move or a capture.
  constexpr void count_halfmove(bool zeroing = false) {
    word_ = (word_ + ClockOne) & (zeroing ? ClockOne - 1 : ~std::uint64_t{0});
  }

  // Rotated by eight bits, the eighth and the first rank are the low 16 bits.
  static constexpr std::uint16_t packed(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
  static constexpr Bitboard unpacked(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t{rights}, 8)); }

 private:
  static constexpr std::uint64_t ClockOne = std::uint64_t{1} << 24;

  std::uint64_t word_ = std::uint64_t{index(Square::None)} << 16;
};

// What `Position::play` saves: with the position after the move, enough to restore the position before it.
struct Undo : ChecksAndPins {  // after an irregular move `checkers` holds the changed squares, see irregular.cpp
  std::uint64_t key;
  // Bits 0-15: the move; 16-23: the pieces, see below; 24-63: the word of Irreversible, with 16 bits of its clock
  // (see Position::undoable). Bit 47, which no en-passant square has: the move was made on the slow path.
  std::uint64_t word;

  // How a move is unmade that was made on the slow path.
  enum class Kind : std::uint8_t { Flagged, King, EnPassant, Promotion, CastlingKing, CastlingRook, Null, Irregular };
  // The pieces of such a move: Kind (bits 5-7), whether the captured (4) and the moving (3) piece were promoted pawns,
  // type of the captured piece (0-2). Flagged: one of them was. CastlingKing: the move names the king's target square.
  static constexpr std::uint64_t slow_pieces(Kind kind, PieceType captured = PieceType::None, bool moved_flag = false,
                                             bool captured_flag = false) {
    return std::uint64_t{1} << (SlowBit - 16) | std::uint64_t(kind) << 5 | std::uint64_t{captured_flag} << 4 |
           std::uint64_t{moved_flag} << 3 | index(captured);
  }
  Kind kind() const { return Kind(word >> 21 & 7); }
  bool captured_flag() const { return (word >> 20 & 1) != 0; }
  bool moved_flag() const { return (word >> 19 & 1) != 0; }
  PieceType captured_type() const { return PieceType(word >> 16 & 7); }

  // The pieces of a move made on the fast path: the moving piece (bits 4-7) and the captured one (0-3). The moving
  // piece is on the board, too, but reading it there would make every unmake wait for the stores of the make before it,
  // a third of the cost of the two together.
  static constexpr std::uint64_t fast_pieces(std::size_t moved, std::size_t captured) { return moved << 4 | captured; }
  std::size_t moved() const { return word >> 20 & 15; }
  std::size_t captured() const { return word >> 16 & 15; }

  void save(const ChecksAndPins& checks, std::uint64_t key_before, Irreversible before, std::uint64_t pieces,
            std::uint64_t move) {
    static_cast<ChecksAndPins&>(*this) = checks;
    key = key_before;
    word = before.word() << 24 | pieces << 16 | move;
  }

  Move move() const { return Move::from_word(std::uint16_t(word)); }  // castling in the position's own encoding
  bool is_slow() const { return (word >> SlowBit & 1) != 0; }
  Irreversible irreversible() const { return Irreversible((word & ~(std::uint64_t{1} << SlowBit)) >> 24); }

 private:
  static constexpr unsigned SlowBit = 47;
};
static_assert(sizeof(Undo) == 32);

}  // namespace bitrook
