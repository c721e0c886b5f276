// Fuzzes sequences of calls on three games that share histories: pop must restore the state saved before each push.
#include <array>
#include <vector>

#include "bitrook/game/game.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

struct State {
  std::string text;
  Bitboard rights;
  std::uint64_t key;
  bool operator==(const State&) const = default;
};

State state(const Game& g) { return {fuzz::text(g.position()), g.castling_rights(), g.position().key()}; }

void check_same(const State& after, const State& expected) {
  if (after == expected) return;
  std::fprintf(stderr, "after pop: %s, rights %016llx\n expected: %s, rights %016llx\n", after.text.c_str(),
               static_cast<unsigned long long>(after.rights.word()), expected.text.c_str(),
               static_cast<unsigned long long>(expected.rights.word()));
  check(false, "pop restores the state before the push");
}

struct Recorded {
  Game game;
  std::vector<State> states;  // before each push
};

// Calls functions that do not change the game, so that the sanitizers can find errors in them.
void query(const Game& g) {
  const Position& p = g.position();
  p.check_invariant();
  MoveList moves;
  generate_legal(p, moves);
  check(count_legal(p) == moves.size(), "count_legal agrees with generate_legal");
  (void)g.outcome(true), (void)g.can_claim_draw(), (void)g.is_repetition(3), (void)g.is_fivefold_repetition();
  (void)g.is_seventyfive_moves(), (void)g.root().position().key(), (void)p.repetition_key();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  std::array<Recorded, 3> games;
  while (!bytes.empty()) {
    const std::uint8_t act = bytes.byte();
    Recorded& it = games[act % 3];
    const State before = state(it.game);
    switch (act / 3 % 20) {
      case 0:
      case 1:
      case 2: {  // a legal move, so that games become long
        MoveList moves;
        generate_legal(it.game.position(), moves);
        if (moves.empty()) break;
        const bool pushed = it.game.try_play(moves[bytes.byte() % moves.size()]);
        check(pushed || !fuzz::one_king_each(it.game.position()), "a generated move can be pushed");
        if (pushed) it.states.push_back(before);
        break;
      }
      case 3:  // any move, unchecked
        it.game.push(fuzz::any_move(bytes.number(2)));
        it.states.push_back(before);
        break;
      case 4:
        if (it.game.try_play(fuzz::any_move(bytes.number(2)))) it.states.push_back(before);
        break;
      case 5:
      case 6:
        if (it.game.ply_count() == 0) break;
        (void)it.game.pop();
        check_same(state(it.game), it.states.back());
        it.states.pop_back();
        break;
      case 7:
        it.game = Game();
        it.states.clear();
        break;
      case 8:
        games[bytes.byte() % 3] = Recorded(it);
        break;
      case 9: {
        const Square s = Square(bytes.byte() & 63);
        const unsigned piece = bytes.byte();
        it.game.edit(
            [&](Position& p) { p.put(s, piece % 14 < 2 ? Piece::None : Piece(piece % 14), (piece & 128) != 0); });
        it.states.clear();
        break;
      }
      case 10:
        it.game.amend([](Position& p) { p.set_turn(~p.turn()); });
        break;
      case 11: {
        const std::uint64_t rooks = std::uint64_t(bytes.byte()) | std::uint64_t(bytes.byte()) << 56;
        it.game.set_castling_rights(Bitboard(rooks | (act & 128 ? std::uint64_t(bytes.byte()) << 24 : 0)));
        break;
      }
      case 12: {
        const unsigned s = bytes.byte() % 65;
        it.game.amend([&](Position& p) { p.set_en_passant(s == 64 ? Square::None : Square(s)); });
        break;
      }
      case 13: {
        const std::uint32_t n = bytes.number(act & 128 ? 4 : 1);
        it.game.amend([&](Position& p) { p.set_halfmove_clock(n); });
        break;
      }
      case 14:  // only without history, because its castling moves would change their meaning
                // (tests/board/test_state_machine.py)
        if (it.game.ply_count() == 0) it.game.amend([](Position& p) { p.set_chess960(!p.chess960()); });
        break;
      case 15:
        it.game.clear_history();
        it.states.clear();
        break;
      case 16: {
        const std::size_t n = bytes.byte();
        it.game.keep_last(n);
        if (it.states.size() <= n) break;
        it.states.erase(it.states.begin(), it.states.end() - std::ptrdiff_t(n));
        if (n == 0) break;
        // As in python-chess, the new root keeps only usable castling rights.
        const State root = state(it.game.root());
        check(root.rights == it.states.front().rights, "shortening a history keeps the rights of its new root");
        it.states.front() = root;
        break;
      }
      case 17: {
        const Game copy = it.game.root();
        check(copy.ply_count() == 0, "the root has no history");
        break;
      }
      default:
        query(it.game);
    }
    it.game.position().check_invariant();
    check(it.game.ply_count() == it.states.size(), "the history has the expected length");
  }
  for (Recorded& it : games) {
    query(it.game);
    while (it.game.ply_count() > 0) {
      (void)it.game.pop();
      check_same(state(it.game), it.states.back());
      it.states.pop_back();
    }
  }
  return 0;
}
