// The swap algorithm.
// https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm
#include "bitrook/search/exchange.hpp"

#include <algorithm>
#include <optional>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/king_lines.hpp"

namespace bitrook::search {

namespace {

// The pieces that can still capture on one square.
class Capturers {
 public:
  Capturers(const Position& p, Square target, Bitboard occupied)
      : p_(p),
        target_(target),
        occupied_(occupied),
        attackers_(p.attackers(Color::White, target, occupied) | p.attackers(Color::Black, target, occupied)) {}

  // Removes the next capturer of color `c` from the board and returns its type, or None if there is none.
  PieceType next(Color c) {
    using enum PieceType;
    const Bitboard movable = attackers_ & occupied_ & p_.of(c) & ~pinned(c);
    if (movable.empty()) return None;
    for (const PieceType t : {Pawn, Knight, Bishop, Rook, Queen}) {
      const Bitboard pieces = movable & p_.of(t);
      if (pieces.empty()) continue;
      occupied_ ^= pieces.isolated_first();
      if (t != Knight && t != Rook) attackers_ |= bishop_attacks(target_, occupied_) & (p_.of(Bishop) | p_.of(Queen));
      if (t == Rook || t == Queen) attackers_ |= rook_attacks(target_, occupied_) & (p_.of(Rook) | p_.of(Queen));
      return t;
    }
    // Only the king is left. It may not capture a defended piece, even if the defender was behind the king.
    const Bitboard without_king = occupied_ - movable;
    if ((p_.attackers(~c, target_, without_king) & without_king).any()) return None;
    occupied_ = without_king;
    return King;
  }

 private:
  // Pinned pieces of color `c`, as long as a pinner is on its square.
  Bitboard pinned(Color c) {
    std::optional<KingLines>& lines = lines_[index(c)];
    if (!lines) lines = scan_king_lines(p_, c, p_.king(c));
    return lines->pinners.meets(occupied_) ? lines->blockers : Bitboard();
  }

  const Position& p_;
  const Square target_;
  Bitboard occupied_, attackers_;
  std::array<std::optional<KingLines>, 2> lines_;  // scanned when they are first needed
};

// The effect of the first move: what it wins, the value of the piece that is then on the target square, and the squares
// that are then occupied.
struct FirstMove {
  int gain;
  int at_risk;
  Bitboard occupied;
};

FirstMove first_move(const Position& p, Move m, const PieceValues& values) {
  const PieceType mover = p.type_at(m.from());
  FirstMove first{values[p.type_at(m.to())], values[mover], (p.occupied() - Bitboard(m.from())) | Bitboard(m.to())};
  if (m.is_promotion()) {
    first.at_risk = values[m.promotion()];
    first.gain += first.at_risk - values[mover];
  } else if (is_en_passant(p, m)) {
    first.gain = values[PieceType::Pawn];
    first.occupied -= Bitboard(make_square(file_of(m.to()), rank_of(m.from())));
  }
  return first;
}

bool has_no_exchange(const Position& p, Move m) {
  return m.is_null() || m.is_drop() || p.piece_at(m.from()) == Piece::None || is_castling(p, m);
}

bool promotes(PieceType t, Square target) { return t == PieceType::Pawn && Backranks.contains(target); }

}  // namespace

int see(const Position& p, Move m, const PieceValues& values) {
  if (has_no_exchange(p, m)) return 0;
  const FirstMove first = first_move(p, m, values);
  Capturers capturers(p, m.to(), first.occupied);

  // gains[i] is the balance for the side that makes the i-th capture, if that capture is the last one.
  std::array<int, 64> gains;
  gains[0] = first.gain;
  int at_risk = first.at_risk;
  std::size_t n = 1;
  Color side = ~color_of(p.piece_at(m.from()));
  for (PieceType t; (t = capturers.next(side)) != PieceType::None; ++n, side = ~side) {
    gains[n] = at_risk - gains[n - 1];
    at_risk = values[t];
    if (promotes(t, m.to())) {
      at_risk = values[PieceType::Queen];
      gains[n] += at_risk - values[PieceType::Pawn];
    }
  }
  // Go backwards: a side captures only if that is better than stopping.
  while (--n > 0) gains[n - 1] = -std::max(-gains[n - 1], gains[n]);
  return gains[0];
}

bool see_ge(const Position& p, Move m, int threshold, const PieceValues& values) {
  if (has_no_exchange(p, m)) return threshold <= 0;
  // A pawn that promotes while capturing wins more than the captured piece, which the bounds below do not account for.
  const Bitboard pawns_near =
      (pawn_attacks(Color::White, m.to()) | pawn_attacks(Color::Black, m.to())) & p.of(PieceType::Pawn);
  if (Backranks.contains(m.to()) && pawns_near.any()) return see(p, m, values) >= threshold;
  const FirstMove first = first_move(p, m, values);
  // The margin by which the side that has just captured exceeds what it needs, first without the loss of the piece on
  // the target square and then with it. If the margin with the loss is not negative, that side has succeeded, because
  // the opponent can do no more than recapture.
  int surplus = first.gain - threshold;
  if (surplus < 0) return false;
  surplus -= first.at_risk;
  if (surplus >= 0) return true;

  Capturers capturers(p, m.to(), first.occupied);
  const Color us = color_of(p.piece_at(m.from()));
  Color side = ~us;
  for (PieceType t; (t = capturers.next(side)) != PieceType::None;) {
    surplus = -surplus - 1 - values[t];
    side = ~side;
    if (surplus >= 0) break;
  }
  return side != us;  // the side whose turn it is fails to reach what it needs
}

}  // namespace bitrook::search
