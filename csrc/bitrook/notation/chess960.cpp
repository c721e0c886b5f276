// The 960 start positions and their numbers.
#include "bitrook/notation/chess960.hpp"

#include <array>

namespace bitrook::chess960 {

namespace {

using Row = std::array<PieceType, 8>;

// From the number, digit by digit: the bishop on a light square (4), the one on a dark square (4), the
// queen on one of six squares left, two knights on five (10); rook, king, rook fill the rest.
Row row(unsigned number) {
  Row row{};
  const auto place = [&row](unsigned nth_free, PieceType t) {
    for (PieceType& place : row)
      if (place == PieceType::None && nth_free-- == 0) {
        place = t;
        return;
      }
  };
  row[2 * (number % 4) + 1] = PieceType::Bishop;
  row[2 * (number / 4 % 4)] = PieceType::Bishop;
  place(number / 16 % 6, PieceType::Queen);
  unsigned pair = number / 96, left = 0;
  for (unsigned pairs = 4; pair >= pairs; --pairs) {
    pair -= pairs;
    ++left;
  }
  place(left, PieceType::Knight);
  place(left + pair, PieceType::Knight);  // one square fewer is free now
  for (const PieceType t : {PieceType::Rook, PieceType::King, PieceType::Rook}) place(0, t);
  return row;
}

}  // namespace

Placement start_placement(unsigned number) {
  Placement placement;
  const Row officers = row(number);
  for (const Color c : Colors) {
    for (unsigned file = 0; file < 8; ++file)
      placement.toggle(make_piece(officers[file], c), Bitboard(make_square(File(file), relative(Rank::R1, c))));
    placement.toggle(make_piece(PieceType::Pawn, c), Bitboard(relative(Rank::R2, c)));
  }
  return placement;
}

Setup start_setup(unsigned number) {
  Setup setup;
  setup.placement = start_placement(number);
  setup.castling = setup.placement.of(PieceType::Rook);
  setup.chess960 = true;
  return setup;
}

std::optional<unsigned> start_number(const Placement& placement, Bitboard promoted) {
  if (promoted.any()) return std::nullopt;
  // Every digit of the number is read off the first rank; the whole placement then has to be that one's.
  unsigned light = 0, dark = 0, queen = 0, knights = 0, free = 0, seen = 0;
  for (unsigned file = 0; file < 8; ++file) {
    const PieceType t = placement.type_at(Square(file));
    if (t == PieceType::Bishop) {
      (file % 2 ? light : dark) = file / 2;
      continue;
    }
    if (t == PieceType::Queen) {
      queen = free + seen;
      continue;
    }
    if (t == PieceType::Knight) {
      // The first knight on the n-th of five squares leaves 4 + 3 + ... pairs before it.
      constexpr std::array PairsBefore{0u, 4u, 7u, 9u, 10u, 10u, 10u};
      knights += seen == 0 ? PairsBefore[free < 6 ? free : 6] - free : free;
      ++seen;
      continue;
    }
    ++free;
  }
  const unsigned number = light + 4 * dark + 16 * queen + 96 * knights;
  if (number < Positions && start_placement(number) == placement) return number;
  return std::nullopt;
}

}  // namespace bitrook::chess960
