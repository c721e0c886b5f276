// The fast path for moves, compared with parse_san, and the search for characters, compared with a plain loop.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "arrangements.hpp"
#include "bitrook/base/scan.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/read_move.hpp"
#include "bitrook/pgn/start.hpp"
#include "bitrook/pgn/tokens.hpp"
#include "bitrook/variants/position.hpp"
#include "positions.hpp"

using namespace bitrook;

namespace {

// Returns whether parse_san reads the same move from the same characters, if the fast path accepts the text.
template <class P>
bool agrees(const P& p, const std::string& text) {
  const std::string padded = text + "        ";
  const pgn::FastMove fast = pgn::read_fast_move(p, padded.data());
  if (fast.length == 0) return true;
  const ParsedMove parsed = parse_san(p, std::string_view(padded).substr(0, fast.length));
  return parsed && parsed.move == fast.move;
}

bool may_begin_fast(char c) { return std::string_view("abcdefghNBRQK").find(c) != std::string_view::npos; }

struct Counts {
  std::size_t moves = 0, fast = 0, wrong = 0;
};

// Plays random games and compares the texts of all legal moves, and of texts that resemble them.
template <class P>
void compare(const P& start, int games, Counts& counts) {
  test::Random dice(1);
  for (int game = 0; game < games; ++game) {
    P p = start;
    for (int ply = 0; ply < 120; ++ply) {
      MoveList legal;
      generate_legal(p, legal);
      if (legal.empty()) break;
      for (const Move m : legal) {
        char san[MaxSan];
        std::string text(san, write_san(p, m, san));
        if (!may_begin_fast(text[0])) continue;
        ++counts.moves;
        const std::string padded = text + "        ";
        const pgn::FastMove fast = pgn::read_fast_move(p, padded.data());
        if (fast.length != 0) {
          ++counts.fast;
          counts.wrong += fast.move != m;
        }
        // The text with one character replaced, and the move in long notation.
        std::string other = text;
        other[dice.below(std::uint32_t(other.size()))] = "abcdefgh12345678NBRQKx-+=#?! "[dice.below(29)];
        if (may_begin_fast(other[0])) counts.wrong += !agrees(p, other);
        char lan[MaxSan];
        std::string long_text(lan, write_lan(p, m, lan));
        if (may_begin_fast(long_text[0])) counts.wrong += !agrees(p, long_text);
      }
      p.play_unchecked(legal[dice.below(std::uint32_t(legal.size()))]);
    }
  }
}

}  // namespace

TEST_CASE("the fast path reads moves as parse_san does, and nearly all of them") {
  Counts counts;
  compare(Position::start(), 200, counts);
  CHECK(counts.wrong == 0);
  CHECK(counts.moves > 300'000);
  CHECK(double(counts.fast) > 0.97 * double(counts.moves));
}

TEST_CASE("the fast path reads moves of variants as parse_san does") {
  for (std::size_t v = 0; v < VariantCount; ++v) {
    pgn::StartPosition start;
    REQUIRE(!pgn::read_start(names(Variant(v)).aliases[0], std::nullopt, start));
    const auto& p = std::get<VariantPosition>(start);
    CHECK(pgn::has_regular_kings(p));
    Counts counts;
    compare(p, 20, counts);
    CHECK(counts.wrong == 0);
    CHECK(counts.moves > 5'000);
    const double least = v == std::size_t(Variant::Crazyhouse) ? 0.2 : v <= std::size_t(Variant::Antichess) ? 0.8 : 0.9;
    CHECK_MESSAGE(double(counts.fast) > least * double(counts.moves), names(Variant(v)).uci, counts.fast);
  }
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
  test::Random dice(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(dice.below(100), ' ');
    for (char& c : text) c = dice.below(30) == 0 ? "{};\n\r*(/\xC2\xE2"[dice.below(10)] : char(dice.below(256));
    if (text.size() > 1 && dice.below(2) == 0) text.replace(dice.below(std::uint32_t(text.size()) - 1), 2, "1-");
    const char *const begin = text.data(), *const end = begin + text.size();
    const char* first = begin;
    while (first != end && *first != ';' && *first != '\n') ++first;
    CHECK(find_first(begin, end, ';', '\n') == first);
    CHECK(find_first(begin, end, '\xff') == std::find(begin, end, '\xff'));  // negative if char is signed
    const auto is_suspect = [end](const char* at) {
      return std::string_view(";*(/\xC2\xE2").find(*at) != std::string_view::npos ||
             ((*at == '0' || *at == '1') && at + 1 != end && at[1] == '-');
    };
    const char* suspect = begin;
    while (suspect != end && !is_suspect(suspect)) ++suspect;
    CHECK(pgn::find_suspect(begin, end) == suspect);
    const auto found = text.find_last_of("{}");
    CHECK(find_last(begin, end, '{', '}') == (found == std::string::npos ? nullptr : begin + found));
  }
}
