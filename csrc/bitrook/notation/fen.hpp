// Forsyth-Edwards notation: reading and writing whole positions, placements and castling rights.
// https://www.chessprogramming.org/Forsyth-Edwards_Notation
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/position/position.hpp"

namespace bitrook::fen {

inline constexpr std::string_view Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum class Field : std::uint8_t {
  Placement,
  Turn,
  Castling,
  EnPassant,
  HalfmoveClock,
  FullmoveNumber,
  AfterLast,
  Pocket,           // of Crazyhouse
  RemainingChecks,  // of three-check
};

enum class Problem : std::uint8_t {
  Empty,              // no placement
  NotEightRows,       // in the placement
  NotEightColumns,    // in a row of the placement
  TwoDigits,          // next to each other in a row
  TildeAfterNothing,  // '~' marks a promoted piece and must follow its letter
  BadCharacter,       // in the placement
  BadTurn,            // neither "w" nor "b"
  BadCastling,        // not "-", nor up to two of KQ A-H and up to two of kq a-h
  BadEnPassant,       // neither "-" nor a square
  NotANumber,
  Negative,
  TooLarge,  // does not fit in 32 bits
  ExtraField,
  BadPocket,  // not letters of PNBRQ and pnbrq between brackets or after the eighth rank
  FullPocket,
  BadChecks,  // neither "3+3" nor "+0+0", with digits up to 3
};

struct Error {
  Field field;
  Problem problem;
  std::size_t offset;  // of the first wrong character, in bytes
};
const char* description(Problem problem);  // a short phrase without a period
const char* name(Field field);

// Reads a FEN into `setup`; `setup.chess960` is not changed. Fields are separated by white space. Fields after the
// placement may be omitted and default to "w", "-", "-", "0" and "1". Castling rights may be written in X-FEN or
// Shredder-FEN. Impossible positions and rights are read as written; Position(setup) drops rights that cannot be used.
// A full-move number of 0 is read as 1. After an error, the contents of `setup` are unspecified.
std::optional<Error> parse(std::string_view text, Setup& setup);

// Reads only the first field.
std::optional<Error> parse_placement(std::string_view text, Placement& placement, Bitboard& promoted);

// Reads only the third field. The placement in `setup` determines which rook a letter refers to.
std::optional<Error> parse_castling(std::string_view text, Setup& setup);

// When the en-passant square is written.
enum class EnPassant : std::uint8_t {
  Legal,   // if a legal move captures there
  Xfen,    // if a pseudo-legal move captures there
  Always,  // after every double push
};

struct Style {
  EnPassant en_passant = EnPassant::Legal;
  bool shredder = false;  // write castling rights as the files of the rooks
  bool promoted = false;  // write '~' after promoted pieces
};

// Each writer returns the end of its output, and does not write a terminating zero. Precondition: `out` has space for
// MaxLength characters.
inline constexpr std::size_t MaxLength = 192;
char* write(const Position& p, Style style, char* out);
char* write_placement(const Position& p, Bitboard marked_promoted, char* out);
char* write_castling(const Position& p, bool shredder, char* out);

}  // namespace bitrook::fen
