// Why a move is illegal: tests the rules one by one, from the geometry of the board to the safety of the king.
#include "bitrook/movegen/why_illegal.hpp"

#include <array>
#include <string>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook {

std::string_view text(IllegalReason reason) {
  static constexpr std::array<std::string_view, 30> Texts{
      "the move is legal",
      "a null move is never legal",
      "there is nothing to drop",
      "there is no such piece",
      "there is no piece on the square it leaves",
      "the piece is the opponent's",
      "a piece of the same side stands on the target",
      "the piece does not move like that",
      "there is nothing to capture",
      "the path is blocked",
      "it does not say what the pawn becomes",
      "the move cannot promote to that",
      "castling is written as king takes rook in Chess960",
      "castling is written O-O or O-O-O",
      "the right to castle is gone",
      "pieces stand in the way of castling",
      "a king in check cannot castle",
      "the king would castle through or into check",
      "in double check only the king can move",
      "it does not answer the check",
      "the king would stand in check",
      "the piece is pinned to its king",
      "capturing en passant would leave the king in check",
      "the game is over",
      "another move captures, and captures are compulsory",
      "it would give check",
      "the king would explode",
      "the pocket does not have that piece",
      "the square is occupied",
      "a pawn cannot be dropped on an outer rank",
  };
  static_assert(Texts.size() == std::size_t(IllegalReason::DropOnBackrank) + 1);
  return Texts[std::size_t(reason)];
}

namespace {

IllegalReason why_no_castling(const Position& p, Move m) {
  const Color us = p.turn();
  const Bitboard back = Bitboard(relative(Rank::R1, us));
  const bool kingside = m.to() > m.from();
  if (p.chess960() && to_own_encoding(p, m) != m) return IllegalReason::CastlingEncoding;

  Square rook = Square::None;
  for (const Square s : p.castling_rights() & back) {
    if ((s > m.from()) == kingside) rook = s;
  }
  if (rook == Square::None || !p.of(PieceType::Rook, us).contains(rook)) return IllegalReason::CastlingRights;
  if (p.is_check()) return IllegalReason::CastlingOutOfCheck;
  const Bitboard others = p.occupied() - Bitboard(m.from()) - Bitboard(rook);
  return castling_path(us, m.from(), rook).empty.meets(others) ? IllegalReason::CastlingBlocked
                                                               : IllegalReason::CastlingThroughCheck;
}

// Why the move is not even pseudo-legal; None if it is.
IllegalReason why_not_pseudo_legal(const Position& p, Move m, PieceType t) {
  const Color us = p.turn();
  const Bitboard to(m.to());
  if (p.of(us).meets(to)) return IllegalReason::OwnPieceOnTarget;
  if (t != PieceType::Pawn) {
    if (!attacks(t, us, m.from(), Bitboard()).meets(to)) return IllegalReason::CannotReach;
    if (!attacks(t, us, m.from(), p.occupied()).meets(to)) return IllegalReason::Blocked;
    return m.is_promotion() ? IllegalReason::PromotionForbidden : IllegalReason::None;
  }
  if (pawn_attacks(us, m.from()).meets(to)) {
    if (!p.of(~us).meets(to) && m.to() != p.en_passant()) return IllegalReason::NothingToCapture;
  } else {
    const Bitboard path = between(m.from(), m.to()) | to;
    if (!pawn_pushes(us, m.from()).meets(to)) return IllegalReason::CannotReach;
    if (p.occupied().meets(path)) return IllegalReason::Blocked;
  }
  if (rank_of(m.to()) == relative(Rank::R8, us)) {
    if (!m.is_promotion()) return IllegalReason::PromotionMissing;
    const PieceType to_type = m.promotion();
    const bool possible = to_type != PieceType::Pawn && to_type != PieceType::King;
    return possible ? IllegalReason::None : IllegalReason::PromotionForbidden;
  }
  return m.is_promotion() ? IllegalReason::PromotionForbidden : IllegalReason::None;
}

}  // namespace

IllegalReason why_illegal(const Position& p, Move m) {
  if (is_legal(p, m)) return IllegalReason::None;
  if (m.is_null()) return IllegalReason::NullMove;
  if (m.is_drop()) return IllegalReason::Drop;
  const Color us = p.turn();
  const Piece piece = p.piece_at(m.from());
  if (piece == Piece::None) return IllegalReason::EmptySquare;
  if (color_of(piece) != us) return IllegalReason::NotYourPiece;

  const PieceType t = type_of(piece);
  const Bitboard back = Bitboard(relative(Rank::R1, us));
  if (t == PieceType::King && !m.is_promotion() && is_castling(p, m) &&
      (Bitboard(m.from()) | Bitboard(m.to())).subset_of(back)) {
    return why_no_castling(p, m);
  }
  if (const IllegalReason reason = why_not_pseudo_legal(p, m, t); reason != IllegalReason::None) return reason;
  if (t == PieceType::King) return IllegalReason::IntoCheck;
  if (p.checkers().many()) return IllegalReason::DoubleCheck;
  if (p.pinned().contains(m.from()) && !line(p.king(us), m.from()).contains(m.to())) return IllegalReason::Pinned;
  if (p.is_check()) return IllegalReason::InCheck;
  if (t == PieceType::Pawn && m.to() == p.en_passant()) return IllegalReason::EnPassantExposes;
  return IllegalReason::CannotReach;
}

namespace {

std::string message(Move m, IllegalReason reason) {
  std::array<char, MaxUci> uci;
  return "illegal move " + std::string(uci.data(), write_uci(m, uci.data())) + ", " + std::string(text(reason));
}

}  // namespace

IllegalMoveError::IllegalMoveError(const Position& p, Move m)
    : std::invalid_argument(message(m, why_illegal(p, m))), move_(m), reason_(why_illegal(p, m)) {}

}  // namespace bitrook
