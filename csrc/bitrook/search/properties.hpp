// Properties of a position that engines use: x-rays, threats, material, phase, and keys of parts of the position.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::search {

// Sliders of color `by` that would attack `s` if the first piece in their way were removed, and do not attack it now.
Bitboard xray_attackers(const Position& p, Color by, Square s);

// Pieces of the side to move that give check when they leave their line.
inline Bitboard discovered_check_candidates(const Position& p) { return p.blockers(~p.turn()) & p.of(p.turn()); }

// Pieces of color `c` that are attacked by a less valuable enemy piece: any piece but a pawn or king by a pawn, a rook
// or queen by a knight or bishop, a queen by a rook.
Bitboard threats(const Position& p, Color c);

// The type of the piece that a pseudo-legal move captures (a pawn for en passant), or None if it is not a capture.
PieceType captured_type(const Position& p, Move m);

// The number of pieces of each kind, in six bits each: pawns, knights, bishops, rooks and queens of White, then those
// of Black. Numbers are capped at 63.
std::uint64_t material(const Position& p);
std::uint64_t material_key(const Position& p);  // the same numbers, mixed into a hash key
std::uint64_t pawn_key(const Position& p);      // the XOR of the Zobrist keys of the pawns

// 24 at the start, 0 when only kings and pawns are left. A knight or bishop counts 1, a rook 2 and a queen 4, and the
// sum is capped at 24.
inline constexpr int MaxPhase = 24;
int phase(const Position& p);

// The key of the position after the move, which need not be legal.
std::uint64_t key_after(const Position& p, Move m);

// Pawns of the side to move that can promote with their next move.
inline Bitboard pawns_on_seventh(const Position& p) {
  return p.of(PieceType::Pawn, p.turn()) & Bitboard(relative(Rank::R7, p.turn()));
}

// Captures, en passant and then promotions without capture, each in python-chess's order.
void generate_captures_and_promotions(const Position& p, MoveList& moves);

// The moves of a quiescence search: captures and promotions and, with `checks`, other moves that give check. In check,
// all legal moves.
void generate_quiescence(const Position& p, MoveList& moves, bool checks = false);

}  // namespace bitrook::search
