// Self-play: single games, and many games in several threads, returned in the order of their numbers.
#include "bitrook/selfplay/selfplay.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "bitrook/batch/philox.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/search/searcher.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::selfplay {

namespace {

struct Verdict {
  Ending ending;
  std::int8_t result;
};

std::optional<Verdict> verdict_by_rules(const Game& game) {
  const Position& p = game.position();
  if (is_insufficient_material(p)) return Verdict{Ending::InsufficientMaterial, 0};
  if (!has_legal(p)) {
    if (!p.is_check()) return Verdict{Ending::Stalemate, 0};
    return Verdict{Ending::Checkmate, std::int8_t(p.turn() == Color::White ? -1 : 1)};
  }
  if (game.is_repetition(3)) return Verdict{Ending::Repetition, 0};
  if (p.halfmove_clock() >= 100) return Verdict{Ending::FiftyMoves, 0};
  return std::nullopt;
}

// Ends games whose scores have been clear for long enough.
class Adjudicator {
 public:
  explicit Adjudicator(const Settings& settings) : settings_(settings) {}

  // `score` is the score of the position after `ply` half-moves, from White's point of view.
  std::optional<Verdict> add(unsigned ply, int score) {
    const int winner = score >= settings_.win_score ? 1 : score <= -settings_.win_score ? -1 : 0;
    won_ = winner != 0 && winner == winner_ ? won_ + 1 : unsigned(winner != 0);
    winner_ = winner;
    drawn_ = ply >= settings_.draw_from && std::abs(score) <= settings_.draw_score ? drawn_ + 1 : 0;
    if (settings_.win_plies != 0 && won_ >= settings_.win_plies)
      return Verdict{Ending::WinningScore, std::int8_t(winner)};
    if (settings_.draw_plies != 0 && drawn_ >= settings_.draw_plies) return Verdict{Ending::DrawnScore, 0};
    return std::nullopt;
  }

 private:
  const Settings& settings_;
  int winner_ = 0;
  unsigned won_ = 0, drawn_ = 0;  // the number of successive plies
};

// Searches the positions of one game. The hash table and the scores of quiet moves are kept from move to move.
class Player {
 public:
  Player(const Settings& settings, const search::Evaluation& evaluation, const Game& game,
         const std::function<bool()>& go_on)
      : nodes_(settings.nodes),
        table_(search::TranspositionTable::make(std::clamp<std::uint64_t>(nodes_ / 1024, 1, 16))),
        shared_{evaluation, table_.get(), {}, limits(settings.nodes), stop_},
        searcher_(shared_, game, go_on) {
    if (!table_) throw std::bad_alloc();
  }

  // Returns the best move and its score, or nothing if the search was stopped.
  std::optional<search::Line> best(const Game& game) {
    table_->new_search();
    shared_.nodes = 0;
    searcher_.restart(game);
    std::vector<search::Line> lines;
    for (int depth = 1; depth < search::MaxPly && searcher_.search_root(depth, lines); ++depth)
      if (searcher_.nodes() >= nodes_) break;
    if (searcher_.is_stopped()) return std::nullopt;
    return lines.empty() ? any_line(game.position()) : lines.front();
  }

 private:
  // Used if depth 1 was not finished, because its captures take too many nodes with this evaluation.
  search::Line any_line(const Position& p) const {
    MoveList moves;
    generate_legal(p, moves);
    return {shared_.evaluation(p), {moves[0]}};
  }

  // The search ends after the depth that reaches `nodes`. A depth is aborted only if it takes far more nodes than that.
  static search::Limits limits(std::uint64_t nodes) {
    search::Limits limits;
    limits.nodes = 8 * nodes;
    return limits;
  }

  const std::uint64_t nodes_;
  const std::unique_ptr<search::TranspositionTable> table_;
  const std::atomic<bool> stop_{false};
  search::Shared shared_;
  search::Searcher searcher_;
};

// Plays the configured number of random moves from the start of the game. Returns false if the game ends before that.
bool play_opening(const Settings& settings, std::uint64_t number, std::uint32_t attempt, Game& game) {
  game = Game();
  const unsigned plies = settings.random_plies + unsigned(number % 2);
  for (unsigned ply = 0; ply < plies; ++ply) {
    MoveList moves;
    generate_legal(game.position(), moves);
    const auto random =
        batch::philox({ply, attempt, std::uint32_t(number), std::uint32_t(number >> 32)}, settings.seed);
    game.push(moves[batch::below(std::uint32_t(moves.size()), random[0])]);
    if (verdict_by_rules(game)) return false;
  }
  return true;
}

bool is_quiet(const Position& p, Move m) { return !p.is_check() && !m.is_promotion() && !is_capture(p, m); }

int white_score(const Position& p, int score) { return p.turn() == Color::White ? score : -score; }

// Plays an opening after which neither side is winning. If a hundred attempts fail, the last one is used.
std::optional<Game> balanced_opening(const Settings& settings, std::uint64_t number, Player& player) {
  constexpr std::uint32_t Attempts = 100;
  Game game;
  for (std::uint32_t attempt = 0; attempt < Attempts; ++attempt) {
    if (!play_opening(settings, number, attempt, game)) continue;
    const auto line = player.best(game);
    if (!line) return std::nullopt;
    if (std::abs(line->score) <= settings.max_opening_score) break;
  }
  return game;
}

}  // namespace

std::optional<PlayedGame> play_game(const Settings& settings, const search::Evaluation& evaluation,
                                    std::uint64_t number, const std::function<bool()>& go_on) {
  const auto player = std::make_unique<Player>(settings, evaluation, Game(), go_on);  // too large for the stack
  auto game = balanced_opening(settings, number, *player);
  if (!game) return std::nullopt;
  PlayedGame played;
  for (std::size_t i = 0; i < game->ply_count(); ++i) played.opening.push_back(game->move(i));
  Adjudicator adjudicator(settings);
  std::optional<Verdict> verdict;
  while (!(verdict = verdict_by_rules(*game)) && game->ply_count() < settings.max_plies) {
    const auto line = go_on() ? player->best(*game) : std::nullopt;
    if (!line) return std::nullopt;
    const Position& p = game->position();
    const Move m = line->moves.front();
    const bool is_kept = is_quiet(p, m) && std::abs(line->score) <= settings.max_score;
    const int score = white_score(p, line->score);
    played.plies.push_back({m, std::int16_t(score), is_kept});
    verdict = adjudicator.add(unsigned(game->ply_count()), score);
    if (verdict) break;
    game->push(m);
  }
  played.ending = verdict ? verdict->ending : Ending::MaxPlies;
  played.result = verdict ? verdict->result : std::int8_t(0);
  return played;
}

// ---- Playing many games in several threads, and returning them in the order of their numbers.

namespace {

// Restores the order of games, which the threads finish in any order.
class InOrder {
 public:
  explicit InOrder(std::uint64_t first) : next_(first) {}

  void add(std::uint64_t number, Batch game) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(number, std::move(game));
  }
  // Removes and returns the finished games that follow those taken before without a gap.
  Batch take() {
    const std::lock_guard lock(mutex_);
    Batch all;
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; ++next_, it = waiting_.erase(it))
      all.add(it->second);
    return all;
  }

 private:
  std::mutex mutex_;
  std::uint64_t next_;
  std::map<std::uint64_t, Batch> waiting_;
};

// The data that the threads share. It is on the heap, because helpers may outlive the calling thread's stack; see
// run_parts().
struct Run {
  const Settings settings;
  const search::Evaluation& evaluation;
  const batch::RecordFormat format;
  const std::uint64_t first;
  InOrder finished{first};

  void play(std::uint64_t number, Worker& worker) {
    const auto game = play_game(settings, evaluation, number, [&worker] { return worker.go_on(); });
    if (game) finished.add(number, batch_of(*game, format));
  }
};

}  // namespace

void Batch::add(const Batch& next) {
  bytes.insert(bytes.end(), next.bytes.begin(), next.bytes.end());
  games += next.games;
  plies += next.plies;
  positions += next.positions;
  for (std::size_t i = 0; i < results.size(); ++i) results[i] += next.results[i];
}

Batch batch_of(const PlayedGame& game, batch::RecordFormat format) {
  Batch batch;
  batch.games = 1;
  batch.plies = game.plies.size();
  ++batch.results[std::size_t(1 - game.result)];
  batch::RecordWriter writer(format);
  batch::Record r;
  r.result = game.result;
  r.position = Position::start();
  for (const Move m : game.opening) r.position.play_unchecked(m);
  for (const Ply& ply : game.plies) {
    r.move = ply.move;
    r.score = ply.score;
    if (ply.is_kept && !writer.add(r)) ++batch.positions;
    r.position.play_unchecked(ply.move);
  }
  writer.finish();
  batch.bytes = writer.take();
  return batch;
}

bool play_games(const Settings& settings, const search::Evaluation& evaluation, batch::RecordFormat format,
                std::uint64_t first, std::uint64_t last, unsigned threads,
                const std::function<bool(const Batch&)>& take) {
  const std::shared_ptr<Run> run(new Run{settings, evaluation, format, first});
  const auto part = [run](std::size_t i, Worker& worker) { run->play(run->first + i, worker); };
  return run_parts(std::size_t(last - first), threads, part, [&](std::size_t) { return take(run->finished.take()); }) &&
         take(run->finished.take());
}

}  // namespace bitrook::selfplay
