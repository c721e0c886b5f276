// Tablebase: a set of tablebase files, and the values of positions by them.
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

namespace bitrook::tablebase {

// What a probe found: a value, or why there is none.
struct Probe {
  enum class Status : std::uint8_t {
    Ok,
    NotProbeable,  // castling rights, too many pieces, or not one king on each side
    Missing,       // the file for `material` was not found
    Unreadable,    // the file for `material` cannot be read, or is damaged
  };
  Status status = Status::Ok;
  int value = 0;
  Metric metric = Metric::Wdl;  // of the file that is missing or unreadable
  Material material;

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

// The rank of a move with this DTZ at a position with this half-move clock, in which a position has been `repeated`
// since the last capture or pawn move.
int rank_of_dtz(int dtz, int clock, bool repeated);

// Files are registered by name and opened when a probe needs them, so that a set of thousands of files costs nothing.
// All functions may be called from several threads.
class Tablebase {
 public:
  Tablebase();
  ~Tablebase();

  // Registers the file at `path`, whose name without its ending is `name`. Returns false if that is not the name of a
  // table. A file that was registered before for the same material is replaced.
  bool add(std::string path, std::string_view name, Metric metric);
  std::size_t size() const;                      // how many files there are
  unsigned largest() const { return largest_; }  // the most pieces of a WDL file, 0 if there is none
  // Why the file cannot be used, after a probe was Unreadable: its path and the reason.
  std::string error_of(const Material& material, Metric metric) const;

  // Values for the side to move, from -2 to 2. A position with an en-passant square counts the capture.
  Probe wdl(const Position& p) const;
  // The plies to the next capture or pawn move that keeps the value, positive for the side that wins. Beyond 100 for
  // cursed wins and blessed losses. May be one ply too high, where the file stores full moves.
  Probe dtz(const Position& p) const;
  // What the file for the position's material says, without a search of captures; see Table. `wdl` is for DTZ files.
  Probe look_up(const Position& p, Metric metric, int wdl, Table::Answer& answer) const;
  // All legal moves with their ranks, best first, by the fifty-move rule and the repetitions of the game. The status
  // is that of the first probe that failed; `moves` is then empty.
  Probe rank_moves(const Game& game, std::vector<RankedMove>& moves) const;
  // The same where DTZ files are missing: ranks are by WDL alone, and `dtz` is 0.
  Probe rank_moves_by_wdl(const Position& p, std::vector<RankedMove>& moves) const;

 private:
  struct File;
  struct Search;

  std::atomic<unsigned> largest_ = 0;
  mutable std::shared_mutex mutex_;                                    // of `files_`
  std::unordered_map<std::uint64_t, std::shared_ptr<File>> files_[2];  // by metric; by material, both ways round
};

}  // namespace bitrook::tablebase
