// Any sequence of calls on games that share their histories: each agrees with a shadow of plain copies.
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

void same(const State& is, const State& was) {
  if (is == was) return;
  std::fprintf(stderr, "popped: %s, rights %016llx\n  before: %s, rights %016llx\n", is.text.c_str(),
               static_cast<unsigned long long>(is.rights.word()), was.text.c_str(),
               static_cast<unsigned long long>(was.rights.word()));
  check(false, "pop brings back what was");
}

struct Pair {
  Game game;
  std::vector<State> below;  // what each pop must bring back
};

void ask_everything(const Game& g) {
  const Position& p = g.position();
  p.check_invariant();
  MoveList moves;
  generate_legal(p, moves);
  check(count_legal(p) == moves.size(), "counting agrees with listing");
  (void)g.outcome(true), (void)g.can_claim_draw(), (void)g.is_repetition(3), (void)g.is_fivefold_repetition();
  (void)g.is_seventyfive_moves(), (void)g.root().position().key(), (void)p.repetition_key();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  std::array<Pair, 3> pairs;
  while (!bytes.empty()) {
    const std::uint8_t act = bytes.byte();
    Pair& it = pairs[act % 3];
    const State before = state(it.game);
    switch (act / 3 % 20) {
      case 0:
      case 1:
      case 2: {  // a legal move, so that games get somewhere
        MoveList moves;
        generate_legal(it.game.position(), moves);
        if (moves.empty()) break;
        const bool pushed = it.game.try_play(moves[bytes.byte() % moves.size()]);
        check(pushed || !fuzz::one_king_each(it.game.position()), "a generated move can be pushed");
        if (pushed) it.below.push_back(before);
        break;
      }
      case 3:  // any move at all
        it.game.push(fuzz::any_move(bytes.number(2)));
        it.below.push_back(before);
        break;
      case 4:
        if (it.game.try_play(fuzz::any_move(bytes.number(2)))) it.below.push_back(before);
        break;
      case 5:
      case 6:
        if (it.game.ply_count() == 0) break;
        (void)it.game.pop();
        same(state(it.game), it.below.back());
        it.below.pop_back();
        break;
      case 7:
        it.game = Game();
        it.below.clear();
        break;
      case 8:
        pairs[bytes.byte() % 3] = Pair(it);
        break;
      case 9: {
        const Square s = Square(bytes.byte() & 63);
        const unsigned piece = bytes.byte();
        it.game.edit(
            [&](Position& p) { p.put(s, piece % 14 < 2 ? Piece::None : Piece(piece % 14), (piece & 128) != 0); });
        it.below.clear();
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
      case 14:  // in mid-game it changes what earlier positions mean: tests/game/test_state_machine.py has that
        if (it.game.ply_count() == 0) it.game.amend([](Position& p) { p.set_chess960(!p.chess960()); });
        break;
      case 15:
        it.game.clear_history();
        it.below.clear();
        break;
      case 16: {
        const std::size_t n = bytes.byte();
        it.game.keep_last(n);
        if (it.below.size() <= n) break;
        it.below.erase(it.below.begin(), it.below.end() - std::ptrdiff_t(n));
        if (n == 0) break;
        // What is now the root lists only rights that can be used, as python-chess has it.
        const State root = state(it.game.root());
        check(root.rights == it.below.front().rights, "cutting a history keeps the rights of its new root");
        it.below.front() = root;
        break;
      }
      case 17: {
        const Game copy = it.game.root();
        check(copy.ply_count() == 0, "the root has no history");
        break;
      }
      default:
        ask_everything(it.game);
    }
    it.game.position().check_invariant();
    check(it.game.ply_count() == it.below.size(), "the history is as long as it should be");
  }
  for (Pair& it : pairs) {
    ask_everything(it.game);
    while (it.game.ply_count() > 0) {
      (void)it.game.pop();
      same(state(it.game), it.below.back());
      it.below.pop_back();
    }
  }
  return 0;
}
