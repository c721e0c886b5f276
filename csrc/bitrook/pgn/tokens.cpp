// The tokens of a line of movetext.
#include "bitrook/pgn/tokens.hpp"

#include <algorithm>
#include <string_view>

#include "bitrook/base/names.hpp"

namespace bitrook::pgn {

namespace {

constexpr std::string_view PieceLetters = "NBKRQ", PromotionLetters = "nbrqkNBRQK", DropLetters = "PNBRQK";

bool is_one_of(char c, std::string_view letters) { return letters.find(c) != std::string_view::npos; }
bool starts(const char* at, const char* end, std::string_view text) {
  return std::string_view(at, std::size_t(end - at)).starts_with(text);
}
bool is_square(const char* at, const char* end) {
  return end - at >= 2 && is_file_letter(at[0]) && is_rank_digit(at[1]);
}

// The end of the piece or pawn move that starts at `at`, or null. Anything before a second square is the origin.
const char* move_end(const char* at, const char* const end) {
  if (at != end && is_one_of(*at, PieceLetters)) ++at;
  const auto target_end = [end](const char* to) -> const char* {  // with an optional '-' or 'x' before it
    if (to != end && (*to == '-' || *to == 'x') && is_square(to + 1, end)) return to + 3;
    return is_square(to, end) ? to + 2 : nullptr;
  };
  const char* found = nullptr;
  const bool file = at != end && is_file_letter(*at);
  const char* const rank = at + (file ? 1 : 0);
  if (rank != end && is_rank_digit(*rank)) found = target_end(rank + 1);
  if (!found && file) found = target_end(at + 1);
  if (!found) found = target_end(at);
  if (!found) return nullptr;
  if (found != end && is_one_of(*found, PromotionLetters)) return found + 1;
  if (end - found >= 2 && *found == '=' && is_one_of(found[1], PromotionLetters)) return found + 2;
  return found;
}

const char* san_end(const char* at, const char* const end) {
  if (const char* const found = move_end(at, end)) return found;
  const char* const drop = at + (is_one_of(*at, DropLetters) ? 1 : 0);
  if (drop != end && *drop == '@' && is_square(drop + 1, end)) return drop + 3;
  for (const std::string_view text : {"--", "Z0", "0000", "@@@@", "O-O-O", "O-O", "0-0-0", "0-0"}) {
    if (starts(at, end, text)) return at + text.size();
  }
  return nullptr;
}

// The NAGs that are written with these characters, from 1 on.
constexpr std::string_view Glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};

}  // namespace

Token next_token(const char* at, const char* const end) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (; at != end; ++at) {
    // The null move 0000 is a number by itself. In a longer number such as 10000, only the last three digits can begin
    // a token, such as 0-0.
    if (const char* const digits = std::find_if_not(at, end, is_digit); digits - at > 4) at = digits - 3;
    if (const char* const found = san_end(at, end)) return {TokenKind::San, 0, at, found};
    switch (*at) {
      case '{':
        return {TokenKind::Brace, 0, at, at + 1};
      case ';':
        return {TokenKind::Semicolon, 0, at, at + 1};
      case '(':
        return {TokenKind::Open, 0, at, at + 1};
      case ')':
        return {TokenKind::Close, 0, at, at + 1};
      case '$': {
        const char* const digits = std::find_if_not(at + 1, end, is_digit);
        if (digits != at + 1) return {TokenKind::Nag, 0, at, digits};
        break;
      }
      case '!':
      case '?': {
        const bool two = end - at >= 2 && (at[1] == '!' || at[1] == '?');
        const auto* glyph = std::ranges::find(Glyphs, std::string_view(at, two ? 2 : 1));
        return {TokenKind::Nag, std::uint8_t(glyph - Glyphs + 1), at, at + glyph->size()};
      }
      default:
        for (const std::string_view text : {"*", "1-0", "0-1", "1/2-1/2"}) {
          if (starts(at, end, text)) return {TokenKind::Result, 0, at, at + text.size()};
        }
    }
  }
  return {TokenKind::End, 0, end, end};
}

}  // namespace bitrook::pgn
