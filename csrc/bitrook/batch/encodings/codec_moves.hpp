// The lists of moves of the policy codecs, each computed from its definition.
#pragma once

#include <vector>

#include "bitrook/base/move.hpp"

namespace bitrook::batch {

std::vector<Move> alphazero_moves();   // 4672; also those of pgx
std::vector<Move> openspiel_moves();   // 4674: the same, then castling
std::vector<Move> pettingzoo_moves();  // 4672 in another order
std::vector<Move> lc0_moves();         // 1858
std::vector<Move> deepmind_moves();    // 1968, for both sides
std::vector<Move> maia2_moves();       // 1880
std::vector<Move> maia3_moves();       // 4352

}  // namespace bitrook::batch
