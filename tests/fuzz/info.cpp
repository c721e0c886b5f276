// Fuzzes "info" lines of UCI engines, on any position: reports are valid and in the order of the line.
#include <vector>

#include "bitrook/notation/uci.hpp"
#include "bitrook/notation/uci_info.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

struct Checker final : uci_info::Listener {
  explicit Checker(const Position& root, std::string_view line) : root(root), line(line) {}

  const Position& root;
  std::string_view line;
  Position played = root;
  std::size_t reports = 0, moves = 0;
  bool in_line = false;

  void report() {
    check(!in_line, "a line of moves ends before the next field");
    check(++reports <= line.size(), "each field takes a word");
  }
  void number(uci_info::Number which, std::int64_t) override {
    report();
    check(line.find(uci_info::NumberNames[std::size_t(which)]) != line.npos, "the field is in the line");
  }
  void branching_factor(std::string_view) override { report(); }
  void score(bool, std::int64_t, uci_info::Bound) override { report(); }
  void wdl(std::int64_t, std::int64_t, std::int64_t) override { report(); }
  void current_move(Move m) override {
    report();
    char uci[MaxUci];
    check(read_uci({uci, write_uci(m, uci)}).has_value(), "the current move is a move");
  }
  void text(std::string_view rest) override {
    report();
    check(line.substr(line.size() - rest.size()) == rest, "a string is the end of the line");
  }
  void begin_line(uci_info::LineKind) override {
    report();
    in_line = true;
    played = root;
  }
  void line_move(Move m) override {
    check(in_line, "moves are in a line");
    check(m.is_null() || is_legal(played, m), "moves are legal");
    check(++moves <= line.size(), "each move takes a word");
    m.is_null() ? played.play_null() : played.play_unchecked(m);
    played.check_invariant();
  }
  void end_line(std::int64_t) override {
    check(in_line, "a line ends once");
    in_line = false;
  }
  void invalid(std::string_view) override { in_line = false; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view line;
  const Position p = fuzz::first_line({reinterpret_cast<const char*>(data), size}, line);
  for (const unsigned fields : {31u, 0u, 1u, unsigned(size) & 31}) {
    const std::vector<char> copy(line.begin(), line.end());  // so that reading past its end is detected
    Checker checker(p, {copy.data(), copy.size()});
    uci_info::parse({copy.data(), copy.size()}, p, fields, checker);
    check(!checker.in_line, "every line of moves ends");
    check(fields != 0 || checker.reports == 0, "without fields nothing is reported");
  }
  return 0;
}
