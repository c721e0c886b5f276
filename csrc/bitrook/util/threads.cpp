// Distributes numbered parts of work over the calling thread and helpers of the pool, and waits for the helpers.
#include "bitrook/util/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "bitrook/util/thread_pool.hpp"

namespace bitrook {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

namespace detail {

// The state shared by all threads. It is on the heap because helpers may outlive the stack of the calling thread.
struct SharedParts : ThreadPool::Work {
  // A range of consecutive parts, which threads take from the front.
  struct alignas(64) Share {  // one cache line each
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };

  const std::function<void(std::size_t, Worker&)> part;
  std::vector<Share> shares;  // one for all threads, or one per thread
  std::atomic<std::size_t> done{0};
  std::atomic<bool> stopped{false};
  std::atomic<bool> failed{false};
  std::exception_ptr error{};  // of the helper that set `failed`; read after the helpers have left

  SharedParts(std::size_t parts, std::size_t count, std::function<void(std::size_t, Worker&)> part)
      : part(std::move(part)), shares(count) {
    for (std::size_t k = 0; k < count; ++k) {
      shares[k].next = parts * k / count;
      shares[k].end = parts * (k + 1) / count;
    }
  }

  Worker worker(unsigned index, const GoOn* callback = nullptr) { return {*this, index, callback}; }
  Clock::time_point due(const Worker& worker) const { return worker.due_; }

  // Runs parts, starting with the thread's own share, until none are left or the work is stopped.
  void work(Worker& worker) {
    for (std::size_t k = 0; k < shares.size(); ++k) {
      Share& share = shares[(worker.index() + k) % shares.size()];
      for (std::size_t i; worker.go_on() && (i = share.next++) < share.end; ++done) part(i, worker);
    }
  }

  void help(unsigned index) noexcept override {
    Worker helper = worker(index);
    try {
      work(helper);
    } catch (...) {
      if (!failed.exchange(true)) error = std::current_exception();
      stopped = true;
    }
  }
};

}  // namespace detail

namespace {

// The helpers of one call of run_parts(). The destructor stops them and waits for them.
class Helpers {
 public:
  explicit Helpers(const std::shared_ptr<detail::SharedParts>& shared) : shared_(shared) {}
  Helpers(const Helpers&) = delete;
  ~Helpers() {
    shared_->stopped = true;
    if (pool_ && !are_lost()) pool_->finish(*shared_);
  }

  void offer_work(std::size_t count) {
    ThreadPool& pool = ThreadPool::get();
    pool.offer(shared_, count);
    pool_ = &pool;
  }

  // True in a process that was forked from the one with the helpers.
  bool are_lost() const { return pool_ && !pool_->is_here(); }

  // Waits until they have left, or until `due`. Returns whether they have.
  bool finish(Clock::time_point due) { return !pool_ || are_lost() || pool_->finish(*shared_, due); }

 private:
  const std::shared_ptr<detail::SharedParts> shared_;
  ThreadPool* pool_ = nullptr;
};

}  // namespace

unsigned max_threads() {
  static const unsigned Processors = std::max(std::thread::hardware_concurrency(), 1u);
  return 4 * Processors;
}

Worker::Worker(detail::SharedParts& shared, unsigned index, const GoOn* callback)
    : shared_(shared), index_(index), callback_(callback), due_(Clock::now() + CallbackInterval) {}

bool Worker::go_on() {
  if (shared_.stopped.load(std::memory_order_relaxed)) return false;
  if (callback_ == nullptr || Clock::now() < due_) return true;
  if (!(*callback_)(shared_.done)) shared_.stopped = true;
  due_ = Clock::now() + CallbackInterval;
  return !shared_.stopped;
}

bool run_parts(std::size_t parts, unsigned threads, std::function<void(std::size_t, Worker&)> part, GoOn go_on,
               Schedule schedule) {
  const std::size_t workers = std::min({std::size_t{std::max(threads, 1u)}, std::size_t{max_threads()}, parts});
  const std::size_t shares = schedule == Schedule::Static ? std::max<std::size_t>(workers, 1) : 1;
  const auto shared = std::make_shared<detail::SharedParts>(parts, shares, std::move(part));
  Helpers helpers(shared);
  if (workers > 1) helpers.offer_work(workers - 1);

  const GoOn callback = [&](std::size_t done) {
    if (!go_on(done)) return false;
    if (helpers.are_lost()) throw std::runtime_error("the process was forked while helper threads were running");
    return true;
  };
  Worker caller = shared->worker(0, go_on ? &callback : nullptr);
  shared->work(caller);
  // A callback that has stopped the work is not called again.
  const auto due = [&] { return go_on && !shared->stopped ? shared->due(caller) : Clock::time_point::max(); };
  while (!helpers.finish(due())) caller.go_on();
  if (shared->failed) std::rethrow_exception(shared->error);
  return !shared->stopped;
}

}  // namespace bitrook
