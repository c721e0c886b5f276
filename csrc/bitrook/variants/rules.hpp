// Rules: what a variant changes in the rules of chess. Each variant is a class in a file of its own that overrides the
// functions in which it differs.
#pragma once

#include <cstdint>
#include <optional>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/variant.hpp"

namespace bitrook {

class VariantPosition;

enum class VariantResult : std::uint8_t { Win, Loss, Draw };

// The piece that a move captures.
struct Captured {
  PieceType type = PieceType::None;
  bool promoted = false;
};

class Rules {
 public:
  explicit Rules(Variant v) : variant(v) {}
  Rules(const Rules&) = delete;
  virtual ~Rules() = default;

  const Variant variant;

  // --- What may move. `p.is_over()` is false.

  bool has_compulsory_captures() const { return variant <= Variant::Antichess; }
  // Whether moves other than drops must be legal in chess. In antichess and atomic, they must only be pseudo-legal.
  bool follows_chess() const { return variant != Variant::Atomic && !has_compulsory_captures(); }
  // Whether the variant permits such a move.
  virtual bool permits(const VariantPosition&, Move) const { return true; }

  // Appends the moves in python-chess's order. Castling and drops are not included.
  virtual void add_pseudo_legal(const VariantPosition& p, MoveList& moves, Mask mask, bool with_en_passant) const;
  virtual bool is_pseudo_legal(const VariantPosition& p, Move m) const;
  // The rooks with which the side to move may castle.
  virtual Bitboard castling_rooks(const VariantPosition& p, Mask mask) const;
  virtual void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const;
  virtual unsigned count_legal(const VariantPosition& p) const;
  virtual bool is_legal(const VariantPosition& p, Move m) const;
  virtual bool is_into_check(const VariantPosition& p, Move m) const;
  virtual Bitboard checkers(const VariantPosition& p) const;
  virtual bool has_pins() const { return true; }
  virtual bool was_into_check(const VariantPosition& p) const;
  virtual bool gives_check(const VariantPosition& p, Move m) const;
  // The reason for a move that is legal in chess.
  virtual IllegalReason why_illegal(const VariantPosition& p, Move m) const;

  // --- What a move does besides moving.

  // Whether a move does the same as in chess, so that finish() is not needed.
  bool moves_as_in_chess() const { return variant != Variant::Atomic && !has_state(); }
  // Whether positions have a VariantState.
  bool has_state() const { return variant == Variant::Crazyhouse || variant == Variant::ThreeCheck; }
  // Whether the Undo of the move of chess cannot restore the position, because finish() changes other squares.
  bool changes_more(Captured captured) const { return variant == Variant::Atomic && captured.type != PieceType::None; }
  // What a move captures, in variants where finish() needs it.
  Captured captured_by(const Position& p, Move m) const;
  // Called after the move of chess was made.
  virtual void finish(Position&, VariantState&, Move, Captured) const {}
  virtual bool is_irreversible(const VariantPosition& p, Move m) const;

  // --- When the game is over.

  virtual bool is_over(const VariantPosition&) const { return false; }
  virtual std::optional<VariantResult> result(const VariantPosition&) const { return std::nullopt; }
  virtual bool has_halfmove_draws() const { return true; }
  virtual bool has_insufficient_material(const VariantPosition& p, Color c) const;
  virtual std::uint32_t problems(const VariantPosition& p, std::uint32_t of_chess) const;

  // --- Text.

  virtual bool marks_promoted(const VariantPosition&) const { return false; }  // '~' is a part of FENs
};

const Rules& rules(Variant v);

// Defined in the files of the variants.
const Rules& antichess_rules(Variant v);  // also of suicide and giveaway
const Rules& atomic_rules();
const Rules& king_of_the_hill_rules();
const Rules& racing_kings_rules();
const Rules& horde_rules();
const Rules& three_check_rules();
const Rules& crazyhouse_rules();

// The number of pseudo-legal moves to squares in `to`, without castling, and with en passant only if `to` has its
// square. Each promotion counts `promotions` times.
unsigned count_pseudo_legal(const Position& p, Bitboard to, unsigned promotions);

namespace crazyhouse {

// The squares where a piece may be dropped without leaving the king in check. Pawns cannot be on the outer ranks.
Bitboard drop_squares(const VariantPosition& p);
// Appends the drops of the pocket's pieces on these squares.
void add_drops(const VariantPosition& p, MoveList& moves, Bitboard squares);

}  // namespace crazyhouse

}  // namespace bitrook
