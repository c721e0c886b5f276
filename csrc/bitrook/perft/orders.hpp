// Orders of moves that lead to the same position, told from the moves themselves.
#pragma once

#include <array>

#include "bitrook/perft/moves.hpp"

namespace bitrook::counting {

// First moves that lead to the same position; none if another order stands for this one.
struct Firsts {
  unsigned count = 0;
  Bitboard from{}, to{};              // of one piece, without squares as `Step` is;
  Bitboard other_from{}, other_to{};  // and perhaps a move of another
  PieceType promotion = PieceType::None, other_promotion = PieceType::None;

  bool operator==(const Firsts&) const = default;
};

// Three moves: ours, theirs, ours. Their end is the same
//
//   - if ours change places, when neither needs the other and none of the three gets in another's way;
//   - if both are of one piece, over every square between on which it could have stopped.
//
// Nothing is stored or looked up to know that: it follows from the squares that the moves need, and from one look at
// their king.
template <Color Us>
class Orders {
 public:
  // `root`: before the three moves.
  explicit Orders(const Board& root) : theirs_(root.them) {
    for_each_move<Us>(root, [this](const Board&, const Step& s) {
      if (s.from.any()) legal_[index(s.from.first())] |= s.to.word();
    });
  }

  // All orders with the end of this one, if it stands for them all. `before` and `end`: the positions before and
  // after the second of our moves. Orders are exchanged only if `same` says so of each: it is asked with the other
  // first move and the position that would be `before`.
  template <class Same>
  Firsts firsts(const Step& first, const Step& theirs, const Step& second, const Board& before, const Board& end,
                Same same) const {
    const Firsts alone{1, first.from, first.to, Bitboard(), Bitboard(), first.promotion};
    if (first.from.empty() || theirs.from.empty() || second.from.empty()) return alone;
    if (second.from == first.to) return detours(first, theirs, second, before, end, same);
    if (!exchangeable(first, theirs, second, end)) return alone;
    Board other = before;
    take_back(other.us, first);
    if (first.captures) other.them.put_back(first.to, theirs_);
    other.us.move(second.from, second.to);
    if (second.promotion != PieceType::None) {
      other.us.take(second.to);
      other.us.put_back(second.to, end.them);
    }
    other.them.take(second.to);
    if (!same(second, other)) return alone;
    if (second.from < first.from) return Firsts();
    return {2, first.from, first.to, second.from, second.to, first.promotion, second.promotion};
  }

 private:
  bool exchangeable(const Step& first, const Step& theirs, const Step& second, const Board& end) const {
    const Bitboard way = between(first.from.first(), first.to.first());
    const Bitboard their_way = between(theirs.from.first(), theirs.to.first());
    // The second move is there at the root and gets in nobody's way,
    if (!legal(second.from).meets(second.to) ||
        second.to.meets(first.from | first.to | theirs.from | theirs.to | way | their_way))
      return false;
    // nor do theirs and the first.
    if (theirs.to.meets(first.from | first.to | way) || their_way.meets(first.from)) return false;
    if (is_en_passant_on(first, end) || is_en_passant_on(second, end)) return false;
    // The first move is legal as the last of the three because the position is the same. So what is left is
    // whether theirs is legal after the second alone.
    const Bitboard left = first.captures ? Bitboard() : first.to;
    return allows(end, first.to, first.from, first.promotion, (end.occupied() - left) | first.from);
  }

  template <class Same>
  Firsts detours(const Step& first, const Step& theirs, const Step& second, const Board& before, const Board& end,
                 Same same) const {
    const Firsts alone{1, first.from, first.to, Bitboard(), Bitboard(), first.promotion};
    if (first.captures || first.promotion != PieceType::None || second.promotion != PieceType::None ||
        end.them.pawns.meets(second.to))
      return alone;
    const Square to = second.to.first();
    Bitboard back;
    if (end.them.knights.meets(second.to)) back |= knight_attacks(to);
    if (end.them.diagonal.meets(second.to)) back |= bishop_attacks(to, end.occupied());
    if (end.them.orthogonal.meets(second.to)) back |= rook_attacks(to, end.occupied());
    if (end.them.king.meets(second.to)) back |= king_attacks(to);
    const Bitboard others = (back & legal(first.from)) - theirs_.all - end.occupied() - first.to - theirs.to -
                            between(theirs.from.first(), theirs.to.first());
    const Bitboard left = second.captures ? Bitboard() : second.to;
    Firsts all = alone;
    for (const Square s : others) {
      const Bitboard over(s);
      if (!allows(end, second.to, over, PieceType::None, (end.occupied() - left) | over)) continue;
      Board other = before;
      other.us.move(first.to, over);
      if (!same(Step{first.from, over}, other)) return alone;
      all.to |= over;
      ++all.count;
    }
    return all.to.isolated_first() == first.to ? all : Firsts();
  }

  Bitboard legal(Bitboard from) const { return Bitboard(legal_[index(from.first())]); }

  static void take_back(Side& us, const Step& s) {
    if (s.promotion == PieceType::None)
      us.move(s.to, s.from);
    else
      us.demote(s.to, s.from);
  }

  // Whether their king is safe where it stands at the end if our piece on `gone` is on `back` instead, before its
  // promotion.
  static bool allows(const Board& end, Bitboard gone, Bitboard back, PieceType promotion, Bitboard occupied) {
    const Bitboard as_itself = promotion == PieceType::None ? back : Bitboard();
    const auto then = [&](Bitboard set) { return set.meets(gone) ? (set - gone) | as_itself : set; };
    const Side& us = end.them;
    const Square king = end.us.king.first();
    return rook_attacks(king, occupied).disjoint(then(us.orthogonal)) &&
           bishop_attacks(king, occupied).disjoint(then(us.diagonal)) &&
           knight_attacks(king).disjoint(then(us.knights)) &&
           pawn_attacks(~Us, king).disjoint(then(us.pawns) | (back - as_itself)) &&
           king_attacks(king).disjoint(then(us.king));
  }

  // A double step that can be answered en passant differs from one that came earlier.
  static bool is_en_passant_on(const Step& s, const Board& end) {
    return s.passed.any() && pawn_attacks(Us, s.passed.first()).meets(end.us.pawns);
  }

  const Side theirs_;                      // at the root
  std::array<std::uint64_t, 64> legal_{};  // our targets at the root, by origin
};

}  // namespace bitrook::counting
