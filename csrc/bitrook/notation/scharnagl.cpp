// Chess960 arrangements from numbers and back: the numbers are tried, as there are only 960.
#include "scharnagl.hpp"

namespace bitrook {

// The number is a mixed-radix one: the light-squared bishop (4), the dark-squared one (4), the queen on one of the
// six files left, the knights in one of ten ways on the five left; rook, king and rook fill the rest in this order.
std::array<PieceType, 8> arrangement(unsigned number) {
  std::array<PieceType, 8> rank{};
  const auto put = [&](PieceType t, unsigned free_file) {
    for (PieceType& square : rank) {
      if (square == PieceType::None && free_file-- == 0) {
        square = t;
        return;
      }
    }
  };
  rank[2 * (number % 4) + 1] = PieceType::Bishop;
  number /= 4;
  rank[2 * (number % 4)] = PieceType::Bishop;
  number /= 4;
  put(PieceType::Queen, number % 6);
  number /= 6;
  // The pairs of five files in order: 01 02 03 04 12 13 14 23 24 34.
  unsigned first = 0;
  while (number >= 4 - first) number -= 4 - first++;
  put(PieceType::Knight, first);
  put(PieceType::Knight, first + number);  // one file less is free now
  for (const PieceType t : {PieceType::Rook, PieceType::King, PieceType::Rook}) put(t, 0);
  return rank;
}

Placement chess960_placement(unsigned number) {
  Placement placement;
  const std::array<PieceType, 8> rank = arrangement(number);
  for (const Color c : Colors) {
    for (unsigned file = 0; file < 8; ++file) {
      const Bitboard home{relative(make_square(File(file), Rank::R1), c)};
      placement.toggle(make_piece(rank[file], c), home);
    }
    placement.toggle(make_piece(PieceType::Pawn, c), Bitboard(relative(Rank::R2, c)));
  }
  return placement;
}

std::optional<unsigned> arrangement_number(const Placement& placement) {
  const Bitboard outer(0xFFFF00000000FFFFull);
  if (placement.occupied() != outer) return std::nullopt;
  for (unsigned number = 0; number < Chess960Arrangements; ++number) {
    if (chess960_placement(number) == placement) return number;
  }
  return std::nullopt;
}

}  // namespace bitrook
