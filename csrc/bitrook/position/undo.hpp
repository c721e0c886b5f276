// What a move takes away besides the places of the pieces, in the words in which a position keeps it: Undo.
#pragma once

#include <bit>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook {

// What follows from the rest of a position and is kept all the same, since asking is then a load.
struct Derived {
  std::uint64_t checkers, pinned;  // as words: a Bitboard would be cleared before it is written
};

// What of a position a move cannot be taken back without: castling rights on the outer ranks, en-passant square and
// half-move clock, in one word, so that saving them and bringing them back is one load and one store. Bits 0-15 are the
// rights (those on the first rank the high byte), 16-22 the square, 24-55 the clock, which overflows into those above.
class Irreversible {
 public:
  constexpr Irreversible() = default;
  constexpr explicit Irreversible(std::uint64_t word) : word_(word) {}
  constexpr std::uint64_t word() const { return word_; }

  constexpr std::uint16_t castling() const { return std::uint16_t(word_); }
  constexpr Square en_passant() const { return Square(word_ >> 16 & 0xFF); }
  constexpr bool has_en_passant() const { return (word_ >> 22 & 1) == 0; }  // None is the only one with this bit
  constexpr std::uint32_t halfmove_clock() const { return std::uint32_t(word_ >> 24); }

  constexpr void set_castling(Bitboard rights) { word_ = (word_ & ~std::uint64_t{0xFFFF}) | packed(rights); }
  constexpr void lose(Bitboard rights) { word_ ^= packed(rights); }
  constexpr void set_en_passant(Square s) {
    word_ = (word_ & ~(std::uint64_t{0xFF} << 16)) | std::uint64_t{index(s)} << 16;
  }
  constexpr void set_halfmove_clock(std::uint32_t n) { word_ = (word_ & 0xFFFFFF) | std::uint64_t{n} << 24; }
  constexpr void count_halfmove() { word_ += ClockOne; }
  static constexpr std::uint64_t ClockOne = std::uint64_t{1} << 24;

  // The first and the eighth rank are neighbours once the word is turned by eight bits.
  static constexpr std::uint16_t packed(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
  static constexpr Bitboard unpacked(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t{rights}, 8)); }

 private:
  std::uint64_t word_ = std::uint64_t{index(Square::None)} << 16;
};

// What `play` took away: enough, with the position after the move, to restore the one before it.
struct Undo : Derived {  // after an unusual move `checkers` holds the squares that changed, packed
  std::uint64_t key;
  // Bits 0-15 the move, 16-23 what moved and what was taken (see play_detail.hpp), from 24 on the word of Irreversible,
  // of whose clock 16 bits are kept (see Position::undoable). In a bit that no en-passant square has: SpecialBit.
  std::uint64_t word;

  static constexpr unsigned SpecialBit = 47;  // there is more to take back than a move, or a capture, on two squares

  void save(const Derived& derived, std::uint64_t key_before, Irreversible rest, std::uint64_t pieces,
            std::uint64_t move) {
    static_cast<Derived&>(*this) = derived;
    key = key_before;
    word = rest.word() << 24 | pieces << 16 | move;
  }

  Move move() const { return Move::from_word(std::uint16_t(word)); }  // in the position's own castling spelling
  unsigned pieces() const { return word >> 16 & 0xFF; }
  bool is_special() const { return (word >> SpecialBit & 1) != 0; }
  Irreversible irreversible() const { return Irreversible((word & ~(std::uint64_t{1} << SpecialBit)) >> 24); }
};
static_assert(sizeof(Undo) == 32);

}  // namespace bitrook
