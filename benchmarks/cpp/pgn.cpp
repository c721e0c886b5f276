// Measures reading a file of games, from only finding lines to checking every move, in MB per second of processor time.
//   build/benchmarks/pgn GAMES.pgn [rounds] [name]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/pgn/marker.hpp"
#include "bitrook/pgn/reader.hpp"
#include "timing.hpp"

using namespace bitrook;

namespace {

struct Counts {
  std::uint64_t games = 0, tags = 0, moves = 0, comments = 0, errors = 0, checksum = 0;
};

struct Tags : pgn::Visitor {
  static constexpr bool Replay = false;
  Counts counts;
  std::string texts;

  void tag(std::string_view, std::string_view value) {
    ++counts.tags;
    texts.append(value);
  }
  pgn::Flow begin_movetext() { return pgn::Flow::Skip; }
  void end_game() {
    ++counts.games;
    if (texts.size() > 1 << 20) texts.clear();
  }
};

// Collects all tags, and moves as 16-bit words. Comments are only counted.
template <bool Replays>
struct Moves : pgn::Visitor {
  static constexpr bool Replay = Replays;
  Counts counts;
  std::string texts;
  std::vector<std::uint16_t> packed;

  void tag(std::string_view, std::string_view value) {
    ++counts.tags;
    texts.append(value);
  }
  void san(std::string_view) { counts.moves += Replays ? 0 : 1; }
  void move(Move m, const Position&) {
    ++counts.moves;
    packed.push_back(m.word());
  }
  void comment(std::string_view text) { counts.comments += text.size() != 0 ? 1 : 0; }
  void error(const pgn::Error&) { ++counts.errors; }
  void end_game() {
    ++counts.games;
    if (texts.size() > 1 << 20) {
      for (const std::uint16_t word : packed) counts.checksum = counts.checksum * 31 + word;
      texts.clear();
      packed.clear();
    }
  }
};

template <class V>
Counts read_buffer(std::string_view text) {
  pgn::BufferReader reader(text);
  V visitor;
  while (reader.read_game(visitor)) {
  }
  return visitor.counts;
}

template <class V>
Counts read_stream(std::string_view text) {
  pgn::StreamReader reader;
  V visitor;
  for (std::size_t at = 0; at < text.size(); at += 1 << 20) reader.feed(visitor, text.substr(at, 1 << 20));
  reader.finish(visitor);
  return visitor.counts;
}

Counts read_bytes(std::string_view text) {
  Counts counts;
  std::uint64_t word = 0;
  for (std::size_t at = 0; at + 8 <= text.size(); at += 8) {
    std::copy_n(text.data() + at, 8, reinterpret_cast<char*>(&word));
    counts.checksum += word;
  }
  return counts;
}

Counts skip_games(std::string_view text) {
  pgn::BufferReader reader(text);
  Counts counts;
  while (reader.skip_game()) ++counts.games;
  return counts;
}

Counts find_markers(std::string_view text) {
  Counts counts;
  std::size_t from = 0;
  while (const auto marker = pgn::next_game_marker(text, from)) {
    ++counts.games;
    from = marker->game;
  }
  return counts;
}

template <class Work>
void row(const char* name, const char* only, std::string_view text, int rounds, Work work) {
  if (only != nullptr && std::string_view(only) != name) return;
  double best = 1e18;
  Counts counts;
  for (int i = 0; i < rounds; ++i) {
    const std::clock_t start = std::clock();
    counts = work(text);
    sink = sink + counts.checksum + counts.games;
    best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::printf("%-12s %8.0f MB/s  %8llu games %9llu tags %9llu moves %9llu comments %llu errors\n", name,
              double(text.size()) / best / 1e6, static_cast<unsigned long long>(counts.games),
              static_cast<unsigned long long>(counts.tags), static_cast<unsigned long long>(counts.moves),
              static_cast<unsigned long long>(counts.comments), static_cast<unsigned long long>(counts.errors));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: pgn GAMES.pgn [rounds] [name]\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const char* const only = argc > 3 ? argv[3] : nullptr;
  row("bytes", only, text, rounds, read_bytes);
  row("markers", only, text, rounds, find_markers);
  row("skip", only, text, rounds, skip_games);
  row("tags", only, text, rounds, read_buffer<Tags>);
  row("texts", only, text, rounds, read_buffer<Moves<false>>);
  row("moves", only, text, rounds, read_buffer<Moves<true>>);
  row("stream", only, text, rounds, read_stream<Moves<true>>);
}
