// The legal moves on a counting board: their number, or the board after each of them.
//
// Except for en passant, no move is tested by making it: targets are restricted to masks that follow from checks and
// pins.
#pragma once

#include "bitrook/perft/counting/board.hpp"
#include "bitrook/position/castling.hpp"

namespace bitrook::counting {

// A move that respects these masks is legal, except for king moves, which must not enter attacked squares, and for en
// passant.
struct Masks {
  Bitboard checkers;                 // the opponent's pieces that attack the king
  Bitboard check = Bitboard::all();  // targets; in check, the checker and the squares between it and the king
  Bitboard pin_diagonal;             // pin lines, which include the pinning sliders; a pinned piece must stay on
  Bitboard pin_orthogonal;           // its line

  Bitboard pins() const { return pin_diagonal | pin_orthogonal; }
};

template <Color Us>
inline Masks masks(const Board& b) {
  const Square king = b.us.king.first();
  const Bitboard occupied = b.occupied();
  Masks m;
  m.checkers = (knight_attacks(king) & b.them.knights) | (pawn_attacks(Us, king) & b.them.pawns);
  if (m.checkers.any()) m.check = m.checkers;
  const auto scan = [&](Bitboard sliders, Bitboard& pins) {
    for (const Square s : sliders) {
      const Bitboard path = between(king, s), blockers = path & occupied;
      if (blockers.empty()) {
        m.checkers |= Bitboard(s);
        m.check = path | Bitboard(s);
      } else if (!blockers.many()) {
        pins |= path | Bitboard(s);  // if the blocker is theirs, no piece of ours is on these squares
      }
    }
  };
  scan(rook_rays(king) & b.them.orthogonal, m.pin_orthogonal);
  scan(bishop_rays(king) & b.them.diagonal, m.pin_diagonal);
  return m;
}

// All squares that `side` attacks. Sliders are blocked by `occupied`.
template <Color Of>
inline Bitboard attacked_by(const Side& side, Bitboard occupied) {
  Bitboard all = pawn_attacks(Of, side.pawns) | king_attacks(side.king.first());
  for (const Square s : side.knights) all |= knight_attacks(s);
  for (const Square s : side.diagonal) all |= bishop_attacks(s, occupied);
  for (const Square s : side.orthogonal) all |= rook_attacks(s, occupied);
  return all;
}

// Pawn moves as sets of targets.
struct PawnTargets {
  Bitboard single, twice;  // single and double pushes
  Bitboard east, west;     // captures to either side
};

template <Color Us>
inline PawnTargets pawn_targets(const Board& b, const Masks& m) {
  const Bitboard empty = ~b.occupied();
  // A pawn pinned along its file may push and one pinned along a diagonal may capture, if it stays on the line.
  const Bitboard pushing = b.us.pawns - m.pin_diagonal;
  const Bitboard free_pushing = pushing - m.pin_orthogonal, pinned_pushing = pushing & m.pin_orthogonal;
  const Bitboard capturing = b.us.pawns - m.pin_orthogonal;
  const Bitboard free_capturing = capturing - m.pin_diagonal, pinned_capturing = capturing & m.pin_diagonal;
  const Bitboard single = (forward(Us, free_pushing) | (forward(Us, pinned_pushing) & m.pin_orthogonal)) & empty;
  const Bitboard twice = forward(Us, single & RelativeRank<Us, Rank::R3>) & empty;
  const Bitboard captured = b.them.all & m.check;
  return {single & m.check, twice & m.check,
          (forward_east(Us, free_capturing) | (forward_east(Us, pinned_capturing) & m.pin_diagonal)) & captured,
          (forward_west(Us, free_capturing) | (forward_west(Us, pinned_capturing) & m.pin_diagonal)) & captured};
}

// Calls visit(from, captured) for each legal en-passant capture. There are at most two, and they are rare, so each one
// is tested by computing the attacks on the king after it. This covers checks by the captured pawn, pinned capturing
// pawns, and the case where both pawns leave the king's rank.
template <Color Us, class Visit>
inline void for_each_en_passant(const Board& b, Visit visit) {
  if (b.en_passant.empty()) return;
  const Bitboard captured = forward(~Us, b.en_passant);
  const Square king = b.us.king.first();
  for (const Square s : pawn_attacks(~Us, b.en_passant) & b.us.pawns) {
    const Bitboard occupied = (b.occupied() - captured - Bitboard(s)) | b.en_passant;
    const bool attacked = rook_attacks(king, occupied).meets(b.them.orthogonal) ||
                          bishop_attacks(king, occupied).meets(b.them.diagonal) ||
                          knight_attacks(king).meets(b.them.knights) ||
                          pawn_attacks(Us, king).meets(b.them.pawns - captured);
    if (!attacked) visit(Bitboard(s), captured);
  }
}

// If the castling rook comes from the a- or h-file, no piece beyond it can attack the king's new square along the rank.
// In Chess960, a rook on another file may have blocked an enemy rook or queen from that square.
inline bool is_corner_file(Square rook) { return (MaskFile[0] | MaskFile[7]).contains(rook); }

// Calls visit(king_to, rook_from, rook_to) for each legal castling move. `attacked` is what the opponent attacks if our
// king is removed from the board. Precondition: we are not in check.
template <Color Us, class Visit>
inline void for_each_castling(const Board& b, Bitboard attacked, Visit visit) {
  for (const Square rook : (b.castling & RelativeRank<Us, Rank::R1>)) {
    const CastlingPath& path = castling_path(Us, b.us.king.first(), rook);
    if (path.empty.meets(b.occupied()) || path.king_walk.meets(attacked)) continue;
    if (!is_corner_file(rook)) {
      const Bitboard occupied = (b.occupied() - b.us.king - Bitboard(rook)) | Bitboard(path.rook_to);
      if (rook_attacks(path.king_to, occupied).meets(b.them.orthogonal)) continue;
    }
    visit(Bitboard(path.king_to), Bitboard(rook), Bitboard(path.rook_to));
  }
}

// The number of legal king moves, including castling.
template <Color Us>
inline unsigned count_king_moves(const Board& b, bool check) {
  const Bitboard targets = king_attacks(b.us.king.first()) - b.us.all;
  const Bitboard castling = b.castling & RelativeRank<Us, Rank::R1>;
  if ((targets | castling).empty()) return 0;
  const Bitboard attacked = attacked_by<~Us>(b.them, b.occupied() - b.us.king);
  unsigned n = (targets - attacked).count();
  // Castling may be legal even without targets, if the rook is next to the king.
  if (castling.any() && !check) for_each_castling<Us>(b, attacked, [&](Bitboard, Bitboard, Bitboard) { ++n; });
  return n;
}

// The number of legal moves.
template <Color Us>
BITROOK_NEVER_INLINE unsigned count_moves(const Board& b) {
  const Masks m = masks<Us>(b);
  unsigned n = count_king_moves<Us>(b, m.checkers.any());
  if (m.checkers.many()) return n;

  const PawnTargets p = pawn_targets<Us>(b, m);
  n += p.single.count() + p.twice.count() + p.east.count() + p.west.count();
  if (b.us.pawns.meets(RelativeRank<Us, Rank::R7>))
    for (const Bitboard targets : {p.single, p.east, p.west}) n += 3 * (targets & RelativeRank<Us, Rank::R8>).count();
  for_each_en_passant<Us>(b, [&](Bitboard, Bitboard) { ++n; });

  const Bitboard pins = m.pins(), targets = m.check - b.us.all, occupied = b.occupied();
  for (const Square s : b.us.knights - pins) n += (knight_attacks(s) & targets).count();
  for (const Square s : b.us.diagonal - pins) n += (bishop_attacks(s, occupied) & targets).count();
  for (const Square s : b.us.orthogonal - pins) n += (rook_attacks(s, occupied) & targets).count();
  if (pins.disjoint(b.us.all)) return n;
  // A pinned slider's other line is parallel to the king's line in that direction, so it cannot reach another pin line.
  for (const Square s : b.us.diagonal & m.pin_diagonal)
    n += (bishop_attacks(s, occupied) & targets & m.pin_diagonal).count();
  for (const Square s : b.us.orthogonal & m.pin_orthogonal)
    n += (rook_attacks(s, occupied) & targets & m.pin_orthogonal).count();
  return n;
}

// Calls visit(board) for each legal move. The order is not specified.
template <Color Us, class Visit>
inline void for_each_move(const Board& b, Visit visit) {
  const Masks m = masks<Us>(b);
  const Bitboard occupied = b.occupied();
  const Bitboard attacked = attacked_by<~Us>(b.them, occupied - b.us.king);
  for (const Square to : king_attacks(b.us.king.first()) - b.us.all - attacked)
    visit(after_king_move<Us>(b, Bitboard(to)));
  if (m.checkers.many()) return;
  if (m.checkers.empty())
    for_each_castling<Us>(b, attacked, [&](Bitboard king_to, Bitboard rook_from, Bitboard rook_to) {
      visit(after_castling<Us>(b, king_to, rook_from, rook_to));
    });

  const PawnTargets p = pawn_targets<Us>(b, m);
  const auto pawn_move = [&](Bitboard from, Bitboard to) {
    if (to.meets(RelativeRank<Us, Rank::R8>))
      for_types<PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen>(
          [&]<PieceType T>(Type<T>) { visit(after_promotion<T>(b, from, to)); });
    else
      visit(after_move<PieceType::Pawn>(b, from, to));
  };
  for (const Square to : p.single) pawn_move(forward(~Us, Bitboard(to)), Bitboard(to));
  for (const Square to : p.east) pawn_move(forward_west(~Us, Bitboard(to)), Bitboard(to));
  for (const Square to : p.west) pawn_move(forward_east(~Us, Bitboard(to)), Bitboard(to));
  for (const Square to : p.twice) visit(after_double_push<Us>(b, Bitboard(to)));
  for_each_en_passant<Us>(b, [&](Bitboard from, Bitboard captured) { visit(after_en_passant(b, from, captured)); });

  const Bitboard targets = m.check - b.us.all;
  for (const Square s : b.us.knights - m.pins())
    for (const Square to : knight_attacks(s) & targets)
      visit(after_move<PieceType::Knight>(b, Bitboard(s), Bitboard(to)));
  const auto sliders = [&]<PieceType T>(Type<T>, Bitboard pieces) {
    for (const Square s : pieces) {
      const Bitboard from(s);
      Bitboard reached;
      if (moves_diagonally(T) && !from.meets(m.pin_orthogonal))
        reached |= bishop_attacks(s, occupied) & (from.meets(m.pin_diagonal) ? m.pin_diagonal : Bitboard::all());
      if (moves_orthogonally(T) && !from.meets(m.pin_diagonal))
        reached |= rook_attacks(s, occupied) & (from.meets(m.pin_orthogonal) ? m.pin_orthogonal : Bitboard::all());
      for (const Square to : (reached & targets)) visit(after_move<T>(b, from, Bitboard(to)));
    }
  };
  sliders(Type<PieceType::Bishop>(), b.us.diagonal - b.us.orthogonal);
  sliders(Type<PieceType::Rook>(), b.us.orthogonal - b.us.diagonal);
  sliders(Type<PieceType::Queen>(), b.us.diagonal & b.us.orthogonal);
}

}  // namespace bitrook::counting
