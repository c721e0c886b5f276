// Reading the rows of a FEN, character by character or all at once.
#include "bitrook/notation/fen_rows.hpp"

#include <algorithm>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/placement/views.hpp"

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

#if BITROOK_HAS_BYTE_VECTORS
// Letters in sixteen places: the lower four bits, mixed with the upper four, tell them apart.
constexpr std::uint8_t place_of(char letter) { return (letter ^ letter >> 4) & 15; }
struct Alphabet {
  Table16 letters{};
  Table16 types{};
};
constexpr Alphabet Known = [] {
  Alphabet a;
  for (const PieceType t : PieceTypes) {
    const char letter = "?pnbrqk"[index(t)];
    a.letters[place_of(letter)] = std::uint8_t(letter);
    a.types[place_of(letter)] = std::uint8_t(t);
  }
  return a;
}();
constexpr Table16 SquareBits{0, 1, 2, 4, 8, 16, 32, 64, 128};  // of the squares of a rank, counted from 1

// All rows at once, a row a word, the first rank lowest: 21 ns, of which most is waiting for one step after the other.
// (Digits and slashes one by one, letters at once: 44. Every character one by one: 80.)
std::size_t read_rows_as_words(std::string_view text, Placement& placement) {
  if (text.size() < 32) return 0;
  std::array<std::size_t, 8> begin{};
  std::uint64_t slashes = places_of('/', text.data(), text.size());
  for (unsigned row = 1; row < 8; ++row) {
    begin[row] = lowest_bit(slashes) + 1;
    if (row < 7) slashes &= slashes - 1;
  }
  if (slashes == 0) return 0;
  // Eight characters are read from where a row begins; of a text without so many after the last, from a copy.
  const char* at = text.data();
  std::array<char, 64 + 8> copy;
  if (begin[7] + 8 > text.size()) {
    copy.fill('\0');
    std::copy(text.begin(), text.end(), copy.begin());
    at = copy.data();
  }
  const Bytes64 written = Bytes64::load_words(at + begin[7], at + begin[6], at + begin[5], at + begin[4], at + begin[3],
                                              at + begin[2], at + begin[1], at);

  const Bytes64 lower_case = written | Bytes64::all(0x20);
  const Bytes64 places = (lower_case ^ lower_case.shifted_right<4>()) & Bytes64::all(15);
  const Bytes64 letters = equal(places.lookup(Known.letters), lower_case);
  const Bytes64 empty = written - Bytes64::all('0');
  const Bytes64 digits = at_most(empty - Bytes64::all(1), Bytes64::all(7));
  const Bytes64 inside = equal(letters | digits, Bytes64::all(0)).before_first();
  // Up to which square each character goes, counted from 1.
  const Bytes64 ends = (((empty & digits) - letters) & inside).prefix_sums();

  const std::uint64_t characters = inside.high_bits(), some_digits = digits.high_bits() & characters;
  const std::size_t length = begin[7] + population_count(characters & 0xFF);
  constexpr std::uint64_t LastBytes = 0x8080808080808080;
  if ((equal(ends, Bytes64::all(8)).high_bits() & LastBytes) != LastBytes ||
      population_count(characters >> 8) != begin[7] - 7 || (some_digits & some_digits << 1 & 0xFEFEFEFEFEFEFEFE) != 0 ||
      (length < text.size() && !is_space(text[length]))) {
    return 0;
  }

  // In both orders the letters follow each other as the pieces do.
  const std::uint64_t some_letters = letters.high_bits() & characters;
  const std::uint64_t occupied = (ends.lookup(SquareBits) & letters & inside).word_sums();
  const auto squares_of = [&](Bytes64 highest_bits) {
    return Bitboard(deposited_bits(extracted_bits(highest_bits.high_bits(), some_letters), occupied));
  };
  const Bytes64 types = places.lookup(Known.types);
  placement = placement::placement_of<Placement>(
      placement::Quad{{squares_of(written.shifted_left<2>()), squares_of(types.shifted_left<7>()),
                       squares_of(types.shifted_left<6>()), squares_of(types.shifted_left<5>())}});
  return length;
}
#endif

}  // namespace

std::size_t read_rows(std::string_view text, Placement& placement) {
#if BITROOK_HAS_BYTE_VECTORS
  if (const std::size_t length = read_rows_as_words(text, placement)) return length;
#endif
  return read_rows_one_by_one(text, placement);
}

}  // namespace bitrook::fen
