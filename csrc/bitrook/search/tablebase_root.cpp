// Selecting and scoring moves at the root with tablebases.
#include "bitrook/search/tablebase_root.hpp"

#include <algorithm>
#include <cstdlib>

#include "bitrook/search/score.hpp"

namespace bitrook::search {

TablebaseRoot::TablebaseRoot(const Game& game, const TablebaseUse& use, const Limits& limits)
    : least_win_(use.fifty_move_rule ? tablebase::MaxRank - 100 : 1) {
  const Position& p = game.position();
  if (!use.files || p.occupied().count() > use.files->largest()) return;
  has_dtz_ = use.files->rank_moves(game, moves_).ok();
  if (!has_dtz_) use.files->rank_moves_by_wdl(p, moves_);
  std::erase_if(moves_, [&](const tablebase::RankedMove& m) {
    return !limits.moves.empty() && std::ranges::find(limits.moves, m.move) == limits.moves.end();
  });
}

std::vector<Move> TablebaseRoot::wanted(const Limits& limits) const {
  if (!found()) return limits.moves;
  std::vector<Move> wanted;
  for (const tablebase::RankedMove& m : moves_)
    if (m.rank >= moves_[std::min<std::size_t>(limits.multi_pv, moves_.size()) - 1].rank) wanted.push_back(m.move);
  return wanted;
}

TablebaseUse TablebaseRoot::below(const TablebaseUse& use) const {
  TablebaseUse below = use;
  if (found() && (has_dtz_ || !wins(moves_[0]))) below.files = nullptr;
  return below;
}

void TablebaseRoot::correct(std::vector<Line>& lines) const {
  if (!found() || lines.empty()) return;
  const std::size_t count = lines.size();
  for (Line& line : lines) {
    const tablebase::RankedMove& m = ranked(line.moves[0]);
    const bool is_right_mate = is_mate(line.score) && (line.score > 0 ? wins(m) : loses(m));
    if (!is_right_mate) line.score = score(m);
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &Line::score);
  const int last = lines.back().score;
  for (const tablebase::RankedMove& m : moves_) {
    const bool is_listed = std::ranges::any_of(lines, [&](const Line& line) { return line.moves[0] == m.move; });
    if (!is_listed && !loses(m) && score(m) > last) lines.push_back({score(m), {m.move}});
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &Line::score);
  lines.resize(count);
}

// The farther away the next capture or pawn move is, the less a win is worth. A win that the fifty-move rule turns into
// a draw is worth one centipawn.
int TablebaseRoot::score(const tablebase::RankedMove& m) const {
  const int distance = std::min(std::abs(m.dtz), TableScore - MaxEvaluation - 1);
  return wins(m) ? TableScore - distance : loses(m) ? distance - TableScore : (m.rank > 0) - (m.rank < 0);
}

const tablebase::RankedMove& TablebaseRoot::ranked(Move m) const {
  return *std::ranges::find(moves_, m, &tablebase::RankedMove::move);
}

}  // namespace bitrook::search
