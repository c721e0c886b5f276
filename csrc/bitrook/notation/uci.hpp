// Moves as engines write them: e2e4, e7e8q, 0000.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/position/position.hpp"

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

// Two squares, as nearly all moves are written; the null move for any other text. Both are read at once, file before
// rank, each digit in a byte of its own: what is below its first one borrows, and what is above its last one shows.
inline Move read_usual_uci(std::string_view text) {
  if (text.size() != 4) return Move::null();
  const auto byte = [text](unsigned i) { return std::uint32_t(static_cast<unsigned char>(text[i])) << 8 * i; };
  const std::uint32_t digits = (byte(0) | byte(1) | byte(2) | byte(3)) - 0x31613161;  // "a1a1"; one load
  const unsigned squares = digits | digits >> 5, from = squares & 63, to = squares >> 16 & 63;
  return (digits & 0xF8F8F8F8) == 0 && from != to ? Move::normal(Square(from), Square(to)) : Move::null();
}

// Syntax alone: "e2e4", "a7a8k" and "P@e4" are moves, "0000" is the null move.
std::optional<Move> read_irregular_uci(std::string_view text);
inline std::optional<Move> read_uci(std::string_view text) {
  const Move usual = read_usual_uci(text);
  return usual.is_null() ? read_irregular_uci(text) : usual;
}

// The move as standard chess or as Chess960 spells it; only castling is spelled in two ways.
Move with_castling_encoding(const Position& p, Move m, bool chess960);

// A legal move, castling in either spelling, or the null move.
ParsedMove parse_uci(const Position& p, std::string_view text);

// As XBoard writes moves: "@@@@" for the null move, and in Chess960 "O-O" and "O-O-O".
std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out);

}  // namespace bitrook
