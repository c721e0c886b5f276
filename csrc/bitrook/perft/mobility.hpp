// The moves that one side would have if the other passed, and what becomes of them when a piece of the other moves.
#pragma once

#include "bitrook/perft/limits.hpp"
#include "bitrook/perft/tally.hpp"

namespace bitrook::counting {

// The squares behind `b`, seen from `a` along their common line; empty if there is none.
inline constexpr auto Behind = bitrook::detail::pair_table([](Square a, Square b) {
  return line(a, b) & Bitboard(a < b ? ~std::uint64_t{1} << index(b) : (std::uint64_t{1} << index(b)) - 1);
});
inline Bitboard behind(Square a, Square b) { return Behind[index(a)][index(b)]; }

// The moves to `targets` of one piece that is not a king.
template <Color Us>
int moves_of(const Side& us, Bitboard occupied, Square s, Bitboard targets) {
  const Bitboard piece(s);
  if (piece.meets(us.pawns)) {
    const Bitboard single = forward<Us>(piece) - occupied;
    const Bitboard twice = forward<Us>(single & RelativeRank3<Us>) - occupied;
    const Bitboard takes = (forward_east<Us>(piece) | forward_west<Us>(piece)) & occupied;
    const Bitboard to = (single | twice | takes) & targets;
    return int(to.count() + 3 * (to & RelativeRank8<Us>).count());
  }
  int n = 0;
  if (piece.meets(us.knights)) n += int((knight_attacks(s) & targets).count());
  if (piece.meets(us.diagonal)) n += int((bishop_attacks(s, occupied) & targets).count());
  if (piece.meets(us.orthogonal)) n += int((rook_attacks(s, occupied) & targets).count());
  return n;
}

// The squares that the number of its moves depends on.
template <Color Us>
inline Bitboard views(const Side& us, Bitboard occupied, Square s) {
  const Bitboard piece(s);
  Bitboard squares;
  if (piece.meets(us.pawns)) {
    const Bitboard single = forward<Us>(piece);
    squares = single | forward<Us>(single) | forward_east<Us>(piece) | forward_west<Us>(piece);
  }
  if (piece.meets(us.knights)) squares |= knight_attacks(s);
  if (piece.meets(us.diagonal)) squares |= bishop_attacks(s, occupied);
  if (piece.meets(us.orthogonal)) squares |= rook_attacks(s, occupied);
  return squares;
}

// "They" reply; "we" are about to move. Their king is left out (see ring.hpp). Pinned pieces are in the total and
// nowhere else: nothing changes what they may do unless it changes the pin.
template <Color They>
class Mobility {
  static constexpr Color Us = ~They;

 public:
  // `pinned`: pieces of theirs, which have `pinned_moves` together.
  Mobility(const Side& us, const Side& them, Bitboard occupied, Bitboard pinned, int pinned_moves)
      : them_(them), occupied_(occupied), total_(pinned_moves) {
    const Bitboard pawns = pawns_ = them.pawns - pinned;
    single_way_ = forward<They>(pawns);
    single_ = single_way_ - occupied;
    twice_way_ = forward<They>(single_ & RelativeRank3<They>);
    twice_ = twice_way_ - occupied;
    east_ = forward_east<They>(pawns);
    west_ = forward_west<They>(pawns);
    promoting_ = pawns.meets(RelativeRank7<They>);
    total_ += int(single_.count() + twice_.count() + (east_ & us.all).count() + (west_ & us.all).count());
    if (promoting_)
      total_ += 3 * int((single_ & RelativeRank8<They>).count() + (east_ & us.all & RelativeRank8<They>).count() +
                        (west_ & us.all & RelativeRank8<They>).count());

    knights_ = them.knights - pinned;
    attacks_ = forward_east<They>(them.pawns) | forward_west<They>(them.pawns) | king_attacks(them.king.first());
    for (const Square s : knights_) {
      attacks_ |= knight_attacks(s);
      total_ += int((knight_attacks(s) - them.all).count());
    }
    for (const Square s : them.knights& pinned) attacks_ |= knight_attacks(s);

    free_diagonal_ = them.diagonal - pinned;
    free_orthogonal_ = them.orthogonal - pinned;
    for (const Square s : them.diagonal& pinned) attacks_ |= bishop_attacks(s, occupied);
    for (const Square s : them.orthogonal& pinned) attacks_ |= rook_attacks(s, occupied);
    const auto slide = [&](Square s, Bitboard attacks) {
      sliders_.add(s, attacks);
      seen_ |= attacks;
      total_ += int((attacks - them.all).count());
    };
    for (const Square s : free_diagonal_ - free_orthogonal_) slide(s, bishop_attacks(s, occupied));
    bishops_ = sliders_.size();
    for (const Square s : free_orthogonal_ - free_diagonal_) slide(s, rook_attacks(s, occupied));
    rooks_ = sliders_.size();
    for (const Square s : free_orthogonal_& free_diagonal_) slide(s, queen_attacks(s, occupied));
    attacks_ |= seen_;
  }

  int total() const { return total_; }
  // What they attack, pinned pieces and the king included.
  Bitboard attacks() const { return attacks_; }
  // A piece of ours that leaves any other square changes nothing for them by leaving.
  Bitboard touched() const { return single_way_ | twice_way_ | east_ | west_ | seen_; }

  // The change when our piece leaves `s`, over its moves to `targets`; what the targets themselves change is
  // counted apart (`landed`, `captured`), as if it had not left: here goes what comes of both together.
  int left(Square s, Bitboard targets) const {
    const Bitboard from(s);
    const int worth = from.meets(RelativeRank8<They>) ? 4 : 1;
    int each = -worth * int((from & east_).count() + (from & west_).count());  // it can no longer be taken
    int all = 0;
    if (from.meets(single_way_)) {  // a pawn may step, and perhaps step twice, unless we go there
      each += worth;
      const Bitboard next = forward<They>(from) - occupied_;
      if (from.meets(RelativeRank3<They>) && next.any()) {
        ++each;
        all -= int((targets & next).count());
      }
    }
    if (from.meets(twice_way_)) {
      ++each;
      all -= int((targets & forward<Us>(from)).count());
    }
    if (from.meets(seen_)) {
      for (unsigned i = 0; i < sliders_.size(); ++i) {
        if (!from.meets(sliders_.attacks(i))) continue;
        const Square slider = sliders_.square(i);
        const Bitboard occupied = occupied_ - from;
        const Bitboard now = i < bishops_ ? bishop_attacks(slider, occupied)
                             : i < rooks_ ? rook_attacks(slider, occupied)
                                          : queen_attacks(slider, occupied);
        const Bitboard more = now - sliders_.attacks(i) - them_.all;
        const int n = int(more.count());
        each += n;
        all -= n * int((targets & between(slider, s)).count());
        for (const Square to : targets& more) all -= int((more & behind(slider, to)).count());
      }
    }
    return all + each * int(targets.count());
  }

  // The change by all landings on empty squares: pawns that are blocked or find something to take, lines that are cut.
  int landed(const Tally& landings) const {
    const Bitboard east = east_ - occupied_, west = west_ - occupied_;
    // A pawn that cannot step cannot step twice either: two squares count for each double step.
    int n =
        landings.sum(east) + landings.sum(west) - landings.sum(single_) - landings.sum(twice_ | forward<Us>(twice_));
    if (promoting_)
      n += 3 * (landings.sum(east & RelativeRank8<They>) + landings.sum(west & RelativeRank8<They>) -
                landings.sum(single_ & RelativeRank8<They>));
    for (unsigned i = 0; i < sliders_.size(); ++i) {
      const Square slider = sliders_.square(i);
      const Bitboard attacks = sliders_.attacks(i), mobile = attacks - them_.all;
      n -= landings.sum(attacks - occupied_, [&](Square to) { return int((mobile & behind(slider, to)).count()); });
    }
    return n;
  }

  // The change by one capture: their piece on `to`, which must be free, loses its moves, and the others may retake.
  // `from`: the square that our piece has left.
  int captured(Square to, Bitboard from = Bitboard()) const {
    const Bitboard occupied = occupied_ - from, square(to);
    const Bitboard diagonal = bishop_attacks(to, occupied), orthogonal = rook_attacks(to, occupied);
    const int worth = square.meets(RelativeRank8<They>) ? 4 : 1;
    int n = worth * int((square & east_).count() + (square & west_).count());
    n += int((knight_attacks(to) & knights_).count());
    n += int((diagonal & free_diagonal_).count() + (orthogonal & free_orthogonal_).count());
    if (square.meets(them_.diagonal)) n -= int((diagonal - them_.all).count());
    if (square.meets(them_.orthogonal)) n -= int((orthogonal - them_.all).count());
    if (square.meets(them_.pawns | them_.knights)) n -= moves_of<They>(them_, occupied, to, ~them_.all);
    return n;
  }

  // The answers to a check by our piece, come from `from` to `checker`, that take it or step between.
  BITROOK_NEVER_INLINE int answers(Square king, Bitboard from, Square checker) const {
    const Bitboard square(checker), occupied = (occupied_ - from) | square;
    const Bitboard knights = knights_ - square, diagonal = free_diagonal_ - square,
                   orthogonal = free_orthogonal_ - square;
    const auto reaching = [&](Square s) {
      return int((knight_attacks(s) & knights).count() + (bishop_attacks(s, occupied) & diagonal).count() +
                 (rook_attacks(s, occupied) & orthogonal).count());
    };
    const int worth = square.meets(RelativeRank8<They>) ? 4 : 1;
    int n = reaching(checker) + worth * int((square & east_).count() + (square & west_).count());
    const Bitboard path = between(king, checker);
    if (path.empty()) return n;
    const Bitboard single = forward<They>(pawns_ - square) - occupied,
                   twice = forward<They>(single & RelativeRank3<They>);
    n += int((single & path).count() + (twice & path).count() + 3 * (single & path & RelativeRank8<They>).count());
    for (const Square s : path) n += reaching(s);
    return n;
  }

 private:
  const Side& them_;
  const Bitboard occupied_;
  int total_;
  Bitboard attacks_;
  Bitboard single_way_, twice_way_;  // where pawns may step if nothing stands there
  Bitboard single_, twice_;          // where they may step
  Bitboard east_, west_;             // where they may take if something stands there
  Bitboard pawns_, knights_, free_diagonal_, free_orthogonal_;
  Bitboard seen_;                     // by free sliders
  Row sliders_;                       // the free ones
  unsigned bishops_ = 0, rooks_ = 0;  // where those of a kind end
  bool promoting_ = false;
};

}  // namespace bitrook::counting
