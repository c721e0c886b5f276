// Sets of squares as text: writing, reading, and the offsets of errors.
#include "bitrook/base/diagram.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace bitrook;

TEST_CASE("a board has rank 8 first and the a-file on the left") {
  const Bitboard set = Bitboard(Square::A8) | Bitboard(Square::B1) | Bitboard(Square::H4);
  CHECK(diagram(set) ==
        "1 . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n"
        ". . . . . . . 1\n. . . . . . . .\n. . . . . . . .\n. 1 . . . . . .");
  CHECK(diagram(set, {"X", "-", true}) ==
        "8 X - - - - - - -\n7 - - - - - - - -\n6 - - - - - - - -\n5 - - - - - - - -\n"
        "4 - - - - - - - X\n3 - - - - - - - -\n2 - - - - - - - -\n1 - X - - - - - -\n  a b c d e f g h");
  CHECK(square_names(set) == "b1 h4 a8");
}

TEST_CASE("binary_digits begins with h8") {
  CHECK(binary_digits(Bitboard(Square::H8)) == "1" + std::string(63, '0'));
  CHECK(binary_digits(Bitboard(Square::B1)) == std::string(62, '0') + "10");
}

TEST_CASE("side_by_side") {
  const Bitboard a{0xFF00u}, b{0x0101010101010101u};
  const TitledBoard boards[] = {{"A", a}, {"B", b}, {"A & B", a & b}};
  const std::string operators[] = {"&", "="};
  CHECK(side_by_side(boards, operators) ==
        "A                     B                     A & B\n"
        ". . . . . . . .       1 . . . . . . .       . . . . . . . .\n"
        ". . . . . . . .       1 . . . . . . .       . . . . . . . .\n"
        ". . . . . . . .       1 . . . . . . .       . . . . . . . .\n"
        ". . . . . . . .   &   1 . . . . . . .   =   . . . . . . . .\n"
        ". . . . . . . .       1 . . . . . . .       . . . . . . . .\n"
        ". . . . . . . .       1 . . . . . . .       . . . . . . . .\n"
        "1 1 1 1 1 1 1 1       1 . . . . . . .       1 . . . . . . .\n"
        ". . . . . . . .       1 . . . . . . .       . . . . . . . .");
}

TEST_CASE("parse_set reads what the writers write") {
  std::mt19937_64 random(5);
  for (unsigned i = 0; i < 200; ++i) {
    const Bitboard set{random() & random()};
    CHECK(parse_set(diagram(set)).set == set);
    CHECK(parse_set("\n  " + diagram(set, {"*", "-"}) + " \r\n").set == set);
    CHECK(parse_set(binary_digits(set)).set == set);
    CHECK(parse_set("0b" + binary_digits(set)).set == set);
    CHECK(parse_set(square_names(set)).set == set);
  }
  CHECK(parse_set("0xFF00").set == Bitboard(Rank::R2));
  CHECK(parse_set("e4,d5 a1").set == (Bitboard(Square::E4) | Bitboard(Square::D5) | Bitboard(Square::A1)));
  CHECK(parse_set("").error == nullptr);
  CHECK(parse_set("").set.empty());
}

TEST_CASE("parse_set reports an error and its offset") {
  const auto offset = [](std::string_view text) {
    const ParsedSet parsed = parse_set(text);
    REQUIRE(parsed.error != nullptr);
    return parsed.offset;
  };
  CHECK(offset("e4 i5") == 3);
  CHECK(offset(" e4 e44") == 4);
  CHECK(offset("0x") == 2);
  CHECK(offset("0x12345678123456780") == 18);
  CHECK(offset("0xG") == 2);
  CHECK(offset("1.......") == 8);
  CHECK(offset("1.......1") == 8);
  CHECK(offset("1......\n........") == 7);
  CHECK(offset("1...q...") == 4);
  std::string nine;
  for (int i = 0; i < 9; ++i) nine += "........\n";
  CHECK(offset(nine) == 72);
}
