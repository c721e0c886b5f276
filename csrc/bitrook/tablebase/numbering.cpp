// The numbering of positions, and its tables, which are computed at compile time.
#include "bitrook/tablebase/numbering.hpp"

#include <algorithm>
#include <utility>

namespace bitrook::tablebase {

namespace {

constexpr unsigned Squares = 64;
constexpr unsigned PawnSquares = 48;
constexpr unsigned MaxLeading = MaxPieces - 1;  // pawns, or pieces of one kind
constexpr unsigned KingPairs = 462;             // up to symmetry
constexpr unsigned PiecePairs = 518;            // of different pieces, up to symmetry
constexpr unsigned PieceTriples = 31332;        // likewise
constexpr unsigned EqualPairs = 278;            // likewise, of equal pieces
constexpr unsigned DiagonalPairs = 28;          // squares below the diagonal a1-h8
constexpr unsigned Orbits = 10;                 // sets of squares that symmetries map to each other
constexpr std::uint16_t None = 0xFFFF;

constexpr int file_of(unsigned s) { return int(s & 7); }
constexpr int rank_of(unsigned s) { return int(s >> 3); }
constexpr int above_diagonal(unsigned s) { return rank_of(s) - file_of(s); }  // 0 on it, negative below it

struct Tables {
  std::array<std::array<std::uint64_t, Squares>, MaxPieces> binomial{};  // [k][n]: n choose k
  std::array<std::uint8_t, Squares> below_diagonal{};                    // numbers the 28 squares below a1-h8
  std::array<std::uint8_t, Squares> triangle{};  // numbers a1-d1-d4: six below the diagonal, then four on it
  std::array<std::uint8_t, Squares> orbit{};     // the same for the symmetric square in the triangle
  std::array<std::array<std::uint16_t, Squares>, Orbits> kings{};   // [triangle of one][square of the other]
  std::array<std::array<std::uint16_t, Squares>, Orbits> equals{};  // likewise, for two equal pieces; may be None
  std::array<std::uint8_t, Squares> ring{};  // orders squares: those of high orbits first, around the center
  std::array<std::array<std::uint32_t, Orbits + 1>, MaxLeading + 1> sets{};  // [pieces][lowest orbit]: the first number
  std::array<std::uint8_t, Squares> pawn_rank{};  // orders pawn squares: the highest decides the file of the table
  std::array<std::array<std::uint32_t, Squares>, MaxLeading + 1> leading_pawn{};  // [pawns][leading square]
  std::array<std::array<std::uint32_t, 4>, MaxLeading + 1> leading_pawns{};       // [pawns][file]: how many

  constexpr Tables() {
    for (unsigned n = 0; n < Squares; ++n)
      for (unsigned k = 0; k < MaxPieces && k <= n; ++k)
        binomial[k][n] = k == 0 || k == n ? 1 : binomial[k - 1][n - 1] + binomial[k][n - 1];
    number_squares();
    number_kings();
    number_equals();
    number_sets();
    number_pawns();
  }

  constexpr void number_squares() {
    unsigned n = 0;
    for (unsigned s = 0; s < Squares; ++s)
      if (above_diagonal(s) < 0) below_diagonal[s] = std::uint8_t(n++);
    n = 0;
    for (const bool diagonal : {false, true})
      for (unsigned s = 0; s < Squares / 2; ++s)
        if (file_of(s) < 4 && (diagonal ? above_diagonal(s) == 0 : above_diagonal(s) < 0))
          triangle[s] = std::uint8_t(n++);
    for (unsigned s = 0; s < Squares; ++s) {
      const auto file = unsigned(file_of(s) < 4 ? file_of(s) : 7 - file_of(s));
      const auto rank = unsigned(rank_of(s) < 4 ? rank_of(s) : 7 - rank_of(s));
      orbit[s] = triangle[file > rank ? 8 * rank + file : 8 * file + rank];
    }
  }

  // Pairs of adjacent kings are skipped. Pairs with both kings on the diagonal have the highest numbers.
  constexpr void number_kings() {
    std::uint16_t n = 0;
    for (const bool both_on_diagonal : {false, true})
      for (unsigned code = 0; code < kings.size(); ++code)
        for (unsigned a = 0; a < Squares / 2; ++a) {
          if (file_of(a) >= 4 || above_diagonal(a) > 0 || triangle[a] != code) continue;
          for (unsigned b = 0; b < Squares; ++b) {
            const int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
            if (files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1) continue;
            const bool diagonal = above_diagonal(a) == 0;
            if (diagonal && above_diagonal(b) > 0) continue;
            if ((diagonal && above_diagonal(b) == 0) == both_on_diagonal) kings[code][b] = n++;
          }
        }
  }

  // The first piece has the lower orbit and is in the triangle. If both have the same orbit, is_left() tells apart two
  // forms of the same pair. If both are on diagonals, pairs on a1-h8 come first.
  constexpr void number_equals() {
    std::uint16_t n = 0;
    for (auto& row : equals) row.fill(None);
    for (unsigned code = 0; code < Orbits; ++code)
      for (const bool last : {false, true})
        for (unsigned a = 0; a < Squares / 2; ++a) {
          if (file_of(a) >= 4 || above_diagonal(a) > 0 || triangle[a] != code) continue;
          for (unsigned b = 0; b < Squares; ++b) {
            if (a == b || orbit[b] < code || (orbit[b] == code && is_left(b))) continue;
            const bool diagonal = above_diagonal(a) == 0;
            if (diagonal && above_diagonal(b) > 0) continue;
            if ((diagonal && above_diagonal(b) != 0) == last) equals[code][b] = n++;
          }
        }
  }

  // The squares of an orbit are numbered counterclockwise, beginning with the mirror image of the one in the triangle,
  // which has the highest number.
  constexpr void number_sets() {
    unsigned n = 0;
    std::array<unsigned, Orbits> leader{};
    for (unsigned s = 0; s < Squares / 2; ++s)
      if (file_of(s) < 4 && above_diagonal(s) <= 0) leader[triangle[s]] = s;
    for (unsigned code = Orbits; code-- > 0;) {
      const unsigned f = leader[code] & 7, r = leader[code] >> 3;
      unsigned last = Squares;
      for (const unsigned s : {8 * r + 7 - f, 8 * f + 7 - r, 8 * (7 - f) + 7 - r, 8 * (7 - r) + 7 - f, 8 * (7 - r) + f,
                               8 * (7 - f) + r, 8 * f + r, 8 * r + f}) {
        if (s != last) ring[s] = std::uint8_t(n++);
        last = s;
      }
    }
    for (unsigned pieces = 1; pieces <= MaxLeading; ++pieces)
      for (unsigned code = 0; code < Orbits; ++code)
        sets[pieces][code + 1] = sets[pieces][code] + std::uint32_t(binomial[pieces - 1][ring[leader[code]]]);
  }

  // Whether a square is in the quarter of the board between the diagonals on the left, above the horizontal axis.
  static constexpr bool is_left(unsigned s) { return rank_of(s) > 3 && file_of(s) + rank_of(s) < 7; }

  constexpr void number_pawns() {
    unsigned rank = PawnSquares;
    for (unsigned file = 0; file < 4; ++file)
      for (unsigned s = 8 + file; s < 56; s += 8) {
        pawn_rank[s] = std::uint8_t(--rank);
        pawn_rank[s ^ 7] = std::uint8_t(--rank);
      }
    for (unsigned pawns = 1; pawns <= MaxLeading; ++pawns)
      for (unsigned file = 0; file < 4; ++file) {
        std::uint32_t n = 0;
        for (unsigned s = 8 + file; s < 56; s += 8) {
          leading_pawn[pawns][s] = n;
          n += std::uint32_t(binomial[pawns - 1][pawn_rank[s]]);
        }
        leading_pawns[pawns][file] = n;
      }
  }
};

constexpr Tables tables;
static_assert(tables.kings[9][63] == KingPairs - 1);
static_assert(tables.equals[9][28] == EqualPairs - 1);

void flip_all(Men& men, unsigned mask) {
  for (unsigned i = 0; i < men.count; ++i) men.squares[i] ^= mask;
}

void transpose_all(Men& men) {
  for (unsigned i = 0; i < men.count; ++i)
    men.squares[i] = std::uint8_t((men.squares[i] >> 3 | men.squares[i] << 3) & 63);
}

// Mirrors the board so that the first man is in the triangle a1-d1-d4, and among the first `n` men, the first one that
// is not on the diagonal is below it. The men before that one are on the diagonal, so mirroring does not move them.
void into_triangle(Men& men, unsigned n) {
  if (rank_of(men.squares[0]) > 3) flip_all(men, 56);
  for (unsigned i = 0; i < n; ++i) {
    if (above_diagonal(men.squares[i]) == 0) continue;
    if (above_diagonal(men.squares[i]) > 0) transpose_all(men);
    return;
  }
}

// The number of two different pieces, the first of which is in the triangle.
std::uint64_t number_of_pair(unsigned a, unsigned b) {
  const unsigned b_rest = b - (b > a);  // among the remaining squares
  if (above_diagonal(a) != 0) return tables.triangle[a] * 63u + b_rest;
  if (above_diagonal(b) != 0) return 6u * 63u + (a >> 3) * DiagonalPairs + tables.below_diagonal[b];
  return 6u * 63u + 4u * DiagonalPairs + (a >> 3) * 7u + (b >> 3) - (b > a);
}

// The number of the first `n` pieces, which are equal. Mirrors the board, and makes the one with the lowest orbit the
// first.
std::uint64_t number_of_equals(Men& men, unsigned n) {
  auto& s = men.squares;
  for (unsigned i = 1; i < n; ++i)
    if (tables.orbit[s[0]] > tables.orbit[s[i]]) std::swap(s[0], s[i]);
  if (file_of(s[0]) > 3) flip_all(men, 7);
  if (rank_of(s[0]) > 3) flip_all(men, 56);
  const int above = above_diagonal(s[0]);
  if (above > 0 || (n == 2 && above == 0 && above_diagonal(s[1]) > 0)) transpose_all(men);
  if (n == 2) {
    if (tables.orbit[s[0]] == tables.orbit[s[1]] && Tables::is_left(s[1])) {
      std::swap(s[0], s[1]);
      flip_all(men, 56);
      transpose_all(men);
    }
    return tables.equals[tables.triangle[s[0]]][s[1]];
  }
  std::sort(s.begin() + 1, s.begin() + n, [](unsigned a, unsigned b) { return tables.ring[a] < tables.ring[b]; });
  std::uint64_t number = tables.sets[n][tables.triangle[s[0]]];
  for (unsigned i = 1; i < n; ++i) number += tables.binomial[i][tables.ring[s[i]]];
  return number;
}

// The number of three different pieces, the first of which is in the triangle. The first piece off the diagonal can be
// the first, the second or the third one, or all are on it.
std::uint64_t number_of_triple(unsigned a, unsigned b, unsigned c) {
  const unsigned b_rest = b - (b > a);  // among the remaining squares
  const unsigned c_rest = c - (c > a) - (c > b);
  if (above_diagonal(a) != 0) return (tables.triangle[a] * 63u + b_rest) * 62u + c_rest;
  const unsigned a_rank = a >> 3, b_rank = (b >> 3) - (b > a), c_rank = (c >> 3) - (c > a) - (c > b);
  std::uint64_t base = 6 * 63 * 62;
  if (above_diagonal(b) != 0) return base + (a_rank * DiagonalPairs + tables.below_diagonal[b]) * 62u + c_rest;
  base += 4 * DiagonalPairs * 62;
  if (above_diagonal(c) != 0) return base + (a_rank * 7u + b_rank) * DiagonalPairs + tables.below_diagonal[c];
  base += 4 * 7 * DiagonalPairs;
  return base + (a_rank * 7u + b_rank) * 6u + c_rank;
}

// The number of a set of equal pieces on `squares`, which must be sorted. Squares that the men in `before` occupy and
// the first `skipped` squares of the board are not counted.
std::uint64_t number_of_set(std::span<const std::uint8_t> squares, std::span<const std::uint8_t> before,
                            unsigned skipped) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto taken =
        unsigned(std::count_if(before.begin(), before.end(), [&](unsigned s) { return s < squares[i]; }));
    number += tables.binomial[i + 1][squares[i] - taken - skipped];
  }
  return number;
}

}  // namespace

Color leading_color(const Material& material) {
  const unsigned white = material.count(PieceType::Pawn, Color::White);
  const unsigned black = material.count(PieceType::Pawn, Color::Black);
  return black == 0 || (white != 0 && white <= black) ? Color::White : Color::Black;
}

unsigned sort_leading_pawns(Men& men, unsigned n) {
  const auto by_rank = [](unsigned a, unsigned b) { return tables.pawn_rank[a] < tables.pawn_rank[b]; };
  std::swap(men.squares[0], *std::max_element(men.squares.begin(), men.squares.begin() + n, by_rank));
  const int file = file_of(men.squares[0]);
  return unsigned(std::min(file, 7 - file));
}

std::optional<Numbering> Numbering::make(const Material& material, std::span<const Piece> pieces,
                                         std::array<unsigned, 2> order, unsigned file, bool touching) {
  Numbering result;
  result.count_ = material.pieces();
  const unsigned unique = material.unique_pieces();
  result.lead_ = material.has_pawns() ? Lead::Pawns
                 : unique >= 3        ? Lead::Three
                 : unique < 2         ? Lead::Equal
                 : touching           ? Lead::Two
                                      : Lead::Kings;
  const bool has_pawns = result.lead_ == Lead::Pawns;
  const Color leading = leading_color(material);
  const unsigned leading_pawns = material.count(PieceType::Pawn, leading);
  result.other_pawns_ = material.count(PieceType::Pawn, ~leading);
  std::copy(pieces.begin(), pieces.end(), result.pieces_.begin());

  // The groups, in the order of the file. The first one holds different pieces if there are no pawns.
  const unsigned first_length = has_pawns                     ? leading_pawns
                                : result.lead_ == Lead::Equal ? material.smallest_group()
                                : result.lead_ == Lead::Three ? 3
                                                              : 2;
  for (unsigned i = 0; i < result.count_;) {
    unsigned length = i == 0 && !has_pawns ? first_length : 1;
    while (i + length < result.count_ && pieces[i + length] == pieces[i + length - 1]) ++length;
    result.groups_[result.group_count_++] = {length, 0};
    i += length;
  }
  const unsigned fixed = has_pawns && result.other_pawns_ != 0 ? 2 : 1;
  const auto is_group_of = [&](unsigned group, unsigned at, Piece p, unsigned n) {
    return group < result.group_count_ && result.groups_[group].length == n && pieces[at] == p;
  };
  if (has_pawns) {
    if (!is_group_of(0, 0, make_piece(PieceType::Pawn, leading), leading_pawns)) return std::nullopt;
    if (fixed == 2 && !is_group_of(1, leading_pawns, make_piece(PieceType::Pawn, ~leading), result.other_pawns_))
      return std::nullopt;
  } else if (result.groups_[0].length != first_length) {
    return std::nullopt;
  } else if (result.lead_ == Lead::Equal && std::count(pieces.begin(), pieces.end(), pieces[0]) != int(first_length)) {
    return std::nullopt;
  }
  if (order[0] >= result.group_count_) return std::nullopt;
  if (fixed == 2 ? order[1] >= result.group_count_ || order[1] == order[0] : order[1] != 15) return std::nullopt;

  // The factors of the digits, starting with the least significant group.
  unsigned next = fixed;
  unsigned free = Squares - result.groups_[0].length - (fixed == 2 ? result.groups_[1].length : 0);
  std::uint64_t size = 1;
  for (unsigned k = 0; k < result.group_count_; ++k) {
    if (k == order[0]) {
      result.groups_[0].factor = size;
      size *= has_pawns                     ? tables.leading_pawns[leading_pawns][file]
              : result.lead_ == Lead::Three ? PieceTriples
              : result.lead_ == Lead::Two   ? PiecePairs
              : result.lead_ == Lead::Kings ? KingPairs
              : first_length == 2           ? EqualPairs
                                            : tables.sets[first_length][Orbits];
    } else if (k == order[1]) {
      result.groups_[1].factor = size;
      size *= tables.binomial[result.groups_[1].length][PawnSquares - result.groups_[0].length];
    } else {
      result.groups_[next].factor = size;
      size *= tables.binomial[result.groups_[next].length][free];
      free -= result.groups_[next++].length;
    }
  }
  result.size_ = size;
  return result;
}

std::uint64_t Numbering::operator()(Men men) const {
  const unsigned first = groups_[0].length;
  const bool has_pawns = lead_ == Lead::Pawns;
  for (unsigned i = has_pawns ? first : 0; i < count_; ++i)
    for (unsigned j = i; j < count_; ++j)
      if (men.pieces[j] == pieces_[i]) {
        std::swap(men.pieces[i], men.pieces[j]);
        std::swap(men.squares[i], men.squares[j]);
        break;
      }

  if (lead_ != Lead::Equal && file_of(men.squares[0]) > 3) flip_all(men, 7);
  const auto squares = [&](unsigned from, unsigned n) { return std::span(men.squares).subspan(from, n); };
  std::uint64_t number = 0;
  if (has_pawns) {
    number = tables.leading_pawn[first][men.squares[0]];
    const auto others = squares(1, first - 1);
    std::sort(others.begin(), others.end(), [](auto a, auto b) { return tables.pawn_rank[a] < tables.pawn_rank[b]; });
    for (unsigned i = 1; i < first; ++i) number += tables.binomial[i][tables.pawn_rank[men.squares[i]]];
  } else if (lead_ == Lead::Equal) {
    number = number_of_equals(men, first);
  } else {
    into_triangle(men, first);
    const auto [a, b] = std::pair(men.squares[0], men.squares[1]);
    number = lead_ == Lead::Three ? number_of_triple(a, b, men.squares[2])
             : lead_ == Lead::Two ? number_of_pair(a, b)
                                  : tables.kings[tables.triangle[a]][b];
  }
  number *= groups_[0].factor;

  unsigned skipped = has_pawns && other_pawns_ != 0 ? 8 : 0;  // pawns are not on the first rank
  for (unsigned at = first, group = 1; group < group_count_; at += groups_[group++].length) {
    const auto set = squares(at, groups_[group].length);
    std::sort(set.begin(), set.end());
    number += number_of_set(set, squares(0, at), skipped) * groups_[group].factor;
    skipped = 0;
  }
  return number;
}

}  // namespace bitrook::tablebase
