// Reads the lines in which UCI engines report on a search: "info depth 5 score cp 13 pv e2e4 e7e5".
#pragma once

#include <cstdint>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::uci_info {

// clang-format off
enum class Number : std::uint8_t {
  Depth, Seldepth, Time, Nodes, MultiPv, CurrentMoveNumber, HashFull, NodesPerSecond, TablebaseHits, CpuLoad
};
// clang-format on
// By Number.
inline constexpr std::string_view NumberNames[] = {"depth",          "seldepth", "time", "nodes",  "multipv",
                                                   "currmovenumber", "hashfull", "nps",  "tbhits", "cpuload"};

enum class Bound : std::uint8_t { None, Lower, Upper };
enum class LineKind : std::uint8_t { Pv, Refutation, Current };

// Fields that are skipped unless they are requested, by one bit each. The others are reported if any bit is set.
enum Fields : unsigned { Basic = 1, Score = 2, Pv = 4, Refutation = 8, CurrentLine = 16 };

// Receives the fields in the order of the line. A field that occurs twice is reported twice.
struct Listener {
  Listener() = default;
  Listener(const Listener&) = delete;
  virtual void number(Number, std::int64_t value) = 0;         // times are milliseconds
  virtual void branching_factor(std::string_view number) = 0;  // any text
  virtual void score(bool is_mate, std::int64_t value, Bound bound) = 0;
  virtual void wdl(std::int64_t wins, std::int64_t draws, std::int64_t losses) = 0;
  virtual void current_move(Move) = 0;             // not necessarily legal
  virtual void text(std::string_view) = 0;         // the rest of the line, as it is
  virtual void begin_line(LineKind) = 0;           // its moves follow, then end_line or invalid
  virtual void line_move(Move) = 0;                // legal, or the null move, after the moves before
  virtual void end_line(std::int64_t thread) = 0;  // the thread is that of a LineKind::Current
  virtual void invalid(std::string_view field) = 0;

 protected:
  ~Listener() = default;
};

// Reads the line behind the word "info". Unknown words are skipped; a field with an invalid value is reported as such,
// and what follows is read. Time is linear in the length of the line, and nothing is allocated.
void parse(std::string_view line, const Position& root, unsigned fields, Listener& listener);

}  // namespace bitrook::uci_info
