// The three layouts, each compared with a list of 64 pieces.
#include "bitrook/position/placement/placement.hpp"

#include <doctest/doctest.h>

#include <random>

#include "bitrook/position/placement/views.hpp"

using namespace bitrook;
using namespace bitrook::placement;

namespace {

Mailbox random_list(std::mt19937_64& random) {
  Mailbox list{};
  for (Piece& p : list) {
    const unsigned n = unsigned(random() % 24);
    p = n < 12 ? Pieces[n] : Piece::None;
  }
  return list;
}

template <Layout L>
void check_against_list(const L& board, const Mailbox& list) {
  bool correct = true;
  for (unsigned i = 0; i < 64; ++i) {
    const Square s = Square(i);
    const Piece here = list[i];
    correct &= board.piece_at(s) == here && board.type_at(s) == type_of(here);
    correct &=
        board.occupied().contains(s) == (here != Piece::None) && board.empty().contains(s) == (here == Piece::None);
    for (const Piece p : Pieces) {
      correct &= board.of(p).contains(s) == (p == here);
      correct &= board.of(p) == board.of(type_of(p), color_of(p));
    }
    for (const PieceType t : PieceTypes) correct &= board.of(t).contains(s) == (t == type_of(here));
    for (const Color c : Colors) correct &= board.of(c).contains(s) == (here != Piece::None && c == color_of(here));
  }
  CHECK(correct);
}

}  // namespace

TEST_CASE_TEMPLATE("a layout agrees with the list of its pieces", L, Classical, Indexed, Dense) {
  std::mt19937_64 random(3);
  check_against_list(L(), Mailbox{});
  for (unsigned round = 0; round < 50; ++round) {
    Mailbox list = random_list(random);
    L board = placement_of<L>(list);
    check_against_list(board, list);
    for (unsigned step = 0; step < 20; ++step) {  // moves and captures; the captured piece is removed first or last
      const unsigned from = random() & 63, to = random() & 63;
      if (list[from] == Piece::None || from == to) continue;
      const Piece captured = list[to];
      if (captured != Piece::None && step % 2) board.toggle(captured, Bitboard(Square(to)));
      board.toggle(list[from], Bitboard(Square(from)) | Bitboard(Square(to)));
      if (captured != Piece::None && step % 2 == 0) board.toggle(captured, Bitboard(Square(to)));
      list[to] = list[from];
      list[from] = Piece::None;
    }
    check_against_list(board, list);
    CHECK(board.words().size() == L::WordNames.size());
  }
}
