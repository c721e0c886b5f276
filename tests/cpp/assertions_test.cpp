// Tests that checked builds abort when a precondition is violated. Each violation runs in a separate process.
#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bitrook/pgn/parser.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/search/default_evaluation.hpp"
#include "bitrook/search/search.hpp"

#if defined(BITROOK_CHECKED) && __has_include(<sys/wait.h>)
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace bitrook;

namespace {

template <class Violation>
bool aborts(Violation violation) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // doctest's handler would report a crashed test
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    violation();
    _exit(0);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

TEST_CASE("checked builds refuse to write past the end of a list of moves") {
  const auto add = [](std::size_t n) {
    return [n] {
      MoveList moves;
      for (std::size_t i = 0; i < n; ++i) moves.add(Move::normal(Square::E2, Square::E4));
    };
  };
  CHECK_FALSE(aborts(add(MaxMoves)));
  CHECK(aborts(add(MaxMoves + 1)));
  CHECK(aborts([] { MoveList().resize(MaxMoves + 1); }));
  CHECK(aborts([] { (void)MoveList()[0]; }));
}

TEST_CASE("checked builds refuse to unmake a move that was not the last one") {
  Position p = Position::start();
  const Undo first = p.play_unchecked(Move::normal(Square::E2, Square::E4));
  const Undo second = p.play_unchecked(Move::normal(Square::E7, Square::E5));
  CHECK(aborts([&] { p.undo(first); }));
  CHECK_FALSE(aborts([&] {
    p.undo(second);
    p.undo(first);
  }));
}

TEST_CASE("checked builds refuse limits of a PGN reader that are out of range") {
  const auto parser = [](std::size_t pgn::Limits::* limit, std::size_t value) {
    return [=] {
      pgn::Options options;
      options.limits.*limit = value;
      pgn::GameParser made(options);
    };
  };
  for (const auto limit : {&pgn::Limits::game, &pgn::Limits::moves, &pgn::Limits::comment, &pgn::Limits::errors}) {
    CHECK_FALSE(aborts(parser(limit, 1)));
    CHECK_FALSE(aborts(parser(limit, pgn::Limits::Most)));
    CHECK(aborts(parser(limit, 0)));
    CHECK(aborts(parser(limit, SIZE_MAX)));
  }
}

TEST_CASE("checked builds refuse limits of a search that are out of range") {
  const auto search = [](int depth, unsigned multi_pv, unsigned threads) {
    return [=] {
      search::Limits limits;
      limits.depth = depth;
      limits.multi_pv = multi_pv;
      limits.threads = threads;
      const std::atomic<bool> stop{false};
      search::search(Game(), search::DefaultEvaluation::standard(), nullptr, {}, limits, {}, stop);
    };
  };
  CHECK_FALSE(aborts(search(1, 1, 1)));
  CHECK(aborts(search(0, 1, 1)));
  CHECK(aborts(search(1, 0, 1)));
  CHECK(aborts(search(1, 1, 0)));
}
#endif
