// Algebraic notation in standard chess.
#include "bitrook/notation/san.hpp"

#include "bitrook/base/names.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san_templates.hpp"

namespace bitrook {

namespace san {

char suffix_of(const Position& p, Move m) {
  if (!gives_check(p, m)) return 0;
  Position next = p;
  next.play_unchecked(m);
  return has_legal(next) ? '+' : '#';
}

}  // namespace san

std::size_t write_san(const Position& p, Move m, char* out) { return san::write<san::Form::Short>(p, m, out); }
std::size_t write_lan(const Position& p, Move m, char* out) { return san::write<san::Form::Long>(p, m, out); }
ParsedMove parse_san(const Position& p, std::string_view text) { return san::parse(p, text); }
void list_san_candidates(const Position& p, std::string_view text, MoveList& out) {
  san::list_candidates(p, text, out);
}

}  // namespace bitrook
