// The terms of the default evaluation, one function each, from one side's point of view.
#include "bitrook/search/default_evaluation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/checked.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/pawns.hpp"

namespace bitrook::search {

namespace {

// --- The terms that depend on the pawns alone, and a table that caches them. Few moves change the pawns.
// https://www.chessprogramming.org/Pawn_Hash_Table

struct alignas(64) PawnEntry {
  std::array<Bitboard, 2> pawns;  // by color
  std::uint64_t evaluation = 0;   // the id of the evaluation whose weights were used; 0 if empty
  Tapered score;                  // pawn terms and piece-square values of the pawns, from White's point of view
  std::array<Bitboard, 2> files;  // the files with pawns, by color
  Bitboard passed;                // passed pawns of both colors; only the front one of doubled pawns
  Bitboard outposts;              // of both colors; a color's outposts are those that its pawns attack
};
static_assert(sizeof(PawnEntry) == 64);

// The pawns from one side's point of view.
struct PawnView {
  const Color color;
  const Bitboard own, enemy;
  const EvaluationWeights& w;
};

int number(Bitboard b) { return int(b.count()); }

Bitboard exposed_files(const PawnView& v) { return ~file_fill(v.enemy); }  // where enemy rooks may attack pawns

Tapered isolated_pawns(const PawnView& v) {
  const Bitboard pawns = pawns::isolated(v.own);
  return v.w.isolated_pawns[0] * number(pawns) + v.w.isolated_pawns[1] * number(pawns & exposed_files(v));
}

Tapered doubled_pawns(const PawnView& v) { return v.w.doubled_pawns[0] * number(pawns::doubled(v.color, v.own)); }

Tapered backward_pawns(const PawnView& v) {
  const Bitboard pawns = pawns::backward(v.color, v.own, v.enemy) - pawns::isolated(v.own);
  return v.w.backward_pawns[0] * number(pawns) + v.w.backward_pawns[1] * number(pawns & exposed_files(v));
}

Tapered connected_pawns(const PawnView& v) {
  const Bitboard beside = shifted<Direction::East>(v.own) | shifted<Direction::West>(v.own);
  return v.w.connected_pawns[0] * number(v.own & pawn_attacks(v.color, v.own)) +
         v.w.connected_pawns[1] * number(v.own & beside);
}

Tapered sum_of_terms(const PawnView& v) {
  return isolated_pawns(v) + doubled_pawns(v) + backward_pawns(v) + connected_pawns(v);
}

PawnEntry computed_entry(const Position& p, std::uint64_t evaluation, const PieceSquareTables& tables,
                         const EvaluationWeights& w) {
  PawnEntry e;
  e.evaluation = evaluation;
  for (const Color c : Colors) {
    const Piece pawn = make_piece(PieceType::Pawn, c);
    const PawnView v{c, p.of(pawn), p.of(PieceType::Pawn, ~c), w};
    e.pawns[index(c)] = v.own;
    e.files[index(c)] = file_fill(v.own);
    e.passed |= pawns::passed(c, v.own, v.enemy) - pawns::doubled(c, v.own);
    e.outposts |= pawns::outposts(c, v.own, v.enemy);
    for (const Square s : v.own) e.score += tables.white_score(pawn, s);
    c == Color::White ? e.score += sum_of_terms(v) : e.score -= sum_of_terms(v);
  }
  return e;
}

constexpr std::size_t TableBits = 10;
using Table = std::array<PawnEntry, std::size_t{1} << TableBits>;

// Allocated when a thread first uses it. If this were a thread-local array, the process would end when there is not
// enough memory for it.
constinit thread_local std::unique_ptr<Table> table;
constinit thread_local PawnEntry only_entry;  // used if a table cannot be allocated

PawnEntry& slot(std::uint64_t hash) {
  if (!table) table.reset(new (std::nothrow) Table());
  return table ? (*table)[hash >> (64 - TableBits)] : only_entry;
}

// Returns the entry for the pawns of a position. Each thread has its own table, so the reference is valid until the
// same thread calls this function again. `evaluation` must not be 0, and must differ between different tables or
// weights.
const PawnEntry& pawn_entry(const Position& p, std::uint64_t evaluation, const PieceSquareTables& tables,
                            const EvaluationWeights& weights) {
  BITROOK_ASSERT(evaluation != 0);
  const Bitboard white = p.of(PieceType::Pawn, Color::White), black = p.of(PieceType::Pawn, Color::Black);
  const std::uint64_t hash = white.word() * 0x9E3779B97F4A7C15 + black.word() * 0xD6E8FEB86659FD93;
  PawnEntry& e = slot(hash);
  if (e.pawns[0] != white || e.pawns[1] != black || e.evaluation != evaluation)
    e = computed_entry(p, evaluation, tables, weights);
  return e;
}

// --- The other terms.

// The activity of one side's knights, bishops, rooks or queens.
struct Activity {
  Bitboard attacked;
  int mobility;   // the number of squares they attack, minus the usual number
  int near_king;  // the number of their attacks on squares near the enemy king
  int attackers;  // the number of pieces that attack such squares
};
constexpr std::array ActiveTypes{PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen};
constexpr std::array UsualMobility{4, 6, 6, 12};

// Data about one side that several terms use.
struct Side {
  Bitboard pawns, pawn_files, pawn_attacks, passed, outposts;
  Square king;  // or None
  Bitboard king_square, king_attacks, king_zone;
  Bitboard attacked;
  std::array<Activity, ActiveTypes.size()> active;  // filled by Facts

  Side(const Position& p, Color c, const PawnEntry& entry)
      : pawns(entry.pawns[index(c)]),
        pawn_files(entry.files[index(c)]),
        pawn_attacks(bitrook::pawn_attacks(c, pawns)),
        passed(entry.passed & pawns),
        outposts(entry.outposts & pawn_attacks),
        king(p.king(c)),
        king_square(king == Square::None ? Bitboard() : Bitboard(king)),
        king_attacks(bitrook::king_attacks(king_square)),
        king_zone(pawns::king_zone(c, king_square)),
        attacked(pawn_attacks | king_attacks) {}
  const Activity& operator[](PieceType t) const { return active[index(t) - index(PieceType::Knight)]; }
};

// The data about both sides, collected in one pass over the pieces.
class Facts {
 public:
  Facts(const Position& p, const PieceSquareTables& tables, const PawnEntry& pawns)
      : p_(p),
        tables_(tables),
        score_(pawns.score),
        sides_{Side(p, Color::White, pawns), Side(p, Color::Black, pawns)} {
    collect<Color::White>();
    collect<Color::Black>();
  }
  const Side& side(Color c) const { return sides_[index(c)]; }
  Tapered score() const { return score_; }  // piece-square tables and pawn terms, from White's point of view

 private:
  template <Color C>
  void collect() {
    Side& us = sides_[index(C)];
    const Side& them = sides_[index(~C)];
    const Bitboard area = ~(us.pawns | us.king_square | them.pawn_attacks);  // the squares that count for mobility
    add<C, PieceType::Knight>(us, area, them.king_zone);
    add<C, PieceType::Bishop>(us, area, them.king_zone);
    add<C, PieceType::Rook>(us, area, them.king_zone);
    add<C, PieceType::Queen>(us, area, them.king_zone);
    for (const Square s : p_.of(PieceType::King, C)) score_ += tables_.white_score(make_piece(PieceType::King, C), s);
  }
  template <Color C, PieceType T>
  void add(Side& us, Bitboard area, Bitboard zone) {
    constexpr std::size_t Row = index(T) - index(PieceType::Knight);
    Activity a{};
    for (const Square s : p_.of(T, C)) {
      const Bitboard squares = attacks<T>(s, p_.occupied()), near_king = squares & zone;
      a.attacked |= squares;
      a.mobility += int((squares & area).count()) - UsualMobility[Row];
      a.near_king += int(near_king.count());
      a.attackers += int(near_king.any());
      score_ += tables_.white_score(make_piece(T, C), s);
    }
    us.attacked |= a.attacked;
    us.active[Row] = a;
  }

  const Position& p_;
  const PieceSquareTables& tables_;
  Tapered score_;
  std::array<Side, 2> sides_;
};

// One side, as passed to the terms. The color is a compile-time constant.
template <Color C>
struct SideView {
  static constexpr Color color = C;
  const Position& p;
  const Side &us, &them;
  const EvaluationWeights& w;

  Bitboard of(PieceType t) const { return p.of(t, C); }
};

int count(Bitboard b) { return int(b.count()); }

Bitboard pieces(const Position& p, Color c) { return p.of(c) - p.of(PieceType::Pawn) - p.of(PieceType::King); }

Tapered bishop_pair(const auto& v) {
  const Bitboard bishops = v.of(PieceType::Bishop);
  return bishops.meets(LightSquares) && bishops.meets(DarkSquares) ? v.w.bishop_pair[0] : Tapered();
}

Tapered mobility(const auto& v) {
  Tapered sum;
  for (std::size_t i = 0; i < ActiveTypes.size(); ++i) sum += v.w.mobility[i] * v.us.active[i].mobility;
  return sum;
}

// Whether the enemy has only pawns and a king that is too far away to catch the passed pawn (the rule of the square).
bool is_unstoppable(const auto& v, Square pawn, Bitboard way) {
  if (pieces(v.p, ~v.color).any() || way.meets(v.p.occupied()) || v.them.king == Square::None) return false;
  const Square last = make_square(file_of(pawn), relative(Rank::R8, v.color));
  const int moves = std::min(5, int(rank_distance(pawn, last)));
  return int(distance(v.them.king, last)) - int(v.p.turn() != v.color) > moves;
}

Tapered passed_pawns(const auto& v) {
  const auto& w = v.w.passed_pawns;
  Tapered sum;
  for (const Square s : v.us.passed) {
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

Tapered rook_files(const auto& v) {
  const Bitboard rooks = v.of(PieceType::Rook) - v.us.pawn_files;
  const int open = count(rooks - v.them.pawn_files);
  return v.w.rook_files[0] * open + v.w.rook_files[1] * (count(rooks) - open);
}

Tapered outposts(const auto& v) {
  return v.w.outposts[0] * count(v.us.outposts & v.of(PieceType::Knight)) +
         v.w.outposts[1] * count(v.us.outposts & v.of(PieceType::Bishop));
}

// Attacks on the squares near the enemy king. A single attacker scores nothing; with more attackers, each attack scores
// more.
Tapered king_attack(const auto& v) {
  constexpr std::array Percent{0, 0, 50, 75, 88, 94, 97, 99};
  int attackers = 0;
  for (const Activity& a : v.us.active) attackers += a.attackers;
  if (attackers < 2) return {};
  Tapered sum;
  for (std::size_t i = 0; i < ActiveTypes.size(); ++i) sum += v.w.king_attack[i] * v.us.active[i].near_king;
  const int percent = Percent[std::min(std::size_t(attackers), Percent.size() - 1)];
  return {sum.midgame() * percent / 100, sum.endgame() * percent / 100};
}

// The pawn shelter: pawns in front of the king, on its file and the adjacent ones.
Tapered king_pawns(const auto& v) {
  if (v.us.king == Square::None) return {};
  const Bitboard king(v.us.king);
  const Bitboard three = king | shifted<Direction::East>(king) | shifted<Direction::West>(king);
  const Bitboard rank_one = forward(v.color, three), rank_two = forward(v.color, rank_one);
  const Bitboard near = rank_one | rank_two | forward(v.color, rank_two);
  return v.w.king_pawns[0] * count(v.us.pawns & rank_one) + v.w.king_pawns[1] * count(v.us.pawns & rank_two) +
         v.w.king_pawns[2] * count(three - v.us.pawn_files) + v.w.king_pawns[3] * count(v.them.pawns & near);
}

Tapered threats(const auto& v) {
  using enum PieceType;
  const Bitboard queens = v.p.of(Queen, ~v.color), majors = queens | v.p.of(Rook, ~v.color);
  const Bitboard minors = v.p.of(Knight, ~v.color) | v.p.of(Bishop, ~v.color);
  const Bitboard loose = v.us.attacked - v.them.attacked;
  return v.w.threats[0] * count((majors | minors) & v.us.pawn_attacks) +
         v.w.threats[1] * count(majors & (v.us[Knight].attacked | v.us[Bishop].attacked)) +
         v.w.threats[2] * count(queens & v.us[Rook].attacked) + v.w.threats[3] * count((majors | minors) & loose) +
         v.w.threats[4] * count(v.them.pawns & loose);
}

// The value of the pieces other than pawns, in units of a pawn.
int material(const Position& p, Color c) {
  using enum PieceType;
  return 3 * count(p.of(Knight, c) | p.of(Bishop, c)) + 5 * count(p.of(Rook, c)) + 9 * count(p.of(Queen, c));
}

// The percentage of the endgame score that is kept. It is below 100 if `stronger`, the side with the better score, may
// not be able to win.
int drawish_endings(const Position& p, Color stronger, const EvaluationWeights& w) {
  const Bitboard bishops = p.of(PieceType::Bishop);
  const auto is_one_bishop = [&](Color c) { return count(pieces(p, c)) == 1 && pieces(p, c).subset_of(bishops); };
  if (is_one_bishop(Color::White) && is_one_bishop(Color::Black) && bishops.meets(LightSquares) &&
      bishops.meets(DarkSquares))
    return 100 - w.drawish_endings[0].endgame();
  if (p.of(PieceType::Pawn, stronger).empty() && material(p, stronger) - material(p, ~stronger) <= 3)
    return 100 - w.drawish_endings[1].endgame();
  return 100;
}

Tapered sum_of_terms(const auto& v) {
  return bishop_pair(v) + mobility(v) + passed_pawns(v) + rook_files(v) + outposts(v) + king_attack(v) + king_pawns(v) +
         threats(v);
}

}  // namespace

std::uint64_t DefaultEvaluation::next_id() {
  static std::atomic<std::uint64_t> last{0};
  return 1 + last.fetch_add(1, std::memory_order_relaxed);
}

const DefaultEvaluation& DefaultEvaluation::standard() {
  static const DefaultEvaluation evaluation;
  return evaluation;
}

EvaluationTerms DefaultEvaluation::terms(const Position& p) const {
  const Facts facts(p, tables_, pawn_entry(p, id_, tables_, weights_));
  const Side &white = facts.side(Color::White), &black = facts.side(Color::Black);
  Tapered sum = facts.score() + sum_of_terms(SideView<Color::White>{p, white, black, weights_}) -
                sum_of_terms(SideView<Color::Black>{p, black, white, weights_});
  p.turn() == Color::White ? sum += weights_.tempo[0] : sum -= weights_.tempo[0];
  const Color stronger = sum.endgame() > 0 ? Color::White : Color::Black;
  return {sum.midgame(), sum.endgame() * drawish_endings(p, stronger, weights_) / 100, tables_.phase(p)};
}

int DefaultEvaluation::operator()(const Position& p) const {
  const EvaluationTerms t = terms(p);
  const int most = tables_.max_phase();
  const auto white = (std::int64_t(t.midgame) * t.phase + std::int64_t(t.endgame) * (most - t.phase)) / most;
  return int(std::clamp<std::int64_t>(p.turn() == Color::White ? white : -white, -MaxEvaluation, MaxEvaluation));
}

}  // namespace bitrook::search
