// Pseudo-legal moves, which may leave their own king attacked; works for every position.
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/reference.hpp"

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

}  // namespace bitrook
