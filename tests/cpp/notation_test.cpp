// SAN and UCI: all legal moves of random games are written and read back, and some variants are accepted or rejected.
#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "arrangements.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::position;

namespace {

std::string san(const Position& p, Move m) {
  char text[MaxSan];
  return {text, write_san(p, m, text)};
}
std::string lan(const Position& p, Move m) {
  char text[MaxSan];
  return {text, write_lan(p, m, text)};
}
std::string uci(Move m) {
  char text[MaxUci];
  return {text, write_uci(m, text)};
}
std::string read(const Position& p, std::string_view text) {
  const ParsedMove m = parse_san(p, text);
  constexpr const char* Errors[] = {"", "invalid", "illegal", "ambiguous"};
  return m ? uci(m.move) : Errors[unsigned(m.error)];
}

constexpr std::string_view Positions[] = {
    fen::Start,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k7/8/Q1Q1Q3/8/Q3Q3/8/Q1Q1Q3/7K w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
};

}  // namespace

TEST_CASE("legal moves of random games are written and read back") {
  const auto is = [](const ParsedMove& parsed, Move m) { return parsed && parsed.move == m; };
  test::Random random(1);
  for (const bool chess960 : {false, true}) {
    for (const std::string_view start : Positions) {
      Position p = position(start, chess960);
      for (int ply = 0; ply < 150; ++ply) {
        MoveList moves;
        generate_legal(p, moves);
        if (moves.empty()) break;
        for (const Move m : moves) {
          for (const std::string& text : {san(p, m), lan(p, m)}) CHECK(is(parse_san(p, text), m));
          CHECK(is(parse_uci(p, uci(m)), m));
          CHECK(is(parse_uci(p, uci(with_castling_encoding(p, m, !chess960))), m));
          CHECK(why_illegal(p, m) == IllegalReason::None);
        }
        p.play_unchecked(moves[random.below(unsigned(moves.size()))]);
      }
    }
  }
}

TEST_CASE("write_san writes the shortest unambiguous text") {
  const auto on = [](std::string_view fen, std::string_view move) { return san(position(fen), *read_uci(move)); };
  CHECK(on(fen::Start, "g1f3") == "Nf3");
  CHECK(on("7k/8/8/1N3N2/8/8/8/K7 w - - 0 1", "b5d4") == "Nbd4");
  CHECK(on("7k/8/8/1N6/8/1N6/8/K7 w - - 0 1", "b5d4") == "N5d4");
  CHECK(on("7k/8/8/1N3N2/8/1N6/8/K7 w - - 0 1", "b5d4") == "Nb5d4");
  CHECK(on("k3r3/8/8/8/4N3/8/2N5/4K3 w - - 0 1", "c2d4") == "Nd4");  // the other knight is pinned
  CHECK(on("4k3/8/8/8/8/8/4r3/R1B1KB1R w KQ - 0 1", "f1e2") == "Bxe2");
  CHECK(on("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "O-O");
  CHECK(on("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "O-O+");
  CHECK(on("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8") == "Ra8#");
  CHECK(on("3k4/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q") == "a8=Q+");
  CHECK(on("8/8/8/pP6/8/8/8/K6k w - a6 0 1", "b5a6") == "bxa6");
  CHECK(on(fen::Start, "e2e5") == "e5");  // illegal
  CHECK(on(fen::Start, "e7e5") == "exe5");
  CHECK(san(position(fen::Start), Move::normal(Square::E4, Square::E5)).empty());  // the square is empty
  CHECK(san(position(fen::Start), Move::null()) == "--");
  CHECK(lan(position(fen::Start), *read_uci("g1f3")) == "Ng1-f3");
}

TEST_CASE("parse_san accepts common variations and rejects other texts") {
  const Position start = position(fen::Start);
  for (const char* text : {"e4", "e2e4", "e2-e4", "e2xe4", "exe4", "2e4", "xe4", "e4+", "e4#"}) {
    CHECK(read(start, text) == "e2e4");
  }
  for (const char* text : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3", "g1f3", "Nf3+"}) {
    CHECK(read(start, text) == "g1f3");
  }
  for (const char* text : {"--", "Z0", "0000", "@@@@"}) CHECK(read(start, text) == "0000");
  for (const char* text :
       {"", "P", "Pe4", "nf3", "Nf3!", "e4 e.p.", "o-o", "e4++", "Nf3=", "e4\n", "O-O-O-O", "=Q", "+"}) {
    CHECK(read(start, text) == "invalid");
  }
  for (const char* text : {"e5", "d6", "Nbf3", "Kf1", "O-O", "0-0-0#", "e4=Q", "e2e4q", "Nf3=Q", "Qh5"}) {
    CHECK(read(start, text) == "illegal");
  }
  CHECK(read(position("7k/8/8/1N3N2/8/8/8/K7 w - - 0 1"), "Nd4") == "ambiguous");
  CHECK(read(position("k3r3/8/8/8/4N3/8/2N5/4K3 w - - 0 1"), "Nd4") == "c2d4");

  const Position promotion = position("8/P7/8/8/8/8/8/k1K5 w - - 0 1");
  for (const char* text : {"a8=Q", "a8Q", "a8=q", "a8q", "a7a8q", "a7-a8=Q", "a8=Q+"}) {
    CHECK(read(promotion, text) == "a7a8q");
  }
  for (const char* text : {"a8", "a7a8", "a8=K", "a7a8k"}) CHECK(read(promotion, text) == "illegal");
  for (const char* text : {"a8=P", "a8/Q", "a8(Q)"}) CHECK(read(promotion, text) == "invalid");

  const Position castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* text : {"O-O", "0-0", "O-O+", "e1g1", "e1h1"}) CHECK(read(castling, text) == "e1g1");
  for (const char* text : {"Kg1", "Ke1g1", "Kh1"}) CHECK(read(castling, text) == "illegal");
}

TEST_CASE("read_uci") {
  CHECK(read_uci("e7e8k") == Move::promotion(Square::E7, Square::E8, PieceType::King));
  CHECK(read_uci("p@e4") == Move::drop(Square::E4, Square::E4, PieceType::Pawn));
  CHECK(uci(*read_uci("N@e4")) == "N@e4");
  CHECK(read_uci("0000") == Move::null());
  for (const char* text : {"", "e2", "e2e9", "i2e4", "e2e2", "a1a1", "e7e8Q", "e2e4 ", "X@e4", "P@e4q", "--", "E2e4"}) {
    CHECK_FALSE(read_uci(text).has_value());
  }
}

TEST_CASE("why_illegal gives the reason") {
  const auto why = [](std::string_view fen, std::string_view move) {
    const Position p = position(fen);
    return why_illegal(p, *read_uci(move));
  };
  using R = IllegalReason;
  CHECK(why(fen::Start, "e4e5") == R::EmptySquare);
  CHECK(why(fen::Start, "e7e5") == R::NotYourPiece);
  CHECK(why(fen::Start, "a1a2") == R::OwnPieceOnTarget);
  CHECK(why(fen::Start, "g1g3") == R::CannotReach);
  CHECK(why(fen::Start, "e2d3") == R::NothingToCapture);
  CHECK(why(fen::Start, "d1d4") == R::Blocked);
  CHECK(why(fen::Start, "e1g1") == R::CastlingBlocked);
  CHECK(why("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8") == R::PromotionMissing);
  CHECK(why("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8k") == R::PromotionForbidden);
  CHECK(why(fen::Start, "e2e4q") == R::PromotionForbidden);
  CHECK(why("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1") == R::CastlingRights);
  CHECK(why("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == R::CastlingThroughCheck);
  CHECK(why("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == R::CastlingOutOfCheck);
  CHECK(why("4k3/4r3/8/8/4B3/8/8/4K3 w - - 0 1", "e4d5") == R::Pinned);
  CHECK(why("4k3/4r3/8/8/8/8/3B4/4K3 w - - 0 1", "d2c3") == R::InCheck);
  CHECK(why("4k3/8/8/8/4r3/5n2/3B4/4K3 w - - 0 1", "d2e3") == R::DoubleCheck);
  CHECK(why("4k3/8/8/8/8/8/3r4/7K w - - 0 1", "h1h2") == R::IntoCheck);
  CHECK(why("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3") == R::EnPassantExposes);
  CHECK(why(fen::Start, "0000") == R::NullMove);
  CHECK(why(fen::Start, "N@e4") == R::Drop);
  const Position start = position(fen::Start);
  CHECK(parse_san(start, "Qd4").reason == R::Blocked);
  CHECK(parse_san(position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "Qd4").reason == R::NoSuchPiece);
  CHECK(parse_san(start, "O-O").reason == R::CastlingBlocked);
  CHECK(parse_san(start, "e5").reason == R::CannotReach);
}
