// What the files that play and take back share: what is packed into an Undo, which way a move goes, common steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "position.hpp"
#include "position_detail.hpp"
#include "zobrist.hpp"

namespace bitrook::detail {

// Undo::pieces is the piece that moved (bits 4-7) and the piece that was taken (bits 0-3). They are kept although one
// stands on the board: to look it up would make every undo wait for the stores of the play before it, a third of the
// cost of the two together. Of a special move the lowest bit of either, its colour, says whether it was promoted.
inline constexpr unsigned Mark = 1;
// These types say what kind of special move it was:
inline constexpr unsigned Unusual = 0;     // moved: see Position::play_unusual
inline constexpr unsigned Castling = 14;   // moved; with a Mark the move names the king's target, not the rook
inline constexpr unsigned EnPassant = 14;  // taken
inline constexpr std::uint64_t Special = std::uint64_t{1} << (Undo::SpecialBit - 16);

// Numbers as wide as a register: narrow ones are copied and extended again and again.
constexpr std::size_t type_of(std::size_t piece) { return piece >> 1; }
constexpr Move move_of(std::size_t word) { return Move::from_word(std::uint16_t(word)); }
constexpr Bitboard bit(std::size_t square) { return Bitboard(std::uint64_t{1} << (square & 63)); }

constexpr std::size_t pieces_of(std::size_t moved, std::size_t captured) { return moved << 4 | captured; }
constexpr std::uint64_t special(std::uint64_t pieces) { return (pieces & ~std::uint64_t{0x11}) | Special; }

// By what moves and what stands on the target (`pieces_of`), which words `from ^ to` the short way is not for: none, if
// an officer goes to an empty square or takes an enemy other than the king; a pawn's double step; all, of other pieces.
template <Color Us>
inline constexpr std::array<std::uint64_t, 256> LongWays = [] {
  std::array<std::uint64_t, 256> t{};
  for (unsigned i = 0; i < 256; ++i) {
    const Piece moved = Piece(i >> 4), captured = Piece(i & 15);
    const auto is = [](Piece p, Color c) {
      return color_of(p) == c && PieceType::Pawn <= type_of(p) && type_of(p) <= PieceType::Queen;
    };
    t[i] = !is(moved, Us) || !(captured == Piece::None || is(captured, ~Us)) ? ~std::uint64_t{0}
           : type_of(moved) == PieceType::Pawn                               ? std::uint64_t{1} << 16
                                                                             : 0;
  }
  return t;
}();

// By the same, what is left of the word of an Irreversible that has counted the move: the clock starts anew with a
// pawn's move or a capture.
inline constexpr std::array<std::uint64_t, 256> Clocks = [] {
  std::array<std::uint64_t, 256> t{};
  for (unsigned i = 0; i < 256; ++i)
    t[i] = type_of(Piece(i >> 4)) == PieceType::Pawn || (i & 15) != 0 ? Irreversible::ClockOne - 1 : ~std::uint64_t{0};
  return t;
}();

template <Color Us>
inline constexpr std::size_t Pawn = index(make_piece(PieceType::Pawn, Us));
template <Color Us>
inline constexpr std::size_t King = index(make_piece(PieceType::King, Us));

// The numbers of castling rights in the corners: wherever their king stands between them, their sides are the same.
inline std::uint64_t corner_key(Bitboard rights) {
  static constexpr auto Keys = [] {
    std::array<std::uint64_t, 16> t{};
    for (unsigned i = 0; i < 16; ++i)
      t[i] = (i & 1 ? zobrist::queenside(Color::White) : 0) ^ (i & 2 ? zobrist::kingside(Color::White) : 0) ^
             (i & 4 ? zobrist::queenside(Color::Black) : 0) ^ (i & 8 ? zobrist::kingside(Color::Black) : 0);
    return t;
  }();
  const std::uint64_t word = rights.word();
#if BITROOK_HAS_PEXT
  return Keys[extracted_bits(word, Corners.word())];
#else
  return Keys[(word & 1) | (word >> 6 & 2) | (word >> 54 & 4) | (word >> 60 & 8)];
#endif
}

constexpr Irreversible counted(Irreversible before, std::size_t pieces) {
  return Irreversible((before.word() + Irreversible::ClockOne) & Clocks[pieces]);
}

}  // namespace bitrook::detail

namespace bitrook {

inline void Position::forget_en_passant() {
  if (!irreversible_.has_en_passant()) return;
  derived_.key ^= en_passant_key();
  irreversible_.set_en_passant(Square::None);
}

// The rights of a king that moves, of a rook that moves and of one that is taken.
inline void Position::leave(Bitboard squares) {
  if (castling_.meets(squares)) lose(castling_ & squares);
}

// Whether a pawn of the mover makes a double step such as games have. Precondition: no promotion, a pawn on the origin.
template <Color Us>
inline bool Position::is_double_step(std::size_t word) const {
  using namespace detail;
  const std::size_t from = word & 63, to = word >> 6;
  return (from ^ to) == 16 && rank_of(Square(from)) == relative(Rank::R2, Us) && squares_[to] == Piece::None &&
         (castling_ | promoted_).disjoint(bit(from) | bit(to));
}

// The key of an en-passant square that counts only beside a pawn that could capture there.
template <Color Us>
inline std::uint64_t Position::passed_key(Square passed) const {
  const bool counts = (of(PieceType::Pawn) & of(~Us)).meets(pawn_attacks(Us, passed));
  return counts ? zobrist::en_passant(file_of(passed)) : 0;
}

// A piece goes to an empty square or takes an enemy's, and the turn passes.
template <Color Us>
BITROOK_ALWAYS_INLINE void Position::move_piece(std::size_t piece, std::size_t from, std::size_t to,
                                                std::size_t captured, std::uint64_t key) {
  using namespace detail;
  if (captured != 0) {
    placement_.toggle(PieceType(type_of(captured)), ~Us, bit(to));
    key ^= zobrist::piece(captured, to);
  }
  squares_[from] = Piece::None;
  squares_[to] = Piece(piece);
  placement_.toggle(PieceType(type_of(piece)), Us, bit(from) | bit(to));
  derived_.key = key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
}

}  // namespace bitrook
