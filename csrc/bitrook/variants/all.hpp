// The rules of each variant, as differences from chess.
#pragma once

#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

// The number of pseudo-legal moves to squares in `to`, without castling, and with en passant only if `to` has its
// square. Each promotion counts `promotions` times.
unsigned count_pseudo_legal(const Position& p, Bitboard to, unsigned promotions);

class AntichessRules final : public Rules {  // also of suicide and giveaway
 public:
  using Rules::Rules;
  void add_pseudo_legal(const VariantPosition& p, MoveList& moves, Mask mask, bool with_en_passant) const override;
  bool is_pseudo_legal(const VariantPosition& p, Move m) const override;
  Bitboard castling_rooks(const VariantPosition& p, Mask mask) const override;
  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override;
  unsigned count_legal(const VariantPosition& p) const override;
  bool permits(const VariantPosition& p, Move m) const override;
  bool is_into_check(const VariantPosition& p, Move m) const override;
  Bitboard checkers(const VariantPosition& p) const override;
  bool has_pins() const override { return false; }
  bool was_into_check(const VariantPosition& p) const override;
  bool gives_check(const VariantPosition& p, Move m) const override;
  IllegalReason why_illegal(const VariantPosition& p, Move m) const override;
  bool is_over(const VariantPosition& p) const override;
  std::optional<VariantResult> result(const VariantPosition& p) const override;
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
  std::uint32_t problems(const VariantPosition& p, std::uint32_t of_chess) const override;
};

class AtomicRules final : public Rules {
 public:
  AtomicRules() : Rules(Variant::Atomic) {}
  Bitboard castling_rooks(const VariantPosition& p, Mask mask) const override;
  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override;
  unsigned count_legal(const VariantPosition& p) const override;
  bool permits(const VariantPosition& p, Move m) const override;
  bool is_into_check(const VariantPosition& p, Move m) const override;
  Bitboard checkers(const VariantPosition& p) const override;
  bool was_into_check(const VariantPosition& p) const override;
  bool gives_check(const VariantPosition& p, Move m) const override;
  IllegalReason why_illegal(const VariantPosition& p, Move m) const override;
  void finish(Position& p, VariantState& state, Move m, Captured captured) const override;
  bool is_over(const VariantPosition& p) const override;
  std::optional<VariantResult> result(const VariantPosition& p) const override;
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
  std::uint32_t problems(const VariantPosition& p, std::uint32_t of_chess) const override;
};

class KingOfTheHillRules final : public Rules {
 public:
  KingOfTheHillRules() : Rules(Variant::KingOfTheHill) {}
  bool is_over(const VariantPosition& p) const override;
  std::optional<VariantResult> result(const VariantPosition& p) const override;
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
};

class RacingKingsRules final : public Rules {
 public:
  RacingKingsRules() : Rules(Variant::RacingKings) {}
  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override;
  unsigned count_legal(const VariantPosition& p) const override;
  bool permits(const VariantPosition& p, Move m) const override;
  IllegalReason why_illegal(const VariantPosition& p, Move m) const override;
  bool is_over(const VariantPosition& p) const override;
  std::optional<VariantResult> result(const VariantPosition& p) const override;
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
  std::uint32_t problems(const VariantPosition& p, std::uint32_t of_chess) const override;
};

class HordeRules final : public Rules {
 public:
  HordeRules() : Rules(Variant::Horde) {}
  unsigned count_legal(const VariantPosition& p) const override;
  bool is_over(const VariantPosition& p) const override;
  std::optional<VariantResult> result(const VariantPosition& p) const override;
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
  std::uint32_t problems(const VariantPosition& p, std::uint32_t of_chess) const override;
};

class ThreeCheckRules final : public Rules {
 public:
  ThreeCheckRules() : Rules(Variant::ThreeCheck) {}
  void finish(Position& p, VariantState& state, Move m, Captured captured) const override;
  bool is_irreversible(const VariantPosition& p, Move m) const override;
  bool is_over(const VariantPosition& p) const override;
  std::optional<VariantResult> result(const VariantPosition& p) const override;
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
};

class CrazyhouseRules final : public Rules {
 public:
  CrazyhouseRules() : Rules(Variant::Crazyhouse) {}
  // The squares where a piece may be dropped without leaving the king in check. Pawns cannot be on the outer ranks.
  static Bitboard drop_squares(const VariantPosition& p);
  // Appends the drops of the pocket's pieces on these squares.
  static void add_drops(const VariantPosition& p, MoveList& moves, Bitboard squares);

  bool is_pseudo_legal(const VariantPosition& p, Move m) const override;
  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override;
  unsigned count_legal(const VariantPosition& p) const override;
  bool is_legal(const VariantPosition& p, Move m) const override;
  IllegalReason why_illegal(const VariantPosition& p, Move m) const override;
  void finish(Position& p, VariantState& state, Move m, Captured captured) const override;
  bool is_irreversible(const VariantPosition& p, Move m) const override;
  bool has_halfmove_draws() const override { return false; }
  bool has_insufficient_material(const VariantPosition& p, Color c) const override;
  std::uint32_t problems(const VariantPosition& p, std::uint32_t of_chess) const override;
  bool marks_promoted(const VariantPosition&) const override { return true; }
};

}  // namespace bitrook
