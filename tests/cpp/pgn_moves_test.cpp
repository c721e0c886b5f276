// The fast path for moves, compared with parse_san, and the search for characters, compared with a plain loop.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "arrangements.hpp"
#include "bitrook/base/scan.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/read_move.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

struct Dice {
  std::uint64_t state = 1;
  std::uint32_t below(std::uint32_t n) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return std::uint32_t((state >> 33) % n);
  }
};

// Returns whether parse_san reads the same move from the same characters, if the fast path accepts the text.
bool agrees(const Position& p, const std::string& text) {
  const std::string padded = text + "        ";
  const pgn::FastMove fast = pgn::read_fast_move(p, padded.data());
  if (fast.length == 0) return true;
  const ParsedMove parsed = parse_san(p, std::string_view(padded).substr(0, fast.length));
  return parsed && parsed.move == fast.move;
}

bool may_begin_fast(char c) { return std::string_view("abcdefghNBRQK").find(c) != std::string_view::npos; }

}  // namespace

TEST_CASE("the fast path reads moves as parse_san does, and nearly all of them") {
  Dice dice;
  std::size_t moves = 0, fast_ones = 0, wrong = 0;
  for (int game = 0; game < 200; ++game) {
    Position p = Position::start();
    for (int ply = 0; ply < 120; ++ply) {
      MoveList legal;
      generate_legal(p, legal);
      if (legal.empty()) break;
      for (const Move m : legal) {
        char san[MaxSan];
        std::string text(san, write_san(p, m, san));
        if (!may_begin_fast(text[0])) continue;
        ++moves;
        const std::string padded = text + "        ";
        const pgn::FastMove fast = pgn::read_fast_move(p, padded.data());
        if (fast.length != 0) {
          ++fast_ones;
          wrong += fast.move != m;
        }
        // The text with one character replaced, and the move in long notation.
        std::string other = text;
        other[dice.below(std::uint32_t(other.size()))] = "abcdefgh12345678NBRQKx-+=#?! "[dice.below(29)];
        if (may_begin_fast(other[0])) wrong += !agrees(p, other);
        char lan[MaxSan];
        std::string long_text(lan, write_lan(p, m, lan));
        if (may_begin_fast(long_text[0])) wrong += !agrees(p, long_text);
      }
      p.play_unchecked(legal[dice.below(std::uint32_t(legal.size()))]);
    }
  }
  CHECK(wrong == 0);
  CHECK(moves > 300'000);
  CHECK(double(fast_ones) > 0.97 * double(moves));
}

TEST_CASE("the fast path refuses what it cannot decide") {
  const auto length = [](const Position& p, const std::string& text) {
    return pgn::read_fast_move(p, (text + "        ").data()).length;
  };
  const Position start = Position::start();
  CHECK(length(start, "e4") == 2);
  CHECK(length(start, "Nf3+") == 3);
  CHECK(length(start, "Ng1f3") == 5);
  CHECK(length(start, "e4e5") == 0);    // origin and target without a piece letter
  CHECK(length(start, "Nf3-e5") == 0);  // long notation with a hyphen
  CHECK(length(start, "Nf3e5") == 0);
  CHECK(length(start, "Nd2") == 0);
  CHECK(length(start, "e5") == 0);
  CHECK(length(start, "dxe3") == 0);
  CHECK(length(start, "Ke2") == 0);
  CHECK(length(test::position("8/P7/8/8/7k/8/8/K7 w - - 0 1"), "a8") == 0);
  CHECK(length(test::position("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1"), "Nb3") == 0);
  CHECK(length(test::position("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1"), "Nab3") == 4);
  CHECK(!pgn::has_regular_kings(test::position("4k3/8/8/8/8/8/4K3/4K3 w - - 0 1")));
  CHECK(!pgn::has_regular_kings(test::position("4k3/8/8/8/8/8/8/8 w - - 0 1")));
}

TEST_CASE("searches of characters find what a loop finds") {
  Dice dice;
  for (int i = 0; i < 20'000; ++i) {
    std::string text(dice.below(100), ' ');
    for (char& c : text) c = dice.below(30) == 0 ? "{};\n\r"[dice.below(5)] : char(dice.below(256));
    const char *const begin = text.data(), *const end = begin + text.size();
    const char* first = begin;
    while (first != end && *first != ';' && *first != '\n') ++first;
    CHECK(find_first(begin, end, ';', '\n') == first);
    CHECK(find_first(begin, end, '\xff') == std::find(begin, end, '\xff'));  // negative if char is signed
    const auto found = text.find_last_of("{}");
    CHECK(find_last(begin, end, '{', '}') == (found == std::string::npos ? nullptr : begin + found));
  }
}
