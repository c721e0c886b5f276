// Racing kings: the first king on the eighth rank wins; no move may give check. If White arrives first, Black may still
// draw by arriving with the next move.
#include <algorithm>

#include "bitrook/position/problems.hpp"
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

namespace {

Bitboard kings_in_goal(const Position& p) { return p.of(PieceType::King) & Bitboard(Rank::R8); }

class RacingKingsRules final : public Rules {
 public:
  RacingKingsRules() : Rules(Variant::RacingKings) {}

  void list_legal(const VariantPosition& p, MoveList& moves, Mask mask) const override {
    generate_legal(p.chess(), moves, mask);
    // A move can give check only onto a square from which its piece attacks the king, or by leaving a line to the king.
    // Other moves than those of pieces are rare: they are tested one by one, as are all moves if the king is already
    // attacked, which only a FEN can cause.
    const Bitboard blockers = p.blockers(~p.turn());
    const Bitboard special =
        p.chess().was_into_check() ? Bitboard::all() : p.of(PieceType::Pawn) | p.of(PieceType::King) | blockers;
    std::array<Bitboard, 8> checks{};
    for (const PieceType t : PieceTypes) checks[index(t)] = p.check_squares(t);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move m = moves[i];
      moves.data()[kept] = m;
      kept += !(special.contains(m.from()) ? gives_check(p, m) : checks[index(p.type_at(m.from()))].contains(m.to()));
    }
    moves.resize(kept);
  }

  unsigned count_legal(const VariantPosition& p) const override {
    MoveList moves;
    list_legal(p, moves, {});
    return unsigned(moves.size());
  }

  bool permits(const VariantPosition& p, Move m) const override { return !gives_check(p, m); }

  IllegalReason why_illegal(const VariantPosition& p, Move m) const override {
    return m.is_drop()         ? IllegalReason::Drop
           : gives_check(p, m) ? IllegalReason::GivesCheck
                               : IllegalReason::CannotReach;
  }

  bool is_over(const VariantPosition& p) const override {
    const Bitboard goal = kings_in_goal(p), black_kings = p.of(PieceType::King, Color::Black);
    if (goal.empty()) return false;
    if (p.turn() == Color::White || black_kings.meets(goal) || black_kings.empty()) return true;
    const Bitboard targets = king_attacks(black_kings.last()) & Bitboard(Rank::R8) & ~p.of(Color::Black);
    for (const Square s : targets)
      if (p.attackers(Color::White, s).empty()) return false;
    return true;
  }

  std::optional<VariantResult> result(const VariantPosition& p) const override {
    const Bitboard goal = kings_in_goal(p);
    const bool we = goal.meets(p.of(p.turn())), they = goal.meets(p.of(~p.turn()));
    if (we && they) return VariantResult::Draw;
    if (!is_over(p)) return std::nullopt;
    return we ? VariantResult::Win : VariantResult::Loss;
  }

  bool has_insufficient_material(const VariantPosition&, Color) const override { return false; }

  std::uint32_t problems(const VariantPosition& p, std::uint32_t found) const override {
    const auto report = [&](bool wrong, Problem problem) { found |= wrong ? std::uint32_t(problem) : 0; };
    const Bitboard goal = kings_in_goal(p);
    for (const Problem problem : {Problem::RaceCheck, Problem::TooManyCheckers, Problem::ImpossibleCheck})
      report(p.is_check(), problem);
    report(p.turn() == Color::Black && goal.meets(p.of(Color::White)) && goal.meets(p.of(Color::Black)),
           Problem::RaceOver);
    report(p.of(PieceType::Pawn).any(), Problem::RaceMaterial);
    for (const Color c : Colors) {
      for (const PieceType t : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
        report(p.of(t, c).count() > (t == PieceType::Queen ? 1u : 2u), Problem::RaceMaterial);
    }
    return found;
  }
};

}  // namespace

const Rules& racing_kings_rules() {
  static const RacingKingsRules rules;
  return rules;
}

}  // namespace bitrook
