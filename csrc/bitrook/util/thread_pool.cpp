// Starts helper threads, hands work to them, and ends those that have been idle for long.
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

// After so long without work a helper ends. Programs that fork are warned of threads that wait.
constexpr auto IdleTime = std::chrono::seconds(5);

// To wake a thread takes 50 microseconds and more, as long as many a call on a batch. So a thread first polls for so
// long, because calls often follow each other.
constexpr auto PollTime = std::chrono::microseconds(100);

template <class Condition>
void poll(Condition is_met) {
  for (const auto end = Clock::now() + PollTime; !is_met() && Clock::now() < end;) std::this_thread::yield();
}

// Blocks the signals of the calling thread, and of those that it starts, for as long as it lives. Signals of the
// process must reach the program's own threads. Those of errors stay, which the thread that makes the error receives.
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

// By default musl gives a thread 128 KB, macOS 512 KB, Windows 1 MB, and glibc mostly 8 MB. Work is recursive: a search
// takes about 0.5 KB for each of up to 128 plies, and calls evaluations of the user.
constexpr std::size_t StackSize = std::size_t{8} << 20;

// Starts a thread that nobody joins. False if the system has no more threads or no memory.
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
  // The parent's pool is left as it is: a thread that the fork does not have may have locked its mutex.
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
    const std::lock_guard lock(mutex_);  // fewer do the work
    threads_ -= missing;
    return;
  }
}

// The loop of a helper.
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
    work.reset();  // before the caller goes on, so that the memory is free then
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
