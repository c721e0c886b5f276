// The walk: on counting boards where they will do, on positions where they will not.
#include "bitrook/perft/tree.hpp"

#include <optional>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/perft/moves.hpp"
#include "bitrook/perft/replies.hpp"

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
    const Bitboard passed(p.en_passant());
    const Bitboard pawn = turn == Color::White ? passed >> 8 : passed << 8;
    if (!passed.subset_of(Bitboard(relative(Rank::R6, turn))) || !pawn.subset_of(b.them.pawns)) return std::nullopt;
    b.en_passant = passed;
  }
  return b;
}

std::uint64_t Tree::count(const Position& p, unsigned depth) {
  if (depth == 0) return 1;
  const std::optional<Board> b = board_of(p);
  if (!b) return plainly(p, depth);
  return p.turn() == Color::White ? below<Color::White>(*b, depth) : below<Color::Black>(*b, depth);
}

std::uint64_t Tree::plainly(const Position& p, unsigned depth) {
  if (depth == 1) return count_legal(p);
  if (stopped(depth)) return 0;
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    Position next = p;
    next.play_unchecked(m);
    n += plainly(next, depth - 1);
  }
  return n;
}

template <Color Us>
std::uint64_t Tree::below(const Board& b, unsigned depth) {
  if (depth == 1) return counting::count<Us>(b);
  if (depth == 2) return Replies<Us>(b).count();
  if (stopped(depth)) return 0;
  std::uint64_t n = 0;
  if (table_ != nullptr && depth > 3)
    for_each_move<Us>(b, [&](const Board& next) { n += remembered<~Us>(next, depth - 1); });
  else
    for_each_move<Us>(b, [&](const Board& next) { n += below<~Us>(next, depth - 1); });
  return n;
}

template <Color Us>
std::uint64_t Tree::remembered(const Board& b, unsigned depth) {
  const std::uint64_t key = digest(b, Us, depth);
  if (const auto known = table_->find(key)) return *known;
  const std::uint64_t n = below<Us>(b, depth);
  // A count that was stopped half-way must not be found by another thread; it would be of no harm, for all
  // counts are worth nothing then.
  table_->store(key, n);
  return n;
}

}  // namespace bitrook::counting
