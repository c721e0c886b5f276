// Reading Forsyth-Edwards notation.
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/fen_castling.hpp"
#include "bitrook/notation/fen_rows.hpp"

namespace bitrook::fen {

namespace {

// A field of the text: two numbers, which fit in registers (a view and an offset went through memory: 8 ns a field).
struct Span {
  std::size_t begin;
  std::size_t end;

  bool empty() const { return begin == end; }
  std::string_view of(std::string_view whole) const { return {whole.data() + begin, end - begin}; }
};

// The first field from `at` on; it is empty if there is none.
inline Span field_from(std::string_view whole, std::size_t at) {
  while (at < whole.size() && is_space(whole[at])) ++at;
  const std::size_t begin = at;
  while (at < whole.size() && !is_space(whole[at])) ++at;
  return {begin, at};
}
// The field after one that was read: behind that is a space, or the end.
inline Span field_after(std::string_view whole, Span f) { return field_from(whole, f.end + (f.end < whole.size())); }

// As Python's int() for ASCII: a sign, digits, single underscores between digits.
std::optional<Error> parse_number(std::string_view whole, Span f, Field which, std::uint32_t& number) {
  const std::string_view text = f.of(whole);
  const auto error = [&](Problem problem, std::size_t i) { return Error{which, problem, f.begin + i}; };
  std::size_t i = 0;
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') ++i;
  std::uint64_t value = 0;
  bool digit = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
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

// One digit or two, as the clocks of most positions have them; false for anything else.
inline bool read_short_number(std::string_view whole, Span f, std::uint32_t& number) {
  const std::size_t length = f.end - f.begin;
  if (length > 2) return false;
  const unsigned last = unsigned(whole[f.end - 1] - '0'), first = length == 2 ? unsigned(whole[f.begin] - '0') : 0;
  number = 10 * first + last;
  return first <= 9 && last <= 9;
}

// One of the sixteen usual fields, if the rooks stand in those corners: no other rook can be meant then. False for
// anything else.
inline bool read_usual_castling(std::string_view field, Setup& setup) {
  if (field.size() > 4) return false;
  std::uint32_t word = 0;
  unsigned flags = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const unsigned c = static_cast<unsigned char>(field[i]);
    word |= std::uint32_t(c) << 8 * i;
    flags |= FlagOf[c];
  }
  const CornerRights& rights = UsualRights[flags];
  const auto rooks = [&setup](Color c) {
    return setup.placement.of(PieceType::Rook, c) & Bitboard(relative(Rank::R1, c));
  };
  if (rights.size != field.size() || rights.text != word ||
      !rights.rooks.subset_of(rooks(Color::White) | rooks(Color::Black)))
    return false;
  setup.castling = rights.rooks;
  return true;
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
  Span f{0, read_rows(text, setup.placement)};
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
  if (!read_usual_castling(f.of(text), setup)) {
    if (auto error = parse_castling(f.of(text), setup)) {
      error->offset += f.begin;
      return error;
    }
  }

  setup.en_passant = Square::None;
  f = field_after(text, f);
  if (const std::string_view t = f.of(text); !t.empty() && t != "-") {
    if (t.size() != 2 || t[0] < 'a' || t[0] > 'h' || t[1] < '1' || t[1] > '8')
      return Error{Field::EnPassant, Problem::BadEnPassant, f.begin};
    setup.en_passant = make_square(File(t[0] - 'a'), Rank(t[1] - '1'));
  }

  setup.halfmove_clock = 0;
  f = field_after(text, f);
  if (!f.empty() && !read_short_number(text, f, setup.halfmove_clock))
    if (auto error = parse_number(text, f, Field::HalfmoveClock, setup.halfmove_clock)) return error;

  setup.fullmove_number = 1;
  f = field_after(text, f);
  if (!f.empty()) {
    if (!read_short_number(text, f, setup.fullmove_number))
      if (auto error = parse_number(text, f, Field::FullmoveNumber, setup.fullmove_number)) return error;
    if (setup.fullmove_number == 0) setup.fullmove_number = 1;
  }

  f = field_after(text, f);
  if (!f.empty()) return Error{Field::AfterLast, Problem::ExtraField, f.begin};
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
