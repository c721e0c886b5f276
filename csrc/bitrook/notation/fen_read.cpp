// Reading Forsyth-Edwards notation.
#include <array>

#include "bitrook/base/names.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/fen_placement.hpp"

namespace bitrook::fen {

namespace {

// A field of the text. Two offsets are passed in registers; a string_view and an offset cost 8 ns a field.
struct Span {
  std::size_t begin;
  std::size_t end;

  bool empty() const { return begin == end; }
  std::string_view of(std::string_view text) const { return {text.data() + begin, end - begin}; }
};

// The first field at or after `at`; empty if there is none.
inline Span field_from(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && !is_space(text[at])) ++at;
  return {begin, at};
}
// Skips the space after a field at once.
inline Span field_after(std::string_view text, Span f) { return field_from(text, f.end + (f.end < text.size())); }

// Reads a number as Python's int() does: a sign, digits, single underscores between digits.
std::optional<Error> parse_number(std::string_view text, Span f, Field field, std::uint32_t& number) {
  const std::string_view written = f.of(text);
  const auto error = [&](Problem problem, std::size_t i) { return Error{field, problem, f.begin + i}; };
  std::size_t i = 0;
  const bool negative = written[0] == '-';
  if (negative || written[0] == '+') ++i;
  std::uint64_t value = 0;
  bool after_digit = false;
  for (; i < written.size(); ++i) {
    const char c = written[i];
    if (c == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    if (c < '0' || c > '9') return error(Problem::NotANumber, i);
    after_digit = true;
    if (value <= 0xFFFFFFFFu) value = 10 * value + unsigned(c - '0');
  }
  if (!after_digit) return error(Problem::NotANumber, 0);
  if (negative && value) return error(Problem::Negative, 0);
  if (value > 0xFFFFFFFFu) return error(Problem::TooLarge, 0);
  number = std::uint32_t(value);
  return std::nullopt;
}

// Fast path: reads one or two digits. False for anything else.
inline bool read_short_number(std::string_view text, Span f, std::uint32_t& number) {
  const std::size_t length = f.end - f.begin;
  if (length > 2) return false;
  const unsigned last = unsigned(text[f.end - 1] - '0'), first = length == 2 ? unsigned(text[f.begin] - '0') : 0;
  number = 10 * first + last;
  return first <= 9 && last <= 9;
}

inline std::optional<Error> read_number(std::string_view text, Span f, Field field, std::uint32_t& number) {
  if (f.empty() || read_short_number(text, f, number)) return std::nullopt;
  return parse_number(text, f, field, number);
}

// The rook that a castling letter means: that on a file, or for 'k' and 'q' the outermost rook on that side of the
// king. If there is none, the corner; but for 'q' with a king and no rook the empty set, as in python-chess.
inline Bitboard castling_right(const Setup& setup, Color c, char letter) {
  if (is_file_letter(letter)) return Bitboard(relative(make_square(File(letter - 'a'), Rank::R1), c));
  const Bitboard corner(relative(letter == 'k' ? Square::H1 : Square::A1, c));
  if (setup.placement.of(PieceType::Rook, c).meets(corner)) return corner;
  const Bitboard rooks = setup.placement.of(PieceType::Rook, c) & Bitboard(relative(Rank::R1, c));
  const Bitboard kings = setup.placement.of(PieceType::King, c) - setup.promoted;
  if (kings.empty()) return corner;
  if (rooks.empty()) return letter == 'k' ? corner : Bitboard();
  if (letter == 'k' && rooks.last() > kings.last()) return Bitboard(rooks.last());
  if (letter == 'q' && rooks.first() < kings.last()) return Bitboard(rooks.first());
  return corner;
}

}  // namespace

std::optional<Error> parse_placement(std::string_view text, Placement& placement, Bitboard& promoted) {
  promoted = Bitboard();
  if (!text.empty() && read_placement(text, placement) == text.size()) return std::nullopt;
  const auto error = [](Problem problem, std::size_t i) { return Error{Field::Placement, problem, i}; };
  placement = Placement();
  unsigned file = 0;
  int rank = 7;
  PlacementCharacter previous;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const PlacementCharacter c = PlacementCharacters[static_cast<unsigned char>(text[i])];
    if (c.piece != Piece::None) {
      if (file == 8) return error(Problem::NotEightColumns, i);
      placement.toggle(c.piece, Bitboard(make_square(File(file), Rank(rank))));
      ++file;
    } else if (c.empty) {
      if (previous.empty) return error(Problem::TwoDigits, i);
      file += c.empty;
      if (file > 8) return error(Problem::NotEightColumns, i);
    } else if (text[i] == '/') {
      if (file != 8) return error(Problem::NotEightColumns, i);
      if (rank-- == 0) return error(Problem::NotEightRows, i);
      file = 0;
    } else if (text[i] == '~') {
      if (previous.piece == Piece::None) return error(Problem::TildeAfterNothing, i);
      promoted |= Bitboard(make_square(File(file - 1), Rank(rank)));
    } else {
      return error(Problem::BadCharacter, i);
    }
    previous = c;
  }
  if (text.empty()) return error(Problem::Empty, 0);
  if (file != 8) return error(Problem::NotEightColumns, text.size());
  if (rank != 0) return error(Problem::NotEightRows, text.size());
  return std::nullopt;
}

std::optional<Error> parse_castling(std::string_view text, Setup& setup) {
  setup.castling = Bitboard();
  if (text.empty() || text == "-") return std::nullopt;
  std::array<unsigned, 2> letters{};  // by colour
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = char(text[i] | 0x20);  // lower-case
    const Color c = text[i] == letter ? Color::Black : Color::White;
    const bool known = letter == 'k' || letter == 'q' || is_file_letter(letter);
    if (!known || (c == Color::White && letters[1]) || letters[index(c)]++ == 2)
      return Error{Field::Castling, Problem::BadCastling, i};
    setup.castling |= castling_right(setup, c, letter);
  }
  return std::nullopt;
}

std::optional<Error> parse(std::string_view text, Setup& setup) {
  Span f{0, read_placement(text, setup.placement)};
  if (f.end != 0) [[likely]] {
    setup.promoted = Bitboard();
  } else {
    f = field_from(text, 0);
    if (f.empty()) return Error{Field::Placement, Problem::Empty, 0};
    if (auto error = parse_placement(f.of(text), setup.placement, setup.promoted)) {
      error->offset += f.begin;
      return error;
    }
  }

  setup.turn = Color::White;
  f = field_after(text, f);
  if (!f.empty()) {
    const char c = text[f.begin];
    if (f.end - f.begin != 1 || (c != 'w' && c != 'b')) return Error{Field::Turn, Problem::BadTurn, f.begin};
    setup.turn = c == 'w' ? Color::White : Color::Black;
  }

  f = field_after(text, f);
  if (auto error = parse_castling(f.of(text), setup)) {
    error->offset += f.begin;
    return error;
  }

  setup.en_passant = Square::None;
  f = field_after(text, f);
  if (const std::string_view t = f.of(text); !t.empty() && t != "-") {
    if (t.size() == 2) setup.en_passant = square_named(t[0], t[1]);
    if (setup.en_passant == Square::None) return Error{Field::EnPassant, Problem::BadEnPassant, f.begin};
  }

  setup.halfmove_clock = 0;
  f = field_after(text, f);
  if (auto error = read_number(text, f, Field::HalfmoveClock, setup.halfmove_clock)) return error;

  setup.fullmove_number = 1;
  f = field_after(text, f);
  if (auto error = read_number(text, f, Field::FullmoveNumber, setup.fullmove_number)) return error;
  if (setup.fullmove_number == 0) setup.fullmove_number = 1;

  f = field_after(text, f);
  if (!f.empty()) return Error{Field::AfterLast, Problem::ExtraField, f.begin};
  return std::nullopt;
}

const char* description(Problem problem) {
  static constexpr std::array Descriptions{"empty fen",
                                           "expected 8 rows",
                                           "expected 8 columns per row",
                                           "two subsequent digits",
                                           "'~' not after a piece",
                                           "invalid character",
                                           "expected 'w' or 'b'",
                                           "invalid castling rights",
                                           "expected '-' or a square",
                                           "expected a number",
                                           "a number that cannot be negative",
                                           "number too large",
                                           "more fields than expected"};
  static_assert(Descriptions.size() == unsigned(Problem::ExtraField) + 1);
  return Descriptions[unsigned(problem)];
}

const char* name(Field field) {
  static constexpr std::array Names{
      "placement", "turn", "castling", "en passant", "half-move clock", "full-move number", "after the last field"};
  static_assert(Names.size() == unsigned(Field::AfterLast) + 1);
  return Names[unsigned(field)];
}

}  // namespace bitrook::fen
