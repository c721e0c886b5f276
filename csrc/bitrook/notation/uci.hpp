// Moves as engines write them: e2e4, e7e8q, 0000.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "../move.hpp"
#include "../position.hpp"
#include "../why_illegal.hpp"

namespace bitrook {

enum class MoveError : std::uint8_t { None, Invalid, Illegal, Ambiguous };

// A move read from a text, or what is wrong with the text.
struct ParsedMove {
  Move move;
  MoveError error = MoveError::None;
  IllegalReason reason = IllegalReason::None;  // where the error is Illegal

  explicit operator bool() const { return error == MoveError::None; }
};

inline constexpr std::size_t MaxUci = 5;

// Writes the move as it is spelled and returns the number of characters: four, or five for a promotion.
std::size_t write_uci(Move m, char* out);

// Syntax alone: "e2e4", "a7a8k" and "P@e4" are moves, "0000" is the null move.
std::optional<Move> read_unusual_uci(std::string_view text);
inline std::optional<Move> read_uci(std::string_view text) {
  if (text.size() == 4) [[likely]] {
    const unsigned from_file = unsigned(text[0]) - 'a', from_rank = unsigned(text[1]) - '1';
    const unsigned to_file = unsigned(text[2]) - 'a', to_rank = unsigned(text[3]) - '1';
    const unsigned from = from_rank << 3 | from_file, to = to_rank << 3 | to_file;
    if ((from_file | from_rank | to_file | to_rank) < 8 && from != to) return Move::normal(Square(from), Square(to));
  }
  return read_unusual_uci(text);
}

// The move as standard chess or as Chess960 spells it; only castling is spelled in two ways.
Move spelled(const Position& p, Move m, bool chess960);

// A legal move, castling in either spelling, or the null move.
ParsedMove parse_uci(const Position& p, std::string_view text);

// As XBoard writes moves: "@@@@" for the null move, and in Chess960 "O-O" and "O-O-O".
std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out);

}  // namespace bitrook
