// Forsyth-Edwards notation: reading and writing positions, their placement and their castling rights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bitrook/position/position.hpp"

namespace bitrook::fen {

inline constexpr std::string_view Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum class Field : std::uint8_t { Placement, Turn, Castling, EnPassant, HalfmoveClock, FullmoveNumber, AfterLast };

enum class Problem : std::uint8_t {
  Empty,              // no placement at all
  NotEightRows,       // of the placement
  NotEightColumns,    // in a row
  TwoDigits,          // in a row, one after the other
  TildeAfterNothing,  // "~" marks a promoted piece and follows its letter
  BadCharacter,       // in the placement
  BadTurn,            // neither "w" nor "b"
  BadCastling,        // not "-", nor up to two of KQ A-H and up to two of kq a-h
  BadEnPassant,       // neither "-" nor a square
  NotANumber,
  Negative,
  TooLarge,  // does not fit 32 bits
  ExtraField,
};

// What is wrong with a text, and where: the offset in bytes of the first character that cannot stay.
struct Error {
  Field field;
  Problem problem;
  std::size_t offset;
};
const char* description(Problem problem);  // a few words, without full stop
const char* name(Field field);

// Reads a FEN into `setup`, whose `chess960` is left as it is. Fields after the first may be missing
// ("w", "-", "-", "0", "1"); any white space divides them; X-FEN and Shredder-FEN castling are both read.
// Impossible positions and rights are read as written: `setup.castling` then holds rights that
// Position(setup) drops. On error `setup` holds nothing of use. A full-move number 0 is read as 1.
std::optional<Error> parse(std::string_view text, Setup& setup);
// The first and the third field alone. Castling is read for the placement in `setup`.
std::optional<Error> parse_placement(std::string_view text, Placement& placement, Bitboard& promoted);
std::optional<Error> parse_castling(std::string_view text, Setup& setup);

// When the en-passant square is written.
enum class EnPassant : std::uint8_t {
  Legal,   // if a legal move captures there
  Xfen,    // if a pseudo-legal one does
  Always,  // after every double step ("fen")
};

struct Style {
  EnPassant en_passant = EnPassant::Legal;
  bool shredder = false;  // castling rights by the files of the rooks
  bool promoted = false;  // promoted pieces are marked "~"
};

// The writers return where the text ends; nothing is written after it. The caller's buffer holds
// MaxLength characters.
inline constexpr std::size_t MaxLength = 192;
char* write(const Position& p, Style style, char* out);
char* write_placement(const Placement& placement, Bitboard marked_promoted, char* out);
char* write_placement(const Position& p, Bitboard marked_promoted, char* out);  // without making a square list
char* write_castling_xfen(const Position& p, char* out);
char* write_castling_shredder(const Position& p, char* out);

}  // namespace bitrook::fen
