// TablebaseRoot: what the tablebases have for the moves of the position that is searched.
#pragma once

#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/search/search.hpp"

namespace bitrook::search {

// If the position is in a table, only moves that keep its value are searched, and scores of lines that are not mates
// are replaced by those of the table. A win that makes progress faster is better, so that won positions are won,
// whatever the evaluation. Lost positions leave the choice to the search.
class TablebaseRoot {
 public:
  TablebaseRoot(const Game& game, const TablebaseUse& use, const Limits& limits);

  bool found() const { return !moves_.empty(); }
  std::uint64_t hits() const { return moves_.size(); }
  // The moves to search: the best ones, as many as there are lines to find and all that are as good as the last of
  // these. Those of `limits` if the position is in no table.
  std::vector<Move> wanted(const Limits& limits) const;
  // How the tree below is searched: without tables if the moves are ranked by DTZ, because wins are already certain and
  // the search should find mates.
  TablebaseUse below(const TablebaseUse& use) const;
  void correct(std::vector<Line>& lines) const;

 private:
  bool wins(const tablebase::RankedMove& m) const { return m.rank >= least_win_; }
  bool loses(const tablebase::RankedMove& m) const { return m.rank <= -least_win_; }
  int score(const tablebase::RankedMove& m) const;
  const tablebase::RankedMove& ranked(Move m) const;

  bool has_dtz_ = false;
  int least_win_;  // the lowest rank of a win; lower positive ranks are draws by the fifty-move rule
  std::vector<tablebase::RankedMove> moves_;  // of those that may be played, best first
};

}  // namespace bitrook::search
