// Scores of the search: centipawns from the point of view of the side to move, mates by their distance in plies, and
// tablebase wins between the two.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace bitrook::search {

inline constexpr int MaxPly = 128;           // the deepest line that is searched
inline constexpr int Infinite = 32001;       // greater than any score
inline constexpr int MateScore = 32000;      // mate on the board; a mate n plies away is n less
inline constexpr int MaxEvaluation = 30000;  // evaluations are at most this, so they cannot look like mates
inline constexpr int TableScore = 31000;     // a tablebase win; one n plies away is n less
inline constexpr int MinMate = 31500;        // mates score above this, tablebase wins below
inline constexpr int Draw = 0;

constexpr int mate_in(int ply) { return MateScore - ply; }    // the side to move mates in `ply` plies
constexpr int mated_in(int ply) { return -MateScore + ply; }  // the side to move is mated in `ply` plies
constexpr bool is_mate(int score) { return score > MinMate || score < -MinMate; }
// A mate or a tablebase win, for either side.
constexpr bool is_decided(int score) { return score > MaxEvaluation || score < -MaxEvaluation; }

// Decided scores are relative to the position in the hash table, and relative to the root in the search.
constexpr int to_table(int score, int ply) {
  return score > MaxEvaluation ? score + ply : score < -MaxEvaluation ? score - ply : score;
}
constexpr int from_table(int score, int ply) { return to_table(score, -ply); }

// The number of moves until mate, negative if the side to move is mated; 0 if the score is not a mate.
constexpr int moves_to_mate(int score) {
  if (!is_mate(score)) return 0;
  const int plies = MateScore - (score < 0 ? -score : score);
  return score > 0 ? (plies + 1) / 2 : -(plies + 1) / 2;
}

}  // namespace bitrook::search
