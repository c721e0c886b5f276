// Maker: builds a book from games. Counts: what it counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bitrook/base/move.hpp"
#include "bitrook/book/book.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::book {

struct Count {
  std::uint64_t key;     // of the position
  std::uint64_t first;   // the number of the add() call that first counted this move
  std::uint64_t points;  // 2 for a win of the side that moved, 1 for a draw
  std::uint32_t games;   // 0 in an empty slot
  std::uint16_t move;    // encoded as in books
  std::uint16_t unused = 0;
};
static_assert(std::has_unique_object_representations_v<Count>);  // no padding, because files contain the bytes

// How often each move was played in each position. A hash table of a fixed size: when it is full, its counts are sorted
// and written to a file; at the end, these files are merged. So the result is exact whatever the memory limit is.
class Counts {
 public:
  // The files are named `directory`/N; the caller must remove them. The table takes at most `memory` bytes, but at
  // least 64 KiB. Returns null if there is not enough memory.
  static std::unique_ptr<Counts> make(std::size_t memory, std::string directory);

  // These return 0, or an `errno` value if a file cannot be written or read.
  int add(std::uint64_t key, std::uint16_t move, unsigned points);
  // Calls `take` for each move of each position, in the order of the keys. Afterwards, the counts are gone.
  int merge(const std::function<void(const Count&)>& take);

  std::size_t files() const { return files_; }  // the number of files written

 private:
  struct Free {
    void operator()(Count* p) const { std::free(p); }
  };
  class Run;
  using Runs = std::vector<std::unique_ptr<Run>>;

  Counts(Count* slots, std::size_t size, std::string directory)
      : slots_(slots), size_(size), directory_(std::move(directory)) {}
  std::size_t sort();  // moves all counts to the front and returns how many there are
  int spill();
  static int merge_runs(const Runs& runs, const std::function<void(const Count&)>& take);
  int merge_oldest_files();  // into one new file
  std::string path(std::size_t file) const { return directory_ + "/" + std::to_string(file); }

  std::unique_ptr<Count[], Free> slots_;
  std::size_t size_;  // a power of two
  std::size_t used_ = 0, files_ = 0;
  std::size_t oldest_ = 0;  // files before this one have been merged and removed
  std::uint64_t added_ = 0;
  std::string directory_;
};

// How the weight of a move is computed: 2 for each win and 1 for each draw of the side that played it (Score), the
// number of games (Frequency), or 1 (Uniform). As in Polyglot, a move that has only lost gets 0 with Score and Uniform.
enum class Weighting : std::uint8_t { Score, Frequency, Uniform };
inline constexpr std::array<std::string_view, 3> WeightingNames{"score", "frequency", "uniform"};

struct MakerOptions {
  unsigned max_ply = 24;        // only this many plies of each game are counted
  std::uint32_t min_games = 3;  // moves played in fewer games are dropped
  Weighting weighting = Weighting::Score;
  std::array<bool, 2> colors{true, true};  // by Color: whose moves are counted
};

class Maker {
 public:
  Maker(const MakerOptions& options, std::unique_ptr<Counts> counts) : options_(options), counts_(std::move(counts)) {}

  // Counts the moves of a game, up to the first illegal one. `moves` are move words; `result` is 1, 0 or -1 from
  // White's point of view; `counted` selects the colors whose moves are counted in this game. Returns 0, or an `errno`
  // value if a file cannot be written.
  int add_game(Position start, std::span<const std::int16_t> moves, int result, const std::array<bool, 2>& counted);
  // Writes the book. Returns 0, or an `errno` value if a file cannot be written or read.
  int finish(Writer& out);

  const Counts& counts() const { return *counts_; }

 private:
  std::uint64_t weight(const Count& count) const;

  MakerOptions options_;
  std::unique_ptr<Counts> counts_;
};

}  // namespace bitrook::book
