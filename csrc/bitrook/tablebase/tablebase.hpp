// Tablebase: a set of tablebase files, in which the values of positions are looked up.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/tablebase/table.hpp"
#include "bitrook/variants/game.hpp"

namespace bitrook::tablebase {

// The result of a probe: a value, or the reason why the probe failed.
struct Probe {
  enum class Status : std::uint8_t {
    Ok,
    NotProbeable,  // castling rights, too many pieces, pawns on an outer rank, not one king per side (where the rules
                   // require it), or a king that could be captured
    Missing,       // the file for `material` was not found
    Unreadable,    // the file for `material` cannot be read, or is damaged
  };
  Status status = Status::Ok;
  int value = 0;
  Metric metric = Metric::Wdl;  // of the file that is missing or unreadable
  Material material;
  std::string error = {};  // Unreadable: the path of the file and the reason

  bool ok() const { return status == Status::Ok; }
};

// A legal move at the root of a search, with its exact value.
struct RankedMove {
  Move move;
  int rank;  // higher is better; equal for moves that are equally good under the fifty-move rule
  int wdl;   // of the position after the move, for the side that moved
  int dtz;   // likewise; 0 for a draw
};

inline constexpr int MaxRank = 1 << 18;  // more than any distance

// The rank of a move with this DTZ in a position with this half-move clock. `repeated`: whether a position has occurred
// twice since the last capture or pawn move.
int rank_of_dtz(int dtz, int clock, bool repeated);

// Files are registered by name and opened when a probe needs them, so registering thousands of files is cheap. All
// functions may be called from several threads. The functions for positions of variants need tables of that variant,
// and the others need those of standard chess.
class Tablebase {
 public:
  explicit Tablebase(const Family& family = *tablebase::family(std::nullopt));
  ~Tablebase();

  // Registers the file at `path`. `name` is the file name without its extension. Returns false if that is not the name
  // of a table. Replaces a file that was registered for the same material.
  bool add(std::string path, std::string_view name, Metric metric);
  const Family& family() const { return *family_; }
  std::size_t size() const;                      // the number of files
  unsigned largest() const { return largest_; }  // the largest number of pieces of a WDL file, or 0

  // The value for the side to move, from -2 to 2. En-passant captures are taken into account.
  Probe wdl(const Position& p) const;
  Probe wdl(const VariantPosition& p) const;
  // The distance in plies to the next capture or pawn move that keeps the value, positive if the side to move wins and
  // negative if it loses. Cursed wins and blessed losses have values beyond 100. The distance may be one ply too high
  // if the file stores full moves.
  Probe dtz(const Position& p) const;
  Probe dtz(const VariantPosition& p) const;
  // The value that is stored for the position, without a search of captures; see Table. DTZ files need `wdl`, which
  // must be between -2 and 2.
  Probe look_up(const Position& p, Metric metric, int wdl, Table::Answer& answer) const;
  Probe look_up(const VariantPosition& p, Metric metric, int wdl, Table::Answer& answer) const;
  // Lists all legal moves with their ranks, best first, considering the fifty-move rule and the repetitions of the
  // game. If a probe fails, returns its status, and `moves` is empty.
  Probe rank_moves(const Game& game, std::vector<RankedMove>& moves) const;
  Probe rank_moves(const VariantGame& game, std::vector<RankedMove>& moves) const;
  // The same without DTZ files: ranks depend on WDL alone, and `dtz` is 0.
  Probe rank_moves_by_wdl(const Position& p, std::vector<RankedMove>& moves) const;

 private:
  struct File;
  struct Search;
  // Returns the result of find(search), or the reason why the probe failed.
  template <class P, class Find>
  Probe probe(const P& p, Find find) const;
  template <class P>
  Probe find(const P& p, Metric metric, int wdl, Table::Answer& answer) const;
  // Lists rank(search, move) for each legal move, best first.
  template <class P, class Rank>
  Probe rank_each(const P& p, std::vector<RankedMove>& moves, Rank rank) const;
  template <class G>
  Probe rank_all(const G& game, std::vector<RankedMove>& moves) const;

  const Family* family_;
  std::atomic<unsigned> largest_ = 0;
  mutable std::shared_mutex mutex_;                                    // guards `files_`
  std::unordered_map<std::uint64_t, std::shared_ptr<File>> files_[2];  // by metric; by material, in both colors
};

}  // namespace bitrook::tablebase
