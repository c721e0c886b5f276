// Horde: White has pawns (and what they become) instead of a king, and loses when all are captured. White's pawns may
// also move two squares from the first rank.
#include "bitrook/movegen/reference.hpp"
#include "bitrook/position/problems.hpp"
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

namespace {

// The numbers of a side's pieces.
struct Material {
  unsigned all, pawns, knights, bishops, light, dark, rooks,
      queens;  // light, dark: bishops by the color of their square

  Material(const Position& p, Color c) {
    const auto count = [&](PieceType t) { return p.of(t, c).count(); };
    all = p.of(c).count();
    pawns = count(PieceType::Pawn);
    knights = count(PieceType::Knight);
    bishops = count(PieceType::Bishop);
    light = (p.of(PieceType::Bishop, c) & LightSquares).count();
    dark = bishops - light;
    rooks = count(PieceType::Rook);
    queens = count(PieceType::Queen);
  }
};

// Whether White can mate with one piece (or several bishops of one color, which count as two at most). Each condition
// lists what Black needs to block its own king.
bool can_mate_alone(Material w, const Material& b, bool light_bishop) {
  if (b.all == 1) return false;
  const unsigned opposite = light_bishop ? b.dark : b.light;
  if (w.queens == 1) return b.pawns || b.rooks || b.light >= 2 || b.dark >= 2;
  if (w.pawns == 1) {  // becomes a queen or a knight
    Material queen = w, knight = w;
    queen.pawns = knight.pawns = 0;
    queen.queens = knight.knights = 1;
    return can_mate_alone(queen, b, light_bishop) || can_mate_alone(knight, b, light_bishop);
  }
  if (w.rooks == 1) return b.pawns >= 2 || (b.rooks && (b.pawns || b.knights)) || (b.pawns && b.knights);
  if (w.bishops == 1) return opposite >= 2 || (opposite && b.pawns) || b.pawns >= 2;
  const bool blocked = b.knights >= 2 || b.pawns >= 2 || (b.rooks && (b.knights || b.bishops || b.pawns)) ||
                       (b.knights && (b.bishops || b.pawns)) || (b.bishops && b.pawns);
  return b.all >= 4 && blocked && (b.dark < 2 || b.all - b.dark >= 3) && (b.light < 2 || b.all - b.light >= 3);
}

// The same for two minor pieces.
bool can_mate_with_two(const Material& w, const Material& b, bool light_bishop) {
  if (b.all == 1) return false;
  const unsigned same = light_bishop ? b.light : b.dark, opposite = light_bishop ? b.dark : b.light;
  if (w.knights == 2) return b.pawns || b.bishops || b.knights;
  if (w.light && w.dark) return b.pawns || b.bishops || (b.knights && (b.rooks || b.queens));
  if (w.bishops && w.knights) return b.pawns || opposite || b.all - same >= 3;
  return (b.pawns && (opposite || b.knights)) || (opposite && b.knights) || opposite >= 2 || b.knights >= 2 ||
         b.pawns >= 2;
}

class HordeRules final : public Rules {
 public:
  HordeRules() : Rules(Variant::Horde) {}

  unsigned count_legal(const VariantPosition& p) const override {
    return p.of(PieceType::King, p.turn()).any() ? Rules::count_legal(p) : count_pseudo_legal(p, Bitboard::all(), 4);
  }

  bool is_over(const VariantPosition& p) const override {
    return p.of(Color::White).empty() || p.of(Color::Black).empty();
  }

  std::optional<VariantResult> result(const VariantPosition& p) const override {
    if (!is_over(p)) return std::nullopt;
    if (p.occupied().empty()) return VariantResult::Draw;
    return p.of(p.turn()).empty() ? VariantResult::Loss : VariantResult::Win;
  }

  std::uint32_t problems(const VariantPosition& p, std::uint32_t found) const override {
    const Bitboard pawns = p.of(PieceType::Pawn);
    const auto allow = [&](bool allowed, Problem problem) { found &= allowed ? ~std::uint32_t(problem) : ~0u; };
    allow(true, Problem::NoWhiteKing);
    allow(p.of(Color::White).count() <= 36, Problem::TooManyWhitePieces);
    allow(p.of(Color::White).count() <= 36, Problem::TooManyWhitePawns);
    allow(pawns.disjoint(Bitboard(Rank::R8)) && (pawns & p.of(Color::Black)).disjoint(Bitboard(Rank::R1)),
          Problem::PawnsOnBackrank);
    if (p.of(PieceType::King, Color::White).any()) found |= std::uint32_t(Problem::TooManyKings);
    return found;
  }

  // The conditions were derived in https://github.com/stevepapazis/horde-insufficient-material-tests.
  bool has_insufficient_material(const VariantPosition& p, Color c) const override {
    if (c == Color::Black) return false;  // it can always capture the horde
    const Material w(p, Color::White), b(p, Color::Black);
    const bool light_bishop = w.light != 0;
    // Two bishops on squares of one color cover all that a further one could.
    const unsigned n = w.pawns + w.knights + w.rooks + w.queens + std::min(w.light, 2u) + std::min(w.dark, 2u);
    if (n == 0) return true;
    if (n >= 4 || (n >= 2 && (w.pawns || w.queens))) return false;
    if (n >= 2 && w.rooks) {
      const unsigned same = light_bishop ? b.light : b.dark;
      if (!(n == 2 && w.rooks == 1 && w.bishops == 1 && b.all - same == 1)) return false;
    }
    if (n == 1) return !can_mate_alone(w, b, light_bishop);
    if (n == 2) return !can_mate_with_two(w, b, light_bishop);
    if ((w.knights == 2 && w.bishops == 1) || w.knights == 3 || (w.light && w.dark)) return false;
    return b.all == 1;  // two bishops of one color and a knight need a black piece that can lose a tempo
  }
};

}  // namespace

const Rules& horde_rules() {
  static const HordeRules rules;
  return rules;
}

}  // namespace bitrook
