// Counting the moves of games in a bounded amount of memory, and writing those that were played often enough.
#include "bitrook/book/maker.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <queue>
#include <system_error>
#include <tuple>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/castling.hpp"

namespace bitrook::book {

// --- Counting in a hash table, and merging sorted files.

namespace {

// When merging: the number of files read at the same time, and the number of counts buffered for each of them. They
// bound the number of open files and the memory of a merge (2 MiB), however many files there are.
constexpr std::size_t MergedFiles = 64;
constexpr std::size_t BufferedCounts = 1024;

bool comes_before(const Count& a, const Count& b) { return std::tie(a.key, a.move) < std::tie(b.key, b.move); }
bool same_move(const Count& a, const Count& b) { return a.key == b.key && a.move == b.move; }

void add_to(Count& sum, const Count& other) {
  sum.games += other.games;
  sum.points += other.points;
  sum.first = std::min(sum.first, other.first);
}

std::filesystem::path file_path(const std::string& utf8) {
  return std::filesystem::path(std::u8string(utf8.begin(), utf8.end()));
}

}  // namespace

// A sorted sequence of counts, in a file or in memory.
class Counts::Run {
 public:
  explicit Run(const std::string& path) : buffer_(BufferedCounts) {
    errno = 0;
    file_.open(file_path(path), std::ios::binary);
    file_ ? fill() : fail();
  }
  Run(const Count* counts, std::size_t size) : at_(counts), end_(counts + size) {}

  int error() const { return error_; }  // an `errno` value, or 0
  bool is_empty() const { return at_ == end_; }
  const Count& front() const { return *at_; }
  void pop() {
    if (++at_ == end_ && !buffer_.empty()) fill();
  }

 private:
  void fill() {
    errno = 0;
    file_.read(reinterpret_cast<char*>(buffer_.data()), std::streamsize(buffer_.size() * sizeof(Count)));
    const auto bytes = std::size_t(file_.gcount());
    if (file_.bad() || bytes % sizeof(Count) != 0) return fail();
    at_ = buffer_.data();
    end_ = at_ + bytes / sizeof(Count);
  }
  void fail() {
    error_ = last_error();
    at_ = end_ = buffer_.data();
  }

  std::ifstream file_;
  std::vector<Count> buffer_;
  const Count* at_ = nullptr;
  const Count* end_ = nullptr;
  int error_ = 0;
};

std::unique_ptr<Counts> Counts::make(std::size_t memory, std::string directory) {
  const std::size_t size = std::bit_floor(std::max(memory, std::size_t{1} << 16) / sizeof(Count));
  auto* slots = static_cast<Count*>(std::calloc(size, sizeof(Count)));  // pages are allocated when they are first used
  return slots ? std::unique_ptr<Counts>(new Counts(slots, size, std::move(directory))) : nullptr;
}

int Counts::add(std::uint64_t key, std::uint16_t move, unsigned points) {
  std::size_t at = (key ^ move * 0x9E3779B97F4A7C15) & (size_ - 1);
  const Count count{key, added_++, points, 1, move};
  while (slots_[at].games != 0 && !same_move(slots_[at], count)) at = (at + 1) & (size_ - 1);
  if (slots_[at].games != 0) {
    add_to(slots_[at], count);
    return 0;
  }
  slots_[at] = count;
  return ++used_ <= size_ / 4 * 3 ? 0 : spill();
}

std::size_t Counts::sort() {
  Count* const end =
      std::partition(slots_.get(), slots_.get() + size_, [](const Count& count) { return count.games != 0; });
  std::sort(slots_.get(), end, comes_before);
  return std::size_t(end - slots_.get());
}

int Counts::spill() {
  const std::size_t count = sort();
  errno = 0;
  std::ofstream file(file_path(path(files_)), std::ios::binary);
  if (file) file.write(reinterpret_cast<const char*>(slots_.get()), std::streamsize(count * sizeof(Count)));
  if (file) file.close();
  const int error = file ? 0 : last_error();
  ++files_;
  std::memset(static_cast<void*>(slots_.get()), 0, size_ * sizeof(Count));
  used_ = 0;
  return error;
}

int Counts::merge_runs(const Runs& runs, const std::function<void(const Count&)>& take) {
  const auto comes_later = [](const Run* a, const Run* b) { return comes_before(b->front(), a->front()); };
  std::priority_queue<Run*, std::vector<Run*>, decltype(comes_later)> queue(comes_later);
  for (const auto& run : runs) {
    if (run->error()) return run->error();
    if (!run->is_empty()) queue.push(run.get());
  }
  Count sum{};
  while (!queue.empty()) {
    Run* const run = queue.top();
    queue.pop();
    if (sum.games != 0 && same_move(sum, run->front())) {
      add_to(sum, run->front());
    } else {
      if (sum.games != 0) take(sum);
      sum = run->front();
    }
    run->pop();
    if (run->error()) return run->error();
    if (!run->is_empty()) queue.push(run);
  }
  if (sum.games != 0) take(sum);
  return 0;
}

int Counts::merge_oldest_files() {
  Runs runs;
  for (std::size_t i = 0; i < MergedFiles; ++i) runs.push_back(std::make_unique<Run>(path(oldest_ + i)));
  errno = 0;
  std::ofstream file(file_path(path(files_++)), std::ios::binary);
  int write_error = file ? 0 : last_error();
  const int read_error = merge_runs(runs, [&](const Count& count) {
    errno = 0;
    if (write_error == 0 && !file.write(reinterpret_cast<const char*>(&count), sizeof(Count)))
      write_error = last_error();
  });
  errno = 0;
  file.close();
  if (!file && write_error == 0) write_error = last_error();
  runs.clear();  // closes the files: Windows cannot remove open ones
  std::error_code ignored;
  for (const std::size_t end = oldest_ + MergedFiles; oldest_ < end; ++oldest_)
    std::filesystem::remove(file_path(path(oldest_)), ignored);
  return read_error != 0 ? read_error : write_error;
}

int Counts::merge(const std::function<void(const Count&)>& take) {
  while (files_ - oldest_ > MergedFiles)
    if (const int error = merge_oldest_files()) return error;
  Runs runs;
  for (std::size_t i = oldest_; i < files_; ++i) runs.push_back(std::make_unique<Run>(path(i)));
  runs.push_back(std::make_unique<Run>(slots_.get(), sort()));
  return merge_runs(runs, take);
}

int Maker::add_game(Position start, std::span<const std::int16_t> moves, int result,
                    const std::array<bool, 2>& counted) {
  Position& p = start;
  for (const std::int16_t word : moves.first(std::min<std::size_t>(moves.size(), options_.max_ply))) {
    if (std::uint16_t(word) >> 12 >= 7) return 0;  // not a move
    const Move m = to_own_encoding(p, Move::from_word(std::uint16_t(word)));
    if (!is_legal(p, m)) return 0;
    const Color us = p.turn();
    if (options_.colors[index(us)] && counted[index(us)]) {
      const int points = 1 + (us == Color::White ? result : -result);
      if (const int error = counts_->add(p.key(), encode_move(m, p), unsigned(points))) return error;
    }
    p.play_unchecked(m);
  }
  return 0;
}

std::uint64_t Maker::weight(const Count& count) const {
  if (count.games < options_.min_games) return 0;
  switch (options_.weighting) {
    case Weighting::Frequency:
      return count.games;
    case Weighting::Uniform:
      return count.points != 0;
    default:
      return count.points;
  }
}

int Maker::finish(Writer& out) {
  std::vector<Count> moves;  // of one position
  const auto write = [&] {
    std::ranges::sort(moves, {}, &Count::first);
    std::vector<WeightedMove> weighted;
    for (const Count& count : moves) weighted.push_back({count.move, weight(count)});
    if (!moves.empty()) out.add(moves[0].key, std::move(weighted));
    moves.clear();
  };
  const int read_error = counts_->merge([&](const Count& count) {
    if (!moves.empty() && moves[0].key != count.key) write();
    moves.push_back(count);
  });
  write();
  const int write_error = out.close();
  return read_error != 0 ? read_error : write_error;
}

}  // namespace bitrook::book
