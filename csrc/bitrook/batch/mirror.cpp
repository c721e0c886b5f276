// Mirroring the games of a batch: vertically with the colors exchanged, or horizontally.
#include "bitrook/batch/mirror.hpp"

#include "bitrook/base/flips.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

namespace {

struct Mirror {
  unsigned squares;  // XORed with the index of each square
  bool colors;

  Bitboard operator()(Bitboard set) const { return colors ? flipped_vertical(set) : flipped_horizontal(set); }
  Move operator()(Move m) const { return Move::from_word(std::uint16_t(m.word() ^ squares ^ squares << 6)); }
  Position operator()(const Position& p) const {
    Setup setup;
    for (const PieceType t : PieceTypes) {
      for (const Color c : Colors) setup.placement.toggle(make_piece(t, colors ? ~c : c), (*this)(p.of(t, c)));
    }
    setup.promoted = (*this)(p.promoted());
    if (colors) setup.castling = (*this)(p.castling_rights());
    setup.turn = colors ? ~p.turn() : p.turn();
    if (p.en_passant() != Square::None) setup.en_passant = Square(index(p.en_passant()) ^ squares);
    setup.halfmove_clock = p.halfmove_clock();
    setup.fullmove_number = p.fullmove_number();
    setup.chess960 = p.chess960();
    return Position(setup);
  }
};

// Replays each game from its mirrored start, or from the first position at which it can be mirrored.
Boards transformed(const Boards& boards, const Mirror& mirror) {
  Boards result(boards.size(), boards.options());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const std::span<const Undo> made = boards.moves(i);
    Position p = boards.position(i);
    std::size_t first = made.size();
    while (first > 0) {
      Position before = p;
      before.undo(made[first - 1]);
      if (!mirror.colors && before.castling_rights().any()) break;
      p = before;
      --first;
    }
    if (!mirror.colors && p.castling_rights().any()) first = made.size();
    result.set_start(i, mirror(p));
    for (; first < made.size(); ++first) result.play(i, mirror(made[first].move()));
    if (boards.reason(i) == Reason::Illegal) result.end(i, Reason::Illegal);
  }
  return result;
}

}  // namespace

Boards mirrored(const Boards& boards) { return transformed(boards, {56, true}); }
Boards flipped(const Boards& boards) { return transformed(boards, {7, false}); }

}  // namespace bitrook::batch
