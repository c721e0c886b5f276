// ThreadPool: threads that wait for work, so that a call which shares its work does not have to start any.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

namespace bitrook {

// The number of forks from the first process of the program to this one. A process has another one than those whose
// memory it inherited, which is not true of its id: ids are reused.
unsigned fork_depth();

class ThreadPool {
 public:
  // Work that helpers may join. It is kept until the last helper has left it.
  class Work {
   public:
    virtual ~Work() = default;
    // Called in each helper that joins, with 1, 2, ...
    virtual void help(unsigned index) noexcept = 0;

   private:
    friend class ThreadPool;
    std::size_t wanted_ = 0;  // helpers that may still join
    unsigned joined_ = 0;
    std::atomic<unsigned> running_{0};
  };

  // The pool of this process, made at the first call; a fork has one of its own. It is never destroyed, because the
  // process may end while helpers wait or work.
  static ThreadPool& get();

  ThreadPool(const ThreadPool&) = delete;

  // Allows up to `helpers` threads to join. Starts threads if too few are idle, as far as the system can provide them.
  void offer(const std::shared_ptr<Work>& work, std::size_t helpers);
  // From now on no helper joins. Waits until all that have joined have left, or until `due`. Returns whether they have.
  bool finish(Work& work, std::chrono::steady_clock::time_point due = std::chrono::steady_clock::time_point::max());

  // False in a process that was forked from the one that has the helpers: no function may be called then.
  bool is_here() const { return depth_ == fork_depth(); }

 private:
  ThreadPool() = default;
  void serve();

  const unsigned depth_ = fork_depth();
  std::mutex mutex_;  // of everything below, and of the members of Work
  std::condition_variable offered_, left_;
  std::deque<std::shared_ptr<Work>> offers_;  // that helpers may join
  std::atomic<bool> has_offers_{false};       // whether there are any; read without the mutex, too
  std::size_t threads_ = 0, busy_ = 0;
};

}  // namespace bitrook
