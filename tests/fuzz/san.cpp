// Fuzzes SAN: arbitrary text on any position gives a legal move or an error.
#include "bitrook/notation/san.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input;
  const Position p = fuzz::first_line({reinterpret_cast<const char*>(data), size}, input);
  const ParsedMove parsed = parse_san(p, input);
  if (parsed && !parsed.move.is_null() && fuzz::one_king_each(p)) {
    check(is_legal(p, parsed.move), "a parsed move is legal");
    char san[MaxSan];
    const std::size_t n = write_san(p, parsed.move, san);
    check(0 < n && n <= MaxSan, "a parsed move can be written");
    const ParsedMove again = parse_san(p, {san, n});
    check(again && again.move == parsed.move, "a written move can be read");
  }
  if (!parsed) check(!text(parsed.reason).empty() || parsed.error != MoveError::Illegal, "the error has a description");
  return 0;
}
