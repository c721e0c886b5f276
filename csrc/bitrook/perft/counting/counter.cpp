// Counting on the counting board: conversion from a position, the recursion, and the table of counts.
#include "bitrook/perft/counting/counter.hpp"

#include <algorithm>

#include "bitrook/perft/counting/moves.hpp"
#include "bitrook/perft/counting/two_plies.hpp"

namespace bitrook::counting {

std::optional<Board> board_of(const Position& p) {
  const Color turn = p.turn();
  const auto side = [&p](Color c) {
    const Bitboard queens = p.of(PieceType::Queen, c);
    return Side{p.of(PieceType::Pawn, c),          p.of(PieceType::Knight, c), p.of(PieceType::Bishop, c) | queens,
                p.of(PieceType::Rook, c) | queens, p.of(PieceType::King, c),   p.of(c)};
  };
  Board b{side(turn), side(~turn), p.castling_rights(), Bitboard()};
  if (b.us.king.count() != 1 || b.them.king.count() != 1 || p.promoted().meets(p.of(PieceType::King)) ||
      p.was_into_check() || p.of(PieceType::Pawn).meets(Backranks))
    return std::nullopt;
  for (const Color c : Colors) {
    const Bitboard rank(relative(Rank::R1, c));
    const Bitboard rights = b.castling & rank;
    if (rights.any() && (!rights.subset_of(p.of(PieceType::Rook, c)) || !p.of(PieceType::King, c).subset_of(rank)))
      return std::nullopt;
  }
  if (!b.castling.subset_of(Backranks)) return std::nullopt;
  if (p.has_pseudo_legal_en_passant()) {
    const Bitboard skipped(p.en_passant());
    if (!skipped.subset_of(Bitboard(relative(Rank::R6, turn))) ||
        !en_passant_victim(turn, p.en_passant()).subset_of(b.them.pawns))
      return std::nullopt;
    b.en_passant = skipped;
  }
  return b;
}

std::uint64_t digest(const Board& b, Color turn, unsigned depth) {
  std::uint64_t h = 2 * std::uint64_t{depth} + index(turn);
  // Each word goes through the whole finalizer of splitmix64. With a simpler one, boards that differ in two corners had
  // the same digest.
  const auto mix = [&h](Bitboard word) {
    h = (h + 0x9E3779B97F4A7C15u) ^ word.word();
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
    h = (h ^ h >> 27) * 0x94D049BB133111EBu;
    h ^= h >> 31;
  };
  for (const Side* side : {&b.us, &b.them})
    for (const Bitboard set : {side->pawns, side->knights, side->diagonal, side->orthogonal, side->king}) mix(set);
  mix(b.castling);
  mix(b.en_passant);
  return h;
}

std::size_t KeepLargest::operator()(const std::array<std::uint64_t, 4>& counts, std::uint64_t) const {
  return std::size_t(std::min_element(counts.begin(), counts.end()) - counts.begin());
}

std::uint64_t Counter::count(const Position& p, unsigned depth) {
  if (depth == 0) return 1;
  const std::optional<Board> b = board_of(p);
  if (!b) return perft_walk(p, depth, go_on_);
  return p.turn() == Color::White ? count<Color::White>(*b, depth) : count<Color::Black>(*b, depth);
}

template <Color Us>
std::uint64_t Counter::count(const Board& b, unsigned depth) {
  if (depth == 1) return count_moves<Us>(b);
  if (depth == 2) return count_two_plies<Us>(b);
  if (depth >= StopCheckDepth && go_on_ && !go_on_()) return 0;
  std::uint64_t n = 0;
  if (table_ != nullptr && depth > 3)
    for_each_move<Us>(b, [&](const Board& next) { n += look_up<~Us>(next, depth - 1); });
  else
    for_each_move<Us>(b, [&](const Board& next) { n += count<~Us>(next, depth - 1); });
  return n;
}

template <Color Us>
std::uint64_t Counter::look_up(const Board& b, unsigned depth) {
  const std::uint64_t key = digest(b, Us, depth);
  if (const auto found = table_->probe(key)) return *found - 1;
  const std::uint64_t n = count<Us>(b, depth);
  // If the count was stopped, this value is wrong; but then all threads stop and no count is used.
  table_->store(key, n + 1);
  return n;
}

}  // namespace bitrook::counting
