// Fuzzes UCI on any position, and queries and making moves with any 16 bits as a move.
#include "bitrook/notation/uci.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/san.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input;
  Position p = fuzz::first_line({reinterpret_cast<const char*>(data), size}, input);
  char uci[MaxUci], san[MaxSan];
  if (const auto m = read_uci(input)) {
    std::string own(input);
    if (own[1] == '@') own[0] = char(own[0] & ~0x20);  // drops are read in upper and lower case, as in python-chess
    check(std::string_view(uci, write_uci(*m, uci)) == own, "a move that was read is written the same");
  }
  const ParsedMove parsed = parse_uci(p, input);
  if (parsed && !parsed.move.is_null()) check(is_legal(p, parsed.move), "a parsed move is legal");

  MoveList legal, pseudo;
  generate_legal(p, legal);
  generate_pseudo_legal(p, pseudo);
  for (std::size_t i = 0; i + 1 < input.size(); i += 2) {
    const Move m = fuzz::any_move(std::uint32_t(std::uint8_t(input[i])) << 8 | std::uint8_t(input[i + 1]));
    bool listed = false;
    for (Move other : legal) listed |= other == to_own_encoding(p, m);
    check(is_legal(p, m) == listed || to_own_encoding(p, m) != m, "is_legal agrees with generate_legal");
    check((why_illegal(p, m) == IllegalReason::None) == is_legal(p, m), "why_illegal agrees with is_legal");
    (void)is_pseudo_legal(p, m), (void)is_into_check(p, m), (void)gives_check(p, m), (void)is_zeroing(p, m);
    (void)is_irreversible(p, m), (void)is_castling(p, m), (void)is_en_passant(p, m), (void)is_capture(p, m);
    check(write_san(p, m, san) <= MaxSan && write_lan(p, m, san) <= MaxSan, "SAN and LAN fit MaxSan");
    const std::string before = fuzz::text(p);
    if (!p.undoable()) continue;
    const Undo undo = p.play_unchecked(m);
    p.check_invariant();
    p.undo(undo);
    p.check_invariant();
    check(fuzz::text(p) == before, "undo restores the position after any move");
  }
  return 0;
}
