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
std::optional<Move> read_uci(std::string_view text);

// The move as standard chess or as Chess960 spells it; only castling is spelled in two ways.
Move spelled(const Position& p, Move m, bool chess960);

// A legal move, castling in either spelling, or the null move.
ParsedMove parse_uci(const Position& p, std::string_view text);

// As XBoard writes moves: "@@@@" for the null move, and in Chess960 "O-O" and "O-O-O".
std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out);

}  // namespace bitrook
