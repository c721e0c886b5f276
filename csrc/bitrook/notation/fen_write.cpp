// Writing Forsyth-Edwards notation.
#include <array>
#include <charconv>

#include "fen.hpp"

namespace bitrook::fen {

namespace {

// A row of eight squares as the eight bytes of a word, a-file lowest: 1 where the row has the bit.
inline std::uint64_t spread(std::uint64_t row) {
#if BITROOK_HAS_PEXT
  return deposited_bits(row, 0x0101010101010101);
#else
  const std::uint64_t bits = row * 0x0101010101010101 & 0x8040201008040201;
  return (bits + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
#endif
}

// How a row with these pieces is written: the digits in their places, and the places of the letters.
struct Row {
  std::uint64_t digits = 0;
  std::uint64_t letters = 0;  // a byte of ones for each
  std::uint8_t size = 0;
};
constexpr std::array Rows = [] {
  std::array<Row, 256> rows{};
  for (unsigned pieces = 0; pieces < 256; ++pieces) {
    Row& row = rows[pieces];
    unsigned empty = 0;
    const auto put_digit = [&] {
      if (empty) row.digits |= std::uint64_t('0' + empty) << 8 * row.size++;
      empty = 0;
    };
    for (unsigned file = 0; file < 8; ++file) {
      if (pieces >> file & 1) {
        put_digit();
        row.letters |= std::uint64_t(0xFF) << 8 * row.size++;
      } else {
        ++empty;
      }
    }
    put_digit();
  }
  return rows;
}();

// The letters of the row in the places of `row.letters`, in order.
std::uint64_t placed(std::uint64_t letters, std::uint64_t mask, const Row& row) {
#if BITROOK_HAS_PEXT
  return deposited_bits(extracted_bits(letters, mask), row.letters);
#else
  std::uint64_t word = 0;
  for (std::uint64_t from = mask, to = row.letters; from;) {
    word |= (letters >> lowest_bit(from) & 0xFF) << lowest_bit(to);
    from &= ~(std::uint64_t(0xFF) << lowest_bit(from));
    to &= ~(std::uint64_t(0xFF) << lowest_bit(to));
  }
  return word;
#endif
}

// Eight rows of words and no branch on what stands where: 40 ns less than square by square.
char* write_rows(const Placement& placement, char* out) {
  constexpr std::string_view Letters = "pnbrqk";
  const std::uint64_t occupied = placement.occupied().word(), white = placement.of(Color::White).word();
  for (int rank = 7; rank >= 0; --rank) {
    const unsigned pieces = occupied >> 8 * rank & 0xFF;
    std::uint64_t letters = 0;
    for (const PieceType t : PieceTypes) {
      letters |= spread(placement.of(t).word() >> 8 * rank & 0xFF) * std::uint64_t(Letters[index(t) - 1]);
    }
    letters -= spread(white >> 8 * rank & 0xFF) * ('a' - 'A');
    const Row& row = Rows[pieces];
    const std::uint64_t text = row.digits | placed(letters, spread(pieces) * 0xFF, row);
    for (unsigned i = 0; i < 8; ++i) out[i] = char(text >> 8 * i);  // one store
    out += row.size;
    *out++ = '/';
  }
  return out - 1;
}

// With '~' after the marked ones.
char* write_marked(const Placement& placement, Bitboard marked, char* out) {
  char plain[MaxLength];
  const char* const end = write_rows(placement, plain);
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
  return marked.any() ? write_marked(placement, marked, out) : write_rows(placement, out);
}

char* write_castling_xfen(const Position& p, char* out) {
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
  out = write_placement(p.placement(), style.promoted ? p.promoted() : Bitboard(), out);
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
