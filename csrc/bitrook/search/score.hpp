// Scores of the search: centipawns from the view of the side to move, mates by their distance in plies, and between
// them the wins of endgame tablebases.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace bitrook::search {

inline constexpr int MaxPly = 128;           // the deepest line that is searched
inline constexpr int Infinite = 32001;       // more than any score
inline constexpr int MateScore = 32000;      // mate on the board; a mate n plies away is n less
inline constexpr int MaxEvaluation = 30000;  // evaluations are at most this, so that they are no mates
inline constexpr int TableScore = 31000;     // a win by the tablebases; less for one that is plies away
inline constexpr int MinMate = 31500;        // mates are more than this, tablebase wins less
inline constexpr int Draw = 0;

constexpr int mate_in(int ply) { return MateScore - ply; }    // the side to move gives mate in that many plies
constexpr int mated_in(int ply) { return -MateScore + ply; }  // the side to move is mated in that many plies
constexpr bool is_mate(int score) { return score > MinMate || score < -MinMate; }
// A mate or a win by the tablebases, for either side.
constexpr bool is_decided(int score) { return score > MaxEvaluation || score < -MaxEvaluation; }

// The hash table holds decided scores relative to the position, the search relative to the root.
constexpr int to_table(int score, int ply) {
  return score > MaxEvaluation ? score + ply : score < -MaxEvaluation ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
  return score > MaxEvaluation ? score - ply : score < -MaxEvaluation ? score + ply : score;
}

// The distance of a mate in moves of the side that gives it, negative if the side to move is mated; 0 for no mate.
constexpr int moves_to_mate(int score) {
  if (!is_mate(score)) return 0;
  const int plies = MateScore - (score < 0 ? -score : score);
  return score > 0 ? (plies + 1) / 2 : -(plies + 1) / 2;
}

}  // namespace bitrook::search
