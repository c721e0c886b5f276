// The reference generator: pseudo-legal moves, which may leave their own king attacked, and the legal ones among them.
// It works for every position.
#include "bitrook/movegen/reference.hpp"
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/checked.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/king_lines.hpp"

namespace bitrook {

namespace {

void add_pawn_move(MoveList& moves, Square from, Square to) {
  if (!Backranks.contains(to)) {
    moves.add(Move::normal(from, to));
    return;
  }
  for (const PieceType t : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
    moves.add(Move::promotion(from, to, t));
}

}  // namespace

namespace reference {

void add_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  const Square to = p.en_passant();
  if (to == Square::None || !mask.to.contains(to)) return;
  for (const Square from : (p.pseudo_legal_en_passant() & mask.from).reversed()) moves.add(Move::normal(from, to));
}

void add_piece_moves(const Position& p, MoveList& moves, Mask mask) {
  const Bitboard own = p.of(p.turn()), targets = mask.to - own;
  for (const Square from : ((own & mask.from) - p.of(PieceType::Pawn)).reversed())
    for (const Square to : (p.attacks_from(from) & targets).reversed()) moves.add(Move::normal(from, to));
}

void add_pawn_moves(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  const Color us = p.turn();
  const Bitboard enemy = p.of(~us), pawns = p.of(PieceType::Pawn, us) & mask.from;
  for (const Square from : pawns.reversed())
    for (const Square to : (pawn_attacks(us, from) & enemy & mask.to).reversed()) add_pawn_move(moves, from, to);

  const int back = us == Color::White ? -8 : 8;
  const Bitboard single = forward(us, pawns) - p.occupied();
  const Bitboard twice = (forward(us, single) & double_push_ranks(us)) - p.occupied();
  for (const Square to : (single & mask.to).reversed()) add_pawn_move(moves, offset(to, back), to);
  for (const Square to : (twice & mask.to).reversed()) moves.add(Move::normal(offset(to, 2 * back), to));

  if (with_en_passant) add_pseudo_legal_en_passant(p, moves, mask);
}

void add_pseudo_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  add_piece_moves(p, moves, mask);
  add_castling(p, moves, mask);
  add_pawn_moves(p, moves, mask, with_en_passant);
}

}  // namespace reference

void generate_pseudo_legal(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_pseudo_legal(p, moves, mask, true);
}

void generate_pseudo_legal_captures(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_pseudo_legal(p, moves, {mask.from, mask.to & p.of(~p.turn())}, false);
  reference::add_pseudo_legal_en_passant(p, moves, mask);
}

void generate_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_pseudo_legal_en_passant(p, moves, mask);
}

// --- Legal castling, tested by definition; works for every position.

Bitboard legal_castling_rooks(const Position& p, Mask mask) {
  return castling_rooks(p, mask, [&](Bitboard squares, Bitboard occupied) {
    for (const Square s : squares)
      if (p.attackers(~p.turn(), s, occupied).any()) return true;
    return false;
  });
}

void reference::add_castling(const Position& p, MoveList& moves, Mask mask) {
  const Bitboard rooks = legal_castling_rooks(p, mask);
  if (rooks.empty()) return;
  const Square king = (p.castling_kings(p.turn()) & mask.from).first();
  for (const Square rook : rooks.reversed()) moves.add(to_own_encoding(p, Move::normal(king, rook)));
}

void generate_castling(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  reference::add_castling(p, moves, mask);
}

// --- Filtering the pseudo-legal moves by legality.

namespace reference {

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

}  // namespace reference

}  // namespace bitrook
