// Condition: a condition on chess positions, parsed from text; Matcher: tests it on the positions of a game in turn.
//
// docs/reference/conditions.md describes the language. A condition is compiled once, is immutable and thread-safe, and
// is evaluated without allocating. The evaluation stops as soon as the result is decided.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::query {

inline constexpr std::size_t MaxLength = 4096;        // of the text, in bytes
inline constexpr unsigned MaxDepth = 64;              // of parentheses and unary operators
inline constexpr std::uint64_t MaxPlies = 1'000'000;  // after `for`

// A position and what is known about it besides the board. What is missing makes the comparisons that need it false.
class Moment {
 public:
  explicit Moment(const Position& p) : position_(&p) {}
  explicit Moment(const VariantPosition& p) : position_(&p.chess()), variant_(&p) {}

  // The move that led to the position, and the position before it, in which the move is legal. Only conditions with
  // Facts::Move need it.
  void set_move(const Position& before, Move m) {
    before_ = &before;
    move_ = m;
  }
  void set_move(const VariantPosition& before, Move m) {
    before_ = &before.chess();
    variant_before_ = &before;
    move_ = m;
  }

  const Position& position() const { return *position_; }
  const VariantPosition* variant() const { return variant_; }  // null in chess
  bool has_move() const { return before_ != nullptr; }
  Move move() const { return move_; }
  const Position& before() const { return *before_; }  // precondition: has_move()
  const VariantPosition* variant_before() const { return variant_before_; }

  double clock = std::numeric_limits<double>::quiet_NaN();  // seconds left to the player who has just moved
  double eval = std::numeric_limits<double>::quiet_NaN();   // in pawns, from White's point of view

 private:
  const Position* position_;
  const VariantPosition* variant_ = nullptr;
  const Position* before_ = nullptr;
  const VariantPosition* variant_before_ = nullptr;
  Move move_;
};

// What a condition uses besides one position.
struct Facts {
  bool move = false;      // move, move_from, move_to, capture
  bool clock = false;     //
  bool eval = false;      //
  bool sequence = false;  // several positions of a game: `for` and `then`
  bool any() const { return move || clock || eval || sequence; }
};

// What a term of a condition is.
enum class Kind : std::uint8_t {
  Set,     // of squares
  Number,  // a signed 64-bit integer; sets and numbers are interchangeable in set operations
  Real,    // clock, eval, and numbers with a decimal point
  Truth,   // true or false
  Piece,   // the piece on a square, or a piece letter
  Side,    // the side to move
  Text,    // the move, or a text in quotes
};

struct Error {
  std::string message;  // with a suggestion, if there is one; without the column
  std::size_t column;   // the first is 1; counts characters, not bytes
};

// The value of a term for one position.
struct Value {
  std::uint64_t word = 0;         // the set, the number (two's complement), or 0 or 1
  double real = 0;                // for Kind::Real
  const char* missing = nullptr;  // why a function or fact in the term has no value, for example "lsb takes a set ..."
};

// A part of a condition: its place in the text, its operator if it has one, and its operands. `a & b & c` is one term
// with three parts.
struct Term {
  std::size_t begin, end;  // in bytes
  Kind kind;
  std::string_view operator_name;  // "&", "and", "==", ...; empty for names, calls, numbers and texts
  std::string_view name;           // of a name or function, in lower case; otherwise empty
  std::vector<std::size_t> parts;  // indices of terms
};

struct Program;

class Condition {
 public:
  // Parses a condition. If the text is invalid, returns an error and leaves `condition` unchanged.
  static std::optional<Error> parse(std::string_view text, Condition& condition);

  Condition() = default;  // may only be assigned to
  const std::string& text() const;
  Facts facts() const;

  // Whether the condition is true for one position. A set is true if it is not empty, and a number if it is not 0.
  // Precondition: no `for` or `then` (facts().sequence).
  bool holds(const Moment& moment) const;
  bool holds(const Position& p) const { return holds(Moment(p)); }

  // --- For programs that show the terms, such as `bitrook bitboard`.
  Kind kind() const;  // of the whole text: a set, a number, or true or false
  const std::vector<Term>& terms() const;
  std::size_t root() const;  // the index of the whole text among the terms
  // Compiles and evaluates a term. Precondition: no `for` or `then`.
  Value evaluate(std::size_t term, const Moment& moment) const;

 private:
  friend class Matcher;
  std::shared_ptr<const Program> program_;
};

// Tests a condition on all positions of a game, in order. Several matchers may share a condition.
class Matcher {
 public:
  explicit Matcher(const Condition& condition);
  void start_game();
  // Whether the condition is true at the next position. `C for 8 plies` is true at the eighth of eight positions in a
  // row for which C is true, and at further ones. `A then B` is true wherever B is true after a position with A; what B
  // says about several positions begins after the first A.
  bool next(const Moment& moment);
  bool next(const Position& p) { return next(Moment(p)); }

 private:
  // The truth of a part that depends only on the pieces of some types, until one of them moves.
  struct Memory {
    std::array<Bitboard, 4> pieces;
    bool is_known = false, truth = false;
  };

  bool evaluate(std::size_t part, const Moment& moment);
  bool advance(std::size_t sequence, const Moment& moment);

  std::shared_ptr<const Program> program_;
  // By sequence: for `for`, the number of positions in a row; for `then`, 1 after a position with the left side.
  std::vector<std::uint32_t> progress_;
  std::vector<std::uint8_t> results_;  // by sequence
  std::vector<Memory> memories_;       // by part
};

// All names, and the names of functions, in the order of the documentation.
std::span<const std::string_view> names();
std::span<const std::string_view> function_names();

}  // namespace bitrook::query
