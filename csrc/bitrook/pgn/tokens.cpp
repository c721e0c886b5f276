// The tokens of a line of movetext.
#include "bitrook/pgn/tokens.hpp"

#include <algorithm>
#include <bit>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/pgn/text.hpp"

namespace bitrook::pgn {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view Pieces = "KQRBN", PromotionLetters = "nbrqkNBRQK", DropLetters = "PNBRQK";
constexpr std::string_view Results[] = {"*", "1-0", "0-1", "1/2-1/2", "1/2"};
// The NAGs that are written with these characters, from 1 on.
constexpr std::string_view Glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};

// Signs that evaluate the position, in ASCII and as characters, with their NAGs. Longer ones come first.
struct Sign {
  std::string_view text;
  std::uint8_t nag;
};
constexpr Sign Signs[] = {{"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15}, {"+-", 18},
                          {"-+", 19},  {"+=", 14},  {"=+", 15},  {"=", 10},   {"±", 16},
                          {"∓", 17},   {"⩲", 14},   {"⩱", 15},   {"∞", 13},   {"□", 7}};

constexpr bool is_one_of(char c, std::string_view letters) { return letters.find(c) != std::string_view::npos; }
constexpr bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }
constexpr bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '@' || c == '_'; }
std::string_view view(const char* at, const char* end) { return {at, std::size_t(end - at)}; }
bool is_square(const char* at, const char* end) {
  return end - at >= 2 && is_file_letter(at[0]) && is_rank_digit(at[1]);
}

// The bytes at `at` that separate tokens: white space, dots, ellipses, byte order marks.
std::size_t filler(const char* at, const char* const end) {
  if (is_ascii(*at)) return start_of(at) == Start::Filler ? 1 : 0;
  const std::string_view rest = view(at, std::min(end, at + 4));
  if (rest.starts_with("\xEF\xBB\xBF"sv) || rest.starts_with("…"sv)) return 3;
  return leading_space(rest);
}

// The sign that starts at `at` and is not followed by a word, or null.
const Sign* sign_at(const char* at, const char* const end) {
  const auto* found = std::ranges::find_if(Signs, [&](const Sign& s) {
    const char* const after = at + std::min(s.text.size(), std::size_t(end - at));
    return view(at, end).starts_with(s.text) && (after == end || !is_word(*after));
  });
  return found == std::end(Signs) ? nullptr : found;
}

// Whether a token may end at `at`: it does not continue with a letter, a digit or a dash.
bool is_boundary(const char* at, const char* const end) {
  if (at == end) return true;
  if (is_ascii(*at)) return !is_word(*at) && (*at != '-' || sign_at(at, end));
  return filler(at, end) != 0 || sign_at(at, end);
}

// The end of the piece or pawn move that starts at `at`, or null. Anything before a second square is the origin.
const char* move_end(const char* at, const char* const end) {
  if (at != end && (*at == '-' || *at == 'x')) return nullptr;
  if (at != end && is_one_of(*at, Pieces)) ++at;
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

// The end of the move that starts at `at` and ends where a token may end, or null.
const char* san_end(const char* at, const char* const end) {
  const auto bounded = [end](const char* found) { return is_boundary(found, end) ? found : nullptr; };
  if (const char* const found = move_end(at, end)) return bounded(found);
  const char* const drop = at + (is_one_of(*at, DropLetters) ? 1 : 0);
  if (drop != end && *drop == '@' && is_square(drop + 1, end)) return bounded(drop + 3);
  for (const std::string_view text : {"--", "Z0", "0000", "@@@@", "O-O-O", "O-O", "0-0-0", "0-0"}) {
    if (view(at, end).starts_with(text) && is_boundary(at + text.size(), end)) return at + text.size();
  }
  return nullptr;
}

// The result that starts at `at`, or an empty text.
std::string_view result_at(const char* at, const char* const end) {
  for (const std::string_view text : Results) {
    if (view(at, end).starts_with(text) && (text == "*" || is_boundary(at + text.size(), end))) return text;
  }
  return {};
}

// The end of a word that is not a token of PGN: up to white space, a bracket or a comment.
const char* word_end(const char* at, const char* const end, std::string_view stops) {
  for (++at; at != end && !is_one_of(*at, stops); ++at) {
    if (*at != '.' && filler(at, end) != 0) break;
  }
  return at;
}

// Moves and results as they are written outside PGN, converted to PGN: figurines, letters of other languages, dashes
// and other signs of typography, castling as "OO" or "o-o", pawn moves with a letter.
std::string_view rewritten(std::string_view word, const PieceLetters& letters, std::string& out) {
  out.clear();
  while (!word.empty()) {
    const auto replace = [&](std::string_view from, std::string_view to) {
      if (!word.starts_with(from)) return false;
      word.remove_prefix(from.size());
      out += to;
      return true;
    };
    if (!letters.empty() && (out.empty() || out.back() == '=' || is_rank_digit(out.back()))) {
      const auto is_here = [&](const std::string& letter) { return !letter.empty() && word.starts_with(letter); };
      const auto found = std::ranges::max_element(
          letters.letters, {}, [&](const std::string& letter) { return is_here(letter) ? letter.size() : 0; });
      if (is_here(*found)) {
        replace(*found, "KQRBNP"sv.substr(std::size_t(found - letters.letters.begin()), 1));
        continue;
      }
      if (is_one_of(word[0], "KQRBN")) return {};  // a letter that means nothing in this language
    }
    if (is_ascii(word[0])) {
      out += word[0];
      word.remove_prefix(1);
      continue;
    }
    bool known = replace("×", "x") || replace("½", "1/2") || replace("−", "-") || replace("\xEF\xB8\x8E", "") ||
                 replace("\xEF\xB8\x8F", "");  // selectors of the style of the character before them
    if (!known && word.size() >= 3 && word.starts_with("\xE2\x99")) {  // U+2654 to U+265F
      const unsigned piece = static_cast<unsigned char>(word[2]) - 0x94U;
      if (piece >= 12) return {};
      known = replace(word.substr(0, 3), "KQRBNP"sv.substr(piece % 6, 1));
    }
    if (!known && word.size() >= 3 && word.starts_with("\xE2\x80")) {  // the dashes U+2010 to U+2014
      const auto last = static_cast<unsigned char>(word[2]);
      if (last < 0x90 || last > 0x94) return {};
      known = replace(word.substr(0, 3), "-");
    }
    if (!known) return {};
  }
  while (out.ends_with('+') || out.ends_with('#')) out.pop_back();
  if (out.size() > 1 && out[0] == 'P' && out[1] != '@') out.erase(0, 1);
  std::string circles = out;
  std::erase(circles, '-');
  if (circles.find_first_not_of("oO") == std::string::npos && (circles.size() == 2 || circles.size() == 3))
    out = circles.size() == 2 ? "O-O" : "O-O-O";
  return out;
}

}  // namespace

Token next_token(const char* at, const char* const end, const PieceLetters& letters, std::string& buffer) {
  while (at != end) {
    const std::size_t skipped = filler(at, end);
    if (skipped == 0) break;
    at += skipped;
  }
  if (at == end) return {TokenKind::End, 0, end, end, {}};
  const auto token = [at](TokenKind kind, const char* to, std::uint8_t glyph = 0) {
    return Token{kind, glyph, at, to, view(at, to)};
  };
  switch (*at) {
    case '{':
      return token(TokenKind::Brace, at + 1);
    case ';':
      return token(TokenKind::Semicolon, at + 1);
    case '(':
      return token(TokenKind::Open, at + 1);
    case ')':
      return token(TokenKind::Close, at + 1);
    case '}':
      return token(TokenKind::Unknown, at + 1);
    case '$':
      if (const char* const digits = std::find_if_not(at + 1, end, is_digit); digits != at + 1)
        return token(TokenKind::Nag, digits);
      break;
    case '!':
    case '?': {
      const bool two = end - at >= 2 && (at[1] == '!' || at[1] == '?');
      const auto* glyph = std::ranges::find(Glyphs, view(at, at + (two ? 2 : 1)));
      return token(TokenKind::Nag, at + glyph->size(), std::uint8_t(glyph - Glyphs + 1));
    }
    default:
      break;
  }
  if (const std::string_view result = result_at(at, end); !result.empty()) {
    Token found = token(TokenKind::Result, at + result.size());
    if (result == "1/2") found.text = "1/2-1/2";
    return found;
  }
  if (letters.empty()) {
    if (const char* const found = san_end(at, end)) return token(TokenKind::San, found);
  }
  if (is_digit(*at)) {
    const char* const digits = std::find_if_not(at, end, is_digit);
    if (is_boundary(digits, end)) return token(TokenKind::Number, digits);
  }
  if (*at == '+' || *at == '#' || *at == '=' || *at == '-' || !is_ascii(*at)) {
    if (const Sign* const sign = sign_at(at, end)) return token(TokenKind::Nag, at + sign->text.size(), sign->nag);
    const char* const marks = std::find_if_not(at, end, [](char c) { return c == '+' || c == '#'; });
    if (marks != at && is_boundary(marks, end)) return token(TokenKind::Ignored, marks);  // of a check
  }
  for (const std::string_view text : {"e.p."sv, "ep"sv}) {
    if (view(at, end).starts_with(text) && is_boundary(at + text.size(), end))
      return token(TokenKind::Ignored, at + text.size());
  }
  const char* const word = word_end(at, end, "{}();!?$");
  const std::string_view text = rewritten(view(at, word), letters, buffer);
  if (!text.empty()) {
    const char* const begin = text.data();
    const char* const last = begin + text.size();
    Token found = token(TokenKind::San, word);
    found.text = text;
    if (san_end(begin, last) == last) return found;
    if (result_at(begin, last).size() == text.size()) {
      found.kind = TokenKind::Result;
      if (text == "1/2") found.text = "1/2-1/2";
      return found;
    }
  }
  return token(TokenKind::Unknown, word_end(at, end, "{}();["));
}

const char* find_suspect(const char* at, const char* const end) {
  if (std::size_t(end - at) > ByteBlock::Size) {
    const auto suspects = [](const char* from) {
      const ByteBlock block(from);
      ByteBlock::Mask found = block.equal(';', '*', '(', '/', '\xC2', '\xE2');
      if (const ByteBlock::Mask dashes = ByteBlock(from + 1).equal('-')) found |= dashes & block.equal('0', '1');
      return found;
    };
    const auto place = [](ByteBlock::Mask found) { return unsigned(std::countr_zero(found)) / ByteBlock::MaskBits; };
    // The last two blocks may overlap. The last character is in none of them, because they read the one after it, too.
    const char* const last = end - 1 - ByteBlock::Size;
    for (; at < last; at += ByteBlock::Size) {
      if (const ByteBlock::Mask found = suspects(at)) return at + place(found);
    }
    if (const ByteBlock::Mask found = suspects(last)) return last + place(found);
    at = end - 1;
  }
  for (; at != end; ++at) {
    if (is_one_of(*at, ";*(/\xC2\xE2")) return at;
    if ((*at == '0' || *at == '1') && at + 1 != end && at[1] == '-') return at;
  }
  return end;
}

}  // namespace bitrook::pgn
