// VariantPosition: a position of a variant, and its moves. The functions have the names of those for chess, so
// templates serve both.
#pragma once

#include <optional>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/rules.hpp"
#include "bitrook/variants/variant.hpp"

namespace bitrook {

class VariantPosition : public Position {
 public:
  VariantPosition(const Rules& rules, const Position& p, const VariantState& state)
      : Position(p), rules_(&rules), state_(state) {}

  const Rules& rules() const { return *rules_; }
  const VariantState& state() const { return state_; }

  // The position of chess, whose own functions (check, keys) follow the rules of chess.
  const Position& chess() const { return *this; }

  // Makes a move without checking that it is legal.
  void play_unchecked(Move m);
  // The same, given what it captures. The move can be unmade, unless it changes_more(captured).
  void play_unchecked(Move m, Captured captured, Undo& undo);
  // Unmakes the last move and restores the state before it.
  void undo(const Undo& u, const VariantState& state);

  // --- These replace those of Position.
  Bitboard checkers() const { return rules_->checkers(*this); }
  bool is_check() const { return checkers().any(); }
  bool was_into_check() const { return rules_->was_into_check(*this); }
  Bitboard legal_en_passant() const;
  bool has_legal_en_passant() const { return legal_en_passant().any(); }
  std::uint64_t key() const { return Position::key() ^ state_.key(); }
  std::uint64_t repetition_key() const;

  // --- The end of the game by the rules of the variant.
  bool is_over() const { return rules_->is_over(*this); }  // no move is legal any more
  // The result for the side to move, also where the variant decides what a stalemate is worth.
  std::optional<VariantResult> result() const { return rules_->result(*this); }

 private:
  const Rules* rules_;
  VariantState state_;
};

void generate_legal(const VariantPosition& p, MoveList& moves, Mask mask = {});
void generate_legal_captures(const VariantPosition& p, MoveList& moves, Mask mask = {});
void generate_legal_quiets(const VariantPosition& p, MoveList& moves, Mask mask = {});
void generate_legal_en_passant(const VariantPosition& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal(const VariantPosition& p, MoveList& moves, Mask mask = {});  // without drops
void generate_pseudo_legal_captures(const VariantPosition& p, MoveList& moves, Mask mask = {});
void generate_castling(const VariantPosition& p, MoveList& moves, Mask mask = {});
unsigned count_legal(const VariantPosition& p);
bool has_legal(const VariantPosition& p);

bool is_legal(const VariantPosition& p, Move m);
bool is_pseudo_legal(const VariantPosition& p, Move m);
bool is_into_check(const VariantPosition& p, Move m);
bool gives_check(const VariantPosition& p, Move m);
bool is_irreversible(const VariantPosition& p, Move m);
IllegalReason why_illegal(const VariantPosition& p, Move m);

bool is_checkmate(const VariantPosition& p);
bool is_stalemate(const VariantPosition& p);
bool has_insufficient_material(const VariantPosition& p, Color c);
bool is_insufficient_material(const VariantPosition& p);
// The flags of position/problems.hpp, and those of racing kings.
std::uint32_t problems(const VariantPosition& p, Bitboard written_castling_rights);

}  // namespace bitrook
