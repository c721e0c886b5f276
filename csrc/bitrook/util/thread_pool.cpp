// Starts helper threads, hands work to them, and ends those that have been idle for a while.
#include "bitrook/util/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#if __has_include(<sys/wait.h>)  // POSIX
#include <pthread.h>
#include <signal.h>
#define BITROOK_POSIX 1
#endif

namespace bitrook {

namespace {

using Clock = std::chrono::steady_clock;

// Idle helpers exit after this delay, because Python warns when a program forks while other threads exist.
constexpr auto IdleTime = std::chrono::seconds(5);

// Waking a thread takes 50 microseconds or more, as long as many calls on a batch. Since calls often follow each other
// closely, threads poll for this long before they go to sleep.
constexpr auto PollTime = std::chrono::microseconds(100);

template <class Condition>
void poll(Condition is_met) {
  for (const auto end = Clock::now() + PollTime; !is_met() && Clock::now() < end;) std::this_thread::yield();
}

// While an object exists, blocks signals in the calling thread and in the threads that it starts, so that signals sent
// to the process are delivered to the program's own threads. Signals for errors, such as SIGSEGV, are not blocked: the
// thread that causes the error receives them.
class BlockedSignals {
 public:
  BlockedSignals(const BlockedSignals&) = delete;
#ifdef BITROOK_POSIX
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    for (const int error : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) sigdelset(&all, error);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
#else
  BlockedSignals() {}
  ~BlockedSignals() {}
#endif
};

unsigned forks = 0;
#ifdef BITROOK_POSIX
[[maybe_unused]] const int CountsForks = pthread_atfork(nullptr, nullptr, [] { ++forks; });
#endif

// The default stack size is 128 KB in musl, 512 KB on macOS, 1 MB on Windows, and usually 8 MB in glibc. Work can be
// recursive: a search needs about 0.5 KB for each of up to 128 plies, and calls the user's evaluation functions.
constexpr std::size_t StackSize = std::size_t{8} << 20;

// Starts a detached thread. Returns false if the system has no more threads or no memory.
bool start_thread(void* (*run)(void*), void* argument) {
#ifdef BITROOK_POSIX
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const bool started = pthread_attr_setstacksize(&attributes, StackSize) == 0 &&
                       pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                       pthread_create(&thread, &attributes, run, argument) == 0;
  pthread_attr_destroy(&attributes);
  return started;
#else
  try {
    std::thread(run, argument).detach();
    return true;
  } catch (const std::exception&) {
    return false;
  }
#endif
}

}  // namespace

unsigned fork_depth() { return forks; }

ThreadPool& ThreadPool::get() {
  static std::atomic<ThreadPool*> current{nullptr};
  ThreadPool* known = current;
  if (known && known->is_here()) return *known;
  // The parent's pool is leaked: its mutex may be locked by a thread that does not exist in the child.
  auto* made = new ThreadPool;
  if (current.compare_exchange_strong(known, made)) return *made;
  delete made;  // another thread was faster
  return *known;
}

void ThreadPool::offer(const std::shared_ptr<Work>& work, std::size_t helpers) {
  std::size_t waiting, missing;
  {
    const std::lock_guard lock(mutex_);
    offers_.push_back(work);
    has_offers_ = true;
    work->wanted_ = helpers;
    std::size_t wanted = 0;
    for (const auto& w : offers_) wanted += w->wanted_;
    waiting = threads_ - busy_;
    missing = wanted - std::min(wanted, waiting);
    threads_ += missing;
  }
  for (std::size_t i = std::min(helpers, waiting); i > 0; --i) offered_.notify_one();
  if (missing == 0) return;
  const BlockedSignals blocked;
  for (; missing > 0; --missing) {
    const auto serve = [](void* pool) -> void* {
      static_cast<ThreadPool*>(pool)->serve();
      return nullptr;
    };
    if (start_thread(serve, this)) continue;
    const std::lock_guard lock(mutex_);  // continue with fewer helpers
    threads_ -= missing;
    return;
  }
}

// The main loop of a helper.
void ThreadPool::serve() {
  std::unique_lock lock(mutex_);
  while (offered_.wait_for(lock, IdleTime, [&] { return !offers_.empty(); })) {
    std::shared_ptr<Work> work = offers_.front();
    if (--work->wanted_ == 0) offers_.pop_front();
    has_offers_ = !offers_.empty();
    const unsigned index = ++work->joined_;
    ++work->running_;
    ++busy_;
    lock.unlock();
    work->help(index);
    lock.lock();
    --busy_;
    --work->running_;
    work.reset();  // before the caller continues, so that its memory is freed by then
    left_.notify_all();
    lock.unlock();
    poll([&] { return has_offers_.load(); });
    lock.lock();
  }
  --threads_;
}

bool ThreadPool::finish(Work& work, Clock::time_point due) {
  std::unique_lock lock(mutex_);
  if (work.wanted_ != 0) {
    work.wanted_ = 0;
    std::erase_if(offers_, [&](const auto& w) { return w.get() == &work; });
    has_offers_ = !offers_.empty();
  }
  const auto is_left = [&] { return work.running_ == 0; };
  if (!is_left()) {
    lock.unlock();
    poll([&] { return work.running_.load() == 0; });
    lock.lock();
  }
  if (due != Clock::time_point::max()) return left_.wait_until(lock, due, is_left);
  left_.wait(lock, is_left);
  return true;
}

}  // namespace bitrook
