// The moves of a position of a variant, by its rules.
#include "bitrook/variants/position.hpp"

#include <algorithm>
#include <functional>

#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook {

void VariantPosition::play_unchecked(Move m) {
  Undo unused;
  play_unchecked(m, rules_->captured_by(*this, m), unused);
}

void VariantPosition::play_unchecked(Move m, Captured captured, Undo& undo) {
  Position::play_unchecked(m, undo);
  if (!rules_->moves_as_in_chess()) rules_->finish(*this, state_, m, captured);
}

void VariantPosition::undo(const Undo& u, const VariantState& state) {
  Position::undo(u);
  state_ = state;
}

Bitboard VariantPosition::legal_en_passant() const {
  Bitboard pawns;
  MoveList moves;
  generate_legal_en_passant(*this, moves);
  for (const Move m : moves) pawns |= Bitboard(m.from());
  return pawns;
}

std::uint64_t VariantPosition::repetition_key() const {
  Position p = chess();
  std::uint64_t key = state_.key();
  if (p.en_passant() != Square::None) {
    if (!has_legal_en_passant()) {
      p.set_en_passant(Square::None);
    } else if (!p.has_legal_en_passant()) {
      key ^= zobrist::en_passant(file_of(p.en_passant()));
    }
  }
  return key ^ p.repetition_key();
}

namespace {

void add_castling(const VariantPosition& p, MoveList& moves, Mask mask) {
  const Bitboard rooks = p.castling_rights().any() ? p.rules().castling_rooks(p, mask) : Bitboard();
  if (rooks.empty()) return;
  const Square king = (p.castling_kings(p.turn()) & mask.from).first();
  for (const Square rook : rooks.reversed()) moves.add(to_own_encoding(p, Move::normal(king, rook)));
}

}  // namespace

void generate_castling(const VariantPosition& p, MoveList& moves, Mask mask) {
  moves.clear();
  add_castling(p, moves, mask);
}

void generate_pseudo_legal(const VariantPosition& p, MoveList& moves, Mask mask) {
  moves.clear();
  p.rules().add_pseudo_legal(p, moves, mask, true);
}

void generate_pseudo_legal_captures(const VariantPosition& p, MoveList& moves, Mask mask) {
  moves.clear();
  p.rules().add_pseudo_legal(p, moves, {mask.from, mask.to & p.of(~p.turn())}, false);
  reference::add_pseudo_legal_en_passant(p, moves, mask);
}

void generate_legal(const VariantPosition& p, MoveList& moves, Mask mask) {
  moves.clear();
  if (!p.is_over()) p.rules().list_legal(p, moves, mask);
}

namespace {

void add_legal_en_passant(const VariantPosition& p, MoveList& moves, Mask mask) {
  if (p.en_passant() == Square::None || p.is_over()) return;
  MoveList captures;
  reference::add_pseudo_legal_en_passant(p, captures, mask);
  for (const Move m : captures)
    if (is_legal(p, m)) moves.add(m);
}

template <class Keep>
void keep_if(MoveList& moves, Keep keep) {
  moves.resize(
      std::size_t(std::remove_if(moves.data(), moves.data() + moves.size(), std::not_fn(keep)) - moves.data()));
}

}  // namespace

void generate_legal_captures(const VariantPosition& p, MoveList& moves, Mask mask) {
  generate_legal(p, moves, {mask.from, mask.to & p.of(~p.turn())});
  keep_if(moves, [&](Move m) { return !is_en_passant(p, m); });
  add_legal_en_passant(p, moves, mask);
}

void generate_legal_quiets(const VariantPosition& p, MoveList& moves, Mask mask) {
  generate_legal(p, moves, {mask.from, mask.to - p.of(~p.turn())});
  keep_if(moves, [&](Move m) { return !is_en_passant(p, m); });
}

void generate_legal_en_passant(const VariantPosition& p, MoveList& moves, Mask mask) {
  moves.clear();
  add_legal_en_passant(p, moves, mask);
}

unsigned count_legal(const VariantPosition& p) { return p.is_over() ? 0 : p.rules().count_legal(p); }

bool has_legal(const VariantPosition& p) { return count_legal(p) != 0; }

bool is_pseudo_legal(const VariantPosition& p, Move m) { return p.rules().is_pseudo_legal(p, m); }
bool is_legal(const VariantPosition& p, Move m) { return !p.is_over() && p.rules().is_legal(p, m); }
bool is_into_check(const VariantPosition& p, Move m) { return p.rules().is_into_check(p, m); }
bool gives_check(const VariantPosition& p, Move m) { return p.rules().gives_check(p, m); }
bool is_irreversible(const VariantPosition& p, Move m) { return p.rules().is_irreversible(p, m); }

IllegalReason why_illegal(const VariantPosition& p, Move m) {
  if (is_legal(p, m)) return IllegalReason::None;
  if (p.is_over()) return IllegalReason::GameOver;
  if (m.is_drop()) return p.rules().why_illegal(p, m);
  const IllegalReason reason = why_illegal(p.chess(), m);
  return reason == IllegalReason::None ? p.rules().why_illegal(p, m) : reason;
}

bool is_checkmate(const VariantPosition& p) { return p.is_check() && !has_legal(p); }
bool is_stalemate(const VariantPosition& p) { return !p.is_check() && !p.is_over() && !has_legal(p); }

bool has_insufficient_material(const VariantPosition& p, Color c) { return p.rules().has_insufficient_material(p, c); }
bool is_insufficient_material(const VariantPosition& p) {
  return has_insufficient_material(p, Color::White) && has_insufficient_material(p, Color::Black);
}

std::uint32_t problems(const VariantPosition& p, Bitboard written_castling_rights) {
  return p.rules().problems(p, problems(p.chess(), written_castling_rights));
}

// --- The rules of chess, from which the variants differ.

Captured Rules::captured_by(const Position& p, Move m) const {
  if (variant != Variant::Atomic && variant != Variant::Crazyhouse) return {};
  if (m.is_null() || m.is_drop()) return {};
  if (p.type_at(m.to()) == PieceType::None) {
    if (!is_en_passant(p, m)) return {};
    const Square victim = en_passant_victim(p.turn(), m.to()).first();
    return {p.type_at(victim), p.promoted().contains(victim)};
  }
  if (p.of(p.turn()).contains(m.to()) && p.type_at(m.from()) == PieceType::King) return {};  // castling
  return {p.type_at(m.to()), p.promoted().contains(m.to())};
}

void Rules::add_pseudo_legal(const VariantPosition& p, MoveList& moves, Mask mask, bool with_en_passant) const {
  reference::add_piece_moves(p, moves, mask);
  add_castling(p, moves, mask);
  reference::add_pawn_moves(p, moves, mask, with_en_passant);
}

bool Rules::is_pseudo_legal(const VariantPosition& p, Move m) const {
  if (bitrook::is_pseudo_legal(p.chess(), m)) return true;
  if (p.castling_rights().empty() || m.word() > 0xFFF || !p.castling_kings(p.turn()).contains(m.from())) return false;
  MoveList castling;
  generate_castling(p, castling);
  return std::ranges::find(castling, p.chess960() ? m : to_own_encoding(p, m)) != castling.end();
}

Bitboard Rules::castling_rooks(const VariantPosition& p, Mask mask) const { return legal_castling_rooks(p, mask); }
void Rules::list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const {
  generate_legal(p.chess(), moves, mask);
}
unsigned Rules::count_legal(const VariantPosition& p) const { return bitrook::count_legal(p.chess()); }
bool Rules::is_legal(const VariantPosition& p, Move m) const {
  return (follows_chess() ? bitrook::is_legal(p.chess(), m) : is_pseudo_legal(p, m)) && permits(p, m);
}
bool Rules::is_into_check(const VariantPosition& p, Move m) const { return bitrook::is_into_check(p.chess(), m); }
Bitboard Rules::checkers(const VariantPosition& p) const { return p.chess().checkers(); }
bool Rules::was_into_check(const VariantPosition& p) const { return p.chess().was_into_check(); }
bool Rules::gives_check(const VariantPosition& p, Move m) const { return bitrook::gives_check(p.chess(), m); }
IllegalReason Rules::why_illegal(const VariantPosition&, Move m) const {
  return m.is_drop() ? IllegalReason::Drop : IllegalReason::CannotReach;
}
bool Rules::is_irreversible(const VariantPosition& p, Move m) const {
  return is_zeroing(p, m) || loses_castling_right(p, m) || p.has_legal_en_passant();
}
bool Rules::has_insufficient_material(const VariantPosition& p, Color c) const {
  return bitrook::has_insufficient_material(p.chess(), c);
}
std::uint32_t Rules::problems(const VariantPosition&, std::uint32_t of_chess) const { return of_chess; }

}  // namespace bitrook
