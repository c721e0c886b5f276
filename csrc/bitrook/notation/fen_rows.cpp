// Reading the rows of a FEN, character by character or all at once.
#include "fen_rows.hpp"

#include <bit>

#include "../intrinsics.hpp"

namespace bitrook::fen {

namespace {

// The meanings for a reader that does not branch on what it reads, which was most of the cost of a FEN: the words are
// added up, and in their top byte is the set to which the square goes: a piece's, or one of these.
constexpr std::uint64_t Nothing = 0, SlashSet = 1, Stop = 14;
constexpr std::uint64_t OneSquare = 1, OneSlash = 1 << 16, OneDigit = 1ull << 32;
constexpr std::array Steps = [] {
  std::array<std::uint64_t, 256> t{};
  for (unsigned c = 0; c < 256; ++c) {
    const Meaning m = Meanings[c];
    const bool piece = m.piece != Piece::None;
    t[c] = piece      ? OneSquare | std::uint64_t(index(m.piece)) << 56
           : m.empty  ? m.empty * OneSquare | OneDigit | Nothing << 56
           : c == '/' ? OneSlash | SlashSet << 56
                      : Stop << 56;
  }
  return t;
}();

std::size_t read_rows_one_by_one(std::string_view text, Placement& placement) {
  constexpr std::size_t Longest = 71;
  std::array<std::uint64_t, 16> sets{};
  std::uint64_t sum = 0, before = 0, two_digits = 0;
  const std::size_t end = text.size() < Longest ? text.size() : Longest;
  std::size_t i = 0;
  for (; i < end; ++i) {
    const std::uint64_t step = Steps[static_cast<unsigned char>(text[i])];
    if (step >> 56 == Stop) break;
    sets[step >> 56] |= std::uint64_t{1} << (sum & 63);  // the square as written: a8 first
    two_digits |= before & step & OneDigit;
    before = step;
    sum += step;
  }
  // Seven slashes, and at the start of each row but the first one of them, mean that the rows are right.
  if (std::uint32_t(sum) != 64 * OneSquare + 7 * OneSlash || sets[SlashSet] != 0x0101010101010100 || two_digits ||
      (i < text.size() && !is_space(text[i]))) {
    return 0;
  }
  placement = Placement();
  for (const PieceType t : PieceTypes) {
    for (const Color c : Colors) {
      const Piece p = make_piece(t, c);
      placement.toggle(p, Bitboard(byte_swapped(sets[index(p)])));
    }
  }
  return i;
}

#if BITROOK_HAS_CHARACTER_SETS
// The same by sets of characters, for placements that end before the 64th: only the digits and slashes, which say on
// which squares the letters stand, are looked at one by one.
std::size_t read_rows_as_sets(std::string_view text, Placement& placement) {
  if (text.size() < 32) return 0;
  const Characters written(text.data(), text.size()), lower = written.lower_case();
  std::array<std::uint64_t, 7> types{};
  std::uint64_t letters = 0;
  for (const PieceType t : PieceTypes) letters |= types[index(t)] = lower.equal_to("?pnbrqk"[index(t)]);
  std::uint64_t digits = written.between('1', '8'), slashes = written.equal_to('/');
  const unsigned length = unsigned(std::countr_one(letters | digits | slashes));
  if (length == 64 || (length < text.size() && !is_space(text[length]))) return 0;
  const std::uint64_t inside = (std::uint64_t{1} << length) - 1;
  letters &= inside, digits &= inside, slashes &= inside;

  // The square of a character, as written (a8 first), is its number and `shift`.
  std::uint64_t empty = 0, row_ends = 0;
  unsigned shift = 0;
  for (std::uint64_t rest = digits | slashes; rest != 0; rest &= rest - 1) {
    const unsigned i = lowest_bit(rest), square = (i + shift) & 63;
    const std::uint64_t is_slash = slashes >> i & 1;
    const unsigned width = unsigned(text[i] - '0') + unsigned(is_slash);  // a slash precedes the 0
    empty |= ((std::uint64_t{1} << width) - 1) << square;
    row_ends |= is_slash << square;
    shift += width - 1;
  }
  if (length + shift != 64 || row_ends != 0x0101010101010100 || population_count(slashes) != 7 ||
      (digits & digits << 1) != 0) {
    return 0;
  }
  const auto squares_of = [&](std::uint64_t some) {
    return Bitboard(byte_swapped(deposited_bits(extracted_bits(some, letters), ~empty)));
  };
  const Bitboard white = squares_of(written.between('A', 'Z') & letters);
  placement = Placement();
  for (const PieceType t : PieceTypes) {
    const Bitboard set = squares_of(types[index(t)] & letters);
    placement.toggle(make_piece(t, Color::White), set & white);
    placement.toggle(make_piece(t, Color::Black), set - white);
  }
  return length;
}
#endif

}  // namespace

std::size_t read_rows(std::string_view text, Placement& placement) {
#if BITROOK_HAS_CHARACTER_SETS
  if (const std::size_t length = read_rows_as_sets(text, placement)) return length;
#endif
  return read_rows_one_by_one(text, placement);
}

}  // namespace bitrook::fen
