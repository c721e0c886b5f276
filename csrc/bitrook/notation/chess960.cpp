// Conversion between the 960 start positions and their numbers.
#include "bitrook/notation/chess960.hpp"

#include <array>

#include "bitrook/base/checked.hpp"

namespace bitrook::chess960 {

namespace {

// The digits of a number, lowest first: the bishop on one of four light squares (4), the bishop on one of four dark
// squares (4), the queen on one of the six remaining squares (6), the knights on two of the remaining five (10). The
// last three squares are for a rook, the king and a rook, from left to right.
constexpr std::array<std::array<unsigned, 2>, 10> KnightSquares{
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};

std::array<PieceType, 8> backrank_of(unsigned number) {
  std::array<PieceType, 8> backrank{};
  const auto place_on_nth_free = [&backrank](unsigned n, PieceType t) {
    for (PieceType& square : backrank)
      if (square == PieceType::None && n-- == 0) {
        square = t;
        return;
      }
  };
  backrank[2 * (number % 4) + 1] = PieceType::Bishop;
  backrank[2 * (number / 4 % 4)] = PieceType::Bishop;
  place_on_nth_free(number / 16 % 6, PieceType::Queen);
  const auto [left, right] = KnightSquares[number / 96];
  place_on_nth_free(right, PieceType::Knight);
  place_on_nth_free(left, PieceType::Knight);
  for (const PieceType t : {PieceType::Rook, PieceType::King, PieceType::Rook}) place_on_nth_free(0, t);
  return backrank;
}

}  // namespace

Placement start_placement(unsigned number) {
  BITROOK_ASSERT(number < Positions);
  return bitrook::start_placement(backrank_of(number));
}

Setup start_setup(unsigned number) {
  Setup setup;
  setup.placement = start_placement(number);
  setup.castling = setup.placement.of(PieceType::Rook);
  setup.chess960 = true;
  return setup;
}

std::optional<unsigned> start_number(const Placement& placement, Bitboard promoted) {
  const auto on_backrank = [&placement](PieceType t) { return placement.of(t, Color::White) & Bitboard(Rank::R1); };
  const Bitboard bishops = on_backrank(PieceType::Bishop), queens = on_backrank(PieceType::Queen);
  const Bitboard knights = on_backrank(PieceType::Knight);
  const Bitboard light = bishops & LightSquares, dark = bishops & DarkSquares;
  if (promoted.any() || light.empty() || dark.empty() || queens.empty() || knights.count() != 2) return std::nullopt;

  // Computes the digits, then compares the whole placement with that of the resulting number.
  const auto index_among = [](Bitboard squares, Square s) {
    return (squares & Bitboard((std::uint64_t{1} << index(s)) - 1)).count();
  };
  const Bitboard free = Bitboard(Rank::R1) - bishops;
  const std::array knight_squares{index_among(free - queens, knights.first()),
                                  index_among(free - queens, knights.last())};
  unsigned number = index(light.first()) / 2 + 4 * (index(dark.first()) / 2) + 16 * index_among(free, queens.first());
  for (const auto& squares : KnightSquares) {
    if (squares == knight_squares) break;
    number += 96;
  }
  if (number < Positions && start_placement(number) == placement) return number;
  return std::nullopt;
}

}  // namespace bitrook::chess960
