// The text of a reader's error.
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
  switch (error.kind) {
    case ErrorKind::UnknownVariant:
      return "unknown variant " + quoted(error.text);
    case ErrorKind::UnsupportedVariant:
      return "variant " + quoted(error.text) + " is not supported, its moves are not checked";
    case ErrorKind::Fen:
      return "invalid FEN " + quoted(error.text) +
             (error.fen ? std::string(", ") + description(error.fen->problem) : "");
    case ErrorKind::San:
      return san_reason(error);
    case ErrorKind::TooDeep:
      return "too many variations within variations";
    case ErrorKind::TooManyPlies:
      return "too many moves";
    case ErrorKind::LineTooLong:
      return "the line is too long";
    case ErrorKind::CommentTooLong:
      return "the comment is too long";
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
