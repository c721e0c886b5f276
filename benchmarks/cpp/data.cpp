// Measures converting a file of games to columns without Python, in megabytes per second of processor time.
//   build/benchmarks/data GAMES.pgn [rounds] [name]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/pipeline.hpp"
#include "timing.hpp"

using namespace bitrook;
using namespace bitrook::data;

namespace {

const std::vector<std::string> Tags = {"Event",           "Site",       "White",    "Black",    "Result",
                                       "WhiteTitle",      "BlackTitle", "WhiteElo", "BlackElo", "WhiteRatingDiff",
                                       "BlackRatingDiff", "UTCDate",    "UTCTime",  "ECO",      "Opening",
                                       "Termination",     "TimeControl"};

// Returns a text in blocks of 1 MiB.
class Blocks : public Source {
 public:
  explicit Blocks(std::string_view text) : text_(text) {}
  bool read(Block& block) override {
    if (at_ == text_.size()) return false;
    const std::string_view part = text_.substr(at_, std::size_t{1} << 20);
    block.bytes.append(part.data(), part.size());
    block.offset = std::int64_t(at_);
    block.is_new_text = at_ == 0;
    at_ += part.size();
    return true;
  }
  void skip_text() override {}
  void go_on(std::uint64_t) override {}

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

void row(const char* name, const char* only, std::string_view text, int rounds, std::vector<std::string> columns) {
  if (only != nullptr && std::string_view(only) != name) return;
  const auto plan = std::make_shared<const Plan>(*Plan::of(Plan::Kind::Games, columns, OnError::Column, {}, {}));
  double best = 1e18;
  std::size_t games = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::clock_t start = std::clock();
    Pipeline pipeline(plan, std::make_unique<Blocks>(text), {});
    games = 0;
    while (const auto batch = pipeline.next()) games += batch->rows();
    sink = sink + games;
    best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::printf("%-12s %8.0f MB/s %8zu games\n", name, double(text.size()) / best / 1e6, games);
}

std::vector<std::string> with_tags(std::initializer_list<const char*> more) {
  std::vector<std::string> all = Tags;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: data GAMES.pgn [rounds] [name]\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const char* const only = argc > 3 ? argv[3] : nullptr;
  row("count", only, text, rounds, {});
  row("tags", only, text, rounds, Tags);
  row("moves", only, text, rounds, {"moves"});
  row("annotations", only, text, rounds, {"clocks", "evals"});
  row("checked", only, text, rounds, {"moves", "clocks", "evals"});
  row("all", only, text, rounds, with_tags({"offset", "ply_count", "result", "moves", "clocks", "evals"}));
}
