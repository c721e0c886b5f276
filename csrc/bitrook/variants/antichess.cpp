// Antichess (also suicide and giveaway): who loses all pieces wins. Captures are compulsory, and the king is a piece
// like the others, to which pawns may promote. The three differ in the value of a stalemate, and antichess starts
// without castling rights.
#include <algorithm>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/position/problems.hpp"
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

unsigned count_pseudo_legal(const Position& p, Bitboard to, unsigned promotions) {
  using enum PieceType;
  const Color us = p.turn();
  const Bitboard own = p.of(us), enemy = p.of(~us), occupied = own | enemy, targets = to - own, queens = p.of(Queen);
  unsigned n = 0;
  for (const Square s : p.of(Knight) & own) n += (knight_attacks(s) & targets).count();
  for (const Square s : p.of(King) & own) n += (king_attacks(s) & targets).count();
  for (const Square s : (p.of(Bishop) | queens) & own) n += (bishop_attacks(s, occupied) & targets).count();
  for (const Square s : (p.of(Rook) | queens) & own) n += (rook_attacks(s, occupied) & targets).count();

  const Bitboard pawns = p.of(Pawn) & own, last(relative(Rank::R8, us));
  const auto add = [&](Bitboard squares) { n += (squares - last).count() + promotions * (squares & last).count(); };
  const Bitboard ahead = forward(us, pawns) - occupied;
  add(ahead & to);
  n += ((forward(us, ahead) & double_push_ranks(us) & to) - occupied).count();
  add(forward(us, shifted<Direction::East>(pawns)) & enemy & to);
  add(forward(us, shifted<Direction::West>(pawns)) & enemy & to);
  if (p.en_passant() != Square::None && to.contains(p.en_passant())) n += p.pseudo_legal_en_passant().count();
  return n;
}

namespace {

bool can_capture(const VariantPosition& p) {
  return p.attacked_by(p.turn()).meets(p.of(~p.turn())) || p.has_pseudo_legal_en_passant();
}

class AntichessRules final : public Rules {
 public:
  using Rules::Rules;

  Bitboard castling_rooks(const VariantPosition& p, Mask mask) const override {
    return bitrook::castling_rooks(p, mask, [](Bitboard, Bitboard) { return false; });
  }

  void add_pseudo_legal(const VariantPosition& p, MoveList& moves, Mask mask, bool with_en_passant) const override {
    MoveList of_chess;
    Rules::add_pseudo_legal(p, of_chess, mask, with_en_passant);
    for (const Move m : of_chess) {
      if (m.promotion() == PieceType::Queen) moves.add(Move::promotion(m.from(), m.to(), PieceType::King));
      moves.add(m);
    }
  }

  bool is_pseudo_legal(const VariantPosition& p, Move m) const override {
    const bool to_king = m.promotion() == PieceType::King;
    return Rules::is_pseudo_legal(p, to_king ? Move::promotion(m.from(), m.to(), PieceType::Queen) : m);
  }

  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override {
    if (can_capture(p)) return generate_pseudo_legal_captures(p, moves, mask);
    add_pseudo_legal(p, moves, {mask.from, mask.to - p.of(~p.turn())}, false);
  }

  unsigned count_legal(const VariantPosition& p) const override {
    const unsigned captures = count_pseudo_legal(p, p.of(~p.turn()), 5) + p.pseudo_legal_en_passant().count();
    if (captures != 0) return captures;
    const Bitboard castling = p.castling_rights().any() ? castling_rooks(p, {}) : Bitboard();
    return count_pseudo_legal(p, p.empty(), 5) + castling.count();
  }

  bool permits(const VariantPosition& p, Move m) const override { return is_capture(p, m) || !can_capture(p); }

  IllegalReason why_illegal(const VariantPosition& p, Move m) const override {
    if (m.is_drop()) return IllegalReason::Drop;
    return can_capture(p) ? IllegalReason::MustCapture : IllegalReason::CannotReach;
  }

  bool is_into_check(const VariantPosition&, Move) const override { return false; }
  Bitboard checkers(const VariantPosition&) const override { return Bitboard(); }
  bool was_into_check(const VariantPosition&) const override { return false; }
  bool gives_check(const VariantPosition&, Move) const override { return false; }

  bool is_over(const VariantPosition& p) const override {
    return p.of(Color::White).empty() || p.of(Color::Black).empty();
  }

  std::optional<VariantResult> result(const VariantPosition& p) const override {
    if (p.of(p.turn()).empty()) return VariantResult::Win;
    if (!is_stalemate(p)) return std::nullopt;
    if (variant != Variant::Suicide) return VariantResult::Win;
    const unsigned we = p.of(p.turn()).count(), they = p.of(~p.turn()).count();
    return we < they ? VariantResult::Win : we > they ? VariantResult::Loss : VariantResult::Draw;
  }

  bool has_insufficient_material(const VariantPosition& p, Color c) const override {
    const Bitboard own = p.of(c), enemy = p.of(~c), bishops = p.of(PieceType::Bishop),
                   knights = p.of(PieceType::Knight);
    if (own.empty()) return false;
    if (enemy.empty()) return true;
    if (p.occupied() == bishops) {  // a bishop on the other color than all of theirs cannot be captured
      return (own.meets(LightSquares) && enemy.disjoint(LightSquares)) ||
             (own.meets(DarkSquares) && enemy.disjoint(DarkSquares));
    }
    if (p.occupied() == knights && knights.count() == 2) {  // who can approach the other depends on the turn
      return (p.turn() == c) ^ p.of(Color::White).meets(LightSquares) ^ p.of(Color::Black).meets(DarkSquares);
    }
    return false;
  }

  std::uint32_t problems(const VariantPosition&, std::uint32_t found) const override {
    using enum Problem;
    for (const Problem of_kings :
         {NoWhiteKing, NoBlackKing, TooManyKings, OppositeCheck, TooManyCheckers, ImpossibleCheck})
      found &= ~std::uint32_t(of_kings);
    return found;
  }

  bool has_pins() const override { return false; }
};

}  // namespace

const Rules& antichess_rules(Variant v) {
  static const AntichessRules suicide(Variant::Suicide), giveaway(Variant::Giveaway), antichess(Variant::Antichess);
  return v == Variant::Suicide ? suicide : v == Variant::Giveaway ? giveaway : antichess;
}

}  // namespace bitrook
