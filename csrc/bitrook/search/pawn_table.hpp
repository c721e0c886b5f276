// What the default evaluation finds out from the pawns alone, kept in a table, because few moves change the pawns.
// https://www.chessprogramming.org/Pawn_Hash_Table
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/evaluation_weights.hpp"

namespace bitrook::search {

struct alignas(64) PawnEntry {
  std::array<Bitboard, 2> pawns;  // by color
  std::uint64_t evaluation = 0;   // the id of the evaluation whose weights are used; 0 for none
  Tapered score;                  // of the pawns' terms and of their piece-square tables, from White's view
  std::array<Bitboard, 2> files;  // the files that have pawns, by color
  Bitboard passed;                // pawns of both colors; of two on a file only the one in front
  Bitboard outposts;              // of both colors; those of a color are squares that its pawns attack
};
static_assert(sizeof(PawnEntry) == 64);

// The entry of the position's pawns. Each thread has a table of its own, so the reference is valid until the thread
// calls this function again. `evaluation` must be another number for other tables or weights, and not 0.
const PawnEntry& pawn_entry(const Position& p, std::uint64_t evaluation, const PieceSquareTables& tables,
                            const EvaluationWeights& weights);

}  // namespace bitrook::search
