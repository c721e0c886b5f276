// Counting the moves of games, and writing those that were played often enough.
#include "bitrook/book/maker.hpp"

#include <algorithm>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/castling.hpp"

namespace bitrook::book {

int Maker::add_game(Position start, std::span<const std::int16_t> moves, int result,
                    const std::array<bool, 2>& counted) {
  Position& p = start;
  for (const std::int16_t word : moves.first(std::min<std::size_t>(moves.size(), options_.max_ply))) {
    if (std::uint16_t(word) >> 12 >= 7) return 0;  // not a move
    const Move m = to_own_encoding(p, Move::from_word(std::uint16_t(word)));
    if (!is_legal(p, m)) return 0;
    const Color us = p.turn();
    if (options_.colors[index(us)] && counted[index(us)]) {
      const int points = 1 + (us == Color::White ? result : -result);
      if (const int error = counts_->add(p.key(), encode_move(m, p), unsigned(points))) return error;
    }
    p.play_unchecked(m);
  }
  return 0;
}

std::uint64_t Maker::weight(const Count& count) const {
  if (count.games < options_.min_games) return 0;
  switch (options_.weighting) {
    case Weighting::Frequency:
      return count.games;
    case Weighting::Uniform:
      return count.points != 0;
    default:
      return count.points;
  }
}

int Maker::finish(Writer& out) {
  std::vector<Count> moves;  // of one position
  const auto write = [&] {
    std::ranges::sort(moves, {}, &Count::first);
    std::vector<WeightedMove> weighted;
    for (const Count& count : moves) weighted.push_back({count.move, weight(count)});
    if (!moves.empty()) out.add(moves[0].key, std::move(weighted));
    moves.clear();
  };
  const int read_error = counts_->merge([&](const Count& count) {
    if (!moves.empty() && moves[0].key != count.key) write();
    moves.push_back(count);
  });
  write();
  const int write_error = out.close();
  return read_error != 0 ? read_error : write_error;
}

}  // namespace bitrook::book
