// Info lines of UCI engines: what is reported for each field, and for malformed lines.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "bitrook/notation/uci.hpp"
#include "bitrook/notation/uci_info.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

struct Recorder final : uci_info::Listener {
  std::string log;

  void add(std::string_view name, std::string_view value = {}) {
    log.append(log.empty() ? "" : " ").append(name).append(value.empty() ? "" : "=").append(value);
  }
  void number(uci_info::Number which, std::int64_t value) override {
    add(uci_info::NumberNames[std::size_t(which)], std::to_string(value));
  }
  void branching_factor(std::string_view text) override { add("ebf", text); }
  void score(bool is_mate, std::int64_t value, uci_info::Bound bound) override {
    add(is_mate ? "mate" : "cp", std::to_string(value));
    if (bound != uci_info::Bound::None) add(bound == uci_info::Bound::Lower ? ">=" : "<=");
  }
  void wdl(std::int64_t wins, std::int64_t draws, std::int64_t losses) override {
    add("wdl", std::to_string(wins) + "/" + std::to_string(draws) + "/" + std::to_string(losses));
  }
  void current_move(Move m) override { move("currmove", m); }
  void text(std::string_view rest) override { add("string", rest); }
  void begin_line(uci_info::LineKind) override { add("["); }
  void line_move(Move m) override { move("", m); }
  void end_line(std::int64_t thread) override { add("]", std::to_string(thread)); }
  void invalid(std::string_view field) override { add("invalid", field); }

 private:
  void move(std::string_view name, Move m) {
    char uci[MaxUci];
    add(name, {uci, write_uci(m, uci)});
  }
};

std::string read(std::string_view line, unsigned fields = 31) {
  Recorder recorder;
  uci_info::parse(line, Position::start(), fields, recorder);
  return recorder.log;
}

}  // namespace

TEST_CASE("fields of an info line are reported in their order") {
  CHECK(read("depth 5  seldepth 7\tscore cp -13 lowerbound nodes +9 wdl 1 2 3 ebf 1.5 currmove e2e4") ==
        "depth=5 seldepth=7 cp=-13 >= nodes=9 wdl=1/2/3 ebf=1.5 currmove=e2e4");
  CHECK(read("score mate -0 upperbound string  depth 3 ") == "mate=0 <= string=depth 3 ");
  CHECK(read("pv e2e4 e7e5 0000 g8f6 unknown g1f3 depth 3") == "[ =e2e4 =e7e5 =0000 =g8f6 ]=0 depth=3");
  CHECK(read("currline 2 e2e4 refutation d2d4 d7d5") == "[ =e2e4 ]=2 [ =d2d4 =d7d5 ]=0");
}

TEST_CASE("invalid fields of an info line are named") {
  CHECK(read("depth x seldepth") == "invalid=depth invalid=seldepth");
  CHECK(read("pv e2e4 e2e4 e7e5 nodes 4") == "[ =e2e4 invalid=pv nodes=4");
  CHECK(read("score foo 3 depth 1") == "invalid=score depth=1");
  CHECK(read("nodes 9223372036854775808 nodes +-1 time 1e5") == "invalid=nodes invalid=nodes invalid=time");
  CHECK(read("wdl 1 2 x currmove a1 refutation x currline y") ==
        "invalid=wdl invalid=currmove [ invalid=refutation [ invalid=currline");
}

TEST_CASE("fields of an info line can be left out") {
  CHECK(read("depth 1 score cp 3 pv e2e4 currline 1 e2e4 refutation e2e4 nodes 5", uci_info::Basic) ==
        "depth=1 nodes=5");
  CHECK(read("depth 1 score cp 3 pv e2e4", uci_info::Pv) == "depth=1 [ =e2e4 ]=0");
  CHECK(read("depth 1", 0).empty());
}
