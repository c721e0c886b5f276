// A cache of the parts of the default evaluation that depend on the pawns alone. Few moves change the pawns.
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
  std::uint64_t evaluation = 0;   // the id of the evaluation whose weights were used; 0 if empty
  Tapered score;                  // pawn terms and piece-square values of the pawns, from White's point of view
  std::array<Bitboard, 2> files;  // the files with pawns, by color
  Bitboard passed;                // passed pawns of both colors; only the front one of doubled pawns
  Bitboard outposts;              // of both colors; a color's outposts are those that its pawns attack
};
static_assert(sizeof(PawnEntry) == 64);

// Returns the entry for the pawns of a position. Each thread has its own table, so the reference is valid until the
// same thread calls this function again. `evaluation` must not be 0, and must differ between different tables or
// weights.
const PawnEntry& pawn_entry(const Position& p, std::uint64_t evaluation, const PieceSquareTables& tables,
                            const EvaluationWeights& weights);

}  // namespace bitrook::search
