// Self-play: games of the search against itself, from which positions are kept to train an evaluation.
//
// A game depends only on the settings, the evaluation and its number. Each game is played by one thread, so the number
// of threads does not affect the games.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "bitrook/base/move.hpp"
#include "bitrook/batch/records/records.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::selfplay {

// The defaults are in Python, and bitrook.selfplay.Settings documents each setting.
struct Settings {
  std::uint64_t seed, nodes;
  unsigned random_plies;
  int max_opening_score;
  unsigned max_plies;
  int win_score;
  unsigned win_plies;
  int draw_score;
  unsigned draw_plies, draw_from;
  int max_score;
};

enum class Ending : std::uint8_t {
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  Repetition,  // the third occurrence of a position
  FiftyMoves,
  WinningScore,  // Settings::win_score
  DrawnScore,    // Settings::draw_score
  MaxPlies,
};

// The names of the endings, in the same order.
inline constexpr std::array<std::string_view, 8> EndingNames{
    "checkmate",   "stalemate",     "insufficient material", "repetition",
    "fifty moves", "winning score", "drawn score",           "max plies",
};

struct Ply {
  Move move;
  std::int16_t score;  // of the search, from White's point of view
  bool is_kept;
};

struct PlayedGame {
  std::vector<Move> opening;  // random
  std::vector<Ply> plies;     // after it
  Ending ending;
  std::int8_t result;  // 1 White won, 0 drawn, -1 Black won
};

// Plays the game with this number. `go_on` is called after each move and every thousand nodes; if it returns false, the
// game is abandoned and nothing is returned. Throws std::bad_alloc.
std::optional<PlayedGame> play_game(const Settings& settings, const search::Evaluation& evaluation,
                                    std::uint64_t number, const std::function<bool()>& go_on);

// The counts of some games, and their kept positions encoded as a part of a file.
struct Batch {
  std::vector<std::uint8_t> bytes;
  std::uint64_t games = 0, plies = 0, positions = 0;
  std::array<std::uint64_t, 3> results{};  // games won by White, drawn, won by Black

  void add(const Batch& next);
};
Batch batch_of(const PlayedGame& game, batch::RecordFormat format);

// Plays the games from `first` to `last` - 1. About 20 times a second, `take` is called in the calling thread with the
// games that have been finished since the last call, in the order of their numbers; there may be none. If it returns
// false, the remaining games are abandoned and this function returns false. If the calling thread may be ended without
// unwinding, the evaluation must live until the end of the process (see run_parts()).
bool play_games(const Settings& settings, const search::Evaluation& evaluation, batch::RecordFormat format,
                std::uint64_t first, std::uint64_t last, unsigned threads,
                const std::function<bool(const Batch&)>& take);

}  // namespace bitrook::selfplay
