// Writing Forsyth-Edwards notation.
#include <array>
#include <charconv>

#include "fen.hpp"

namespace bitrook::fen {

namespace {

constexpr std::string_view Letters = "..PpNnBbRrQqKk";  // by Piece

}  // namespace

char* write_placement(const Placement& placement, Bitboard marked, char* out) {
  for (int rank = 7; rank >= 0; --rank) {
    unsigned empty = 0;
    for (unsigned file = 0; file < 8; ++file) {
      const Square s = make_square(File(file), Rank(rank));
      const Piece p = placement.piece_at(s);
      if (index(p) < 2) {
        ++empty;
        continue;
      }
      if (empty) *out++ = char('0' + empty);
      empty = 0;
      *out++ = Letters[index(p)];
      if (marked.contains(s)) *out++ = '~';
    }
    if (empty) *out++ = char('0' + empty);
    if (rank) *out++ = '/';
  }
  return out;
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
      bool ambiguous = false;
      for (const Square other : (p.of(PieceType::Rook, c) & backrank) - Bitboard(right))
        ambiguous |= (file_of(other) < file_of(right)) == a_side;
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
  out = std::to_chars(out, end, p.halfmove_clock()).ptr;
  *out++ = ' ';
  return std::to_chars(out, end, p.fullmove_number()).ptr;
}

}  // namespace bitrook::fen
