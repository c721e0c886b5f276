// Fuzzes the search: any position, any techniques, small depths and node limits; lines are legal, and exact techniques
// do not change the score.
#include "bitrook/search/search.hpp"

#include <atomic>

#include "bitrook/game/game.hpp"
#include "bitrook/search/default_evaluation.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/properties.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

constexpr int Depth = 3;
constexpr std::uint64_t Nodes = 2000;

search::Options options_of(std::uint32_t bits) {
  search::Options options;
  for (unsigned i = 0; i < search::TechniqueNames.size(); ++i) options.set(search::Technique(i), (bits >> i & 1) == 0);
  return options;
}

search::Info run(const Game& game, const search::Options& options, int depth, search::TranspositionTable* table) {
  search::Limits limits;
  limits.depth = depth;
  limits.nodes = Nodes;
  const std::atomic<bool> stop{false};
  return search::search(game, search::DefaultEvaluation::standard(), table, options, limits, {}, stop);
}

void check_lines(const Game& game, const search::Info& info) {
  MoveList moves;
  generate_legal(game.position(), moves);
  check(info.lines.empty() == moves.empty(), "there is a line exactly if there is a legal move");
  for (const search::Line& line : info.lines) {
    check(!line.moves.empty(), "a line has a move");
    check(line.score > -search::Infinite && line.score < search::Infinite, "a score is in its range");
    Position p = game.position();
    for (const Move m : line.moves) {
      check(is_legal(p, m), "a line is legal");
      p.play_unchecked(m);
      p.check_invariant();
    }
  }
}

void check_picker(const Position& p, Move any) {
  MoveList legal;
  generate_legal(p, legal);
  search::OrderingHints hints;
  hints.hash_move = hints.killers[0] = hints.counter_move = any;
  search::MovePicker picker(p, hints);
  std::size_t count = 0;
  for (Move m; !(m = picker.next()).is_null(); ++count) {
    check(is_legal(p, m), "a picked move is legal");
    check(search::see_ge(p, m, search::see(p, m)), "see_ge agrees with see");
    check(!search::see_ge(p, m, search::see(p, m) + 1), "see_ge agrees with see");
  }
  check(count == legal.size(), "the picker yields every move once");
}

}  // namespace

// A FEN, a line end, the techniques to switch off in two bytes, the depth, and moves of one byte each.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  Game game(fuzz::first_line(input, rest));
  fuzz::Bytes bytes(reinterpret_cast<const std::uint8_t*>(rest.data()), rest.size());
  const search::Options options = options_of(bytes.number(2));
  const int depth = 1 + bytes.byte() % Depth;
  for (int i = 0; i < 20 && !bytes.empty(); ++i) {
    MoveList moves;
    generate_legal(game.position(), moves);
    if (moves.empty()) break;
    game.push(moves[bytes.byte() % moves.size()]);
  }
  const Position before = game.position();
  if (fuzz::one_king_each(before)) check_picker(before, fuzz::any_move(bytes.number(2)));
  const auto table = search::TranspositionTable::make(1);
  const search::Info info = run(game, options, depth, table.get());
  check_lines(game, info);
  check_lines(game, run(game, options, depth, table.get()));  // with a table that has entries
  check(fuzz::text(game.position()) == fuzz::text(before), "the position is unchanged");

  search::Options exact = search::Options::none();
  const search::Info plain = run(game, exact, 2, nullptr);
  for (const auto t :
       {search::Technique::History, search::Technique::PrincipalVariation, search::Technique::MateDistance})
    exact.set(t, true);
  const search::Info ordered = run(game, exact, 2, nullptr);
  check(plain.depth < 2 || ordered.depth < 2 || plain.lines[0].score == ordered.lines[0].score,
        "exact techniques do not change the score");
  return 0;
}
