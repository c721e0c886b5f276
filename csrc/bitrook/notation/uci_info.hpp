// Reads the lines that UCI engines send during a search, such as "info depth 5 score cp 13 pv e2e4 e7e5".
#pragma once

#include <cstdint>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {
class VariantPosition;
}

namespace bitrook::uci_info {

// clang-format off
enum class Number : std::uint8_t {
  Depth, Seldepth, Time, Nodes, MultiPv, CurrentMoveNumber, HashFull, NodesPerSecond, TablebaseHits, CpuLoad, MovesLeft
};
// Indexed by Number.
inline constexpr std::string_view NumberNames[] = {"depth",          "seldepth", "time", "nodes",  "multipv",
                                                   "currmovenumber", "hashfull", "nps",  "tbhits", "cpuload",
                                                   "movesleft"};

enum class Bound : std::uint8_t { None, Lower, Upper };
enum class LineKind : std::uint8_t { Pv, Refutation, Current };

// Bits for the fields that are skipped unless they are requested. All other fields are reported if any bit is set.
enum Fields : unsigned { Basic = 1, Score = 2, Pv = 4, Refutation = 8, CurrentLine = 16 };

// Receives the fields in the order of the line. A field that occurs twice is reported twice.
struct Listener {
  Listener() = default;
  Listener(const Listener&) = delete;
  virtual void number(Number, std::int64_t value) = 0;         // times are in milliseconds
  virtual void branching_factor(std::string_view number) = 0;  // any text
  virtual void score(bool is_mate, std::int64_t value, Bound bound) = 0;
  virtual void wdl(std::int64_t wins, std::int64_t draws, std::int64_t losses) = 0;
  virtual void current_move(Move) = 0;             // not necessarily legal
  virtual void text(std::string_view) = 0;         // the rest of the line, verbatim
  virtual void begin_line(LineKind) = 0;           // its moves follow, then end_line or invalid
  virtual void line_move(Move) = 0;                // legal after the previous moves, or the null move
  virtual void end_line(std::int64_t thread) = 0;  // the thread of a LineKind::Current, otherwise 0
  virtual void invalid(std::string_view field) = 0;

 protected:
  ~Listener() = default;
};

// Reads the rest of a line after the word "info". `fields` is a combination of Fields. Unknown words are skipped. A
// field with an invalid value is reported as invalid, and reading continues after it. Takes linear time and does not
// allocate memory.
void parse(std::string_view line, const Position& root, unsigned fields, Listener& listener);
void parse(std::string_view line, const VariantPosition& root, unsigned fields, Listener& listener);  // variants/

}  // namespace bitrook::uci_info
