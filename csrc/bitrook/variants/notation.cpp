// Moves of variants as text: algebraic and UCI notation, and the lines that engines send.
#include <optional>

#include "bitrook/base/names.hpp"
#include "bitrook/notation/san_templates.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/notation/uci_info_parser.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook {

namespace san {

bool has_irregular_king(const VariantPosition&) { return true; }

char suffix_of(const VariantPosition& p, Move m) {
  VariantPosition next = p;
  next.play_unchecked(m);
  const auto result = next.result();
  if (result && *result != VariantResult::Draw) return '#';
  return !next.is_check() ? 0 : has_legal(next) ? '+' : '#';
}

// Reads a drop, such as "N@f3" or "@e4".
static std::optional<Move> read_drop(std::string_view text) {
  if (text.size() < 3 || (text[0] != '@' && text[1] != '@')) return std::nullopt;
  while (!text.empty() && (text.back() == '+' || text.back() == '#')) text.remove_suffix(1);
  const std::size_t at = text.find('@');
  if (at > 1 || text.size() != at + 3) return std::nullopt;
  const Square to = square_named(text[at + 1], text[at + 2]);
  const char letter = at == 0 ? 'p' : text[0] < 'a' ? to_lower(text[0]) : text[0];
  const PieceType t = type_named(letter);
  if (to == Square::None || t == PieceType::None) return std::nullopt;
  return Move::drop(to, to, t);
}

}  // namespace san

std::size_t write_san(const VariantPosition& p, Move m, char* out) { return san::write<san::Form::Short>(p, m, out); }
std::size_t write_lan(const VariantPosition& p, Move m, char* out) { return san::write<san::Form::Long>(p, m, out); }

ParsedMove parse_san(const VariantPosition& p, std::string_view text) {
  if (const std::optional<Move> drop = san::read_drop(text))
    return is_legal(p, *drop) ? ParsedMove{*drop} : san::illegal(why_illegal(p, *drop), *drop);
  // If possible, reading moves as in chess is faster. The other path then finds the reason of an error.
  if (p.rules().follows_chess() && !p.is_over()) {
    const ParsedMove parsed = san::parse(p.chess(), text);
    if (parsed && (parsed.move.is_null() || p.rules().permits(p, parsed.move))) return parsed;
  }
  return san::parse(p, text);
}

void list_san_candidates(const VariantPosition& p, std::string_view text, MoveList& out) {
  san::list_candidates(p, text, out);
}

ParsedMove parse_uci(const VariantPosition& p, std::string_view text) { return parse_any_uci(p, text); }

namespace uci_info {

void parse(std::string_view line, const VariantPosition& root, unsigned fields, Listener& listener) {
  Parser(line, root, fields, listener).run();
}

}  // namespace uci_info

}  // namespace bitrook
