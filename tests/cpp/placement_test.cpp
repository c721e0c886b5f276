// The three layouts, each compared with a list of 64 pieces and converted to the others.
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

TEST_CASE_TEMPLATE("layouts convert into each other and back", L, Classical, Indexed, Dense) {
  std::mt19937_64 random(4);
  for (unsigned round = 0; round < 50; ++round) {
    const Mailbox list = random_list(random);
    const L board = placement_of<L>(list);
    CHECK(converted<L>(converted<Classical>(board)) == board);
    CHECK(converted<L>(converted<Indexed>(board)) == board);
    CHECK(converted<L>(converted<Dense>(board)) == board);
    CHECK(placement_of<L>(quad_of(board)) == board);
    CHECK(placement_of<L>(mailbox_of(board)) == board);
    CHECK(mailbox_of(board) == list);
    for (unsigned i = 0; i < 64; ++i) CHECK(quad_of(board).piece_at(Square(i)) == list[i]);
  }
}

TEST_CASE("words() are the sets that WordNames names") {
  Mailbox list{};
  list[index(Square::E1)] = Piece::WhiteKing;
  list[index(Square::D8)] = Piece::BlackQueen;
  const Bitboard king(Square::E1), queen(Square::D8);
  const auto classical = placement_of<Classical>(list).words();
  CHECK(classical[5] == king);
  CHECK(classical[10] == queen);
  CHECK(classical[12] == king);
  CHECK(classical[13] == queen);
  CHECK(classical[14] == (king | queen));
  const auto indexed = placement_of<Indexed>(list).words();
  CHECK(indexed[0] == king);
  CHECK(indexed[1] == queen);
  CHECK(indexed[index(Piece::WhiteKing)] == king);
  CHECK(indexed[index(Piece::BlackQueen)] == queen);
  CHECK(indexed[14] == ~indexed[15]);
  const auto dense = placement_of<Dense>(list).words();
  CHECK(dense[0] == king);
  CHECK(dense[1] == queen);
  CHECK(dense[6] == queen);
  CHECK(dense[7] == king);
}
