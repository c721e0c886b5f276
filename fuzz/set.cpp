// Any bytes as a set of squares: a set whose own texts are read back as itself, or an error inside the text.
#include "bitrook/base/diagram.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ParsedSet parsed = parse_set(text);
  if (parsed.error) {
    check(parsed.offset <= size, "the error is inside the text");
    check(parsed.set.empty(), "an error gives no squares");
    return 0;
  }
  const Bitboard set = parsed.set;
  for (const std::string& own : {diagram(set), binary_digits(set), square_names(set), diagram(set, {"#", "-"})}) {
    const ParsedSet again = parse_set(own);
    check(!again.error && again.set == set, "what is written is read back");
  }
  // Any text as what stands for a square, any title and any operator.
  const TitledBoard boards[] = {{std::string(text), set}, {"", ~set}};
  const std::string operators[] = {std::string(text)};
  check(!side_by_side(boards, operators, {text, "."}).empty(), "boards in a row");
  check(!diagram(set, {text, text, true}).empty(), "a board with coordinates");
  return 0;
}
