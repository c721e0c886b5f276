// Reading Forsyth-Edwards notation.
#include <array>

#include "fen.hpp"

namespace bitrook::fen {

namespace {

constexpr bool is_space(char c) {
  if (static_cast<unsigned char>(c) > ' ') return false;
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

// What a character of the placement says: a piece, 1..8 empty squares, or nothing.
struct Meaning {
  Piece piece = Piece::None;
  std::uint8_t empty = 0;
};
constexpr std::array Meanings = [] {
  std::array<Meaning, 256> t{};
  constexpr std::string_view Letters = "pnbrqk";
  for (unsigned i = 0; i < 6; ++i) {
    t[unsigned(Letters[i])].piece = make_piece(PieceTypes[i], Color::Black);
    t[unsigned(Letters[i] - 'a' + 'A')].piece = make_piece(PieceTypes[i], Color::White);
  }
  for (unsigned n = 1; n <= 8; ++n) t['0' + n].empty = std::uint8_t(n);
  return t;
}();

// The same for a reader that does not branch on what it reads: the words are added up, and in their top byte is the
// set to which the square goes: a piece's, or one of these.
constexpr std::uint64_t Nothing = 0, SlashSet = 1, Stop = 14;
constexpr std::uint64_t OneSquare = 1, OneSlash = 1 << 16, OneDigit = 1ull << 32;
constexpr std::array Steps = [] {
  std::array<std::uint64_t, 256> t{};
  for (unsigned c = 0; c < 256; ++c) {
    const Meaning m = Meanings[c];
    const bool piece = m.piece != Piece::None;
    t[c] = piece      ? OneSquare | std::uint64_t(index(m.piece)) << 56
           : m.empty  ? m.empty * OneSquare | OneDigit | Nothing << 56
           : c == '/' ? OneSlash | SlashSet << 56
                      : Stop << 56;
  }
  return t;
}();

// Reads a placement without '~' up to the space that ends it and returns its length; 0 if anything at all is wrong
// with it: the careful reader then says what. Mispredicted branches were most of the cost of a FEN.
std::size_t read_rows(std::string_view text, Placement& placement) {
  constexpr std::size_t Longest = 71;
  std::array<std::uint64_t, 16> sets{};
  std::uint64_t sum = 0, before = 0, two_digits = 0;
  const std::size_t end = text.size() < Longest ? text.size() : Longest;
  std::size_t i = 0;
  for (; i < end; ++i) {
    const std::uint64_t step = Steps[static_cast<unsigned char>(text[i])];
    if (step >> 56 == Stop) break;
    sets[step >> 56] |= std::uint64_t{1} << (sum & 63);  // the square as written: a8 first
    two_digits |= before & step & OneDigit;
    before = step;
    sum += step;
  }
  // Seven slashes, and at the start of each row but the first one of them, mean that the rows are right.
  if (std::uint32_t(sum) != 64 * OneSquare + 7 * OneSlash || sets[SlashSet] != 0x0101010101010100 || two_digits ||
      (i < text.size() && !is_space(text[i]))) {
    return 0;
  }
  placement = Placement();
  for (const PieceType t : PieceTypes) {
    for (const Color c : Colors) {
      const Piece p = make_piece(t, c);
      placement.toggle(p, Bitboard(byte_swapped(sets[index(p)])));
    }
  }
  return i;
}

struct Field_ {
  std::string_view text;
  std::size_t offset = 0;
};

// Takes the next field off `rest`; its text is empty if there is none.
Field_ next_field(std::string_view whole, std::size_t& at) {
  while (at < whole.size() && is_space(whole[at])) ++at;
  const std::size_t begin = at;
  while (at < whole.size() && !is_space(whole[at])) ++at;
  return {whole.substr(begin, at - begin), begin};
}

// As Python's int() for ASCII: a sign, digits, single underscores between digits.
std::optional<Error> parse_number(Field_ f, Field which, std::uint32_t& number) {
  const auto error = [&](Problem problem, std::size_t i) { return Error{which, problem, f.offset + i}; };
  std::size_t i = 0;
  const bool negative = f.text[0] == '-';
  if (negative || f.text[0] == '+') ++i;
  std::uint64_t value = 0;
  bool digit = false;
  for (; i < f.text.size(); ++i) {
    const char c = f.text[i];
    if (c == '_' && digit) {
      digit = false;
      continue;
    }
    if (c < '0' || c > '9') return error(Problem::NotANumber, i);
    digit = true;
    if (value <= 0xFFFFFFFFu) value = 10 * value + unsigned(c - '0');
  }
  if (!digit) return error(Problem::NotANumber, 0);
  if (negative && value) return error(Problem::Negative, 0);
  if (value > 0xFFFFFFFFu) return error(Problem::TooLarge, 0);
  number = std::uint32_t(value);
  return std::nullopt;
}

}  // namespace

std::optional<Error> parse_placement(std::string_view text, Placement& placement, Bitboard& promoted) {
  promoted = Bitboard();
  if (!text.empty() && read_rows(text, placement) == text.size()) return std::nullopt;
  const auto error = [](Problem problem, std::size_t i) { return Error{Field::Placement, problem, i}; };
  placement = Placement();
  unsigned file = 0;
  int rank = 7;
  bool after_digit = false, after_piece = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const Meaning meaning = Meanings[static_cast<unsigned char>(c)];
    if (meaning.piece != Piece::None) {
      if (file == 8) return error(Problem::NotEightColumns, i);
      placement.toggle(meaning.piece, Bitboard(make_square(File(file), Rank(rank))));
      ++file;
      after_digit = false;
      after_piece = true;
    } else if (meaning.empty) {
      if (after_digit) return error(Problem::TwoDigits, i);
      file += meaning.empty;
      if (file > 8) return error(Problem::NotEightColumns, i);
      after_digit = true;
      after_piece = false;
    } else if (c == '/') {
      if (file != 8) return error(Problem::NotEightColumns, i);
      if (rank-- == 0) return error(Problem::NotEightRows, i);
      file = 0;
      after_digit = after_piece = false;
    } else if (c == '~') {
      if (!after_piece) return error(Problem::TildeAfterNothing, i);
      promoted |= Bitboard(make_square(File(file - 1), Rank(rank)));
      after_digit = after_piece = false;
    } else {
      return error(Problem::BadCharacter, i);
    }
  }
  if (text.empty()) return error(Problem::Empty, 0);
  if (file != 8) return error(Problem::NotEightColumns, text.size());
  if (rank != 0) return error(Problem::NotEightRows, text.size());
  return std::nullopt;
}

std::optional<Error> parse_castling(std::string_view text, Setup& setup) {
  setup.castling = Bitboard();
  if (text.empty() || text == "-") return std::nullopt;
  unsigned count[2] = {0, 0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool white = text[i] >= 'A' && text[i] <= 'Z';
    const char flag = white ? char(text[i] - 'A' + 'a') : text[i];
    const Color c = white ? Color::White : Color::Black;
    if ((flag != 'k' && flag != 'q' && (flag < 'a' || flag > 'h')) || (white && count[1]) || count[index(c)]++ == 2)
      return Error{Field::Castling, Problem::BadCastling, i};
    const Rank home = relative(Rank::R1, c);
    if (flag != 'k' && flag != 'q') {
      setup.castling |= Bitboard(make_square(File(flag - 'a'), home));
      continue;
    }
    // The outermost rook on that side of the king, or the corner where there is none.
    const Bitboard rooks = setup.placement.of(make_piece(PieceType::Rook, c)) & Bitboard(home);
    const Bitboard kings = setup.placement.of(make_piece(PieceType::King, c)) - setup.promoted;
    Square rook = make_square(flag == 'k' ? File::H : File::A, home);
    if (kings.any() && rooks.any()) {
      if (flag == 'k' && rooks.last() > kings.last()) rook = rooks.last();
      if (flag == 'q' && rooks.first() < kings.last()) rook = rooks.first();
    } else if (kings.any() && flag == 'q') {
      continue;  // python-chess sets no right where there is a king and no rook, but only on this side
    }
    setup.castling |= Bitboard(rook);
  }
  return std::nullopt;
}

std::optional<Error> parse(std::string_view text, Setup& setup) {
  Field_ f;
  std::size_t at = read_rows(text, setup.placement);
  if (at != 0) [[likely]] {
    setup.promoted = Bitboard();
  } else {
    f = next_field(text, at);
    if (f.text.empty()) return Error{Field::Placement, Problem::Empty, 0};
    if (auto error = parse_placement(f.text, setup.placement, setup.promoted)) {
      error->offset += f.offset;
      return error;
    }
  }

  setup.turn = Color::White;
  f = next_field(text, at);
  if (!f.text.empty()) {
    if (f.text != "w" && f.text != "b") return Error{Field::Turn, Problem::BadTurn, f.offset};
    setup.turn = f.text == "w" ? Color::White : Color::Black;
  }

  f = next_field(text, at);
  if (auto error = parse_castling(f.text, setup)) {
    error->offset += f.offset;
    return error;
  }

  setup.en_passant = Square::None;
  f = next_field(text, at);
  if (!f.text.empty() && f.text != "-") {
    const std::string_view t = f.text;
    if (t.size() != 2 || t[0] < 'a' || t[0] > 'h' || t[1] < '1' || t[1] > '8')
      return Error{Field::EnPassant, Problem::BadEnPassant, f.offset};
    setup.en_passant = make_square(File(t[0] - 'a'), Rank(t[1] - '1'));
  }

  setup.halfmove_clock = 0;
  f = next_field(text, at);
  if (!f.text.empty())
    if (auto error = parse_number(f, Field::HalfmoveClock, setup.halfmove_clock)) return error;

  setup.fullmove_number = 1;
  f = next_field(text, at);
  if (!f.text.empty()) {
    if (auto error = parse_number(f, Field::FullmoveNumber, setup.fullmove_number)) return error;
    if (setup.fullmove_number == 0) setup.fullmove_number = 1;
  }

  f = next_field(text, at);
  if (!f.text.empty()) return Error{Field::AfterLast, Problem::ExtraField, f.offset};
  return std::nullopt;
}

const char* description(Problem problem) {
  switch (problem) {
    case Problem::Empty:
      return "empty fen";
    case Problem::NotEightRows:
      return "expected 8 rows";
    case Problem::NotEightColumns:
      return "expected 8 columns per row";
    case Problem::TwoDigits:
      return "two subsequent digits";
    case Problem::TildeAfterNothing:
      return "'~' not after a piece";
    case Problem::BadCharacter:
      return "invalid character";
    case Problem::BadTurn:
      return "expected 'w' or 'b'";
    case Problem::BadCastling:
      return "invalid castling rights";
    case Problem::BadEnPassant:
      return "expected '-' or a square";
    case Problem::NotANumber:
      return "expected a number";
    case Problem::Negative:
      return "a number that cannot be negative";
    case Problem::TooLarge:
      return "number too large";
    case Problem::ExtraField:
      return "more fields than expected";
  }
  return "";
}

const char* name(Field field) {
  switch (field) {
    case Field::Placement:
      return "placement";
    case Field::Turn:
      return "turn";
    case Field::Castling:
      return "castling";
    case Field::EnPassant:
      return "en passant";
    case Field::HalfmoveClock:
      return "half-move clock";
    case Field::FullmoveNumber:
      return "full-move number";
    case Field::AfterLast:
      return "after the last field";
  }
  return "";
}

}  // namespace bitrook::fen
