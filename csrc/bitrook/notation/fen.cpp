// Reading and writing Forsyth-Edwards notation.
//
// The vectorized reader takes 42 ns for a valid placement without '~'. The reader that goes one character at a time
// takes 115 ns, but also reads '~' and reports errors.
#include <algorithm>
#include <array>
#include <charconv>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/placement/views.hpp"

namespace bitrook::fen {

namespace {

// The end of a placement, or the first wrong character.
struct PlacementEnd {
  std::size_t offset;
  std::optional<Problem> problem{};
};

// --- The placement, one character at a time. The only branch in the loop checks for errors and for the end; branches
// on whether a character is a piece, a digit or a slash would be mispredicted.

// The state is a word with four counters, and each character adds its own word to it:
//
//   bits 0-6    the squares that have been read
//   bits 8-14   the digits
//   bits 21-23  the slashes; the eighth carries into the counter above
//   bits 24-31  the squares left in the row, between 0 and 8 as long as the text is correct
//
// A row that is too long makes the last counter negative. A slash adds 8, so it makes the counter exceed 8 unless the
// row is complete. Thus a single comparison finds both errors, a ninth row, and characters other than pieces, digits
// and slashes, which add 128.
constexpr std::uint32_t OneSquare = 1, OneDigit = 1u << 8, OneSlash = 1u << 21, OneLeft = 1u << 24;
struct Character {
  std::uint32_t step;
  Piece piece;
};
constexpr Character Wrong{128 * OneLeft, Piece::None};
constexpr std::array Characters = [] {
  std::array<Character, 256> t{};
  t.fill(Wrong);  // not as default member initializers, which GCC 12 compiles to zeros
  t['/'].step = OneSlash + 8 * OneLeft;
  for (unsigned n = 1; n <= 8; ++n) t['0' + n].step = n * OneSquare + OneDigit - n * OneLeft;
  for (const Piece p : Pieces) {
    const char letter = letter_of(type_of(p));
    t[unsigned(color_of(p) == Color::White ? to_upper(letter) : letter)] = {OneSquare - OneLeft, p};
  }
  return t;
}();
constexpr const Character& character(char c) { return Characters[static_cast<unsigned char>(c)]; }

// The error in a placement that has adjacent digits, or that is wrong at `i`.
PlacementEnd placement_error(std::string_view text, std::size_t i, std::uint32_t state) {
  const auto are_digits = [](char a, char b) { return (character(a).step & character(b).step & OneDigit) != 0; };
  const auto end = text.begin() + std::ptrdiff_t(std::min(i + 1, text.size()));
  const auto digits = std::adjacent_find(text.begin(), end, are_digits);
  if (digits != end) return {std::size_t(digits - text.begin()) + 1, Problem::TwoDigits};

  if (text.empty() || is_python_space(text[0])) return {0, Problem::Empty};
  if (i == text.size() || is_python_space(text[i]) || text[i] == '/')
    return {i, state >= OneLeft ? Problem::NotEightColumns : Problem::NotEightRows};
  if (text[i] == '~') return {i, Problem::TildeAfterNothing};
  return {i, character(text[i]).step == Wrong.step ? Problem::BadCharacter : Problem::NotEightColumns};
}

PlacementEnd read_characters(std::string_view text, Placement& placement, Bitboard& promoted) {
  const auto bit = [](std::uint32_t squares) { return std::uint64_t{1} << (squares & 63); };  // a8 is bit 0
  std::array<std::uint64_t, 16> sets{};  // by piece; the first is for digits and slashes
  std::uint64_t marked = 0;
  std::uint32_t state = 8 * OneLeft;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const Character& c = character(text[i]);
    const std::uint32_t next = state + c.step;
    if (next >= 9 * OneLeft) [[unlikely]] {
      if (text[i] != '~' || i == 0 || character(text[i - 1]).piece == Piece::None) break;
      marked |= bit(state - 1);
    } else {
      sets[index(c.piece)] |= bit(state);
      state = next;
    }
  }
  placement = Placement();
  for (const Piece p : Pieces) placement.toggle(p, Bitboard(byte_swapped(sets[index(p)])));
  // A correct placement has one digit for each run of empty squares; with more digits than runs, two are adjacent.
  const Bitboard empty = ~placement.occupied(), runs = empty - shifted<Direction::East>(empty);
  const bool ends = i == text.size() || is_python_space(text[i]), eight_full_rows = state / OneSlash == 7;
  if (!ends || !eight_full_rows || state / OneDigit % 128 != runs.count()) return placement_error(text, i, state);
  promoted = Bitboard(byte_swapped(marked));
  return {i};
}

#if BITROOK_HAS_BYTE_VECTORS

// --- The placement, all ranks at once, as one 8-byte word per rank with rank 1 lowest.

// The index of a lower-case letter in a table of 16: the XOR of its two halves is different for all piece letters.
constexpr std::uint8_t table_index(char letter) { return (letter ^ letter >> 4) & 15; }
struct LetterTables {
  Table16 letters{};
  Table16 types{};
};
constexpr LetterTables PieceLetters = [] {
  LetterTables t;
  for (const PieceType type : PieceTypes) {
    t.letters[table_index(letter_of(type))] = std::uint8_t(letter_of(type));
    t.types[table_index(letter_of(type))] = std::uint8_t(type);
  }
  return t;
}();
constexpr Table16 FileBits{0, 1, 2, 4, 8, 16, 32, 64, 128};  // of the n-th square of a rank

// Returns the length of the placement, or 0 if it has to be read by read_characters().
std::size_t read_ranks(std::string_view text, Placement& placement) {
  if (text.size() < 32) return 0;
  // Where each rank begins, rank 8 first.
  std::array<std::size_t, 8> begin{};
  std::uint64_t slashes = places_of('/', text.data(), text.size());
  for (unsigned row = 1; row < 8; ++row) {
    begin[row] = lowest_bit(slashes) + 1;
    if (row < 7) slashes &= slashes - 1;
  }
  if (slashes == 0) return 0;
  // Eight characters of each rank are loaded. If the text ends within the last eight, a padded copy is used.
  const char* at = text.data();
  std::array<char, 64 + 8> copy;
  if (begin[7] + 8 > text.size()) {
    copy.fill('\0');
    std::copy(text.begin(), text.end(), copy.begin());
    at = copy.data();
  }
  const Bytes64 characters = Bytes64::load_words(at + begin[7], at + begin[6], at + begin[5], at + begin[4],
                                                 at + begin[3], at + begin[2], at + begin[1], at + begin[0]);

  const Bytes64 lower_case = characters | Bytes64::all(0x20);
  const Bytes64 table_indices = (lower_case ^ lower_case.shifted_right<4>()) & Bytes64::all(15);
  const Bytes64 letters = equal(table_indices.lookup(PieceLetters.letters), lower_case);
  const Bytes64 digit_values = characters - Bytes64::all('0');
  const Bytes64 digits = at_most(digit_values - Bytes64::all(1), Bytes64::all(7));
  const Bytes64 in_rank = equal(letters | digits, Bytes64::all(0)).before_first();
  // The squares up to and including each character: a letter counts as one (minus 0xFF), a digit as its value.
  const Bytes64 squares = (((digit_values & digits) - letters) & in_rank).prefix_sums();

  const std::uint64_t used = in_rank.high_bits(), used_digits = digits.high_bits() & used;
  const std::size_t length = begin[7] + population_count(used & 0xFF);
  constexpr std::uint64_t LastBytes = 0x8080808080808080;
  const bool eight_squares_each = (equal(squares, Bytes64::all(8)).high_bits() & LastBytes) == LastBytes;
  const bool only_slashes_between = population_count(used >> 8) == begin[7] - 7;
  const bool adjacent_digits = (used_digits & used_digits << 1 & 0xFEFEFEFEFEFEFEFE) != 0;
  const bool ends = length >= text.size() || is_python_space(text[length]);
  if (!eight_squares_each || !only_slashes_between || adjacent_digits || !ends) return 0;

  // The n-th letter belongs to the n-th occupied square, since both go through the ranks from 1 to 8 and the files from
  // a to h. PEXT and PDEP can therefore move bits from characters to squares.
  const std::uint64_t used_letters = letters.high_bits() & used;
  const std::uint64_t occupied = (squares.lookup(FileBits) & letters & in_rank).word_sums();
  const auto to_squares = [&](Bytes64 bits) {
    return Bitboard(deposited_bits(extracted_bits(bits.high_bits(), used_letters), occupied));
  };
  const Bytes64 types = table_indices.lookup(PieceLetters.types);
  const Bitboard black = to_squares(characters.shifted_left<2>());  // bit 5 is set in lower-case letters
  placement = placement::placement_of<Placement>(
      placement::Quad{{black, to_squares(types.shifted_left<7>()), to_squares(types.shifted_left<6>()),
                       to_squares(types.shifted_left<5>())}});
  return length;
}
#endif

// Reads the placement at the beginning of `text`, up to white space or the end.
PlacementEnd read_placement(std::string_view text, Placement& placement, Bitboard& promoted) {
#if BITROOK_HAS_BYTE_VECTORS
  if (const std::size_t length = read_ranks(text, placement)) {
    promoted = Bitboard();
    return {length};
  }
#endif
  return read_characters(text, placement, promoted);
}

// --- The other fields.

// A field of the text. Two offsets are passed in registers; a string_view and an offset cost 8 ns per field.
struct Span {
  std::size_t begin;
  std::size_t end;

  bool empty() const { return begin == end; }
  std::string_view of(std::string_view text) const { return {text.data() + begin, end - begin}; }
};

// The first field at or after `at`, or an empty one at the end of the text.
inline Span field_from(std::string_view text, std::size_t at) {
  while (at < text.size() && is_python_space(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && !is_python_space(text[at])) ++at;
  return {begin, at};
}
// The next field. The space after `f` is skipped without a test.
inline Span field_after(std::string_view text, Span f) { return field_from(text, f.end + (f.end < text.size())); }

// Reads a number as Python's int() does: an optional sign, then digits with optional single underscores between them.
std::optional<Error> parse_number(std::string_view text, Span f, Field field, std::uint32_t& number) {
  std::size_t i = f.begin;
  const bool negative = text[i] == '-';
  if (negative || text[i] == '+') ++i;
  std::uint64_t value = 0;
  bool after_digit = false;
  for (; i < f.end; ++i) {
    if (text[i] == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    if (text[i] < '0' || text[i] > '9') return Error{field, Problem::NotANumber, i};
    after_digit = true;
    if (value <= 0xFFFFFFFFu) value = 10 * value + unsigned(text[i] - '0');
  }
  if (!after_digit) return Error{field, Problem::NotANumber, f.begin};
  if (negative && value) return Error{field, Problem::Negative, f.begin};
  if (value > 0xFFFFFFFFu) return Error{field, Problem::TooLarge, f.begin};
  number = std::uint32_t(value);
  return std::nullopt;
}

// Leaves `number` unchanged if the field is missing.
inline std::optional<Error> read_number(std::string_view text, Span f, Field field, std::uint32_t& number) {
  if (f.empty()) return std::nullopt;
  const bool two = f.end - f.begin == 2;
  const unsigned last = unsigned(text[f.end - 1] - '0'), first = two ? unsigned(text[f.begin] - '0') : 0;
  number = 10 * first + last;
  if (f.end - f.begin <= 2 && first <= 9 && last <= 9) return std::nullopt;  // the usual case
  return parse_number(text, f, field, number);
}

// The square that a castling letter refers to: that of the file, or for 'k' and 'q', of the outermost rook on that side
// of the king. Otherwise the corner, except that 'q' without any rook gives the empty set, as in python-chess.
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
  const PlacementEnd end = read_placement(text, placement, promoted);
  const bool goes_on = end.offset < text.size() && is_python_space(text[end.offset]);  // allowed only in a whole FEN
  if (!goes_on && !end.problem) return std::nullopt;
  return Error{Field::Placement, goes_on ? Problem::BadCharacter : *end.problem, end.offset};
}

std::optional<Error> parse_castling(std::string_view text, Setup& setup) {
  setup.castling = Bitboard();
  if (text.empty() || text == "-") return std::nullopt;
  std::array<unsigned, 2> letters{};  // by color
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
  std::size_t begin = 0;
  while (begin < text.size() && is_python_space(text[begin])) ++begin;
  if (begin == text.size()) return Error{Field::Placement, Problem::Empty, 0};
  const PlacementEnd end = read_placement(text.substr(begin), setup.placement, setup.promoted);
  Span f{begin, begin + end.offset};
  if (end.problem) return Error{Field::Placement, *end.problem, f.end};

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
  static constexpr std::array Descriptions{"empty FEN",
                                           "expected 8 rows",
                                           "expected 8 columns per row",
                                           "two digits in a row",
                                           "'~' must follow a piece",
                                           "invalid character",
                                           "expected 'w' or 'b'",
                                           "invalid castling rights",
                                           "expected '-' or a square",
                                           "expected a number",
                                           "expected a non-negative number",
                                           "number too large",
                                           "more fields than expected",
                                           "expected letters of PNBRQpnbrq",
                                           "too many pieces in the pocket",
                                           "expected two numbers of checks up to 3"};
  static_assert(Descriptions.size() == unsigned(Problem::BadChecks) + 1);
  return Descriptions[unsigned(problem)];
}

const char* name(Field field) {
  static constexpr std::array Names{"placement",
                                    "turn",
                                    "castling",
                                    "en passant",
                                    "half-move clock",
                                    "full-move number",
                                    "after the last field",
                                    "pocket",
                                    "remaining checks"};
  static_assert(Names.size() == unsigned(Field::RemainingChecks) + 1);
  return Names[unsigned(field)];
}

// --- Writing.

namespace {

// How a rank with a given set of occupied files is written. Each entry of `order` selects a character: 0-7 is the
// letter on that file, 8-15 are the digits 1 to 8.
struct RankFormat {
  std::array<std::uint8_t, 8> order{};
  std::uint64_t size = 0;
};
constexpr std::array RankFormats = [] {
  std::array<RankFormat, 256> formats{};
  for (unsigned occupied = 0; occupied < 256; ++occupied) {
    RankFormat& format = formats[occupied];
    unsigned empty = 0;
    for (unsigned file = 0; file <= 8; ++file) {
      if (file < 8 && !(occupied >> file & 1)) {
        ++empty;
        continue;
      }
      if (empty) format.order[format.size++] = std::uint8_t(7 + empty);
      if (file < 8) format.order[format.size++] = std::uint8_t(file);
      empty = 0;
    }
  }
  return formats;
}();

constexpr std::array FenLetters = [] {
  std::array<std::uint8_t, 16> t{};
  for (const PieceType type : PieceTypes) {
    t[index(make_piece(type, Color::White))] = std::uint8_t(to_upper(letter_of(type)));
    t[index(make_piece(type, Color::Black))] = std::uint8_t(letter_of(type));
  }
  return t;
}();

// The letters of the pieces on the 64 squares; 0 for an empty square.
inline std::array<char, 64> letters_of(const placement::Mailbox& squares) {
  std::array<char, 64> letters;
#if BITROOK_HAS_BYTE_VECTORS
  Bytes64::load(squares.data()).lookup(FenLetters).store(letters.data());
#else
  for (unsigned i = 0; i < 64; ++i) letters[i] = char(FenLetters[index(squares[i])]);
#endif
  return letters;
}

// Writes eight characters, of which the first `format.size` are used.
inline void write_rank(const char* letters, const RankFormat& format, char* out) {
#if BITROOK_HAS_SHUFFLE
  store_shuffled(letters, "12345678", format.order.data(), out);
#else
  std::array<char, 16> characters{0, 0, 0, 0, 0, 0, 0, 0, '1', '2', '3', '4', '5', '6', '7', '8'};
  for (unsigned i = 0; i < 8; ++i) characters[i] = letters[i];
  for (unsigned i = 0; i < 8; ++i) out[i] = characters[format.order[i]];
#endif
}

// No branch depends on the pieces. Takes 7 ns, or 45 ns without vectors.
char* write_ranks(const Position& p, char* out) {
  const std::array letters = letters_of(p.mailbox());
  const std::uint64_t occupied = p.occupied().word();
  for (int rank = 7; rank >= 0; --rank) {
    const RankFormat& format = RankFormats[occupied >> 8 * rank & 0xFF];
    write_rank(letters.data() + 8 * rank, format, out);
    out += format.size;
    *out++ = '/';
  }
  return out - 1;
}

// Writes '~' after the marked pieces.
char* write_ranks_marked(const Position& p, Bitboard marked, char* out) {
  char plain[MaxLength];
  const char* const end = write_ranks(p, plain);
  unsigned square = 0;  // in the order of the text: a8 is 0
  for (const char* c = plain; c != end; ++c) {
    *out++ = *c;
    if (*c == '/') continue;
    const bool digit = *c <= '8';
    if (!digit && marked.contains(mirrored(Square(square)))) *out++ = '~';
    square += digit ? unsigned(*c - '0') : 1;
  }
  return out;
}

// The fast path for castling rights of rooks in the corners: a table of the 16 possible fields.
struct CornerRights {
  std::array<char, 4> text{'-'};
  unsigned size = 1;
};
constexpr std::array CornerSquares{Square::H1, Square::A1, Square::H8, Square::A8};
constexpr std::array CornerRightsTable = [] {
  std::array<CornerRights, 16> t{};
  for (unsigned rights = 1; rights < 16; ++rights) {
    t[rights].size = 0;
    for (unsigned i = 0; i < 4; ++i)
      if (rights >> i & 1) t[rights].text[t[rights].size++] = "KQkq"[i];
  }
  return t;
}();

// Whether each castling right is that of a corner, and the rook there is the outermost one on its side of the king. The
// latter is true unless a king is on the a-file or missing (file_of(Square::None) is the a-file).
bool has_corner_rights(const Position& p) {
  const bool kings_between = file_of(p.king(Color::White)) != File::A && file_of(p.king(Color::Black)) != File::A;
  return p.castling_rights().subset_of(kings_between ? Corners : Bitboard());
}

char* write_corner_rights(Bitboard rooks, char* out) {
  unsigned rights = 0;
  for (unsigned i = 0; i < 4; ++i) rights |= unsigned(rooks.contains(CornerSquares[i])) << i;
  const CornerRights& field = CornerRightsTable[rights];
  for (unsigned i = 0; i < 4; ++i) out[i] = field.text[i];  // one store
  return out + field.size;
}

// K and Q refer to the outermost rook. If another rook of that color is further out, the letter of the file is written
// instead. Returns a lower-case letter.
char xfen_letter(const Position& p, Color c, Square right) {
  const bool a_side = file_of(right) < file_of(p.king(c));
  const Bitboard west(Bitboard(right).word() - 1), outside = a_side ? west : ~west - Bitboard(right);
  const Bitboard rooks = p.of(PieceType::Rook, c) & Bitboard(relative(Rank::R1, c));
  return rooks.meets(outside) ? file_letter(right) : a_side ? 'q' : 'k';
}

// Clocks usually have one or two digits, which do not need a call of std::to_chars.
char* write_number(std::uint32_t n, char* out, char* end) {
  if (n >= 100) [[unlikely]]
    return std::to_chars(out, end, n).ptr;
  *out = char('0' + n / 10);
  out += n >= 10;
  *out++ = char('0' + n % 10);
  return out;
}

}  // namespace

char* write_placement(const Position& p, Bitboard marked, char* out) {
  return marked.any() ? write_ranks_marked(p, marked, out) : write_ranks(p, out);
}

char* write_castling(const Position& p, bool shredder, char* out) {
  if (!shredder && has_corner_rights(p)) [[likely]]
    return write_corner_rights(p.castling_rights(), out);
  char* const begin = out;
  for (const Color c : Colors) {
    if (!shredder && p.king(c) == Square::None) continue;
    for (const Square right : (p.castling_rights() & Bitboard(relative(Rank::R1, c))).reversed()) {
      const char letter = shredder ? file_letter(right) : xfen_letter(p, c, right);
      *out++ = c == Color::White ? to_upper(letter) : letter;
    }
  }
  if (out == begin) *out++ = '-';
  return out;
}

char* write(const Position& p, Style style, char* out) {
  char* const end = out + MaxLength;
  out = write_placement(p, style.promoted ? p.promoted() : Bitboard(), out);
  *out++ = ' ';
  *out++ = p.turn() == Color::White ? 'w' : 'b';
  *out++ = ' ';
  out = write_castling(p, style.shredder, out);
  *out++ = ' ';
  const Square ep = p.en_passant();
  if (ep != Square::None &&
      (style.en_passant == EnPassant::Always ||
       (style.en_passant == EnPassant::Xfen ? p.has_pseudo_legal_en_passant() : p.has_legal_en_passant()))) {
    out = write_square(ep, out);
  } else {
    *out++ = '-';
  }
  *out++ = ' ';
  out = write_number(p.halfmove_clock(), out, end);
  *out++ = ' ';
  return write_number(p.fullmove_number(), out, end);
}

}  // namespace bitrook::fen
