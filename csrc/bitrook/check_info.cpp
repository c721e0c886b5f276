// Which moves of a position may check the enemy king, or change what is pinned to it.
#include "check_info.hpp"

#include "attacks.hpp"
#include "position_detail.hpp"
#include "zobrist.hpp"

namespace bitrook {

using namespace detail;

namespace {

// The squares that a slider at `king` would see, and those behind the first piece of each line, up to the next.
template <class Attacks>
Bitboard through_one(Attacks attacks, Square king, Bitboard occupied) {
  const Bitboard seen = attacks(king, occupied);
  return seen | attacks(king, occupied - seen);
}

template <Color Us>
void look(const Position& p, CheckInfo& info) {
  using enum PieceType;
  const Square king = p.king(~Us);
  Derived now;
  attacks_on_king<~Us>(p, now);
  info.pinned = Bitboard(now.pinned);
  // A piece that moves onto a line, or away from it, matters if one of ours aims along it and two stand between at
  // most.
  Bitboard lines;
  for (const Square sniper : p.of(Us) & ((rook_rays(king) & (p.of(Rook) | p.of(Queen))) |
                                         (bishop_rays(king) & (p.of(Bishop) | p.of(Queen))))) {
    const Bitboard blockers = between(king, sniper) & p.occupied();
    if (blockers.count() <= 2) lines |= between(king, sniper) | Bitboard(sniper);
  }
  // That the mover attacks the king already, no position of a game has.
  if (now.checkers != 0) lines = Bitboard::all();
  const Bitboard rook = through_one([](Square s, Bitboard o) { return rook_attacks(s, o); }, king, p.occupied());
  const Bitboard bishop = through_one([](Square s, Bitboard o) { return bishop_attacks(s, o); }, king, p.occupied());
  info.origins = lines;
  info.targets.fill(lines);
  info.targets[index(Pawn)] |= pawn_attacks(~Us, king);
  info.targets[index(Knight)] |= knight_attacks(king);
  info.targets[index(Bishop)] |= bishop;
  info.targets[index(Rook)] |= rook;
  info.targets[index(Queen)] |= bishop | rook;
}

}  // namespace

CheckInfo::CheckInfo(const Position& p)
    : key(p.key() ^ p.en_passant_key() ^ zobrist::WhiteToMove), irreversible(p.irreversible_) {
  irreversible.set_en_passant(Square::None);
  if (p.king(~p.turn()) == Square::None) return;
  p.turn() == Color::White ? look<Color::White>(p, *this) : look<Color::Black>(p, *this);
}

}  // namespace bitrook
