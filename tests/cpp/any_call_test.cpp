// Random calls in random order on random positions, which checked and sanitized builds test more strictly.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

using namespace bitrook;

namespace {

struct Dice {
  std::uint64_t state = 88172645463325252ull;
  std::uint64_t word() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
  unsigned operator()(unsigned n) { return unsigned(word() % n); }
};

Game any_game(Dice& dice) {
  if (dice(3) == 0) return Game();
  Setup setup;
  for (unsigned pieces = dice(40); pieces > 0; --pieces) {
    const Bitboard square(Square(dice(64)));
    if (setup.placement.occupied().meets(square)) continue;
    setup.placement.toggle(Piece(2 + dice(12)), square);
    if (dice(9) == 0) setup.promoted |= square;
  }
  setup.castling = Bitboard(dice(2) ? dice.word() : 0);
  setup.turn = Color(dice(2));
  setup.en_passant = Square(dice(65));
  setup.chess960 = dice(2);
  setup.halfmove_clock = dice(4) ? dice(200) : 70000;
  return Game(Position(setup), setup.castling);
}

Move any_move(const Position& p, Dice& dice) {
  MoveList moves;
  if (dice(3)) dice(4) ? generate_legal(p, moves) : generate_pseudo_legal(p, moves);
  return moves.empty() ? Move::from_word(std::uint16_t(dice(65536))) : moves[dice(unsigned(moves.size()))];
}

// Returns a variation of `text` in a block of exactly its size, so that sanitizers detect reads past its end.
std::vector<char> near(std::string_view text, Dice& dice) {
  constexpr char Characters[] = "NBRQKPnbrqkabcdefgh12345678x-=+#O0o@.\0\xff e";
  std::vector<char> characters;
  if (dice(2)) characters.assign(text.begin(), text.end());
  for (unsigned changes = dice(8); changes > 0; --changes) {
    const char character = Characters[dice(sizeof Characters - 1)];
    if (!characters.empty() && dice(2)) {
      characters[dice(unsigned(characters.size()))] = character;
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

void query(const Game& g, Move m, Dice& dice) {
  const Position& p = g.position();
  std::array<char, 16> text{};
  CHECK(write_lan(p, m, text.data()) <= MaxSan);
  CHECK(write_uci(m, text.data()) <= MaxUci);
  CHECK(write_xboard(p, m, dice(2), text.data()) <= MaxUci);
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

void change(Game& g, std::vector<Game>& others, Move m, Dice& dice) {
  switch (dice(12)) {
    case 0:
      if (g.ply_count() > 0) g.pop();
      break;
    case 1:
      if (others.size() < 20) others.push_back(g);
      break;
    case 2:
      if (!others.empty()) std::swap(g, others[dice(unsigned(others.size()))]);
      break;
    case 3:
      g.keep_last(dice(10));
      break;
    case 4:
      g.amend([&](Position& p) {
        p.set_turn(Color(dice(2)));
        p.set_chess960(dice(2));
        p.set_halfmove_clock(dice(90000));
        p.set_en_passant(Square(dice(65)));
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
  Dice dice;
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
