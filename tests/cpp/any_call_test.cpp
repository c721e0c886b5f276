// Random calls in random order on random positions, which checked and sanitized builds test more strictly.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

using namespace bitrook;
using test::Random;

namespace {

Game any_game(Random& dice) {
  if (dice.below(3) == 0) return Game();
  return Game(test::arrangement(dice), Bitboard(dice.below(2) ? dice.word() : 0));
}

Move any_move(const Position& p, Random& dice) {
  MoveList moves;
  if (dice.below(3)) dice.below(4) ? generate_legal(p, moves) : generate_pseudo_legal(p, moves);
  return moves.empty() ? Move::from_word(std::uint16_t(dice.below(65536))) : moves[dice.below(unsigned(moves.size()))];
}

// Returns a variation of `text` in a block of exactly its size, so that sanitizers detect reads past its end.
std::vector<char> near(std::string_view text, Random& dice) {
  constexpr char Characters[] = "NBRQKPnbrqkabcdefgh12345678x-=+#O0o@.\0\xff e";
  std::vector<char> characters;
  if (dice.below(2)) characters.assign(text.begin(), text.end());
  for (unsigned changes = dice.below(8); changes > 0; --changes) {
    const char character = Characters[dice.below(sizeof Characters - 1)];
    if (!characters.empty() && dice.below(2)) {
      characters[dice.below(unsigned(characters.size()))] = character;
    } else {
      characters.push_back(character);
    }
  }
  return {characters.begin(), characters.end()};
}

// Returns whether the move is null, or accepted by generate_legal or is_legal. As in python-chess, these two differ in
// positions with several kings or a promoted one.
bool is_accepted(const Position& p, Move m) {
  MoveList moves;
  generate_legal(p, moves);
  return m.is_null() || is_legal(p, m) || std::find(moves.begin(), moves.end(), m) != moves.end();
}

void query(const Game& g, Move m, Random& dice) {
  const Position& p = g.position();
  std::array<char, 16> text{};
  CHECK(write_lan(p, m, text.data()) <= MaxSan);
  CHECK(write_uci(m, text.data()) <= MaxUci);
  CHECK(write_xboard(p, m, dice.below(2), text.data()) <= MaxUci);
  const std::size_t size = write_san(p, m, text.data());
  CHECK(size <= MaxSan);
  for (int i = 0; i < 4; ++i) {
    const std::vector<char> written = near({text.data(), size}, dice);
    const std::string_view read(written.data(), written.size());
    for (const ParsedMove found : {parse_san(p, read), parse_uci(p, read)}) {
      if (found) CHECK(is_accepted(p, found.move));
    }
  }
  CHECK((why_illegal(p, m) == IllegalReason::None) == is_legal(p, m));
  CHECK_FALSE(bitrook::text(why_illegal(p, m)).empty());
  Position next = p;
  next.play_unchecked(m);
  CHECK(gives_check(p, m) == next.is_check());
}

void change(Game& g, std::vector<Game>& others, Move m, Random& dice) {
  switch (dice.below(12)) {
    case 0:
      if (g.ply_count() > 0) g.pop();
      break;
    case 1:
      if (others.size() < 20) others.push_back(g);
      break;
    case 2:
      if (!others.empty()) std::swap(g, others[dice.below(unsigned(others.size()))]);
      break;
    case 3:
      g.keep_last(dice.below(10));
      break;
    case 4:
      g.amend([&](Position& p) {
        p.set_turn(Color(dice.below(2)));
        p.set_chess960(dice.below(2));
        p.set_halfmove_clock(dice.below(90000));
        p.set_en_passant(Square(dice.below(65)));
      });
      break;
    case 5:
      g.set_castling_rights(Bitboard(dice.word()));
      break;
    case 6:
      CHECK(g.root().ply_count() == 0);
      CHECK(g.is_over(true) == g.outcome(true).has_value());
      break;
    default:
      g.push(m);
  }
}

}  // namespace

TEST_CASE("random calls in random order keep every invariant") {
  Random dice(1);
  for (int round = 0; round < 60; ++round) {
    Game g = any_game(dice);
    std::vector<Game> others;
    for (int step = 0; step < 200; ++step) {
      const Move m = any_move(g.position(), dice);
      query(g, m, dice);
      change(g, others, m, dice);
    }
  }
}
