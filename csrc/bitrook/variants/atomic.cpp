// Atomic: a capture removes both pieces and every other piece but pawns next to the target. A king that explodes loses.
// Kings that stand next to each other cannot be attacked, because neither may capture.
#include <algorithm>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/position/problems.hpp"
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

namespace {

// Where a capture on `to` removes pieces.
Bitboard blast(const Position& p, Square to) { return (king_attacks(to) - p.of(PieceType::Pawn)) | Bitboard(to); }

bool are_connected(const Position& p) {
  return (king_attacks(p.of(PieceType::King, Color::White)) & p.of(PieceType::King, Color::Black)).any();
}

bool has_king(const Position& p, Color c) { return p.of(PieceType::King, c).any(); }

// Whether a pseudo-legal move neither explodes nor exposes its own king, which exists.
bool is_safe(const VariantPosition& p, Move m, bool connected) {
  const Color us = p.turn();
  const Square from = m.from(), to = m.to();
  const Bitboard kings = p.of(PieceType::King, us), enemy_kings = p.of(PieceType::King, ~us);
  const bool capture = is_capture(p, m);
  if (!capture && !kings.contains(from) && (connected || (!p.chess().is_check() && !p.pinned().contains(from))))
    return true;
  if (kings.many() || enemy_kings.many() || kings.meets(p.promoted()) || (kings.contains(from) && is_castling(p, m))) {
    VariantPosition after = p;
    after.play_unchecked(m);
    return has_king(after, us) && (!has_king(after, ~us) || !after.was_into_check());
  }
  Bitboard gone(from);
  if (capture) {
    gone |= blast(p, to);
    if (is_en_passant(p, m)) gone |= en_passant_victim(us, to);
    if (kings.meets(gone)) return false;
    if (enemy_kings.meets(gone)) return true;
  }
  const Square king = kings.contains(from) ? to : kings.first();
  if (king_attacks(king).meets(enemy_kings)) return true;
  const Bitboard occupied = capture ? p.occupied() - gone : (p.occupied() - gone) | Bitboard(to);
  return (p.attackers(~us, king, occupied) & occupied).empty();
}

class AtomicRules final : public Rules {
 public:
  AtomicRules() : Rules(Variant::Atomic) {}

  Bitboard castling_rooks(const VariantPosition& p, Mask mask) const override {
    const Bitboard connected = king_attacks(p.of(PieceType::King, ~p.turn()));
    return bitrook::castling_rooks(p, mask, [&](Bitboard squares, Bitboard occupied) {
      for (const Square s : squares - connected)
        if (p.attackers(~p.turn(), s, occupied).any()) return true;
      return false;
    });
  }

  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override {
    add_pseudo_legal(p, moves, mask, true);
    const bool connected = are_connected(p);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      moves.data()[kept] = moves[i];
      kept += is_safe(p, moves[i], connected);
    }
    moves.resize(kept);
  }

  unsigned count_legal(const VariantPosition& p) const override {
    MoveList moves;
    list_legal(p, moves, {});
    return unsigned(moves.size());
  }

  bool permits(const VariantPosition& p, Move m) const override { return is_safe(p, m, are_connected(p)); }

  bool is_into_check(const VariantPosition& p, Move m) const override {
    VariantPosition after = p;
    after.play_unchecked(m);
    return after.was_into_check();
  }

  Bitboard checkers(const VariantPosition& p) const override {
    return are_connected(p) ? Bitboard() : Rules::checkers(p);
  }

  bool was_into_check(const VariantPosition& p) const override { return !are_connected(p) && Rules::was_into_check(p); }

  bool gives_check(const VariantPosition& p, Move m) const override {
    VariantPosition after = p;
    after.play_unchecked(m);
    return after.is_check();
  }

  IllegalReason why_illegal(const VariantPosition& p, Move m) const override {
    if (m.is_drop()) return IllegalReason::Drop;
    const Bitboard kings = p.of(PieceType::King, p.turn());
    if (is_capture(p, m) && (kings.contains(m.from()) || blast(p, m.to()).meets(kings)))
      return IllegalReason::ExplodesKing;
    return IllegalReason::IntoCheck;
  }

  void finish(Position& p, VariantState&, Move m, Captured captured) const override {
    if (changes_more(captured)) p.remove(blast(p, m.to()) & p.occupied());
  }

  bool is_over(const VariantPosition& p) const override {
    return !has_king(p, Color::White) || !has_king(p, Color::Black);
  }

  std::optional<VariantResult> result(const VariantPosition& p) const override {
    const bool ours = has_king(p, p.turn()), theirs = has_king(p, ~p.turn());
    if (ours == theirs) return std::nullopt;
    return ours ? VariantResult::Win : VariantResult::Loss;
  }

  bool has_insufficient_material(const VariantPosition& p, Color c) const override {
    using enum PieceType;
    const Bitboard kings = p.of(King), own = p.of(c), enemy = p.of(~c), bishops = p.of(Bishop);
    if (enemy.disjoint(kings)) return false;  // it has already exploded
    if (own.subset_of(kings)) return true;    // a king captures nothing
    if (!enemy.subset_of(kings)) {            // the enemy's own pieces may explode next to its king,
      if (p.occupied() != (bishops | kings)) return false;
      const Bitboard white = bishops & p.of(Color::White), black = bishops & p.of(Color::Black);
      if (white.disjoint(DarkSquares)) return black.disjoint(LightSquares);  // unless no bishop can capture another
      if (white.disjoint(LightSquares)) return black.disjoint(DarkSquares);
      return false;
    }
    if ((p.of(Queen) | p.of(Pawn)).any()) return false;
    if ((p.of(Knight) | bishops | p.of(Rook)).count() == 1) return true;
    return p.occupied() == (p.of(Knight) | kings) && p.of(Knight).count() <= 2;
  }

  std::uint32_t problems(const VariantPosition& p, std::uint32_t found) const override {
    found &= ~std::uint32_t(Problem::OppositeCheck);
    found &= ~std::uint32_t(p.turn() == Color::White ? Problem::NoWhiteKing : Problem::NoBlackKing);
    if (are_connected(p)) found &= ~(std::uint32_t(Problem::TooManyCheckers) | std::uint32_t(Problem::ImpossibleCheck));
    return found;
  }
};

}  // namespace

const Rules& atomic_rules() {
  static const AtomicRules rules;
  return rules;
}

}  // namespace bitrook
