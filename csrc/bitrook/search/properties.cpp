// X-rays, threats, material keys and the moves of a quiescence search.
#include "bitrook/search/properties.hpp"

#include <algorithm>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook::search {

Bitboard xray_attackers(const Position& p, Color by, Square s) {
  using enum PieceType;
  const Bitboard occupied = p.occupied(), queens = p.of(Queen);
  const Bitboard rook_lines = rook_attacks(s, occupied), bishop_lines = bishop_attacks(s, occupied);
  const Bitboard rooks = rook_attacks(s, occupied - rook_lines) - rook_lines;
  const Bitboard bishops = bishop_attacks(s, occupied - bishop_lines) - bishop_lines;
  return p.of(by) & ((rooks & (p.of(Rook) | queens)) | (bishops & (p.of(Bishop) | queens)));
}

Bitboard threats(const Position& p, Color c) {
  using enum PieceType;
  const Color them = ~c;
  const Bitboard occupied = p.occupied();
  Bitboard by_minor, by_rook;
  for (const Square s : p.of(Knight, them)) by_minor |= knight_attacks(s);
  for (const Square s : p.of(Bishop, them)) by_minor |= bishop_attacks(s, occupied);
  for (const Square s : p.of(Rook, them)) by_rook |= rook_attacks(s, occupied);
  const Bitboard queens = p.of(Queen, c), majors = queens | p.of(Rook, c);
  const Bitboard pieces = majors | p.of(Knight, c) | p.of(Bishop, c);
  return (pieces & pawn_attacks(them, p.of(Pawn, them))) | (majors & by_minor) | (queens & by_rook);
}

PieceType captured_type(const Position& p, Move m) {
  if (is_en_passant(p, m)) return PieceType::Pawn;
  return is_capture(p, m) ? p.type_at(m.to()) : PieceType::None;
}

std::uint64_t material(const Position& p) {
  std::uint64_t counts = 0;
  unsigned shift = 0;
  for (const Color c : Colors)
    for (const PieceType t :
         {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
      counts |= std::uint64_t(std::min(p.of(t, c).count(), 63u)) << shift;
      shift += 6;
    }
  return counts;
}

// The finalizer of SplitMix64, which is a bijection, so different material has different keys.
std::uint64_t material_key(const Position& p) {
  std::uint64_t x = material(p);
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

std::uint64_t pawn_key(const Position& p) {
  std::uint64_t key = 0;
  for (const Color c : Colors)
    for (const Square s : p.of(PieceType::Pawn, c)) key ^= zobrist::piece(make_piece(PieceType::Pawn, c), s);
  return key;
}

int phase(const Position& p) {
  using enum PieceType;
  const unsigned sum = (p.of(Knight) | p.of(Bishop)).count() + 2 * p.of(Rook).count() + 4 * p.of(Queen).count();
  return int(std::min(sum, unsigned(MaxPhase)));
}

std::uint64_t key_after(const Position& p, Move m) {
  Position next = p;
  next.play_unchecked(m);
  return next.key();
}

void generate_captures_and_promotions(const Position& p, MoveList& moves) {
  generate_legal_captures(p, moves);
  const Bitboard promoting = pawns_on_seventh(p);
  if (promoting.empty()) return;
  MoveList promotions;
  generate_legal_quiets(p, promotions, {promoting, Backranks});
  for (const Move m : promotions) moves.add(m);
}

void generate_quiescence(const Position& p, MoveList& moves, bool checks) {
  if (p.is_check()) return generate_legal(p, moves);
  generate_captures_and_promotions(p, moves);
  if (!checks) return;
  MoveList quiets;
  generate_legal_quiets(p, quiets);
  for (const Move m : quiets)
    if (!m.is_promotion() && gives_check(p, m)) moves.add(m);
}

}  // namespace bitrook::search
