// Batches of boards on several threads: each call has the same results as on one, even while other batches are in use.
#include <doctest/doctest.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/encodings/codec.hpp"
#include "bitrook/batch/encodings/planes.hpp"
#include "bitrook/batch/encodings/sources.hpp"
#include "bitrook/batch/moves.hpp"
#include "bitrook/batch/queries.hpp"
#include "bitrook/batch/step.hpp"

using namespace bitrook;
using batch::Boards;

namespace {

// Writes the planes and the legal mask of all boards.
void encode(const Boards& boards, std::vector<std::uint64_t>& words, const batch::Threads& threads) {
  const batch::BatchSource source(boards);
  const auto stack = *batch::PlaneStack::find("alphazero");
  const batch::Codec& codec = *batch::Codec::find("lc0");
  const std::size_t mask = (codec.size() + 63) / 64, row = stack.size() + mask;
  words.assign(row * boards.size(), 0);
  batch::for_parts(boards.size(), threads, [&](std::size_t first, std::size_t last) {
    std::vector<batch::Frame> frames(stack.depth());
    batch::Planes planes(stack.size());
    for (std::size_t i = first; i < last; ++i) {
      CHECK(source.load(i, frames));
      stack.encode(frames, planes);
      batch::write_words(planes, stack.counters(), &words[row * i]);
      batch::mark_legal(codec, boards.position(i), &words[row * i + stack.size()]);
    }
  });
}

// Returns everything that some calls write, as numbers.
std::vector<std::int64_t> results(std::size_t n, unsigned count) {
  const batch::Threads threads{count, {}};
  Boards boards(n, {.history = 4, .autoreset = batch::Autoreset::Same, .max_plies = 12, .seed = 3});
  std::vector<Move> moves(n);
  std::vector<float> rewards(n);
  std::vector<std::uint8_t> terminated(n), truncated(n), reasons(n), packed(24 * n);
  std::vector<std::int32_t> offsets(n + 1), counts(n), scores(n), plies(n);
  std::vector<std::int8_t> ends(n);
  std::vector<std::uint64_t> keys(n), words;
  batch::Finished finished;
  batch::LegalMoves legal;
  std::vector<std::int64_t> found;
  for (std::uint32_t ply = 0; ply < 20; ++ply) {
    batch::random_moves(boards, 7, ply, moves, threads);
    CHECK(!batch::first_illegal(boards, moves, threads));
    const batch::StepOutput out{rewards, terminated, truncated, reasons};
    batch::step(boards, moves, batch::IllegalMoves::Raise, out, finished, threads);
    found.insert(found.end(), finished.indices.begin(), finished.indices.end());
  }
  CHECK(legal.list(boards, offsets, threads));
  batch::count_legal_moves(boards, counts, threads);
  CHECK(batch::playout(boards, 5, 0, 10, {ends, plies, reasons}, threads));
  batch::answer(boards, *batch::find_query("keys"), keys.data(), threads);
  CHECK(!batch::pack(boards, packed, threads));
  batch::evaluate(boards, search::PieceSquareTables::standard(), scores, threads);
  encode(boards, words, threads);
  for (const Move m : legal.moves) found.push_back(m.word());
  const auto add = [&](const auto& values) { found.insert(found.end(), values.begin(), values.end()); };
  add(offsets), add(counts), add(plies), add(reasons), add(keys), add(packed), add(scores), add(words);
  return found;
}

}  // namespace

TEST_CASE("calls of a batch do not depend on the number of threads") {
  for (const std::size_t n : {1u, 64u, 65u, 500u}) {
    const auto expected = results(n, 1);
    for (const unsigned threads : {2u, 3u, 7u}) CHECK(results(n, threads) == expected);
  }
}

TEST_CASE("threads with batches of their own do not disturb each other") {
  const auto expected = results(300, 1);
  std::vector<std::thread> callers;
  for (unsigned i = 0; i < 4; ++i) {
    callers.emplace_back([&, i] { CHECK(results(300, 1 + i) == expected); });
  }
  for (std::thread& t : callers) t.join();
}
