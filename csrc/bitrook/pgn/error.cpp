// Formats the error messages of PGN readers.
#include "bitrook/pgn/error.hpp"

#include "bitrook/movegen/why_illegal.hpp"

namespace bitrook::pgn {

namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string san_reason(const Error& error) {
  switch (error.move.error) {
    case MoveError::Illegal:
      return "illegal move " + quoted(error.text) + ", " + std::string(text(error.move.reason));
    case MoveError::Ambiguous:
      return "ambiguous move " + quoted(error.text);
    default:
      return "not a move: " + quoted(error.text);
  }
}

std::string reason(const Error& error) {
  const std::string limit = std::to_string(error.limit);
  switch (error.kind) {
    case ErrorKind::UnknownVariant:
      return "unknown variant " + quoted(error.text);
    case ErrorKind::UnsupportedVariant:
      return "unsupported variant " + quoted(error.text);
    case ErrorKind::Fen:
      return "invalid FEN " + quoted(error.text) +
             (error.fen ? std::string(", ") + description(error.fen->problem) : "");
    case ErrorKind::San:
      return san_reason(error);
    case ErrorKind::NagTooLarge:
      return "the NAG number is too large";
    case ErrorKind::GameTooLong:
      return "the game is longer than " + limit + " bytes";
    case ErrorKind::TooManyMoves:
      return "the game has more than " + limit + " moves";
    case ErrorKind::TooManyNags:
      return "the move has more than " + limit + " NAGs";
    case ErrorKind::CommentTooLong:
      return "the comment is longer than " + limit + " bytes";
    case ErrorKind::TooManyTags:
      return "the game has more than " + limit + " tags";
    case ErrorKind::TagTooLong:
      return "the tag is longer than " + limit + " bytes";
    case ErrorKind::TooManyErrors:
      return "the game has " + limit + " errors; the rest is skipped";
  }
  return {};
}

}  // namespace

std::string message(const Error& error) {
  std::string out = "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": ";
  out += reason(error);
  if (error.position != nullptr) {
    char text[fen::MaxLength];
    out += " (after " + std::to_string(error.ply) + " plies, in ";
    out.append(text, fen::write(*error.position, {}, text));
    out += ')';
  }
  return out;
}

}  // namespace bitrook::pgn
