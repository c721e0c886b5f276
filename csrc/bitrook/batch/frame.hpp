// Frame: the data of a position that encodings read.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bitrook/position/position.hpp"

namespace bitrook::batch {

// An en-passant square, as frameworks see it that do not test whether a capture is legal.
enum class EnPassantMark : std::uint8_t {
  None,
  Skipped,   // a pawn skipped a square that no enemy pawn attacks
  Named,     // the same, and a FEN names it
  Attacked,  // an enemy pawn attacks the square, even if it is pinned
};

// A position without key, checkers and mailbox, so that it can be built quickly from 24 bytes. A span of frames is a
// game: the current position first, then the previous positions.
struct Frame {
  Placement placement;
  Bitboard castling;  // the rooks that may castle
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;
  Color turn = Color::White;
  Square en_passant = Square::None;  // the square that a pawn has just skipped
  bool en_passant_is_legal = false;  // a legal move captures there
  std::uint8_t repetitions = 0;      // how often the position had occurred before in its game
  bool chess960 = false;
  bool exists = false;    // false before the start of the game
  bool is_first = false;  // the first position of its game, whose en-passant square was given, not made by a move
  // If the position had occurred before, the mark of its first occurrence. Others have none, because a repetition
  // contains no pawn moves.
  EnPassantMark earlier_mark = EnPassantMark::None;

  Frame() = default;
  explicit Frame(const Position& p, unsigned repetitions = 0, bool is_first = false)
      : placement(p.placement()),
        castling(p.castling_rights()),
        halfmove_clock(p.halfmove_clock()),
        fullmove_number(p.fullmove_number()),
        turn(p.turn()),
        en_passant(p.en_passant()),
        en_passant_is_legal(legal_en_passant_square(p) != Square::None),
        repetitions(std::uint8_t(std::min(repetitions, 255u))),
        chess960(p.chess960()),
        exists(true),
        is_first(is_first) {}

  Square king(Color c) const {
    const Bitboard kings = placement.of(PieceType::King, c);
    return kings.any() ? kings.last() : Square::None;
  }
  Bitboard of(PieceType t, Color c) const { return placement.of(t, c); }
  // The mark of a square that the last move skipped, or, in the first position of a game, of any square.
  EnPassantMark mark_of(Square square, bool first) const {
    if (square == Square::None) return EnPassantMark::None;
    const bool attacked = pawn_attacks(~turn, square).meets(of(PieceType::Pawn, turn));
    if (attacked) return EnPassantMark::Attacked;
    return first ? EnPassantMark::Named : EnPassantMark::Skipped;
  }
  EnPassantMark mark() const { return mark_of(en_passant, is_first); }
  // The half-moves since the start of the game, computed from the move number.
  std::uint32_t ply() const { return 2 * (fullmove_number - 1) + index(turn); }
  // Whether the positions are the same under the repetition rule, where en passant counts only if it is legal.
  bool same_position(const Frame& f) const {
    return placement == f.placement && turn == f.turn && castling == f.castling &&
           (en_passant_is_legal ? en_passant : Square::None) == (f.en_passant_is_legal ? f.en_passant : Square::None);
  }
};

}  // namespace bitrook::batch
