// Reading and writing UCI notation.
#include "bitrook/notation/uci.hpp"

#include "bitrook/base/names.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook {

std::optional<Move> read_other_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const Square from = square_named(text[0], text[1]), to = square_named(text[2], text[3]);
  if (from == Square::None || to == Square::None) {
    if (text == "0000") return Move::null();
    if (text.size() != 4 || text[1] != '@' || to == Square::None) return std::nullopt;
    const PieceType t = type_named(text[0] >= 'a' ? text[0] : to_lower(text[0]));
    if (t == PieceType::None) return std::nullopt;
    return Move::drop(to, to, t);
  }
  if (from == to || text.size() == 4) return std::nullopt;
  const PieceType t = type_named(text[4]);
  if (t == PieceType::None) return std::nullopt;
  return Move::promotion(from, to, t);
}

template <class P>
static ParsedMove parse_any_uci(const P& p, std::string_view text) {
  Move read = read_plain_uci(text);
  if (read.is_null()) [[unlikely]] {  // read_uci would return even plain moves as an optional in memory: 3 ns
    const std::optional<Move> other = read_other_uci(text);
    if (!other) return {Move(), MoveError::Invalid};
    if (other->is_null()) return {*other};
    read = *other;
  }
  const Move m = with_castling_encoding(p, read, p.chess960());
  if (!is_legal(p, m)) return {m, MoveError::Illegal, why_illegal(p, m)};
  return {m};
}

ParsedMove parse_uci(const Position& p, std::string_view text) { return parse_any_uci(p, text); }
ParsedMove parse_uci(const VariantPosition& p, std::string_view text) { return parse_any_uci(p, text); }

std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out) {
  if (m.is_null()) return std::size_t(write_text("@@@@", out) - out);
  if (!chess960 || !is_castling(p, m)) return write_uci(m, out);
  return std::size_t(write_text(is_kingside_castling(p, m) ? "O-O" : "O-O-O", out) - out);
}

}  // namespace bitrook
