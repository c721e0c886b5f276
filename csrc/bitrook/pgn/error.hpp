// Errors that a PGN reader reports, with their places in the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::pgn {

enum class ErrorKind : std::uint8_t {
  Variant,      // the tag Variant names neither chess nor a known variant; the moves are not read
  Fen,          // the FEN tag cannot be read; neither are the moves
  San,          // not a move, or not a legal one; the rest of its variation, or of the main line, is skipped
  NagTooLarge,  // a number that does not fit into 32 bits; the NAG is skipped
  // The game exceeds a limit; see Limits.
  GameTooLong,
  TooManyMoves,
  TooManyNags,
  CommentTooLong,
  TooManyTags,
  TagTooLong,
  TooManyErrors,
  // Text that PGN does not define.
  NotPgn,                // text before the moves that is neither a tag nor a move
  Tag,                   // a tag that is not complete; it is skipped, and if it is FEN or Variant, so are the moves
  NoMoves,               // movetext without a move, a comment or a result
  AfterResult,           // text after the result that is neither a comment nor the beginning of a game; it is skipped
  UnclosedComment,       // a comment that has no end before the next game
  UnclosedVariation,     // the same for a variation
  VariationOfNothing,    // a variation before the first move; it is skipped
  UnmatchedParenthesis,  // a closing parenthesis in the main line, whose rest is skipped
};

// The views and the pointer are only valid during the call to the visitor.
struct Error {
  ErrorKind kind;
  std::uint64_t offset = 0;  // of the first wrong byte, from the start of the input
  std::uint64_t line = 1;    // its line, starting at 1
  std::uint64_t column = 1;  // its place in the line in bytes, starting at 1
  std::size_t ply = 0;       // the number of moves from the start of the game to it
  std::string_view text{};   // the move, the FEN, the name of the variant or the text; otherwise empty
  std::size_t limit = 0;     // the limit that the game exceeds
  ParsedMove move{};         // San: what is wrong with the move
  std::optional<fen::Error> fen{};
  // San: the position before the move, if positions are tracked. In a game of a variant, both are set.
  const Position* position = nullptr;
  const VariantPosition* variant = nullptr;
};

// "line 12, column 30: illegal move 'Nf6', REASON (after 7 plies, in FEN)". Without a position, the message ends after
// the reason.
std::string message(const Error& error);

}  // namespace bitrook::pgn
