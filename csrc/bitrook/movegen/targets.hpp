// What the mover's pieces and pawns may legally do, as sets of squares: legal by construction.
#pragma once

#include <optional>
#include <type_traits>

#include "../attacks.hpp"
#include "../movegen.hpp"
#include "../position_detail.hpp"
#include "rows.hpp"

namespace bitrook {

template <Color C>
constexpr Bitboard forward(Bitboard b) {
  return C == Color::White ? b << 8 : b >> 8;
}

// Every square that Them attacks once the king of Us has left the board: where it may not go.
template <Color Them>
inline Bitboard attacked(const Position& p, Bitboard occupied_without_king) {
  const Bitboard them = p.of(Them), queens = p.of(PieceType::Queen);
  Bitboard squares = pawn_attacks(Them, p.of(PieceType::Pawn) & them) | knight_attacks(p.of(PieceType::Knight) & them) |
                     king_attacks(p.of(PieceType::King) & them);
  for (const Square s : (p.of(PieceType::Bishop) | queens) & them) squares |= bishop_attacks(s, occupied_without_king);
  for (const Square s : (p.of(PieceType::Rook) | queens) & them) squares |= rook_attacks(s, occupied_without_king);
  return squares;
}

// Precondition of all that follows: is_ordinary(p).
template <Color Us>
struct Targets {
  static constexpr Color Them = ~Us;
  static constexpr Bitboard LastRank{relative(Rank::R8, Us)};
  static constexpr Bitboard DoubleRanks = Bitboard(relative(Rank::R3, Us)) | Bitboard(relative(Rank::R4, Us));

  const Position& p;
  const Bitboard us, them, occupied;
  const Square king;
  const Bitboard allowed;  // a check restricts all but the king to capturing and blocking: two checks, to nothing

  Targets(const Position& position, Bitboard to)
      : p(position),
        us(p.of(Us)),
        them(p.of(Them)),
        occupied(us | them),
        king((p.of(PieceType::King) & us).first()),
        allowed(!p.is_check()         ? to
                : p.checkers().many() ? Bitboard()
                                      : to & (between(king, p.checkers().first()) | p.checkers())) {}

  // What Them attacks, seen by the king: it does not hide what is behind it.
  Bitboard danger() const { return attacked<Them>(p, occupied ^ Bitboard(king)); }

  // Where the king may go among `to`; sets `danger` if it is known now.
  Bitboard of_king(Bitboard to, std::optional<Bitboard>& danger) const {
    const Bitboard targets = king_attacks(king) & (to - us);
    if (targets.empty()) return targets;
    danger = this->danger();
    return targets - *danger;
  }

  // Calls f(rook) for each right of `rooks` that can be used now, the h-side first. Precondition: no check.
  template <class F>
  BITROOK_ALWAYS_INLINE void for_each_castling(Bitboard rooks, std::optional<Bitboard>& danger, F f) const {
    for (const Square rook : (rooks & p.castling_rights() & Bitboard(relative(Rank::R1, Us))).reversed()) {
      // In standard chess this says all; in Chess960 at least this, since king and rook change sides.
      if (between(king, rook).meets(occupied)) continue;
      const detail::CastlingSquares goal = detail::castling_squares(Us, king, rook);
      const Bitboard path = between(king, goal.king) | Bitboard(goal.king);
      const Bitboard others = occupied ^ Bitboard(king) ^ Bitboard(rook);
      if (p.chess960() && others.meets(path | between(rook, goal.rook) | Bitboard(goal.rook))) continue;
      if (!danger) danger = this->danger();
      // A rook that leaves its corner uncovers nothing; in Chess960 it may uncover its king.
      if (danger->meets(p.chess960() ? path - Bitboard(goal.king) : path)) continue;
      if (p.chess960() && p.attackers(Them, goal.king, others ^ Bitboard(goal.rook)).any()) continue;
      f(rook);
    }
  }

  // Calls f(square, targets, type) for each piece of `movers` other than pawns and the king. Pinned knights
  // never move; other pinned pieces keep to the line.
  template <class F>
  BITROOK_ALWAYS_INLINE void for_each_piece(Bitboard movers, F f) const {
    const Bitboard targets = allowed - us, pinned = p.pinned();
    const auto kept = [&](Square s, Bitboard attacks) {
      if (pinned.contains(s)) [[unlikely]]
        attacks &= line(king, s);
      return attacks & targets;
    };
    for (const Square s : p.of(PieceType::Knight) & (movers - pinned))
      f(s, knight_attacks(s) & targets, std::integral_constant<PieceType, PieceType::Knight>());
    for (const Square s : p.of(PieceType::Bishop) & movers)
      f(s, kept(s, bishop_attacks(s, occupied)), std::integral_constant<PieceType, PieceType::Bishop>());
    for (const Square s : p.of(PieceType::Rook) & movers)
      f(s, kept(s, rook_attacks(s, occupied)), std::integral_constant<PieceType, PieceType::Rook>());
    for (const Square s : p.of(PieceType::Queen) & movers)
      f(s, kept(s, queen_attacks(s, occupied)), std::integral_constant<PieceType, PieceType::Queen>());
  }

  // The pawns of `pawns` that may capture something, and what each of them may.
  Bitboard capturers(Bitboard pawns) const { return pawns & pawn_attacks(Them, them & allowed); }
  Bitboard captures(Square s) const {
    const Bitboard targets = pawn_attacks(Us, s) & them & allowed;
    return p.pinned().contains(s) ? targets & line(king, s) : targets;
  }

  // Where `pawns` step to. A pinned pawn steps along its king's file or not at all. A pawn on its first rank,
  // which only a hand-made position has, may step twice too.
  void steps(Bitboard pawns, Bitboard& once, Bitboard& twice) const {
    const Bitboard ahead = forward<Us>(pawns & (~p.pinned() | file_mask(king))) - occupied;
    once = ahead & allowed;
    twice = (forward<Us>(ahead) & DoubleRanks & allowed) - occupied;
  }
};

}  // namespace bitrook
