// Parts of work shared by threads: each part runs once, and stops, exceptions and forks leave no threads behind.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bitrook/util/threads.hpp"

#if __has_include(<sys/wait.h>)
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#define HAS_FORK 1
#endif

using namespace bitrook;

namespace {

// Counts the threads that are currently running a part.
struct Inside {
  explicit Inside(std::atomic<int>& n) : n_(n) { ++n_; }
  ~Inside() { --n_; }
  std::atomic<int>& n_;
};

// Runs a part that ends only when the work is stopped.
void run_until_stopped(Worker& worker) {
  while (worker.go_on()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

TEST_CASE("every part is run once, by a worker whose index is below the number of threads") {
  for (const Schedule schedule : {Schedule::Dynamic, Schedule::Static})
    for (const unsigned threads : {0u, 1u, 2u, 3u, 1000u})
      for (const std::size_t parts : {0u, 1u, 2u, 1000u}) {
        std::vector<std::atomic<int>> runs(parts);
        std::atomic<unsigned> highest{0};
        const auto part = [&](std::size_t i, Worker& worker) {
          ++runs[i];
          if (worker.index() > highest) highest = worker.index();
        };
        CHECK(run_parts(parts, threads, part, {}, schedule));
        for (const auto& n : runs) CHECK(n == 1);
        CHECK(highest < std::max(threads, 1u));
        CHECK(highest < max_threads());
      }
}

TEST_CASE("with a static schedule a thread begins with its own share") {
  constexpr std::size_t Parts = 60;
  constexpr unsigned Threads = 3;
  std::vector<std::vector<std::size_t>> parts_of(Threads);
  std::atomic<unsigned> begun{0};
  const auto part = [&](std::size_t i, Worker& worker) {
    auto& own = parts_of[worker.index()];
    own.push_back(i);
    if (own.size() == 1) {  // wait until all threads have begun, or a late one would find its share taken
      ++begun;
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (begun < Threads && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    }
  };
  CHECK(run_parts(Parts, Threads, part, {}, Schedule::Static));
  CHECK(begun == Threads);
  for (unsigned k = 0; k < Threads; ++k) CHECK(parts_of[k].at(0) == Parts * k / Threads);
}

TEST_CASE("with a dynamic schedule parts are started in order") {
  std::vector<std::size_t> order;
  CHECK(run_parts(100, 1, [&](std::size_t i, Worker&) { order.push_back(i); }));
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
}

TEST_CASE("the callback runs in the calling thread, hears of finished parts and stops the work") {
  const auto here = std::this_thread::get_id();
  for (const unsigned threads : {1u, 2u}) {
    std::atomic<int> inside{0};
    std::vector<std::size_t> heard;
    const bool completed = run_parts(
        1000, threads,
        [&](std::size_t i, Worker& worker) {
          const Inside in(inside);
          if (i >= 10) run_until_stopped(worker);
        },
        [&](std::size_t done) {
          CHECK(std::this_thread::get_id() == here);
          heard.push_back(done);
          return heard.size() < 3;
        });
    CHECK(!completed);
    CHECK(inside == 0);
    REQUIRE(heard.size() == 3);
    CHECK(std::is_sorted(heard.begin(), heard.end()));
    CHECK(heard.back() <= 10);
  }
}

TEST_CASE("the callback is also called while only helpers work") {
  std::atomic<bool> helper_is_busy{false};
  int calls = 0;
  const bool completed = run_parts(
      2, 2,
      [&](std::size_t, Worker& worker) {
        if (worker.index() != 0) {
          helper_is_busy = true;
          run_until_stopped(worker);
        } else {
          while (!helper_is_busy) std::this_thread::yield();
        }
      },
      [&](std::size_t) { return ++calls < 2; });
  CHECK(!completed);
  CHECK(calls == 2);
}

TEST_CASE("an exception stops the other threads and is rethrown") {
  for (const unsigned thrower : {0u, 1u}) {
    std::atomic<int> inside{0};
    const auto part = [&](std::size_t, Worker& worker) {
      const Inside in(inside);
      if (worker.index() == thrower) throw std::out_of_range("part");
      run_until_stopped(worker);
    };
    CHECK_THROWS_WITH_AS(run_parts(100, 2, part), "part", std::out_of_range);
    CHECK(inside == 0);
  }
  const auto part = [](std::size_t, Worker& worker) { run_until_stopped(worker); };
  const auto callback = [](std::size_t) -> bool { throw 42; };
  CHECK_THROWS_AS(run_parts(100, 2, part, callback), int);
}

TEST_CASE("several threads, and parts themselves, share work at the same time") {
  std::atomic<int> runs{0};
  const auto part = [&](std::size_t, Worker&) { run_parts(10, 3, [&](std::size_t, Worker&) { ++runs; }); };
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int call = 0; call < 20; ++call) CHECK(run_parts(5, 2, part));
    });
  }
  for (std::thread& t : callers) t.join();
  CHECK(runs == 4 * 20 * 5 * 10);
}

TEST_CASE("what a part owns is freed when the call returns") {
  const auto owned = std::make_shared<int>(1);
  for (int call = 0; call < 200; ++call) {
    run_parts(2, 2, [owned](std::size_t, Worker&) {});
    CHECK(owned.use_count() == 1);
  }
}

#ifdef HAS_FORK

TEST_CASE("a forked process does not wait for the threads of its parent") {
  enum { Stopped = 10, Threw, Completed };
  for (const unsigned threads : {1u, 2u})
    for (const bool child_goes_on : {false, true}) {
      const pid_t parent = getpid();
      pid_t child = -1;
      int outcome = Completed;
      const auto part = [&](std::size_t, Worker& worker) {
        for (int i = 0; i < 200 && worker.go_on(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      };
      const auto callback = [&](std::size_t) {
        if (getpid() != parent) return true;
        if (child < 0) child = fork();
        return child == 0 && child_goes_on;
      };
      try {
        if (!run_parts(2, threads, part, callback)) outcome = Stopped;
      } catch (const std::runtime_error&) {
        outcome = Threw;
      }
      if (getpid() != parent) _exit(outcome);
      CHECK(outcome == Stopped);
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      CHECK(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) == (!child_goes_on ? Stopped : threads > 1 ? Threw : Completed));
    }
}

#ifdef __GLIBC__

TEST_CASE("helpers are joined when the system ends the calling thread") {
  static std::atomic<int> inside{0}, calls{0};
  for (const unsigned threads : {1u, 2u, 4u}) {
    calls = 0;
    static unsigned wanted;
    wanted = threads;
    pthread_t thread;
    const auto run = [](void*) -> void* {
      run_parts(
          100, wanted,
          [](std::size_t, Worker& worker) {
            const Inside in(inside);
            run_until_stopped(worker);
          },
          [](std::size_t) -> bool {
            ++calls;
            pthread_exit(nullptr);
          });
      return nullptr;
    };
    REQUIRE(pthread_create(&thread, nullptr, run, nullptr) == 0);
    REQUIRE(pthread_join(thread, nullptr) == 0);
    CHECK(calls == 1);
    CHECK(inside == 0);
  }
}

#endif
#endif
