// The fast move generator, compared with the reference generator, and checks of single moves, compared with the lists.
#include <doctest/doctest.h>

#include <algorithm>
#include <bitset>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::Random;
using test::text;

namespace {

std::vector<std::uint16_t> words(const MoveList& moves) {
  std::vector<std::uint16_t> w;
  for (const Move m : moves) w.push_back(m.word());
  return w;
}

template <class Generate>
std::vector<std::uint16_t> listed(Generate generate) {
  MoveList moves;
  generate(moves);
  return words(moves);
}

}  // namespace

TEST_CASE("the fast and the reference generator list the same moves in the same order, masked or not") {
  Random random(99);
  for (int i = 0; i < 4000; ++i) {
    const Position p = test::arrangement(random);
    CAPTURE(text(p));
    const auto all = listed([&](MoveList& m) { generate_legal(p, m); });
    REQUIRE(all == listed([&](MoveList& m) { reference::list_legal(p, m, {}, true); }));
    CHECK(count_legal(p) == all.size());
    CHECK(has_legal(p) == !all.empty());
    const Mask mask{Bitboard(random.word() | random.word()), Bitboard(random.word() | random.word())};
    CHECK(listed([&](MoveList& m) { generate_legal(p, m, mask); }) ==
          listed([&](MoveList& m) { reference::list_legal(p, m, mask, true); }));
  }
}

TEST_CASE("of all 65,536 moves exactly the listed ones are legal, and castling in its other encoding") {
  Random random(5);
  int compared = 0;
  while (compared < 20) {
    const Position p = test::arrangement(random);
    // The generator treats a promoted king as the king, but is_legal does not, as in python-chess.
    if (p.of(PieceType::King, p.turn()).meets(p.promoted())) continue;
    ++compared;
    CAPTURE(text(p));
    std::bitset<65536> legal, pseudo_legal;
    for (const auto word : listed([&](MoveList& m) { generate_legal(p, m); })) legal.set(word);
    for (const auto word : listed([&](MoveList& m) { generate_pseudo_legal(p, m); })) pseudo_legal.set(word);
    for (unsigned word = 0; word < 65536; ++word) {
      const Move m = Move::from_word(std::uint16_t(word)), own = to_own_encoding(p, m);
      const bool other_encoding = !p.chess960() && own != m && is_castling(p, m) && p.of(p.turn()).contains(m.to());
      const bool expected_legal = legal[word] || (other_encoding && legal[own.word()]);
      const bool expected_pseudo_legal = pseudo_legal[word] || (other_encoding && pseudo_legal[own.word()]);
      if (is_legal(p, m) != expected_legal || is_pseudo_legal(p, m) != expected_pseudo_legal) {
        CAPTURE(word);
        CHECK(is_legal(p, m) == expected_legal);
        CHECK(is_pseudo_legal(p, m) == expected_pseudo_legal);
      }
    }
  }
}

TEST_CASE("captures and quiet moves make up the legal moves") {
  const auto compare = [](const Position& p) {
    CAPTURE(text(p));
    std::vector<std::uint16_t> quiet, captures;
    for (const auto word : listed([&](MoveList& m) { generate_legal(p, m); }))
      (is_capture(p, Move::from_word(word)) ? captures : quiet).push_back(word);
    CHECK(listed([&](MoveList& m) { generate_legal_quiets(p, m); }) == quiet);
    if (p.of(PieceType::King, p.turn()).disjoint(p.promoted()))
      CHECK(listed([&](MoveList& m) { generate_legal_captures(p, m); }) == captures);
  };
  Random random(47);
  for (int i = 0; i < 1000; ++i) compare(test::arrangement(random));
  // An en-passant capture ends on an empty square.
  for (const char* fen : {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1"})
    compare(test::position(fen));
}

TEST_CASE("generators replace the contents of a list, so that it can be reused") {
  const Position p = test::position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const Position in_check = test::position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  const Position two_kings = test::position("4k3/8/8/8/8/8/8/K3K2R w K - 0 1");
  MoveList moves;
  for (const Position& q : {p, in_check, two_kings}) {
    CAPTURE(text(q));
    const auto reused = [&](auto generate) {
      for (int i = 0; i < 100; ++i) generate(moves);
      return words(moves);
    };
    const auto check = [&](auto generate) { CHECK(reused(generate) == listed(generate)); };
    check([&](MoveList& m) { generate_legal(q, m); });
    check([&](MoveList& m) { generate_legal(q, m, {q.of(PieceType::King), Bitboard::all()}); });
    check([&](MoveList& m) { generate_legal_captures(q, m); });
    check([&](MoveList& m) { generate_legal_quiets(q, m); });
    check([&](MoveList& m) { generate_legal_en_passant(q, m); });
    check([&](MoveList& m) { generate_pseudo_legal(q, m); });
    check([&](MoveList& m) { generate_pseudo_legal_captures(q, m); });
    check([&](MoveList& m) { generate_pseudo_legal_en_passant(q, m); });
    check([&](MoveList& m) { generate_castling(q, m); });
  }
}
