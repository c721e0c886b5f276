// Fuzzes parse_set: arbitrary text gives an error whose offset is in the text, or a set whose text forms are read as
// the same set.
#include "bitrook/base/diagram.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ParsedSet parsed = parse_set(text);
  if (parsed.error) {
    check(parsed.offset <= size, "the offset is in the text");
    check(parsed.set.empty(), "an error gives no squares");
    return 0;
  }
  const Bitboard set = parsed.set;
  for (const std::string& own : {diagram(set), binary_digits(set), square_names(set), diagram(set, {"#", "-"})}) {
    const ParsedSet again = parse_set(own);
    check(!again.error && again.set == set, "a written set reads as the same set");
  }
  // The text as a symbol of a square, a title and an operator.
  const TitledBoard boards[] = {{std::string(text), set}, {"", ~set}};
  const std::string operators[] = {std::string(text)};
  check(!side_by_side(boards, operators, {text, "."}).empty(), "boards side by side are printed");
  check(!diagram(set, {text, text, true}).empty(), "a board with coordinates is printed");
  return 0;
}
