// UCI text to moves and back.
#include "bitrook/notation/uci.hpp"

#include <cstring>

#include "bitrook/movegen/movegen.hpp"

namespace bitrook {

namespace {

constexpr char Letters[] = {'?', 'p', 'n', 'b', 'r', 'q', 'k', '?'};  // three bits, of which a move may hold any

constexpr char upper(char c) { return char(c - ('a' - 'A')); }

PieceType piece_type(char lower_case) {
  for (const PieceType t : PieceTypes) {
    if (Letters[index(t)] == lower_case) return t;
  }
  return PieceType::None;
}

char* put_square(Square s, char* out) {
  out[0] = char('a' + index(file_of(s)));
  out[1] = char('1' + index(rank_of(s)));
  return out + 2;
}

Square read_square(const char* text) {
  const unsigned file = unsigned(text[0]) - 'a', rank = unsigned(text[1]) - '1';
  return file < 8 && rank < 8 ? make_square(File(file), Rank(rank)) : Square::None;
}

std::size_t put_text(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

}  // namespace

std::size_t write_uci(Move m, char* out) {
  if (m.is_null()) return put_text("0000", out);
  if (m.is_drop()) {
    out[0] = upper(Letters[index(m.dropped())]);
    out[1] = '@';
    put_square(m.to(), out + 2);
    return 4;
  }
  put_square(m.to(), put_square(m.from(), out));
  if (!m.is_promotion()) return 4;
  out[4] = Letters[index(m.promotion())];
  return 5;
}

std::optional<Move> read_irregular_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const Square from = read_square(text.data()), to = read_square(text.data() + 2);
  if (from == Square::None || to == Square::None) {
    if (text == "0000") return Move::null();
    if (text.size() != 4 || text[1] != '@' || to == Square::None) return std::nullopt;
    const PieceType t = piece_type(text[0] >= 'a' ? text[0] : char(text[0] + ('a' - 'A')));
    if (t == PieceType::None) return std::nullopt;
    return Move::drop(to, to, t);
  }
  if (from == to || text.size() == 4) return std::nullopt;
  const PieceType t = piece_type(text[4]);
  if (t == PieceType::None) return std::nullopt;
  return Move::promotion(from, to, t);
}

Move with_castling_encoding(const Position& p, Move m, bool chess960) {
  if (!p.of(PieceType::King).contains(m.from())) return m;
  m = to_king_takes_rook(p, m);
  if (chess960 || m.is_promotion() || m.is_drop()) return m;
  for (const Color c : Colors) {
    if (m.from() != relative(Square::E1, c)) continue;
    if (m.to() == relative(Square::H1, c)) return Move::normal(m.from(), relative(Square::G1, c));
    if (m.to() == relative(Square::A1, c)) return Move::normal(m.from(), relative(Square::C1, c));
  }
  return m;
}

ParsedMove parse_uci(const Position& p, std::string_view text) {
  Move read = read_usual_uci(text);
  if (read.is_null()) [[unlikely]] {  // an optional move on the common way would go through memory: 3 ns
    const std::optional<Move> unusual = read_irregular_uci(text);
    if (!unusual) return {Move(), MoveError::Invalid};
    if (unusual->is_null()) return {*unusual};
    read = *unusual;
  }
  const Move m = with_castling_encoding(p, read, p.chess960());
  if (!is_legal(p, m)) return {m, MoveError::Illegal, why_illegal(p, m)};
  return {m};
}

std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out) {
  if (m.is_null()) return put_text("@@@@", out);
  if (!chess960 || !is_castling(p, m)) return write_uci(m, out);
  return put_text(is_kingside_castling(p, m) ? "O-O" : "O-O-O", out);
}

}  // namespace bitrook
