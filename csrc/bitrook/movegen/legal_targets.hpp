// The legal moves as sets of target squares, computed from checkers and pins, without making any move.
#pragma once

#include <type_traits>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/checked.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/castling.hpp"

namespace bitrook {

// The precondition of visit_legal: the side to move has exactly one king, which is not a promoted piece, and its
// castling rights all belong to a king and a rook at home. reference.hpp handles all other positions.
inline bool is_regular(const Position& p) {
  const Bitboard kings = p.of(PieceType::King, p.turn());
  return kings.any() && !kings.many() && kings.disjoint(p.promoted()) && p.castling_rights_are_clean();
}

template <PieceType T>
using TypeConstant = std::integral_constant<PieceType, T>;

// The sets that determine the legal moves of the side to move, Us. `to` restricts the targets.
template <Color Us>
struct LegalTargets {
  static constexpr Color Them = ~Us;

  const Position& p;
  const Bitboard us, them, occupied;
  const Square king;
  const Bitboard check_mask;  // targets of all pieces but the king: in check, those that capture or block the checker

  LegalTargets(const Position& position, Bitboard to)
      : p(position),
        us(p.of(Us)),
        them(p.of(Them)),
        occupied(us | them),
        king((p.of(PieceType::King) & us).first()),
        check_mask(!p.is_check()         ? to
                   : p.checkers().many() ? Bitboard()
                                         : to & (between(king, p.checkers().first()) | p.checkers())) {}

  // Squares that the king must not enter. The attacks are computed with the king removed, because a slider that gives
  // check also attacks the squares beyond the king.
  Bitboard king_danger() const { return p.attacked_by(Them, occupied ^ Bitboard(king)); }

  // Standard castling, known at compile time.
  static constexpr Square KingsideRook = relative(Square::H1, Us), QueensideRook = relative(Square::A1, Us);
  static constexpr CastlingPath Kingside = detail::computed_castling_path(Us, File::E, File::H);
  static constexpr CastlingPath Queenside = detail::computed_castling_path(Us, File::E, File::A);

  // The rooks in `rooks` with which the king may castle. In standard chess, this depends on the occupied squares alone.
  Bitboard castling_candidates(Bitboard rooks) const {
    const Bitboard rights = rooks & p.castling_rights() & Bitboard(relative(Rank::R1, Us));
    if (rights.empty() || p.is_check()) return Bitboard();
    if (p.chess960()) [[unlikely]]
      return legal_castling_rooks(p, {Bitboard(king), rights});
    return rights & ((Kingside.empty.disjoint(occupied) ? Bitboard(KingsideRook) : Bitboard()) |
                     (Queenside.empty.disjoint(occupied) ? Bitboard(QueensideRook) : Bitboard()));
  }
  // Calls visit(target) for each castling move of `candidates`, in the position's encoding, the h-side first, until it
  // returns true.
  template <class Visit>
  BITROOK_ALWAYS_INLINE bool visit_castling(Bitboard candidates, Bitboard king_danger, Visit visit) const {
    if (p.chess960()) [[unlikely]] {
      for (const Square rook : candidates.reversed())
        if (visit(rook)) return true;
      return false;
    }
    return (candidates.contains(KingsideRook) && Kingside.king_walk.disjoint(king_danger) && visit(Kingside.king_to)) ||
           (candidates.contains(QueensideRook) && Queenside.king_walk.disjoint(king_danger) &&
            visit(Queenside.king_to));
  }

  // The pawns that attack an enemy piece, and the captures of one of them.
  Bitboard capturing_pawns(Bitboard pawns) const { return pawns & pawn_attacks(Them, them & check_mask); }
  Bitboard pawn_captures(Square s) const {
    const Bitboard targets = pawn_attacks(Us, s) & them & check_mask;
    return p.pinned().contains(s) ? targets & line(king, s) : targets;
  }

  // The targets of single and double pushes. A pinned pawn can only push along the file of its king.
  struct Pushes {
    Bitboard single, twice;
  };
  Pushes pawn_pushes(Bitboard pawns) const {
    const Bitboard ahead = forward(Us, pawns & (~p.pinned() | file_mask(king))) - occupied;
    return {ahead & check_mask, (forward(Us, ahead) & double_push_ranks(Us) & check_mask) - occupied};
  }
};

// Calls the visitor with the legal moves from `mask.from` to `mask.to`, set by set, until a call returns true; returns
// whether one did. The calls, in this order:
//   pieces(squares)                          the squares of the next calls; skipped if the set is empty
//   piece(square, targets, TypeConstant<T>)  for each knight, bishop, rook and queen, by type
//   king(square, targets)
//   castling(king, target)                   the h-side first, in the position's encoding
//   pawn_captures(square, targets), for each pawn that can capture, from h8 down; pawn_pushes(single, twice)
//   en_passant(position, pawns)              unless `with_en_passant` is false
// Requires is_regular(p). Listing, counting and looking for a first move are three visitors.
template <Color Us, class AnyMask, class Visitor>
BITROOK_ALWAYS_INLINE bool visit_legal(const Position& p, AnyMask mask, bool with_en_passant, Visitor& visitor) {
  using enum PieceType;
  BITROOK_ASSERT(is_regular(p));
  const LegalTargets<Us> t(p, mask.to);
  const Bitboard movers = t.us & mask.from, pinned = p.pinned(), targets = t.check_mask - t.us;

  const auto visit = [&](Square s, Bitboard attacks, auto type) {
    if (pinned.contains(s)) [[unlikely]]
      attacks &= line(t.king, s);
    return visitor.piece(s, attacks & targets, type);
  };
  if (t.check_mask.any()) [[likely]] {
    const Bitboard knights = p.of(Knight) & movers;
    visitor.pieces(movers - p.of(Pawn) - p.of(King) - (knights & pinned));
    for (const Square s : knights - pinned)  // a pinned knight has no move
      if (visitor.piece(s, knight_attacks(s) & targets, TypeConstant<Knight>())) return true;
    for (const Square s : p.of(Bishop) & movers)
      if (visit(s, bishop_attacks(s, t.occupied), TypeConstant<Bishop>())) return true;
    for (const Square s : p.of(Rook) & movers)
      if (visit(s, rook_attacks(s, t.occupied), TypeConstant<Rook>())) return true;
    for (const Square s : p.of(Queen) & movers)
      if (visit(s, queen_attacks(s, t.occupied), TypeConstant<Queen>())) return true;
  }

  Bitboard steps, castling;
  if (movers.contains(t.king)) {
    steps = king_attacks(t.king) & (mask.to - t.us);
    castling = t.castling_candidates(mask.to);
  }
  const Bitboard king_danger = (steps | castling).any() ? t.king_danger() : Bitboard();
  if (visitor.king(t.king, steps - king_danger)) return true;
  if (castling.any() &&
      t.visit_castling(castling, king_danger, [&](Square to) { return visitor.castling(t.king, to); }))
    return true;

  const Bitboard pawns = p.of(Pawn) & movers;
  for (const Square s : t.capturing_pawns(pawns).reversed())
    if (visitor.pawn_captures(s, t.pawn_captures(s))) return true;
  const auto [single, twice] = t.pawn_pushes(pawns);
  if (visitor.pawn_pushes(single, twice)) return true;

  const Square to = p.en_passant();
  if (!with_en_passant || to == Square::None || pawns.disjoint(pawn_attacks(t.Them, to))) [[likely]]
    return false;
  return mask.to.contains(to) && visitor.en_passant(p, p.legal_en_passant() & mask.from);
}

}  // namespace bitrook
