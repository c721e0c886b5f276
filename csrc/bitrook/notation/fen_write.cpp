// Writing Forsyth-Edwards notation.
#include <array>
#include <charconv>

#include "bitrook/base/names.hpp"
#include "bitrook/notation/fen.hpp"

namespace bitrook::fen {

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
