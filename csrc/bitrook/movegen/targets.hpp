// What the mover's pieces and pawns may legally do, as sets of squares: legal by construction.
#pragma once

#include <type_traits>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/move_rows.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/position_detail.hpp"

namespace bitrook {

template <Color C>
constexpr Bitboard forward(Bitboard b) {
  return C == Color::White ? b << 8 : b >> 8;
}

// Every square that Them attacks once the king of Us has left the board: where it may not go.
template <Color Them>
inline Bitboard attacked(const Position& p, Bitboard occupied_without_king) {
  const Bitboard them = p.of(Them), queens = p.of(PieceType::Queen);
  Bitboard squares = pawn_attacks(Them, p.of(PieceType::Pawn) & them);
  for (const Square s : p.of(PieceType::Knight) & them) squares |= knight_attacks(s);
  for (const Square s : p.of(PieceType::King) & them) squares |= king_attacks(s);
  for (const Square s : (p.of(PieceType::Bishop) | queens) & them) squares |= bishop_attacks(s, occupied_without_king);
  for (const Square s : (p.of(PieceType::Rook) | queens) & them) squares |= rook_attacks(s, occupied_without_king);
  return squares;
}

// Castling in Chess960, apart: handed what they need, they do not keep all of Targets in memory.
inline Bitboard path_960(Color us, Square king, Square rook) {
  const Square goal = detail::castling_squares(us, king, rook).king;
  return between(king, goal) | Bitboard(goal);
}
BITROOK_NEVER_INLINE inline Bitboard open_rights_960(Color us, const Position& p, Square king, Bitboard rights) {
  Bitboard open;
  for (const Square rook : rights) {
    const Square goal = detail::castling_squares(us, king, rook).rook;
    const Bitboard others = p.occupied() ^ Bitboard(king) ^ Bitboard(rook);
    if (others.disjoint(between(king, rook) | path_960(us, king, rook) | between(rook, goal) | Bitboard(goal)))
      open |= Bitboard(rook);
  }
  return open;
}
// A rook that leaves its corner uncovers nothing; in Chess960 it may uncover its king.
BITROOK_NEVER_INLINE inline bool may_castle_960(Color us, const Position& p, Square king, Square rook,
                                                Bitboard danger) {
  const detail::CastlingSquares goal = detail::castling_squares(us, king, rook);
  const Bitboard others = p.occupied() ^ Bitboard(king) ^ Bitboard(rook);
  return danger.disjoint(path_960(us, king, rook) - Bitboard(goal.king)) &&
         p.attackers(~us, goal.king, others ^ Bitboard(goal.rook)).empty();
}

// Precondition of all that follows: is_regular(p).
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

  // Where the king could step among `to`, and the castling rights among `rooks` that nothing stands in the way of: what
  // `danger` decides about.
  Bitboard steps(Bitboard to) const { return king_attacks(king) & (to - us); }
  Bitboard open_rights(Bitboard rooks) const {
    const Bitboard rights = rooks & p.castling_rights() & Bitboard(relative(Rank::R1, Us));
    if (rights.empty() || p.is_check()) return Bitboard();
    if (p.chess960()) [[unlikely]]
      return open_rights_960(Us, p, king, rights);
    Bitboard open;
    if (occupied.disjoint(home(File::F, File::G))) open |= Bitboard(relative(Square::H1, Us));
    if (occupied.disjoint(home(File::B, File::D))) open |= Bitboard(relative(Square::A1, Us));
    return rights & open;
  }

  // Calls f(target), spelled as in the position, for each of `open_rights` that may be used, the h-side first.
  template <class F>
  BITROOK_ALWAYS_INLINE void for_each_castling(Bitboard open, Bitboard danger, F f) const {
    if (open.empty()) return;
    if (p.chess960()) [[unlikely]] {
      for (const Square rook : open.reversed())
        if (may_castle_960(Us, p, king, rook, danger)) f(rook);
      return;
    }
    if (open.contains(relative(Square::H1, Us)) && danger.disjoint(home(File::F, File::G))) f(relative(Square::G1, Us));
    if (open.contains(relative(Square::A1, Us)) && danger.disjoint(home(File::C, File::D))) f(relative(Square::C1, Us));
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
  void pawn_pushes(Bitboard pawns, Bitboard& once, Bitboard& twice) const {
    const Bitboard ahead = forward<Us>(pawns & (~p.pinned() | file_mask(king))) - occupied;
    once = ahead & allowed;
    twice = (forward<Us>(ahead) & DoubleRanks & allowed) - occupied;
  }

 private:
  static constexpr Bitboard home(File first, File last) {
    Bitboard squares;
    for (unsigned f = index(first); f <= index(last); ++f)
      squares |= Bitboard(File(f)) & Bitboard(relative(Rank::R1, Us));
    return squares;
  }
};

}  // namespace bitrook
