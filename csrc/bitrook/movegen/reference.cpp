// The reference generator: filters the pseudo-legal moves by legality.
#include "bitrook/movegen/reference.hpp"

#include "bitrook/base/checked.hpp"
#include "bitrook/position/king_lines.hpp"

namespace bitrook::reference {

bool is_safe(const Position& p, Square king, Bitboard blockers, Move m) {
  if (m.from() == king) return is_castling(p, m) || p.attackers(~p.turn(), m.to()).empty();
  if (is_en_passant(p, m)) return p.is_en_passant_safe(king, m.from());
  return !blockers.contains(m.from()) || line(m.from(), m.to()).contains(king);
}

Evasions::Evasions(const Position& p, Square king, Bitboard checkers)
    : of_king(king_attacks(king) - p.of(p.turn())),
      of_others(checkers.many() ? Bitboard() : between(king, checkers.first()) | checkers) {
  BITROOK_ASSERT(checkers.any());
  const Bitboard sliders = checkers & (p.of(PieceType::Bishop) | p.of(PieceType::Rook) | p.of(PieceType::Queen));
  for (const Square s : sliders) of_king -= line(king, s) - Bitboard(s);
}

namespace {

void add_evasions(const Position& p, MoveList& moves, Square king, Bitboard checkers, Mask mask, bool with_en_passant) {
  const Evasions evasions(p, king, checkers);
  if (mask.from.contains(king))
    for (const Square to : (evasions.of_king & mask.to).reversed()) moves.add(Move::normal(king, to));

  if (checkers.many()) return;
  add_pseudo_legal(p, moves, {mask.from - p.of(PieceType::King), mask.to & evasions.of_others}, with_en_passant);
  if (with_en_passant && p.en_passant() != Square::None && !evasions.of_others.contains(p.en_passant()) &&
      en_passant_victim(p.turn(), p.en_passant()) == checkers)
    add_pseudo_legal_en_passant(p, moves, mask);
}

}  // namespace

void list_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  moves.clear();
  const Bitboard kings = p.of(PieceType::King, p.turn());
  if (kings.empty()) return add_pseudo_legal(p, moves, mask, with_en_passant);
  const Square king = kings.last();
  const Bitboard checkers = p.attackers(~p.turn(), king);
  if (checkers.any())
    add_evasions(p, moves, king, checkers, mask, with_en_passant);
  else
    add_pseudo_legal(p, moves, mask, with_en_passant);

  const Bitboard blockers = scan_king_lines(p, p.turn(), king).blockers;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves.data()[kept] = moves[i];
    kept += is_safe(p, king, blockers, moves[i]);
  }
  moves.resize(kept);
}

}  // namespace bitrook::reference
