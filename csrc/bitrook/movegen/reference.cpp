// The reference generator: pseudo-legal moves, and those of them that are legal.
#include "bitrook/movegen/reference.hpp"

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/checks_pins.hpp"
#include "bitrook/position/en_passant.hpp"

namespace bitrook {

namespace reference {

namespace {

void add_pawn_move(MoveList& moves, Square from, Square to) {
  if (!Backranks.contains(to)) {
    moves.add(Move::normal(from, to));
    return;
  }
  for (const PieceType t : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
    moves.add(Move::promotion(from, to, t));
}

void add_en_passant(const Position& p, MoveList& moves, Mask mask) {
  const Square to = p.en_passant();
  if (to == Square::None || !mask.to.contains(to)) return;
  for (const Square from : (p.pseudo_legal_en_passant() & mask.from).reversed()) moves.add(Move::normal(from, to));
}

}  // namespace

void add_pseudo_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  const Color us = p.turn();
  const Bitboard own = p.of(us), enemy = p.of(~us), pawns = p.of(PieceType::Pawn) & own & mask.from;
  const Bitboard targets = mask.to - own;

  for (const Square from : ((own & mask.from) - p.of(PieceType::Pawn)).reversed())
    for (const Square to : (p.attacks_from(from) & targets).reversed()) moves.add(Move::normal(from, to));

  add_castling(p, moves, mask);

  for (const Square from : pawns.reversed())
    for (const Square to : (pawn_attacks(us, from) & enemy & mask.to).reversed()) add_pawn_move(moves, from, to);

  const int back = us == Color::White ? -8 : 8;
  const Bitboard single = forward(us, pawns) - p.occupied();
  const Bitboard twice = (forward(us, single) & double_push_ranks(us)) - p.occupied();
  for (const Square to : (single & mask.to).reversed()) add_pawn_move(moves, offset(to, back), to);
  for (const Square to : (twice & mask.to).reversed()) moves.add(Move::normal(offset(to, 2 * back), to));

  if (with_en_passant) add_en_passant(p, moves, mask);
}

bool is_safe(const Position& p, Square king, Bitboard blockers, Move m) {
  if (m.from() == king) return is_castling(p, m) || p.attackers(~p.turn(), m.to()).empty();
  if (is_en_passant(p, m)) return p.is_en_passant_safe(king, m.from());
  return !blockers.contains(m.from()) || line(m.from(), m.to()).contains(king);
}

namespace {

void add_evasions(const Position& p, MoveList& moves, Square king, Bitboard checkers, Mask mask, bool with_en_passant) {
  const Bitboard sliders = checkers & (p.of(PieceType::Bishop) | p.of(PieceType::Rook) | p.of(PieceType::Queen));
  Bitboard attacked;
  for (const Square s : sliders) attacked |= line(king, s) - Bitboard(s);
  if (mask.from.contains(king))
    for (const Square to : ((king_attacks(king) & mask.to) - p.of(p.turn()) - attacked).reversed())
      moves.add(Move::normal(king, to));

  if (checkers.many()) return;
  const Bitboard targets = between(king, checkers.first()) | checkers;
  add_pseudo_legal(p, moves, {mask.from - p.of(PieceType::King), mask.to & targets}, with_en_passant);
  if (with_en_passant && p.en_passant() != Square::None && !targets.contains(p.en_passant()) &&
      en_passant_victim(p.turn(), p.en_passant()) == checkers)
    add_en_passant(p, moves, mask);
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

}  // namespace reference

void generate_pseudo_legal(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_pseudo_legal(p, moves, mask, true);
}

void generate_pseudo_legal_captures(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_pseudo_legal(p, moves, {mask.from, mask.to & p.of(~p.turn())}, false);
  reference::add_en_passant(p, moves, mask);
}

void generate_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_en_passant(p, moves, mask);
}

}  // namespace bitrook
