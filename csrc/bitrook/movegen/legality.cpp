// Tests of single moves without generating all of them: legality, check and kind of move. Also play() and try_play().
#include <algorithm>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/movegen/why_illegal.hpp"

namespace bitrook {

namespace {

// `m` is in the position's own encoding.
bool may_castle(const Position& p, Move m) {
  const Bitboard rights = p.castling_rights();
  const Square from = m.from(), to = m.to();
  // Castling moves the king further than one square, or onto a rook.
  if (rights.empty() || (king_attacks(from).contains(to) && !rights.contains(to))) return false;
  // The rook is on the side to which the king moves. (An artificial right on the king's own square counts as one to its
  // east, as in python-chess.)
  const Bitboard below((std::uint64_t{1} << index(from)) - 1);
  MoveList castling;
  generate_castling(p, castling, {Bitboard::all(), to < from ? below : ~below});
  return std::ranges::find(castling, m) != castling.end();
}

bool is_pseudo_legal_pawn_move(const Position& p, Move m) {
  const Color us = p.turn();
  const Square from = m.from(), to = m.to();
  if (Backranks.contains(to)) {
    if (m.promotion() < PieceType::Knight || m.promotion() > PieceType::Queen) return false;
  } else if (m.is_promotion()) {
    return false;
  }
  if (pawn_attacks(us, from).contains(to)) {
    if (p.of(~us).contains(to)) return true;
    return to == p.en_passant() && p.pseudo_legal_en_passant().contains(from);
  }
  const Bitboard single = forward(us, Bitboard(from)) - p.occupied();
  if (single.contains(to)) return true;
  return ((forward(us, single) & double_push_ranks(us)) - p.occupied()).contains(to);
}

}  // namespace

bool is_pseudo_legal(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  const unsigned kind = m.word() >> 12;
  if (m.is_null() || kind > 6 || !p.of(p.turn()).contains(from)) return false;
  const PieceType type = p.type_at(from);
  if (kind && (type != PieceType::Pawn || rank_of(to) != relative(Rank::R8, p.turn()))) return false;
  if (type == PieceType::King) {
    if (may_castle(p, p.chess960() ? m : to_own_encoding(p, m))) return true;
  }
  if (p.of(p.turn()).contains(to)) return false;
  if (type == PieceType::Pawn) return is_pseudo_legal_pawn_move(p, m);
  return pseudo_attacks(type, from).contains(to) && between(from, to).disjoint(p.occupied());
}

bool is_into_check(const Position& p, Move m) {
  const Color us = p.turn();
  const Square king = p.king(us), from = m.from(), to = m.to();
  if (king == Square::None) return false;
  const Bitboard checkers = p.checkers();
  if (checkers.any()) {
    const reference::Evasions evasions(p, king, checkers);
    if (from == king) {
      if (m.word() > 0xFFF || !evasions.of_king.contains(to)) return true;
    } else {
      if (p.of(PieceType::King).contains(from) || !is_pseudo_legal(p, m)) return true;
      if (!evasions.of_others.contains(to) && !(is_en_passant(p, m) && en_passant_victim(us, to) == checkers))
        return true;
    }
  }
  return !reference::is_safe(p, king, p.pinned(), m);
}

bool is_legal(const Position& p, Move m) {
  if (!is_pseudo_legal(p, m)) return false;
  // Most moves cannot expose the king, because their piece is neither the king nor pinned.
  const Bitboard restricted = p.pinned() | p.of(PieceType::King);
  if (p.checkers().empty() && !restricted.contains(m.from()) && m.to() != p.en_passant()) [[likely]]
    return true;
  return !is_into_check(p, m);
}

namespace {

// For en passant, castling and irregular moves, which may change more than two squares.
BITROOK_NEVER_INLINE bool gives_check_when_made(const Position& p, Move m) {
  Position after = p;
  after.play_unchecked(m);
  return after.is_check();
}

}  // namespace

// If only one piece moves, either it attacks the enemy king from its new square, or its move discovers an attack by
// another piece. Testing this takes half as long as making the move.
bool gives_check(const Position& p, Move m) {
  const Color us = p.turn();
  const Bitboard from(m.from()), to(m.to());
  const PieceType type = p.type_at(m.from());
  const bool only_one_moves = p.of(us).meets(from) && (p.of(us) | p.of(PieceType::King)).disjoint(to) &&
                              m.word() >> 12 <= 6 && !(type == PieceType::Pawn && m.to() == p.en_passant()) &&
                              !(type == PieceType::King && king_attacks(m.from()).disjoint(to));
  if (!only_one_moves) [[unlikely]]
    return gives_check_when_made(p, m);
  const Square king = p.king(~us);
  if (king == Square::None) return false;
  const Bitboard occupied = (p.occupied() ^ from) | to;
  const PieceType placed = m.is_promotion() ? m.promotion() : type;
  return attacks(placed, us, m.to(), occupied).contains(king) || (p.attackers(us, king, occupied) - from).any();
}

Undo play(Position& p, Move m) {
  if (!is_legal(p, m)) throw IllegalMoveError(p, m);
  return p.play_unchecked(m);
}

std::optional<Undo> try_play(Position& p, Move m) {
  if (!is_legal(p, m)) return std::nullopt;
  return p.play_unchecked(m);
}

bool is_en_passant(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (p.en_passant() != to || !p.of(PieceType::Pawn).contains(from) || p.occupied().contains(to)) return false;
  const int step = int(index(to)) - int(index(from));
  return step == 7 || step == 9 || step == -7 || step == -9;
}

bool is_capture(const Position& p, Move m) {
  return (Bitboard(m.from()) ^ Bitboard(m.to())).meets(p.of(~p.turn())) || is_en_passant(p, m);
}

bool is_zeroing(const Position& p, Move m) {
  return (Bitboard(m.from()) ^ Bitboard(m.to())).meets(p.of(PieceType::Pawn) | p.of(~p.turn())) ||
         m.dropped() == PieceType::Pawn;
}

bool loses_castling_right(const Position& p, Move m) {
  const Bitboard touched = Bitboard(m.from()) ^ Bitboard(m.to());
  const Bitboard rights = p.castling_rights();
  if (touched.meets(rights)) return true;
  for (const Color c : Colors) {
    const Bitboard backrank{relative(Rank::R1, c)};
    if (rights.meets(backrank) && touched.meets(p.of(PieceType::King, c) - p.promoted())) return true;
  }
  return false;
}

bool is_irreversible(const Position& p, Move m) {
  return is_zeroing(p, m) || loses_castling_right(p, m) || p.has_legal_en_passant();
}

bool is_castling(const Position& p, Move m) {
  if (!p.of(PieceType::King).contains(m.from())) return false;
  return file_distance(m.from(), m.to()) > 1 || p.of(PieceType::Rook, p.turn()).contains(m.to());
}

bool is_kingside_castling(const Position& p, Move m) {
  return is_castling(p, m) && file_of(m.to()) > file_of(m.from());
}
bool is_queenside_castling(const Position& p, Move m) {
  return is_castling(p, m) && file_of(m.to()) < file_of(m.from());
}

}  // namespace bitrook
