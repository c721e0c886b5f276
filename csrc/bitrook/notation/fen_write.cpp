// Writing Forsyth-Edwards notation.
#include <array>
#include <charconv>

#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/fen_castling.hpp"

namespace bitrook::fen {

namespace {

// How a row with these pieces is written: for each character the file of a letter, or 7 and more for empty squares.
struct Row {
  std::array<std::uint8_t, 8> order{};
  std::uint64_t size = 0;
};
constexpr std::array Rows = [] {
  std::array<Row, 256> rows{};
  for (unsigned pieces = 0; pieces < 256; ++pieces) {
    Row& row = rows[pieces];
    unsigned empty = 0;
    for (unsigned file = 0; file <= 8; ++file) {
      if (file < 8 && !(pieces >> file & 1)) {
        ++empty;
        continue;
      }
      if (empty) row.order[row.size++] = std::uint8_t(7 + empty);
      if (file < 8) row.order[row.size++] = std::uint8_t(file);
      empty = 0;
    }
  }
  return rows;
}();

// The letters of the 64 squares; 0 where nothing stands.
inline std::array<char, 64> letters_of(const placement::SquareList& squares) {
  constexpr std::array<std::uint8_t, 16> Letters{0,   0,   'P', 'p', 'N', 'n', 'B', 'b',
                                                 'R', 'r', 'Q', 'q', 'K', 'k', 0,   0};
  std::array<char, 64> letters;
#if BITROOK_HAS_BYTE_VECTORS
  Bytes64::load(squares.data()).lookup(Letters).store(letters.data());
#else
  for (unsigned i = 0; i < 64; ++i) letters[i] = char(Letters[index(squares[i])]);
#endif
  return letters;
}

// Eight characters, of which the first `row.size` count.
inline void write_row(const char* letters, const Row& row, char* out) {
#if BITROOK_HAS_SHUFFLE
  store_shuffled(letters, "12345678", row.order.data(), out);
#else
  std::array<char, 16> characters{0, 0, 0, 0, 0, 0, 0, 0, '1', '2', '3', '4', '5', '6', '7', '8'};
  for (unsigned i = 0; i < 8; ++i) characters[i] = letters[i];
  for (unsigned i = 0; i < 8; ++i) out[i] = characters[row.order[i]];
#endif
}

// No branch on what stands where: 7 ns, without vectors 45. (38 and 95 by way of the sets of pieces.)
char* write_rows(const placement::SquareList& squares, Bitboard occupied, char* out) {
  const std::array letters = letters_of(squares);
  for (int rank = 7; rank >= 0; --rank) {
    const Row& row = Rows[occupied.word() >> 8 * rank & 0xFF];
    write_row(letters.data() + 8 * rank, row, out);
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
