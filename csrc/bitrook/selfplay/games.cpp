// Playing many games in several threads, and returning them in the order of their numbers.
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "bitrook/selfplay/selfplay.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::selfplay {

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
