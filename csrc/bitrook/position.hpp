// A position: placement, side to move, castling rights, en-passant square, clocks and key, with no history.
#pragma once

#include <cstdint>

#include "bitboard.hpp"
#include "move.hpp"
#include "placement/placement.hpp"
#include "types.hpp"

namespace bitrook {

// What `play` took away: enough, with the position after the move, to restore the one before it.
struct Undo {
  std::uint64_t key;
  Bitboard checkers;
  Bitboard pinned;
  Move move;                     // as it was played, in the position's own castling spelling
  std::uint16_t castling;        // rights on the first rank (low byte) and on the eighth (high byte)
  std::uint16_t halfmove_clock;  // see Position::undoable
  Square en_passant;
  std::uint8_t taken;  // the captured piece and which of the two were promoted or foreign
};
static_assert(sizeof(Undo) == 32);

class Position {
 public:
  // The empty board, White to move, no rights, clocks 0 and 1.
  Position();
  static const Position& start();

  // --- Reading: all of these are loads, or one intersection of two loads.
  const Placement& placement() const { return placement_; }
  Bitboard of(PieceType t) const { return placement_.of(t); }
  Bitboard of(Color c) const { return placement_.of(c); }
  Bitboard of(PieceType t, Color c) const { return placement_.of(make_piece(t, c)); }
  Bitboard of(Piece p) const { return placement_.of(p); }
  Bitboard occupied() const { return placement_.occupied(); }
  Bitboard empty() const { return placement_.empty(); }
  Piece piece_at(Square s) const { return placement_.piece_at(s); }
  Bitboard promoted() const { return promoted_; }
  Color turn() const { return turn_; }
  Bitboard castling_rights() const { return castling_; }  // rook squares; only rights that can still be used
  Square en_passant() const { return en_passant_; }       // set after every double step; None otherwise
  std::uint32_t halfmove_clock() const { return halfmove_clock_; }
  std::uint32_t fullmove_number() const { return fullmove_number_; }
  bool chess960() const { return chess960_; }      // castling is spelled king takes rook
  std::uint64_t key() const { return key_; }       // Polyglot's
  Bitboard checkers() const { return checkers_; }  // pieces that attack the mover's king
  Bitboard pinned() const { return pinned_; }      // the mover's pieces that shield its king
  bool is_check() const { return checkers_.any(); }
  Square king(Color c) const;  // the highest unpromoted king, or None

  // Attacks, with blockers of the caller's choice where `occupied` is given.
  Bitboard attacks_from(Square s) const;  // of the piece that stands there
  Bitboard attackers(Color by, Square s) const { return attackers(by, s, occupied()); }
  Bitboard attackers(Color by, Square s, Bitboard occupied) const;
  Bitboard pin_line(Color c, Square s) const;  // the line s may not leave; everything if it may

  // --- Playing. Any move at all is safe: a move of nothing does nothing but pass the turn, a move of
  // the enemy's piece turns its colour, as python-chess does. Legality is the caller's affair.
  Undo play(Move m);
  void undo(const Undo& u);
  // True if an Undo holds everything that `play` would lose here (clock within 16 bits, rights on the
  // outer ranks). False only after hand-made edits: the caller then keeps a copy of the position.
  bool undoable() const;

  // --- Editing. Each keeps key, checkers, pins and rights true.
  void put(Square s, Piece p, bool promoted = false);  // Piece::None takes away
  void clear_placement();
  void set_placement(const Placement& placement, Bitboard promoted);
  void set_turn(Color c);
  void set_castling_rights(Bitboard rooks);  // rights that cannot be used are dropped
  void set_en_passant(Square s);
  void set_halfmove_clock(std::uint32_t n) { halfmove_clock_ = n; }
  void set_fullmove_number(std::uint32_t n) { fullmove_number_ = n; }
  void set_chess960(bool on);

  // --- Judging.
  bool has_pseudo_legal_en_passant() const;
  bool has_legal_en_passant() const;
  // The key with the en-passant square counted only if it can legally be captured on: equal keys mean
  // the same position in the sense of the repetition rule.
  std::uint64_t repetition_key() const;

  // Asserts everything that must hold between the fields (debug builds call it after each change).
  void check_invariant() const;

 private:
  Placement placement_;
  Bitboard promoted_;
  Bitboard castling_;
  Bitboard checkers_;
  Bitboard pinned_;
  std::uint64_t key_ = 0;
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
  Color turn_ = Color::White;
  Square en_passant_ = Square::None;
  bool chess960_ = false;
};

}  // namespace bitrook
