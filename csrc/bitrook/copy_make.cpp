// Copy-make: what all moves of a position have in common, and the ways of those that do more than go and take.
#include "copy_make.hpp"

#include "attacks.hpp"
#include "position_detail.hpp"

namespace bitrook {

using namespace detail;

namespace {

// The squares that a slider at `king` would see, and those behind the first of `pieces` on each line.
template <class Attacks>
Bitboard through_one(Attacks attacks, Square king, Bitboard occupied, Bitboard pieces) {
  const Bitboard seen = attacks(king, occupied);
  return seen | attacks(king, occupied - (seen & pieces));
}

}  // namespace

CopyMake::CopyMake(const Position& p) : passed_(p), before_(p), us_(p.turn()) {
  us_ == Color::White ? pass<Color::White>() : pass<Color::Black>();
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::pass() {
  passed_.derived_ = {before_.key() ^ before_.en_passant_key() ^ zobrist::WhiteToMove, 0, 0};
  passed_.irreversible_.set_en_passant(Square::None);
  passed_.irreversible_.count_halfmove();
  passed_.fullmove_number_ += index(Us);
  passed_.turn_ = ~Us;
  irreversible_.fill(passed_.irreversible_.word());
  irreversible_[Pawn<Us>] &= Irreversible::ClockOne - 1;
  look<Us>();
  beware<Us>();
}

// Of most moves it can be told that they neither check the enemy king nor change what is pinned to it. To be looked at
// are those of ours that shield it alone, or with one of theirs, from one of our sliders; on a line where one of theirs
// shields it alone all that comes and goes; and pieces that attack it from where they arrive, or shall do so past one
// of theirs.
template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::look() {
  using enum PieceType;
  const Position& p = before_;
  const Square king = p.king(~Us);
  if (king == Square::None) return checks_.fill(Bitboard());
  const LinesToKing& lines = LinesTo[index(king)];
  const Bitboard us = p.of(Us), them = p.of(~Us);
  // That the mover attacks the king already, no position of a game has.
  bool attacked = lines.leapers(p, ~Us).meets(us);
  Bitboard pinned, care;
  for (const Square sniper : lines.sliders(p) & us) {
    const Bitboard way = between(king, sniper), ours = way & us, theirs = way & them;
    if (ours.many() || theirs.many()) continue;
    if (ours.any()) {
      care |= ours;
    } else {
      attacked |= theirs.empty();
      pinned |= theirs;
      care |= way;
    }
  }
  passed_.derived_.pinned = pinned.word();
  if (attacked) [[unlikely]]
    return checks_.fill(Bitboard::all());
  const Bitboard rook = through_one(rook_attacks, king, us | them, them);
  const Bitboard bishop = through_one(bishop_attacks, king, us | them, them);
  checks_[index(Pawn)] = care | lines.pawn[index(~Us)];
  checks_[index(Knight)] = care | lines.knight;
  checks_[index(Bishop)] = care | bishop;
  checks_[index(Rook)] = care | rook;
  checks_[index(Queen)] = care | bishop | rook;
  checks_[index(PieceType::King)] = care | lines.king;
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::beware() {
  constexpr Bitboard Home{relative(Rank::R1, Us)}, Second{relative(Rank::R2, Us)}, Fourth{relative(Rank::R4, Us)};
  const Position& p = before_;
  const Bitboard kings = p.of(Piece(King<Us>)), rights = p.castling_rights();
  odd_ = p.promoted();
  if (kings.many()) odd_ |= kings;
  if (p.en_passant() != Square::None) odd_ |= Bitboard(p.en_passant());
  if (!p.castling_rights_are_clean() || !rights.subset_of(Corners)) odd_ |= rights | kings;

  const Bitboard squares = odd_ | rights;
  care_.fill(Bitboard::all());
  for (const PieceType t : PieceTypes) care_[index(make_piece(t, Us))] = squares | checks_[index(t)];
  // Double steps end on the fourth rank; without a promotion no pawn starts from the seventh.
  care_[Pawn<Us>] |= Fourth | Bitboard(relative(Rank::R7, Us));
  // Kings with rights lose them, and from these squares a move may be castling, with a right or without.
  if (rights.meets(Home) || kings.meets(Bitboard(Square::E1) | Bitboard(Square::E8))) care_[King<Us>] = Bitboard::all();

  const Bitboard starts = (p.of(Piece(Pawn<Us>)) & Second) - squares, others = p.of(PieceType::Pawn, ~Us) & Fourth;
  double_steps_ = (Us == Color::White ? starts << 16 : starts >> 16) - squares - p.occupied();
  noted_ = shifted<Direction::East>(others) | shifted<Direction::West>(others);
}

BITROOK_ALWAYS_INLINE void CopyMake::lose(Position& next, Bitboard rights) const {
  next.derived_.key ^= corner_key(rights);
  next.castling_ = passed_.castling_ ^ rights;
  next.irreversible_.lose(rights);
}

// The end of every way: on the squares of `changed` something came or went.
BITROOK_ALWAYS_INLINE void CopyMake::settle(Position& next, Bitboard checks, Bitboard changed) const {
  if (checks.meets(changed)) [[unlikely]]
    next.refresh_attacks();
  next.changed();
}

// The moves of kings, rooks and pawns that do more than go and take; moves that may check; moves that nobody has.
template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_with_care(Position& next, std::size_t from, std::size_t to, std::size_t piece,
                                                   Bitboard both) const {
  if (piece == Pawn<Us> && (from ^ to) == 16) return play_double_step<Us>(next, from, to);
  if (odd_.meets(both) || !passed_.of(Us).contains(Square(from))) [[unlikely]]
    return play_unusual(next, from | to << 6);
  if (piece == King<Us> && !king_attacks(Square(from)).contains(Square(to))) return play_castling<Us>(next, from, to);
  const std::size_t captured = index(passed_.squares_[to]);
  if (captured != 0 && !may_take<Us>(to)) [[unlikely]]
    return play_unusual(next, from | to << 6);
  arrive<Us>(next, from, to, piece);
  if (captured != 0) take<Us>(next, to, captured);
  Bitboard left = both;
  if (piece == King<Us>) {
    next.kings_[index(Us)] = Square(to);
    left |= Bitboard(relative(Rank::R1, Us));
  }
  if (const Bitboard lost = passed_.castling_ & left; lost.any()) lose(next, lost);
  settle(next, checks_[type_of(piece)], both);
}

template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_double_step(Position& next, std::size_t from, std::size_t to) const {
  if (!double_steps_.contains(Square(to))) [[unlikely]]
    return play_unusual(next, from | to << 6);
  const Square passed = Square(Us == Color::White ? to - 8 : to + 8);
  arrive<Us>(next, from, to, Pawn<Us>);
  next.irreversible_.set_en_passant(passed);
  if (noted_.contains(Square(to))) next.derived_.key ^= zobrist::en_passant(file_of(passed));
  settle(next, checks_[type_of(Pawn<Us>)], bit(from) | bit(to));
}

// Castling in the spelling of standard chess, by a right that the mover has; and other leaps of a king.
template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_castling(Position& next, std::size_t from, std::size_t to) const {
  constexpr std::size_t Rook = index(make_piece(PieceType::Rook, Us)), E1 = index(relative(Square::E1, Us));
  const bool kingside = to == E1 + 2;
  const std::size_t corner = kingside ? E1 + 3 : E1 - 4, beside = kingside ? E1 + 1 : E1 - 1;
  if (from != E1 || !(kingside || to == E1 - 2) || passed_.chess960() ||
      !(passed_.castling_ - odd_).contains(Square(corner)) ||
      between(Square(from), Square(corner)).meets(passed_.occupied())) [[unlikely]]
    return play_unusual(next, from | to << 6);
  arrive<Us>(next, from, to, King<Us>);
  next.kings_[index(Us)] = Square(to);
  next.squares_[corner] = Piece::None;
  next.squares_[beside] = Piece(Rook);
  next.placement_.toggle(PieceType::Rook, Us, bit(corner) | bit(beside));
  next.derived_.key ^= zobrist::of(Rook)[corner] ^ zobrist::of(Rook)[beside];
  lose(next, passed_.castling_ & Bitboard(relative(Rank::R1, Us)));
  settle(next, checks_[type_of(King<Us>)] | checks_[type_of(Rook)], bit(from) | bit(to) | bit(corner) | bit(beside));
}

// Promotions, and what looks like one.
template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_promotion(Position& next, std::size_t word) const {
  const std::size_t from = word & 63, to = word >> 6 & 63, type = word >> 12, placed = type << 1 | index(Us);
  const std::size_t captured = index(passed_.squares_[to]);
  const Bitboard origin = bit(from), target = bit(to);
  if (passed_.squares_[from] != Piece(Pawn<Us>) || type < index(PieceType::Knight) || type > index(PieceType::Queen) ||
      !origin.subset_of(Bitboard(relative(Rank::R7, Us))) || !target.subset_of(Bitboard(relative(Rank::R8, Us))) ||
      (odd_ | passed_.castling_).meets(origin | target) || (captured != 0 && !may_take<Us>(to))) [[unlikely]]
    return play_unusual(next, word);
  copy_wide(passed_, next);
  next.irreversible_ = Irreversible(irreversible_[Pawn<Us>]);
  next.squares_[from] = Piece::None;
  next.squares_[to] = Piece(placed);
  next.placement_.toggle(PieceType::Pawn, Us, origin);
  next.placement_.toggle(PieceType(type), Us, target);
  next.promoted_ |= target;
  next.derived_.key = passed_.derived_.key ^ zobrist::of(Pawn<Us>)[from] ^ zobrist::of(placed)[to];
  if (captured != 0) take<Us>(next, to, captured);
  settle(next, checks_[type], origin | target);
}

// Whatever else there is, by the way that knows all.
BITROOK_NEVER_INLINE void CopyMake::play_unusual(Position& next, std::size_t word) const {
  next = before_;
  next.play(move_of(word));
}

template void CopyMake::play_with_care<Color::White>(Position&, std::size_t, std::size_t, std::size_t, Bitboard) const;
template void CopyMake::play_with_care<Color::Black>(Position&, std::size_t, std::size_t, std::size_t, Bitboard) const;
template void CopyMake::play_promotion<Color::White>(Position&, std::size_t) const;
template void CopyMake::play_promotion<Color::Black>(Position&, std::size_t) const;

}  // namespace bitrook
