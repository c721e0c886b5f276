// Starting, stopping and joining the threads that share numbered parts of work.
#include "bitrook/util/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace bitrook {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto CallbackInterval = std::chrono::milliseconds(50);
constexpr auto PollInterval = std::chrono::microseconds(200);

}  // namespace

namespace detail {

// State that all threads use. On the heap, so that helpers may outlive the stack of the calling thread.
struct SharedParts {
  const std::size_t parts;
  const std::function<void(std::size_t, Worker&)> part;
  std::atomic<std::size_t> next{0}, done{0};
  std::atomic<std::size_t> running{0};  // helpers
  std::atomic<bool> stopped{false};
  std::atomic<bool> failed{false};
  std::exception_ptr error{};  // of the helper that set `failed`; read after the helpers are joined

  Worker worker(unsigned index, const GoOn* callback = nullptr) { return {*this, index, callback}; }

  // Runs parts until none is left or the work is stopped.
  void work(Worker& worker) {
    while (worker.go_on()) {
      const std::size_t i = next++;
      if (i >= parts) return;
      part(i, worker);
      ++done;
    }
  }

  void help(unsigned index) {
    Worker helper = worker(index);
    try {
      work(helper);
    } catch (...) {
      if (!failed.exchange(true)) error = std::current_exception();
      stopped = true;
    }
    --running;
  }
};

}  // namespace detail

namespace {

// The helper threads of one call. The destructor stops them and waits for them.
class Helpers {
 public:
  explicit Helpers(std::shared_ptr<detail::SharedParts> shared) : shared_(std::move(shared)) {}
  Helpers(const Helpers&) = delete;
  ~Helpers() {
    shared_->stopped = true;
    join();
  }

  // Starts helpers 1 to `count`, or fewer if the system has no more threads.
  void start(std::size_t count) {
    threads_.reserve(count);
    for (std::size_t i = 1; i <= count; ++i) {
      ++shared_->running;
      try {
        threads_.emplace_back([shared = shared_, i] { shared->help(unsigned(i)); });
      } catch (const std::system_error&) {
        --shared_->running;
        return;
      }
    }
  }

  // True in a process that was forked from the one that started helpers: it does not have them.
  bool are_lost() const { return !threads_.empty() && process_ != process_id(); }

  void join() {
    // The destructor of a thread that was not joined ends the process, and a lost thread cannot be joined: leak it.
    if (are_lost()) new std::vector<std::thread>(std::move(threads_));
    for (std::thread& t : threads_) t.join();
    threads_.clear();
  }

 private:
  const std::shared_ptr<detail::SharedParts> shared_;
  const long process_ = process_id();
  std::vector<std::thread> threads_;
};

}  // namespace

long process_id() {
#if __has_include(<unistd.h>)
  return long(getpid());
#else
  return 0;
#endif
}

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

bool run_parts(std::size_t parts, unsigned threads, std::function<void(std::size_t, Worker&)> part, GoOn go_on) {
  const std::size_t workers = std::min({std::size_t{std::max(threads, 1u)}, std::size_t{max_threads()}, parts});
  const std::shared_ptr<detail::SharedParts> shared(new detail::SharedParts{parts, std::move(part)});
  Helpers helpers(shared);
  if (workers > 1) helpers.start(workers - 1);

  const GoOn callback = [&](std::size_t done) {
    if (!go_on(done)) return false;
    if (helpers.are_lost()) throw std::runtime_error("the process was forked while helper threads were running");
    return true;
  };
  Worker caller = shared->worker(0, go_on ? &callback : nullptr);
  shared->work(caller);
  while (go_on && shared->running > 0 && !helpers.are_lost()) {
    std::this_thread::sleep_for(PollInterval);
    caller.go_on();
  }
  helpers.join();
  if (shared->failed) std::rethrow_exception(shared->error);
  return !shared->stopped;
}

}  // namespace bitrook
