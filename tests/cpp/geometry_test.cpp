// Masks, leapers, rays, between, line and distances, each compared with a definition that uses files and ranks.
#include "bitrook/base/geometry.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace bitrook;

namespace {
int file(unsigned s) { return int(s & 7); }
int rank(unsigned s) { return int(s >> 3); }
bool aligned_by_coordinates(unsigned a, unsigned b) {
  return a != b && (file(a) == file(b) || rank(a) == rank(b) || file(a) - rank(a) == file(b) - rank(b) ||
                    file(a) + rank(a) == file(b) + rank(b));
}
}  // namespace

TEST_CASE("masks of ranks, files, diagonals, colors and edges") {
  for (unsigned i = 0; i < 64; ++i) {
    const Square s = Square(i);
    for (unsigned k = 0; k < 8; ++k) {
      CHECK(MaskRank[k].contains(s) == (rank(i) == int(k)));
      CHECK(MaskFile[k].contains(s) == (file(i) == int(k)));
      CHECK(ClearRank[k] == ~MaskRank[k]);
      CHECK(ClearFile[k] == ~MaskFile[k]);
    }
    for (unsigned k = 0; k < 15; ++k) {
      CHECK(Diagonals[k].contains(s) == (rank(i) - file(i) + 7 == int(k)));
      CHECK(AntiDiagonals[k].contains(s) == (rank(i) + file(i) == int(k)));
    }
    CHECK(DarkSquares.contains(s) == ((file(i) + rank(i)) % 2 == 0));
    CHECK(LightSquares.contains(s) != DarkSquares.contains(s));
    CHECK(Edges.contains(s) == (file(i) % 7 == 0 || rank(i) % 7 == 0));
  }
}

TEST_CASE("stepped() moves by at most one file and one rank, and gives None at the edge") {
  for (const Direction d : Directions) {
    const int rank_step = (int(d) - file_step(d)) / 8;
    CHECK(std::abs(rank_step) <= 1);
    for (unsigned i = 0; i < 64; ++i) {
      const int f = file(i) + file_step(d), r = rank(i) + rank_step;
      const bool on_board = 0 <= f && f < 8 && 0 <= r && r < 8;
      CHECK(stepped(Square(i), d) == (on_board ? Square(8 * r + f) : Square::None));
    }
  }
}

TEST_CASE("attacks of leapers, pawn pushes and rays") {
  for (unsigned a = 0; a < 64; ++a) {
    for (unsigned b = 0; b < 64; ++b) {
      const int df = std::abs(file(a) - file(b)), dr = std::abs(rank(a) - rank(b)), up = rank(b) - rank(a);
      const Square s = Square(a), t = Square(b);
      CHECK(knight_attacks(s).contains(t) == (df * dr == 2));
      CHECK(king_attacks(s).contains(t) == (a != b && df <= 1 && dr <= 1));
      CHECK(pawn_attacks(Color::White, s).contains(t) == (df == 1 && up == 1));
      CHECK(pawn_attacks(Color::Black, s).contains(t) == (df == 1 && up == -1));
      CHECK(pawn_pushes(Color::White, s).contains(t) == (df == 0 && (up == 1 || (up == 2 && rank(a) == 1))));
      CHECK(pawn_pushes(Color::Black, s).contains(t) == (df == 0 && (up == -1 || (up == -2 && rank(a) == 6))));
      CHECK(rook_rays(s).contains(t) == (a != b && (df == 0 || dr == 0)));
      CHECK(bishop_rays(s).contains(t) == (a != b && df == dr));
    }
  }
}

TEST_CASE("attacks of a set are the union of the attacks from its squares") {
  const Bitboard sets[] = {Bitboard(), Bitboard::all(), Bitboard(3u), Bitboard(0x00003C24243C0000u), Edges};
  for (const Bitboard set : sets) {
    Bitboard knights, kings, white, black;
    for (const Square s : set) {
      knights |= knight_attacks(s);
      kings |= king_attacks(s);
      white |= pawn_attacks(Color::White, s);
      black |= pawn_attacks(Color::Black, s);
    }
    CHECK(knight_attacks(set) == knights);
    CHECK(king_attacks(set) == kings);
    CHECK(pawn_attacks(Color::White, set) == white);
    CHECK(pawn_attacks(Color::Black, set) == black);
  }
}

TEST_CASE("between and line") {
  for (unsigned a = 0; a < 64; ++a) {
    for (unsigned b = 0; b < 64; ++b) {
      const Square s = Square(a), t = Square(b);
      Bitboard inside, whole;
      if (aligned_by_coordinates(a, b)) {
        for (unsigned c = 0; c < 64; ++c) {
          // c is on the line if it is on each rank, file and diagonal that a and b share.
          const bool on = (file(a) != file(b) || file(c) == file(a)) && (rank(a) != rank(b) || rank(c) == rank(a)) &&
                          (file(a) - rank(a) != file(b) - rank(b) || file(c) - rank(c) == file(a) - rank(a)) &&
                          (file(a) + rank(a) != file(b) + rank(b) || file(c) + rank(c) == file(a) + rank(a));
          if (on) whole |= Bitboard(Square(c));
          if (on && c > std::min(a, b) && c < std::max(a, b)) inside |= Bitboard(Square(c));
        }
      }
      CHECK(between(s, t) == inside);
      CHECK(line(s, t) == whole);
    }
  }
}

TEST_CASE("distances") {
  CHECK(distance(Square::A1, Square::H3) == 7);
  CHECK(manhattan_distance(Square::A1, Square::H3) == 9);
  CHECK(knight_distance(Square::A1, Square::A1) == 0);
  CHECK(knight_distance(Square::A1, Square::B3) == 1);
  CHECK(knight_distance(Square::A1, Square::B2) == 4);
  CHECK(knight_distance(Square::C3, Square::D4) == 2);
  CHECK(knight_distance(Square::A1, Square::H8) == 6);
}
