// TablebaseRoot: the tablebase results of the moves at the root of a search.
#pragma once

#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/search/search.hpp"

namespace bitrook::search {

// If the position is in a table, only moves that preserve its value are searched, and the scores of lines other than
// mates are replaced by those of the table. Wins that make faster progress score higher, so won positions are always
// won, whatever the evaluation. In lost positions, the search chooses the move.
class TablebaseRoot {
 public:
  TablebaseRoot(const Game& game, const TablebaseUse& use, const Limits& limits);

  bool found() const { return !moves_.empty(); }
  std::uint64_t hits() const { return moves_.size(); }
  // The moves to search: as many of the best moves as there are lines to find, and any others that are as good as the
  // last of these. The moves of `limits` if the position is not in a table.
  std::vector<Move> wanted(const Limits& limits) const;
  // How tables are used below the root. They are not used if the moves are ranked by DTZ or the position is not won, so
  // that the search looks for mates instead.
  TablebaseUse below(const TablebaseUse& use) const;
  void correct(std::vector<Line>& lines) const;

 private:
  bool wins(const tablebase::RankedMove& m) const { return m.rank >= least_win_; }
  bool loses(const tablebase::RankedMove& m) const { return m.rank <= -least_win_; }
  int score(const tablebase::RankedMove& m) const;
  const tablebase::RankedMove& ranked(Move m) const;

  bool has_dtz_ = false;
  int least_win_;  // the lowest rank of a win; lower positive ranks are draws by the fifty-move rule
  std::vector<tablebase::RankedMove> moves_;  // the moves that may be played, best first
};

}  // namespace bitrook::search
