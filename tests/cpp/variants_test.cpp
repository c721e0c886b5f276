// The rules of the variants: perft counts of python-chess.
#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>

#include "bitrook/perft/perft.hpp"
#include "bitrook/variants/fen.hpp"

using namespace bitrook;

namespace {

VariantPosition position(Variant v, std::string_view text) {
  Setup setup;
  VariantState state;
  REQUIRE(!fen::parse(text, v, setup, state));
  return VariantPosition(rules(v), Position(setup), state);
}

// Lists the moves of the last ply too, which perft() only counts.
std::uint64_t listed(const VariantPosition& p, unsigned depth) {
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    REQUIRE(is_legal(p, m));
    VariantPosition next = p;
    next.play_unchecked(m);
    n += depth == 1 ? 1 : listed(next, depth - 1);
  }
  return n;
}

struct Count {
  Variant variant;
  std::string_view fen;
  std::uint64_t leaves;  // at depth 3
};

constexpr Count Counts[] = {
    {Variant::Suicide, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8067},
    {Variant::Suicide, "4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1", 150},
    {Variant::Suicide, "4r1n1/p1pk1pp1/p7/8/8/P1P5/P2P2K1/R1B5 b - - 0 15", 8953},
    {Variant::Giveaway, "rn6/p3k1br/5p1p/1p2p2P/8/3P1P2/6K1/3B2NR w - - 4 24", 3784},
    {Variant::Antichess, "8/1p6/8/8/8/8/P7/8 w - - 0 1", 4},
    {Variant::Antichess, "8/P7/8/8/8/8/7p/8 w - - 0 1", 105},
    {Variant::Antichess, "r2q1b2/1pp1kp2/p6p/8/8/1PN2P1N/P1P1P1P1/R3KB2 b - - 0 11", 9153},
    {Variant::Atomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8902},
    {Variant::Atomic, "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", 45237},
    {Variant::Atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", 3776},
    {Variant::Atomic, "r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1", 6540},
    {Variant::KingOfTheHill, "8/8/4k3/8/8/3K4/3P4/8 w - - 0 1", 272},
    {Variant::RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", 11264},
    {Variant::RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", 178},
    {Variant::RacingKings, "1B6/8/1n6/5R2/1rq5/k3K3/2b3N1/2r2BR1 w - - 0 15", 30167},
    {Variant::Horde, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", 1274},
    {Variant::Horde, "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1", 6633},
    {Variant::Horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", 2205},
    {Variant::ThreeCheck, "r1bq1bnr/pppp1kpp/2n5/4p3/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 2+3 0 4", 20694},
    {Variant::ThreeCheck, "rn5r/p4Bpk/2pp1bq1/1NP1p2p/1p1PP1p1/1P2BP1P/P7/R2K2NR b - - 2+2 0 30", 24134},
    {Variant::Crazyhouse, "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", 58057},
    {Variant::Crazyhouse, "rnbq2n1/bpnp1k2/p2pRp1b/1P3NPP/4P3/1P3P2/P1PPK2P/R2Q1B1R[P] b - - 2 17", 54246},
};

}  // namespace

TEST_CASE("perft counts of variants are those of python-chess") {
  for (const auto& [variant, fen, leaves] : Counts) {
    CAPTURE(fen);
    const VariantPosition p = position(variant, fen);
    CHECK(perft(p, 3) == leaves);
    CHECK(listed(p, 3) == leaves);
    CHECK(count_tree(p, 3, {.threads = 2}).nodes == leaves);
  }
  const VariantPosition full = position(Variant::Crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1");
  CHECK(perft(full, 3) == 15634852);
}
