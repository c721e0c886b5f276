// Times make, unmake and move generation with one board layout. The build compiles it for each of the three layouts.
#include <random>
#include <vector>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/placement/views.hpp"
#include "bitrook/position/position.hpp"
#include "timing.hpp"

using namespace bitrook;

namespace {

// Positions of random games, each with one of its legal moves.
struct Sample {
  Position position;
  Move move;
};
std::vector<Sample> samples() {
  std::mt19937_64 random(3);
  std::vector<Sample> all;
  for (unsigned game = 0; game < 40; ++game) {
    Position p = Position::start();
    for (unsigned ply = 0; ply < 100; ++ply) {
      MoveList moves;
      generate_legal(p, moves);
      if (moves.empty()) break;
      const Move m = moves[random() % moves.size()];
      all.push_back({p, m});
      p.play_unchecked(m);
    }
  }
  return all;
}

}  // namespace

int main() {
  const std::vector<Sample> all = samples();
  const std::size_t count = all.size();
  std::vector<Position> boards(count);
  std::vector<Undo> undos(count);
  const auto fresh = [&] {
    for (std::size_t i = 0; i < count; ++i) boards[i] = all[i].position;
  };
  const auto play = [&] {
    for (std::size_t i = 0; i < count; ++i) undos[i] = boards[i].play_unchecked(all[i].move);
    return std::uint64_t(undos[count / 2].key);
  };
  const auto undo = [&] {
    for (std::size_t i = count; i-- > 0;) boards[i].undo(undos[i]);
    return std::uint64_t(boards[count / 2].key());
  };

  double make = 1e18, unmake = 1e18;
  for (int round = 0; round < 60; ++round) {
    fresh();
    make = std::min(make, nanoseconds(count, play, 1));
    unmake = std::min(unmake, nanoseconds(count, undo, 1));
  }
  print("make", make);
  print("unmake", unmake);
  print("generate (list)", nanoseconds(
                               count,
                               [&] {
                                 std::uint64_t sum = 0;
                                 for (const Sample& s : all) {
                                   MoveList moves;
                                   generate_legal(s.position, moves);
                                   sum += moves.size();
                                 }
                                 return sum;
                               },
                               60));
  print("count", nanoseconds(
                     count,
                     [&] {
                       std::uint64_t sum = 0;
                       for (const Sample& s : all) sum += count_legal(s.position);
                       return sum;
                     },
                     60));
  print("piece on a square", nanoseconds(64 * count, [&] {
          std::uint64_t sum = 0;
          for (const Sample& s : all) {
            for (unsigned i = 0; i < 64; ++i) sum += index(s.position.placement().piece_at(Square(i)));
          }
          return sum;
        }));
  print("copy", nanoseconds(
                    count,
                    [&] {
                      fresh();
                      return boards[count / 2].key();
                    },
                    60));
  print("bytes of the layout", double(sizeof(Placement)));
}
