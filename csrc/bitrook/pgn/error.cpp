// Formats the error messages of PGN readers.
#include "bitrook/pgn/error.hpp"

#include <algorithm>
#include <initializer_list>

#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/pgn/languages.hpp"
#include "bitrook/variants/fen.hpp"

namespace bitrook::pgn {

namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string san_reason(const Error& error) {
  switch (error.move.error) {
    case MoveError::Illegal:
      return "illegal move " + quoted(error.text) + ", " + std::string(text(error.move.reason));
    case MoveError::Ambiguous:
      return "ambiguous move " + quoted(error.text);
    default: {
      const std::string reason = "not a move: " + quoted(error.text);
      const auto guess = error.position != nullptr ? guess_language(error.text, *error.position) : std::nullopt;
      if (!guess) return reason;
      return reason + "; " + std::string(guess->letter) + " is a " + std::string(guess->piece) + " in " +
             std::string(guess->language->name) + ", which is read with the letters " + quoted(guess->language->code);
    }
  }
}

// What a text that is not PGN seems to be, as the end of a sentence, or an empty text.
std::string seeming(std::string_view text) {
  const auto starts = [text](std::initializer_list<std::string_view> all) {
    return std::ranges::any_of(all, [&](std::string_view each) { return text.starts_with(each); });
  };
  std::string_view what;
  if (starts({"\xFF\xFE", "\xFE\xFF", "\xC3\xBF\xC3\xBE", "\xC3\xBE\xC3\xBF"})) what = "text in UTF-16";
  if (starts({"PK\x03\x04"})) what = "a ZIP archive";
  if (starts({"\x1F\x8B", "BZh",
              "\xFD"
              "7zXZ",
              "\x28\xB5\x2F\xFD"}))
    what = "a compressed file";
  if (starts({"<"})) what = "HTML or XML";
  if (starts({"{", "[{", "[\"", "[[", "[ {"})) what = "JSON";
  if (starts({"From:", "From ", "To:", "Subject:", "Date:", "Received:", "Return-Path:", "Message-ID:", "Delivered-To:",
              "MIME-Version:", "Content-Type:"}))
    what = "a mail";
  if (std::ranges::count(text, '/') == 7 && text.find(' ') != text.npos) what = "a position in FEN or EPD";
  return what.empty() ? "" : "; it seems to be " + std::string(what);
}

std::string reason(const Error& error) {
  const std::string limit = std::to_string(error.limit);
  switch (error.kind) {
    case ErrorKind::Variant:
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
    case ErrorKind::NotPgn:
      return "neither a tag nor a move: " + quoted(error.text) + seeming(error.text);
    case ErrorKind::Tag:
      return "invalid tag " + quoted(error.text) + ", expected [Name \"value\"]";
    case ErrorKind::NoMoves:
      return "there is no move, comment or result in the movetext";
    case ErrorKind::AfterResult:
      return "text after the result: " + quoted(error.text);
    case ErrorKind::UnclosedComment:
      return "the comment has no closing brace";
    case ErrorKind::UnclosedVariation:
      return "the variation has no closing parenthesis";
    case ErrorKind::VariationOfNothing:
      return "the variation has no move before it that it could replace";
    case ErrorKind::UnmatchedParenthesis:
      return "a closing parenthesis without an opening one";
  }
  return {};
}

}  // namespace

std::string message(const Error& error) {
  std::string out = "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": ";
  out += reason(error);
  if (error.position != nullptr) {
    out += " (after " + std::to_string(error.ply) + " plies, in ";
    if (error.variant != nullptr) {
      out += fen::write(*error.variant);
    } else {
      char text[fen::MaxLength];
      out.append(text, fen::write(*error.position, {}, text));
    }
    out += ')';
  }
  return out;
}

}  // namespace bitrook::pgn
