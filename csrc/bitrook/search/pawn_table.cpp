// The terms of the default evaluation that depend on pawns alone, one function each, and the table that caches them.
#include "bitrook/search/pawn_table.hpp"

#include <memory>
#include <new>

#include "bitrook/base/checked.hpp"
#include "bitrook/search/pawns.hpp"

namespace bitrook::search {

namespace {

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

}  // namespace

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

}  // namespace bitrook::search
