// ThreadPool: threads that wait for work, so that parallel calls do not have to start new ones.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

namespace bitrook {

// The number of forks between the first process of the program and this one. It differs from that of every process
// whose memory this one has inherited. Process ids do not have this property, because they are reused.
unsigned fork_depth();

class ThreadPool {
 public:
  // Work that helpers may join. It is kept alive until the last helper has left.
  class Work {
   public:
    virtual ~Work() = default;
    // Called in each helper that joins, with the indices 1, 2, ...
    virtual void help(unsigned index) noexcept = 0;

   private:
    friend class ThreadPool;
    std::size_t wanted_ = 0;  // helpers that may still join
    unsigned joined_ = 0;
    std::atomic<unsigned> running_{0};
  };

  // The pool of this process, created by the first call; a forked child creates its own. It is never destroyed, because
  // the process may exit while helpers are waiting or working.
  static ThreadPool& get();

  ThreadPool(const ThreadPool&) = delete;

  // Allows up to `helpers` threads to join. Starts new threads if too few are idle and the system can provide them.
  void offer(const std::shared_ptr<Work>& work, std::size_t helpers);
  // Stops further helpers from joining, then waits until those that have joined have left, or until `due`. Returns
  // whether all of them have left.
  bool finish(Work& work, std::chrono::steady_clock::time_point due = std::chrono::steady_clock::time_point::max());

  // False in a process that was forked from the one with the helpers. No other function may be called then.
  bool is_here() const { return depth_ == fork_depth(); }

 private:
  ThreadPool() = default;
  void serve();

  const unsigned depth_ = fork_depth();
  std::mutex mutex_;  // guards everything below, and the members of Work
  std::condition_variable offered_, left_;
  std::deque<std::shared_ptr<Work>> offers_;  // that helpers may join
  std::atomic<bool> has_offers_{false};       // whether there are any; also read without the mutex
  std::size_t threads_ = 0, busy_ = 0;
};

}  // namespace bitrook
