// The terms of the default evaluation, one function each, from the view of one side.
#include "bitrook/search/default_evaluation.hpp"

#include <algorithm>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/search/pawns.hpp"

namespace bitrook::search {

namespace {

using Weights = EvaluationWeights;

// A knight, bishop, rook or queen. The squares are a word and not a Bitboard, so that arrays are not filled with zeros.
struct PieceAttacks {
  PieceType type;
  std::uint64_t attacked;

  Bitboard attacks() const { return Bitboard(attacked); }
  std::size_t row() const { return index(type) - index(PieceType::Knight); }  // of weights by type
};

// What several terms need of one side.
struct Side {
  Bitboard pawns, pawn_attacks;
  Bitboard attacked, attacked_by_minors, attacked_by_rooks;
  Square king;  // or None
  std::array<PieceAttacks, 64> list;
  std::size_t piece_count = 0;

  std::span<const PieceAttacks> pieces() const { return std::span(list).first(piece_count); }
};

struct Facts {
  const Position& p;
  std::array<Side, 2> sides;

  explicit Facts(const Position& position) : p(position) {
    for (const Color c : Colors) collect(c, sides[index(c)]);
  }

 private:
  void collect(Color c, Side& side) const {
    using enum PieceType;
    side.pawns = p.of(Pawn, c);
    side.king = p.king(c);
    side.pawn_attacks = pawn_attacks(c, side.pawns);
    side.attacked_by_minors = add<Knight>(c, side) | add<Bishop>(c, side);
    side.attacked_by_rooks = add<Rook>(c, side);
    side.attacked = side.pawn_attacks | side.attacked_by_minors | side.attacked_by_rooks | add<Queen>(c, side);
    if (side.king != Square::None) side.attacked |= king_attacks(side.king);
  }
  template <PieceType T>
  Bitboard add(Color c, Side& side) const {
    Bitboard all;
    for (const Square s : p.of(T, c)) {
      const Bitboard squares = attacks<T>(s, p.occupied());
      side.list[side.piece_count++] = {T, squares.word()};
      all |= squares;
    }
    return all;
  }
};

// One side, as the terms see it.
struct View {
  const Position& p;
  const Color color;
  const Side &us, &them;
  const Weights& w;
};

int count(Bitboard b) { return int(b.count()); }

Bitboard exposed_files(const View& v) { return ~file_fill(v.them.pawns); }  // on which enemy rooks may attack pawns

Tapered bishop_pair(const View& v) {
  const Bitboard bishops = v.p.of(PieceType::Bishop, v.color);
  return bishops.meets(LightSquares) && bishops.meets(DarkSquares) ? v.w.bishop_pair[0] : Tapered();
}

// The squares that a piece attacks, without those of the own pawns and king and those that enemy pawns attack.
Tapered mobility(const View& v) {
  constexpr std::array Usual{4, 6, 6, 12};
  const Bitboard own = v.us.king == Square::None ? v.us.pawns : v.us.pawns | Bitboard(v.us.king);
  const Bitboard area = ~(own | v.them.pawn_attacks);
  Tapered sum;
  for (const PieceAttacks& o : v.us.pieces())
    sum += v.w.mobility[o.row()] * (count(o.attacks() & area) - Usual[o.row()]);
  return sum;
}

// Whether the enemy has only pawns, and its king is too far from the square where the pawn promotes (the rule of the
// square).
bool is_unstoppable(const View& v, Square pawn, Bitboard way) {
  if (v.them.piece_count > 0 || way.meets(v.p.occupied()) || v.them.king == Square::None) return false;
  const Square last = make_square(file_of(pawn), relative(Rank::R8, v.color));
  const int moves = std::min(5, int(rank_distance(pawn, last)));
  return int(distance(v.them.king, last)) - int(v.p.turn() != v.color) > moves;
}

Tapered passed_pawns(const View& v) {
  const auto& w = v.w.passed_pawns;
  Tapered sum;
  for (const Square s : pawns::passed(v.color, v.us.pawns, v.them.pawns) - pawns::doubled(v.color, v.us.pawns)) {
    const int rank = int(index(relative(rank_of(s), v.color))) - 1;  // 0 on the second rank
    if (rank < 0 || rank > 5) continue;
    sum += w[std::size_t(rank)];
    const Bitboard way = pawns::front_span(v.color, Bitboard(s));
    const Bitboard stop = forward(v.color, Bitboard(s));
    if (stop.meets(v.p.occupied())) {
      sum += w[6] * rank;
    } else if (way.disjoint(v.p.occupied() | v.them.attacked)) {
      sum += w[7] * rank;
    }
    if (v.them.king != Square::None) sum += w[8] * (rank * int(distance(v.them.king, stop.first())));
    if (v.us.king != Square::None) sum += w[9] * (rank * int(distance(v.us.king, stop.first())));
    if (is_unstoppable(v, s, way)) sum += w[10];
  }
  return sum;
}

Tapered isolated_pawns(const View& v) {
  const Bitboard pawns = pawns::isolated(v.us.pawns);
  return v.w.isolated_pawns[0] * count(pawns) + v.w.isolated_pawns[1] * count(pawns & exposed_files(v));
}

Tapered doubled_pawns(const View& v) { return v.w.doubled_pawns[0] * count(pawns::doubled(v.color, v.us.pawns)); }

Tapered backward_pawns(const View& v) {
  const Bitboard pawns = pawns::backward(v.color, v.us.pawns, v.them.pawns) - pawns::isolated(v.us.pawns);
  return v.w.backward_pawns[0] * count(pawns) + v.w.backward_pawns[1] * count(pawns & exposed_files(v));
}

Tapered connected_pawns(const View& v) {
  const Bitboard beside = shifted<Direction::East>(v.us.pawns) | shifted<Direction::West>(v.us.pawns);
  return v.w.connected_pawns[0] * count(v.us.pawns & v.us.pawn_attacks) +
         v.w.connected_pawns[1] * count(v.us.pawns & beside);
}

Tapered rook_files(const View& v) {
  const Bitboard rooks = v.p.of(PieceType::Rook, v.color) - file_fill(v.us.pawns);
  const int open = count(rooks - file_fill(v.them.pawns));
  return v.w.rook_files[0] * open + v.w.rook_files[1] * (count(rooks) - open);
}

Tapered outposts(const View& v) {
  const Bitboard squares = pawns::outposts(v.color, v.us.pawns, v.them.pawns);
  return v.w.outposts[0] * count(squares & v.p.of(PieceType::Knight, v.color)) +
         v.w.outposts[1] * count(squares & v.p.of(PieceType::Bishop, v.color));
}

// Attacks on the squares near the enemy king. One piece alone is no danger; the more there are, the more each counts.
Tapered king_attack(const View& v) {
  if (v.them.king == Square::None) return {};
  constexpr std::array Percent{0, 0, 50, 75, 88, 94, 97, 99};
  const Bitboard zone = pawns::king_zone(~v.color, v.them.king);
  std::size_t attackers = 0;
  Tapered sum;
  for (const PieceAttacks& o : v.us.pieces()) {
    const Bitboard attacked = o.attacks() & zone;
    if (attacked.empty()) continue;
    ++attackers;
    sum += v.w.king_attack[o.row()] * count(attacked);
  }
  const int percent = Percent[std::min(attackers, Percent.size() - 1)];
  return {sum.midgame() * percent / 100, sum.endgame() * percent / 100};
}

// Pawns in front of the own king, on its file and the neighbouring ones.
Tapered king_pawns(const View& v) {
  if (v.us.king == Square::None) return {};
  const Bitboard king(v.us.king);
  const Bitboard files = file_fill(king | shifted<Direction::East>(king) | shifted<Direction::West>(king));
  const Bitboard rank_one = forward(v.color, Bitboard(rank_of(v.us.king))) & files;
  const Bitboard rank_two = forward(v.color, rank_one), rank_three = forward(v.color, rank_two);
  const Bitboard without = files & Bitboard(Rank::R1) & ~south_fill(v.us.pawns);
  return v.w.king_pawns[0] * count(v.us.pawns & rank_one) + v.w.king_pawns[1] * count(v.us.pawns & rank_two) +
         v.w.king_pawns[2] * count(without) +
         v.w.king_pawns[3] * count(v.them.pawns & (rank_one | rank_two | rank_three));
}

Tapered threats(const View& v) {
  using enum PieceType;
  const Bitboard queens = v.p.of(Queen, ~v.color), majors = queens | v.p.of(Rook, ~v.color);
  const Bitboard minors = v.p.of(Knight, ~v.color) | v.p.of(Bishop, ~v.color);
  const Bitboard loose = v.us.attacked - v.them.attacked;
  return v.w.threats[0] * count((majors | minors) & v.us.pawn_attacks) +
         v.w.threats[1] * count(majors & v.us.attacked_by_minors) +
         v.w.threats[2] * count(queens & v.us.attacked_by_rooks) + v.w.threats[3] * count((majors | minors) & loose) +
         v.w.threats[4] * count(v.them.pawns & loose);
}

// The share of the endgame's score that is left, in percent: `stronger` has more and may not be able to win.
int drawish_endings(const View& stronger) {
  using enum PieceType;
  const auto& [p, color, us, them, w] = stronger;
  const Bitboard bishops = p.of(Bishop), pieces = p.occupied() - p.of(Pawn) - p.of(King);
  if (pieces == bishops && us.piece_count == 1 && them.piece_count == 1 && bishops.meets(LightSquares) &&
      bishops.meets(DarkSquares))
    return 100 - w.drawish_endings[0].endgame();
  constexpr std::array Values{0, 0, 3, 3, 5, 9, 0};
  const auto value = [&](const Side& side) {
    int sum = 0;
    for (const PieceAttacks& o : side.pieces()) sum += Values[index(o.type)];
    return sum;
  };
  if (us.pawns.empty() && value(us) - value(them) <= 3) return 100 - w.drawish_endings[1].endgame();
  return 100;
}

Tapered sum_of_terms(const View& v) {
  return bishop_pair(v) + mobility(v) + passed_pawns(v) + isolated_pawns(v) + doubled_pawns(v) + backward_pawns(v) +
         connected_pawns(v) + rook_files(v) + outposts(v) + king_attack(v) + king_pawns(v) + threats(v);
}

}  // namespace

const DefaultEvaluation& DefaultEvaluation::standard() {
  static const DefaultEvaluation evaluation;
  return evaluation;
}

EvaluationTerms DefaultEvaluation::terms(const Position& p) const {
  const Facts facts(p);
  const auto& [white, black] = facts.sides;
  const View white_view{p, Color::White, white, black, weights_}, black_view{p, Color::Black, black, white, weights_};
  const EvaluationTerms tables = tables_.terms(p);
  Tapered sum = Tapered(tables.midgame, tables.endgame) + sum_of_terms(white_view) - sum_of_terms(black_view);
  p.turn() == Color::White ? sum += weights_.tempo[0] : sum -= weights_.tempo[0];
  const int endgame = sum.endgame() * drawish_endings(sum.endgame() > 0 ? white_view : black_view) / 100;
  return {sum.midgame(), endgame, tables.phase};
}

int DefaultEvaluation::operator()(const Position& p) const {
  const EvaluationTerms t = terms(p);
  const int most = tables_.max_phase();
  const auto white = (std::int64_t(t.midgame) * t.phase + std::int64_t(t.endgame) * (most - t.phase)) / most;
  return int(std::clamp<std::int64_t>(p.turn() == Color::White ? white : -white, -MaxEvaluation, MaxEvaluation));
}

}  // namespace bitrook::search
