// Crazyhouse: a captured piece goes to the pocket of the side that captured it, and a turn may be spent on dropping a
// piece of the pocket on an empty square. A captured piece that was promoted goes to the pocket as a pawn.
#include "bitrook/position/problems.hpp"
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

namespace {

constexpr PieceType Droppable[] = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook,
                                   PieceType::Queen};

const Pocket& own_pocket(const VariantPosition& p) { return p.state().pockets[index(p.turn())]; }

Bitboard squares_for(PieceType t, Bitboard squares) { return t == PieceType::Pawn ? squares - Backranks : squares; }

}  // namespace

namespace crazyhouse {

Bitboard drop_squares(const VariantPosition& p) {
  const Square king = p.king(p.turn());
  const Bitboard checkers = king == Square::None ? Bitboard() : p.attackers(~p.turn(), king);
  if (checkers.empty()) return p.empty();
  return checkers.many() ? Bitboard() : between(king, checkers.first()) & p.empty();
}

void add_drops(const VariantPosition& p, MoveList& moves, Bitboard squares) {
  for (const PieceType t : Droppable) {
    if (own_pocket(p).count(t) == 0) continue;
    for (const Square s : squares_for(t, squares & p.empty())) moves.add(Move::drop(s, s, t));
  }
}

}  // namespace crazyhouse

namespace {

class CrazyhouseRules final : public Rules {
 public:
  CrazyhouseRules() : Rules(Variant::Crazyhouse) {}

  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override {
    Rules::list_legal(p, moves, mask);
    crazyhouse::add_drops(p, moves, crazyhouse::drop_squares(p) & mask.from & mask.to);
  }

  unsigned count_legal(const VariantPosition& p) const override {
    unsigned n = Rules::count_legal(p);
    if (own_pocket(p) == Pocket()) return n;
    const Bitboard squares = crazyhouse::drop_squares(p);
    for (const PieceType t : Droppable) n += own_pocket(p).count(t) ? squares_for(t, squares).count() : 0;
    return n;
  }

  bool is_pseudo_legal(const VariantPosition& p, Move m) const override {
    if (!m.is_drop() || m.from() != m.to()) return Rules::is_pseudo_legal(p, m);
    return own_pocket(p).count(m.dropped()) != 0 && squares_for(m.dropped(), p.empty()).contains(m.to());
  }

  bool is_legal(const VariantPosition& p, Move m) const override {
    if (!m.is_drop()) return Rules::is_legal(p, m);
    return is_pseudo_legal(p, m) && crazyhouse::drop_squares(p).contains(m.to());
  }

  IllegalReason why_illegal(const VariantPosition& p, Move m) const override {
    if (own_pocket(p).count(m.dropped()) == 0) return IllegalReason::NotInPocket;
    if (p.occupied().contains(m.to())) return IllegalReason::DropOnPiece;
    if (!squares_for(m.dropped(), p.empty()).contains(m.to())) return IllegalReason::DropOnBackrank;
    return IllegalReason::InCheck;
  }

  void finish(Position& p, VariantState& state, Move m, Captured captured) const override {
    Pocket& pocket = state.pockets[index(~p.turn())];  // of the side that has moved
    if (m.is_drop()) {
      if (pocket.count(m.dropped()) != 0) --pocket[m.dropped()];
    } else if (captured.type != PieceType::None && captured.type != PieceType::King) {
      std::uint8_t& count = pocket[captured.promoted ? PieceType::Pawn : captured.type];
      if (count != UINT8_MAX) ++count;
    }
  }

  bool is_irreversible(const VariantPosition& p, Move m) const override {
    return loses_castling_right(p, m);  // captured pieces and pawns come back
  }

  bool has_insufficient_material(const VariantPosition& p, Color) const override {
    using enum PieceType;
    const auto& pockets = p.state().pockets;
    const auto some = [&](PieceType t) {
      return p.of(t).any() || pockets[0].count(t) != 0 || pockets[1].count(t) != 0;
    };
    return p.occupied().count() + pockets[0].size() + pockets[1].size() <= 3 && p.promoted().empty() && !some(Pawn) &&
           !some(Rook) && !some(Queen);
  }

  std::uint32_t problems(const VariantPosition& p, std::uint32_t found) const override {
    const auto& pockets = p.state().pockets;
    if (p.of(PieceType::Pawn).count() + pockets[0].count(PieceType::Pawn) + pockets[1].count(PieceType::Pawn) <= 16)
      found &= ~(std::uint32_t(Problem::TooManyWhitePawns) | std::uint32_t(Problem::TooManyBlackPawns));
    if (p.occupied().count() + pockets[0].size() + pockets[1].size() <= 32)
      found &= ~(std::uint32_t(Problem::TooManyWhitePieces) | std::uint32_t(Problem::TooManyBlackPieces));
    return found;
  }

  bool has_halfmove_draws() const override { return false; }
  bool marks_promoted(const VariantPosition&) const override { return true; }
};

}  // namespace

const Rules& crazyhouse_rules() {
  static const CrazyhouseRules rules;
  return rules;
}

}  // namespace bitrook
