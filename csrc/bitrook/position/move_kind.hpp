// The kinds of moves, each of which is made in its own way, and the moves that are irregular.
#pragma once

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// Plain: a piece or pawn moves to an empty square or captures an enemy there.
enum class MoveKind { Plain, DoublePush, EnPassant, Promotion, Castling, Null, Irregular };

namespace detail {

// Whether the move can be made as castling. Checks, rights and the squares between king and rook are not tested; see
// Position::play_unchecked().
template <Color Us>
bool is_castling_move(const Position& p, Move m) {
  const Move onto_rook = to_king_takes_rook(p, m);
  const Square king = onto_rook.from(), rook = onto_rook.to();
  const Bitboard both = Bitboard(king) | Bitboard(rook);
  if (p.piece_at(rook) != make_piece(PieceType::Rook, Us) || p.promoted().meets(both) ||
      !both.subset_of(Bitboard(relative(Rank::R1, Us))) || (!p.chess960() && to_own_encoding(p, m) == onto_rook))
    return false;
  const CastlingPath& path = castling_path(Us, king, rook);
  return ((p.occupied() | p.promoted()) - both).disjoint(Bitboard(path.king_to) | Bitboard(path.rook_to));
}

template <Color Us>
MoveKind kind_of_pawn_move(const Position& p, Move m) {
  using enum MoveKind;
  const Square from = m.from(), to = m.to();
  if (p.promoted().contains(from)) return Irregular;
  if (m.word() > 0xFFF) {
    const bool regular = PieceType::Knight <= m.promotion() && m.promotion() <= PieceType::Queen &&
                         rank_of(from) == relative(Rank::R7, Us) && rank_of(to) == relative(Rank::R8, Us) &&
                         to != p.en_passant();
    return regular ? Promotion : Irregular;
  }
  if (to == p.en_passant()) {
    const Bitboard victim = en_passant_victim(Us, to);
    const bool regular = p.piece_at(to) == Piece::None && pawn_attacks(Us, from).contains(to) &&
                         p.of(PieceType::Pawn, ~Us).meets(victim) && p.promoted().disjoint(victim | Bitboard(to));
    return regular ? EnPassant : Irregular;
  }
  if ((index(from) ^ index(to)) == 16) {
    const bool regular = rank_of(from) == relative(Rank::R2, Us) && !(p.occupied() | p.promoted()).contains(to);
    return regular ? DoublePush : Irregular;
  }
  return Plain;
}

}  // namespace detail

// Determines the kind of a move of `Us`, the side to move, from the pieces on its squares. Paths, pins and checks are
// not tested. All other moves among the 65,536 are irregular: for example captures of a king, and moves that are
// possible only in artificial positions, such as those of a pawn that is marked as promoted.
template <Color Us>
MoveKind kind_of_move(const Position& p, Move m) {
  using enum MoveKind;
  const Square from = m.from(), to = m.to();
  if (m.is_null()) return Null;
  if (!p.of(Us).contains(from)) return Irregular;
  const bool names_piece = m.word() > 0xFFF;
  const bool can_move_there = !(p.of(Us) | p.of(PieceType::King)).contains(to);
  const PieceType type = p.type_at(from);
  if (type == PieceType::King && !names_piece) {
    if (can_move_there && king_attacks(from).contains(to) && !p.promoted().contains(from)) return Plain;
    return detail::is_castling_move<Us>(p, m) ? Castling : Irregular;
  }
  if (!can_move_there) return Irregular;
  if (type == PieceType::Pawn) return detail::kind_of_pawn_move<Us>(p, m);
  return names_piece ? Irregular : Plain;
}

}  // namespace bitrook
