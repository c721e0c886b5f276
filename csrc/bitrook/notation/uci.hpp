// UCI notation of moves, as engines write it: e2e4, e7e8q, 0000.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

class VariantPosition;

enum class MoveError : std::uint8_t { None, Invalid, Illegal, Ambiguous };

// The result of parsing a move: the move, or the error in the text.
struct ParsedMove {
  Move move;
  MoveError error = MoveError::None;
  IllegalReason reason = IllegalReason::None;  // set if the error is Illegal

  explicit operator bool() const { return error == MoveError::None; }
};

// The fast path of read_uci. Returns a move between two squares, and the null move for any other text. All four
// characters are tested at once: after subtracting "a1a1", each byte is 0 to 7 if the character is a valid file or
// rank; otherwise a higher bit is set.
inline Move read_plain_uci(std::string_view text) {
  if (text.size() != 4) return Move::null();
  const auto byte = [text](unsigned i) { return std::uint32_t(static_cast<unsigned char>(text[i])) << 8 * i; };
  const std::uint32_t offsets = (byte(0) | byte(1) | byte(2) | byte(3)) - 0x31613161;  // "a1a1"; one load
  const unsigned squares = offsets | offsets >> 5, from = squares & 63, to = squares >> 16 & 63;
  return (offsets & 0xF8F8F8F8) == 0 && from != to ? Move::normal(Square(from), Square(to)) : Move::null();
}

// The remaining cases of read_uci: promotions, drops, "0000".
std::optional<Move> read_other_uci(std::string_view text);

// Reads a move without a position: "e2e4", "a7a8k" and "P@e4" are moves, and "0000" is the null move.
inline std::optional<Move> read_uci(std::string_view text) {
  const Move plain = read_plain_uci(text);
  return plain.is_null() ? read_other_uci(text) : plain;
}

// Reads a legal move, with castling in either encoding, or the null move. The result uses the position's own castling
// encoding.
ParsedMove parse_uci(const Position& p, std::string_view text);
ParsedMove parse_uci(const VariantPosition& p, std::string_view text);  // variants/notation.cpp

// What parse_uci() does, for a Position or a VariantPosition.
template <class P>
ParsedMove parse_any_uci(const P& p, std::string_view text) {
  Move read = read_plain_uci(text);
  if (read.is_null()) [[unlikely]] {  // read_uci would return even plain moves as an optional in memory: 3 ns
    const std::optional<Move> other = read_other_uci(text);
    if (!other) return {Move(), MoveError::Invalid};
    if (other->is_null()) return {*other};
    read = *other;
  }
  const Move m = with_castling_encoding(p, read, p.chess960());
  if (!is_legal(p, m)) return {m, MoveError::Illegal, why_illegal(p, m)};
  return {m};
}

// Writes the move as XBoard does: UCI, but "@@@@" for the null move, and "O-O" and "O-O-O" in Chess960.
std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out);

}  // namespace bitrook
