// Reading and writing UCI notation, and reading "info" lines about positions of standard chess.
#include "bitrook/notation/uci.hpp"

#include "bitrook/base/names.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/uci_info_parser.hpp"

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

ParsedMove parse_uci(const Position& p, std::string_view text) { return parse_any_uci(p, text); }

std::size_t write_xboard(const Position& p, Move m, bool chess960, char* out) {
  if (m.is_null()) return std::size_t(write_text("@@@@", out) - out);
  if (!chess960 || !is_castling(p, m)) return write_uci(m, out);
  return std::size_t(write_text(is_kingside_castling(p, m) ? "O-O" : "O-O-O", out) - out);
}

void uci_info::parse(std::string_view line, const Position& root, unsigned fields, Listener& listener) {
  Parser(line, root, fields, listener).run();
}

}  // namespace bitrook
