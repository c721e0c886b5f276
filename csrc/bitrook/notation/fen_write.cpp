// Writing Forsyth-Edwards notation.
#include <array>
#include <charconv>

#include "fen.hpp"
#include "fen_castling.hpp"

namespace bitrook::fen {

namespace {

// How a row with these pieces is written.
struct Row {
  std::uint64_t order = 0;  // for each character a byte: from 0 the letter on that file, from 8 the digits
  std::uint64_t size = 0;
};
constexpr std::array Rows = [] {
  std::array<Row, 256> rows{};
  for (unsigned pieces = 0; pieces < 256; ++pieces) {
    Row& row = rows[pieces];
    const auto put = [&row](unsigned number) { row.order |= std::uint64_t(number) << 8 * row.size++; };
    unsigned empty = 0;
    for (unsigned file = 0; file <= 8; ++file) {
      if (file < 8 && !(pieces >> file & 1)) {
        ++empty;
        continue;
      }
      if (empty) put(7 + empty);
      if (file < 8) put(file);
      empty = 0;
    }
  }
  return rows;
}();

// The letters of the 64 squares, a word a rank; 0 where nothing stands.
std::array<std::uint64_t, 8> letters_of(const placement::SquareList& squares) {
  constexpr std::array<std::uint8_t, 16> Letters{0,   0,   'P', 'p', 'N', 'n', 'B', 'b',
                                                 'R', 'r', 'Q', 'q', 'K', 'k', 0,   0};
  std::array<std::uint64_t, 8> ranks{};
#if BITROOK_HAS_BYTE_VECTORS
  Bytes64::load(squares.data()).looked_up_in(Letters).store(ranks.data());
#else
  for (unsigned i = 0; i < 64; ++i) ranks[i / 8] |= std::uint64_t(Letters[index(squares[i])]) << 8 * (i % 8);
#endif
  return ranks;
}

// The characters of a row, of which the first `row.size` count.
inline std::uint64_t text_of(std::uint64_t letters, const Row& row) {
  constexpr std::uint64_t Digits = 0x3837363534333231;  // "12345678"
#if BITROOK_HAS_SHUFFLE
  return shuffled(letters, Digits, row.order);
#else
  std::uint64_t text = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint64_t number = row.order >> 8 * i & 0xFF;
    text |= ((number < 8 ? letters : Digits) >> 8 * (number & 7) & 0xFF) << 8 * i;
  }
  return text;
#endif
}

// Eight rows of words and no branch on what stands where: 7 ns, where sets of pieces instead of letters took 38.
char* write_rows(const placement::SquareList& squares, Bitboard occupied, char* out) {
  const std::array letters = letters_of(squares);
  for (int rank = 7; rank >= 0; --rank) {
    const Row& row = Rows[occupied.word() >> 8 * rank & 0xFF];
    const std::uint64_t text = text_of(letters[rank], row);
    for (unsigned i = 0; i < 8; ++i) out[i] = char(text >> 8 * i);  // one store
    out += row.size;
    *out++ = '/';
  }
  return out - 1;
}

// With '~' after the marked ones.
char* write_marked(const placement::SquareList& squares, Bitboard occupied, Bitboard marked, char* out) {
  char plain[MaxLength];
  const char* const end = write_rows(squares, occupied, plain);
  unsigned square = 0;  // as written: a8 first
  for (const char* c = plain; c != end; ++c) {
    *out++ = *c;
    if (*c == '/') continue;
    const bool digit = *c <= '8';
    if (!digit && marked.contains(mirrored(Square(square)))) *out++ = '~';
    square += digit ? unsigned(*c - '0') : 1;
  }
  return out;
}

}  // namespace

char* write_placement(const Placement& placement, Bitboard marked, char* out) {
  const placement::SquareList squares = placement::square_list_of(placement);
  return marked.any() ? write_marked(squares, placement.occupied(), marked, out)
                      : write_rows(squares, placement.occupied(), out);
}
char* write_placement(const Position& p, Bitboard marked, char* out) {
  return marked.any() ? write_marked(p.squares(), p.occupied(), marked, out)
                      : write_rows(p.squares(), p.occupied(), out);
}

char* write_castling_xfen(const Position& p, char* out) {
  // No rook is further out than one in a corner, and from any file but the first (where file_of has Square::None,
  // too) a king has it on the side whose letter is its own.
  const bool kings_between = file_of(p.king(Color::White)) != File::A && file_of(p.king(Color::Black)) != File::A;
  if (p.castling_rights().subset_of(kings_between ? Corners : Bitboard())) [[likely]] {
    const CornerRights& rights = usual_rights(p.castling_rights());
    for (unsigned i = 0; i < 4; ++i) out[i] = char(rights.text >> 8 * i);  // one store
    return out + rights.size;
  }
  char* const begin = out;
  for (const Color c : Colors) {
    const Square king = p.king(c);
    if (king == Square::None) continue;
    const Bitboard backrank{relative(Rank::R1, c)};
    const char to_case = c == Color::White ? 'A' : 'a';
    for (const Square right : (p.castling_rights() & backrank).reversed()) {
      const bool a_side = file_of(right) < file_of(king);
      // A letter of the file where "the outermost rook" would mean another one.
      const Bitboard below(Bitboard(right).word() - 1), further = a_side ? below : ~below - Bitboard(right);
      const bool ambiguous = (p.of(PieceType::Rook, c) & backrank).meets(further);
      *out++ = char(to_case + (ambiguous ? int(index(file_of(right))) : (a_side ? 'q' : 'k') - 'a'));
    }
  }
  if (out == begin) *out++ = '-';
  return out;
}

char* write_castling_shredder(const Position& p, char* out) {
  char* const begin = out;
  for (const Color c : Colors)
    for (const Square right : (p.castling_rights() & Bitboard(relative(Rank::R1, c))).reversed())
      *out++ = char((c == Color::White ? 'A' : 'a') + int(index(file_of(right))));
  if (out == begin) *out++ = '-';
  return out;
}

namespace {

// Clocks have one digit or two; the library's writer is a call.
char* write_number(std::uint32_t n, char* out, char* end) {
  if (n >= 100) [[unlikely]]
    return std::to_chars(out, end, n).ptr;
  *out = char('0' + n / 10);
  out += n >= 10;
  *out++ = char('0' + n % 10);
  return out;
}

}  // namespace

char* write(const Position& p, Style style, char* out) {
  char* const end = out + MaxLength;
  out = write_placement(p, style.promoted ? p.promoted() : Bitboard(), out);
  *out++ = ' ';
  *out++ = p.turn() == Color::White ? 'w' : 'b';
  *out++ = ' ';
  out = style.shredder ? write_castling_shredder(p, out) : write_castling_xfen(p, out);
  *out++ = ' ';
  const Square ep = p.en_passant();
  if (ep != Square::None &&
      (style.en_passant == EnPassant::Always ||
       (style.en_passant == EnPassant::Xfen ? p.has_pseudo_legal_en_passant() : p.has_legal_en_passant()))) {
    *out++ = char('a' + index(file_of(ep)));
    *out++ = char('1' + index(rank_of(ep)));
  } else {
    *out++ = '-';
  }
  *out++ = ' ';
  out = write_number(p.halfmove_clock(), out, end);
  *out++ = ' ';
  return write_number(p.fullmove_number(), out, end);
}

}  // namespace bitrook::fen
