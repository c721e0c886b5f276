// Reading, cutting, parsing and joining, and the threads that do this work.
#include "bitrook/data/pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "bitrook/data/chunker.hpp"
#include "bitrook/data/rows.hpp"
#include "bitrook/util/thread_pool.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::data {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t FirstBatch = 1024;
constexpr std::size_t MostBytes = std::size_t{256} << 20;  // of a batch, approximately

}  // namespace

// Not in the anonymous namespace: GCC 12 warns about members of such types if a unity build includes this file.
namespace detail {

struct Task {
  enum class State : std::uint8_t { Waiting, Running, Done };

  explicit Task(Chunk&& c) : chunk(std::move(c)) {}
  std::string_view text() const { return {chunk.text.data(), chunk.text.size()}; }

  // Parses the chunk independently of others.
  void run(const Plan& plan) {
    try {
      if (!chunk.begins_game) return;  // only the reader of the previous chunk can
      reader = new_reader(plan, chunk.position);
      feed(*reader);
    } catch (const std::exception&) {
      error = std::current_exception();
    }
  }
  void feed(ChunkReader& to) const {
    to.feed(text(), chunk.offsets);
    if (chunk.ends_game) to.finish();
  }

  Chunk chunk;
  State state = State::Waiting;
  std::unique_ptr<ChunkReader> reader;
  std::exception_ptr error;
};

// The chunks that are being parsed, in order. Helpers share ownership, because they may outlive the pipeline when the
// process ends.
class Tasks : public ThreadPool::Work {
 public:
  explicit Tasks(std::shared_ptr<const Plan> plan) : plan_(std::move(plan)) {}

  std::size_t size() const { return tasks_.size(); }
  void add(Chunk&& chunk) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::make_shared<Task>(std::move(chunk)));
    has_work_.notify_one();
  }
  // Removes and returns the first task if it is done.
  std::shared_ptr<Task> take_first_if_done() {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty() || tasks_.front()->state != Task::State::Done) return nullptr;
    auto first = std::move(tasks_.front());
    tasks_.pop_front();
    return first;
  }
  // Runs the first waiting task. Returns false if there is none.
  bool run_one() {
    std::unique_lock lock(mutex_);
    return run_one(lock);
  }
  void wait_for_first() {
    std::unique_lock lock(mutex_);
    is_done_.wait_for(lock, CallbackInterval,
                      [&] { return !tasks_.empty() && tasks_.front()->state == Task::State::Done; });
  }
  void help(unsigned) noexcept override {
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      if (!run_one(lock)) has_work_.wait(lock);
    }
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    tasks_.clear();
    has_work_.notify_all();
  }

 private:
  bool run_one(std::unique_lock<std::mutex>& lock) {
    const auto found = std::ranges::find_if(tasks_, [](const auto& t) { return t->state == Task::State::Waiting; });
    if (found == tasks_.end()) return false;
    const std::shared_ptr<Task> task = *found;
    task->state = Task::State::Running;
    lock.unlock();
    task->run(*plan_);
    lock.lock();
    task->state = Task::State::Done;
    is_done_.notify_one();
    return true;
  }

  const std::shared_ptr<const Plan> plan_;
  std::mutex mutex_;
  std::condition_variable has_work_, is_done_;
  std::deque<std::shared_ptr<Task>> tasks_;  // changed by the calling thread only
  bool stopped_ = false;
};

}  // namespace detail

class Pipeline::Impl {
 public:
  Impl(std::shared_ptr<const Plan> plan, std::unique_ptr<Source> source, const PipelineOptions& options)
      : plan_(std::move(plan)),
        source_(std::move(source)),
        options_(options),
        threads_(std::clamp(options.threads, 1U, max_threads())),
        tasks_(std::make_shared<detail::Tasks>(plan_)),
        chunker_(options.chunk_size, plan_->lines != nullptr),
        rows_(std::make_shared<Table>(plan_->fields)),
        limit_left_(options.limit) {}

  ~Impl() {
    if (is_forked()) {  // there are no helpers, and the mutex may be locked forever, so leak it
      new std::shared_ptr<detail::Tasks>(tasks_);
      return;
    }
    tasks_->stop();
    if (pool_) pool_->finish(*tasks_);
  }

  std::shared_ptr<Table> next() {
    const std::size_t wanted = is_first_ ? std::min(options_.batch_size, FirstBatch) : options_.batch_size;
    if (left() < wanted) drop_taken();
    while (!is_complete(wanted) && step()) {
    }
    if (left() == 0) {
      if (error_) std::rethrow_exception(error_);
      return nullptr;
    }
    const std::size_t count = std::min(wanted, left()), others = left() - count;
    auto made = std::make_shared<Table>(plan_->fields);
    if (taken_ == 0 && others <= count) {  // copy the others, which are fewer
      made->append(*rows_, count, others);
      rows_->truncate(count);
      std::swap(made, rows_);
    } else {
      made->append(*rows_, taken_, count);
      taken_ += count;
    }
    is_first_ = false;
    return made;
  }

  std::shared_ptr<Table> rest() {
    drop_taken();
    while (step()) {
    }
    if (error_) std::rethrow_exception(error_);
    rows_->shrink();
    return std::exchange(rows_, std::make_shared<Table>(plan_->fields));
  }

 private:
  std::size_t left() const { return rows_->rows() - taken_; }
  // Precondition: no rows were taken from `rows_`, or enough are left.
  bool is_complete(std::size_t wanted) const { return left() >= wanted || (left() > 0 && rows_->bytes() > MostBytes); }
  void drop_taken() {
    if (taken_ == 0) return;
    auto others = std::make_shared<Table>(plan_->fields);
    others->append(*rows_, taken_, left());
    rows_ = std::move(others);
    taken_ = 0;
  }
  bool is_forked() const { return pool_ && !pool_->is_here(); }

  // Does one step of work. Returns false if there is nothing left to do.
  bool step() {
    try {
      if (!is_over_) advance();
    } catch (const std::exception&) {
      error_ = std::current_exception();
      stop();
    }
    return !is_over_;
  }
  void advance() {
    if (is_forked()) throw std::invalid_argument("the process was forked while games were being read");
    if (Clock::now() >= due_) {
      due_ = Clock::now() + CallbackInterval;
      source_->go_on(games_);
    }
    if (const auto task = tasks_->take_first_if_done()) {
      join(*task);
    } else if (!source_is_read_ && tasks_->size() < (threads_ == 1 ? 1 : 2 * threads_)) {
      read();
    } else if (tasks_->size() != 0) {
      if (!tasks_->run_one()) tasks_->wait_for_first();
    } else {
      if (source_error_) std::rethrow_exception(source_error_);
      stop();
    }
  }
  void stop() {
    is_over_ = true;
    if (!is_forked()) tasks_->stop();
  }

  void read() {
    start_helpers();
    Block block;
    try {
      source_is_read_ = !source_->read(block);
      source_is_read_ ? chunker_.end() : chunker_.add(std::move(block));
    } catch (const SourceError&) {  // the game that was cut off is not reported
      source_is_read_ = true;
      source_error_ = std::current_exception();
    }
    while (auto chunk = chunker_.next()) tasks_->add(std::move(*chunk));
    if (source_error_) {
      if (auto chunk = chunker_.cut_off()) tasks_->add(std::move(*chunk));
    }
    if (chunker_.shard_is_complete() && !source_is_read_) source_->skip_text();
  }

  void start_helpers() {
    if (threads_ == 1 || pool_) return;
    ThreadPool& pool = ThreadPool::get();
    pool.offer(tasks_, threads_ - 1);
    pool_ = &pool;
  }

  // Adds the rows of a chunk, in order.
  void join(detail::Task& task) {
    if (task.error) std::rethrow_exception(task.error);
    const bool goes_on = open_ != nullptr;  // the previous chunk ends within a game, so its reader continues
    std::unique_ptr<ChunkReader> reader = std::move(goes_on ? open_ : task.reader);
    if (goes_on) task.feed(*reader);
    add_rows(*reader);
    if (is_over_) return;
    if (reader->failure()) throw std::invalid_argument(*reader->failure());
    if (!task.chunk.ends_game) {
      reader->start_table();
      open_ = std::move(reader);
    }
  }

  void add_rows(const ChunkReader& reader) {
    const Table& rows = *reader.table();
    std::size_t next = 0;
    for (const Deferred& line : reader.deferred()) {
      append(rows, next, line.row - next);
      if (is_over_) return;
      next = line.row;
      add_deferred(line);
      if (is_over_) return;
    }
    append(rows, next, rows.rows() - next);
    games_ += reader.games();
  }
  void append(const Table& rows, std::size_t from, std::size_t available) {
    const auto count = std::size_t(std::min<std::uint64_t>(available, limit_left_));
    rows_->append(rows, from, count);
    limit_left_ -= count;
    if (limit_left_ == 0) stop();
  }
  void add_deferred(const Deferred& line) {
    if (!resolver_) resolver_ = new_reader(*plan_, 0);
    resolver_->start_table();
    std::string text;
    if (source_->rewrite(line.line, text)) {
      resolver_->resolve(line, text, {});
    } else {
      resolver_->resolve(line, std::nullopt, text);
    }
    append(*resolver_->table(), 0, resolver_->table()->rows());
    games_ += resolver_->games();
    if (!is_over_ && resolver_->failure()) throw std::invalid_argument(*resolver_->failure());
  }

  const std::shared_ptr<const Plan> plan_;
  const std::unique_ptr<Source> source_;
  const PipelineOptions options_;
  const unsigned threads_;
  const std::shared_ptr<detail::Tasks> tasks_;
  Chunker chunker_;
  std::shared_ptr<Table> rows_;            // of the next batches
  std::size_t taken_ = 0;                  // the number of rows at the front of `rows_` that were in previous batches
  std::unique_ptr<ChunkReader> resolver_;  // of deferred lines
  std::unique_ptr<ChunkReader> open_;      // of a chunk that ends within a game
  ThreadPool* pool_ = nullptr;             // set when helpers are requested
  std::exception_ptr source_error_;        // thrown after the rows before it
  std::exception_ptr error_;
  std::uint64_t limit_left_, games_ = 0;
  Clock::time_point due_ = Clock::now() + CallbackInterval;
  bool source_is_read_ = false, is_over_ = false, is_first_ = true;
};

Pipeline::Pipeline(std::shared_ptr<const Plan> plan, std::unique_ptr<Source> source, const PipelineOptions& options)
    : impl_(std::make_unique<Impl>(std::move(plan), std::move(source), options)) {}
Pipeline::~Pipeline() = default;

std::shared_ptr<Table> Pipeline::next() { return impl_->next(); }
std::shared_ptr<Table> Pipeline::rest() { return impl_->rest(); }

}  // namespace bitrook::data
