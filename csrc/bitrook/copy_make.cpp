// Copy-make: what all moves of a position have in common, and the ways of those that do more than go and take.
#include "copy_make.hpp"

#include <cstring>

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

CopyMake::CopyMake(const Position& p) : before_(p), us_(p.turn()) {
  us_ == Color::White ? pass<Color::White>() : pass<Color::Black>();
}

template <Color Us>
void CopyMake::pass() {
  copy_wide(before_, passed_);
  passed_.status_.key ^= zobrist::WhiteToMove ^ before_.en_passant_key();
  passed_.status_.pass();
  beware<Us>(look<Us>());
}

// Of most moves it can be told that they neither check the enemy king nor change what is pinned to it. To be looked at
// are those of ours that shield it alone, or with one of theirs, from one of our sliders; on a line where one of theirs
// shields it alone all that comes and goes; and pieces that attack it from where they arrive, or shall do so past one
// of theirs.
template <Color Us>
BITROOK_ALWAYS_INLINE CopyMake::Checks CopyMake::look() {
  using enum PieceType;
  const Position& p = before_;
  const Square king = p.king(~Us);
  const LinesToKing& lines = LinesTo[index(king)];
  const Bitboard us = p.of(Us), them = p.of(~Us);
  // That the mover attacks the king already, no position of a game has.
  bool attacked = lines.leapers(p, ~Us).meets(us);
  Bitboard pinned, shields;
  for (const Square sniper : lines.sliders(p) & us) {
    const Bitboard way = between(king, sniper), ours = way & us, theirs = way & them;
    if (ours.many() || theirs.many()) continue;
    if (ours.any()) {
      shields |= ours;
    } else {
      attacked |= theirs.empty();
      pinned |= theirs;
      shields |= way;
    }
  }
  passed_.derived_ = {0, pinned.word()};
  if (attacked) [[unlikely]]
    shields = Bitboard::all();
  Bitboard rook = shields, bishop = shields;
  if (king != Square::None) {
    rook |= through_one(rook_attacks, king, us | them, them);
    bishop |= through_one(bishop_attacks, king, us | them, them);
  }
  sets_.shields = shields;
  return {Bitboard(),          shields | lines.pawn[index(~Us)], shields | lines.knight, bishop, rook, bishop | rook,
          shields | lines.king};
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::beware(const Checks& checks) {
  constexpr Bitboard Home{relative(Rank::R1, Us)}, Fourth{relative(Rank::R4, Us)}, Seventh{relative(Rank::R7, Us)};
  const Position& p = before_;
  const Bitboard kings = p.of(Piece(King<Us>)), rights = p.castling_rights();
  Bitboard odd = p.promoted(), own = rights & Home;
  if (kings.many()) [[unlikely]]
    odd |= kings;
  if (p.en_passant() != Square::None) odd |= Bitboard(p.en_passant());
  if (!p.castling_rights_are_clean() || !rights.subset_of(Corners)) [[unlikely]] {
    odd |= rights | kings;
    own = Bitboard();
  }
  tell_movers<Us>(own);

  const Bitboard squares = odd | (rights - own);
  const auto set = [&](std::size_t mover, Bitboard looked_at, Bitboard special = Bitboard()) {
    copy_wide(passed_.status_, after(mover).status);
    after(mover).special = (squares | special).word();
    after(mover).care = (squares | special | looked_at).word();
  };
  using enum PieceType;
  after(Nobody).care = ~std::uint64_t{0};
  after(Nobody).special = ~std::uint64_t{0};
  // Without a promotion no pawn starts from the seventh rank. Double steps end on the fourth.
  set(APawn, checks[index(Pawn)], Seventh);
  set(HomePawn, checks[index(Pawn)], Fourth);
  set(mover_of(Knight), checks[index(Knight)]);
  set(mover_of(Bishop), checks[index(Bishop)]);
  set(mover_of(Rook), checks[index(Rook)]);
  set(mover_of(Queen), checks[index(Queen)]);
  // Castling is a leap, or ends on a rook.
  set(TheKing, checks[index(PieceType::King)], ~(kings | LinesTo[index(p.king(Us))].king));
  after(APawn).status.irreversible.set_halfmove_clock(0);
  after(HomePawn).status.irreversible.set_halfmove_clock(0);
  if (own.any()) {
    set(KingsideRook, checks[index(Rook)]);
    set(QueensideRook, checks[index(Rook)]);
    after(TheKing).status.lose(own, corner_key(own));
    after(KingsideRook).status.lose(Bitboard(File::H) & Home, zobrist::kingside(Us));
    after(QueensideRook).status.lose(Bitboard(File::A) & Home, zobrist::queenside(Us));
  }
  sets_.odd = odd;
  foresee_double_steps<Us>(squares, checks[index(Pawn)]);
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::foresee_double_steps(Bitboard squares, Bitboard checks) {
  const Position& p = before_;
  const auto ahead = [](Bitboard b) { return Us == Color::White ? b << 16 : b >> 16; };
  const Bitboard pawns = p.of(PieceType::Pawn), others = pawns & p.of(~Us) & Bitboard(relative(Rank::R4, Us));
  sets_.double_steps = ahead((pawns & p.of(Us) & Bitboard(relative(Rank::R2, Us))) - squares) - squares - p.occupied();
  sets_.noted = shifted<Direction::East>(others) | shifted<Direction::West>(others);
  sets_.plain_double_steps = sets_.double_steps - checks - ahead(checks);
}

// By what stands there; pawns on their second rank and rooks with a right are told apart from others.
template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::tell_movers(Bitboard rights) {
  constexpr std::size_t A1 = index(relative(Square::A1, Us)), H1 = index(relative(Square::H1, Us)),
                        A2 = index(relative(Square::A2, Us));
#if BITROOK_HAS_BYTE_VECTORS
  static constexpr auto ByPiece = [] {
    std::array<Mover, 16> t{};
    for (const PieceType type : PieceTypes) t[index(make_piece(type, Us))] = mover_of(type);
    return t;
  }();
  Bytes64::load(before_.squares_.data()).looked_up_in(ByPiece).store(movers_.data());
#else
  // The same by ranks, eight times what is left of a piece without its colour.
  constexpr std::uint64_t Ones = 0x0101010101010101;
  for (std::size_t s = 0; s < 64; s += 8) {
    std::uint64_t rank;
    std::memcpy(&rank, &before_.squares_[s], sizeof rank);
    const std::uint64_t ours = (Us == Color::White ? ~rank : rank) & Ones;
    rank = (rank & 14 * Ones) << 3 & ((ours << 8) - ours);
    std::memcpy(&movers_[s], &rank, sizeof rank);
  }
#endif
  std::uint64_t rank;
  std::memcpy(&rank, &movers_[A2], sizeof rank);
  const Bitboard pawns = before_.of(PieceType::Pawn) & before_.of(Us);
  rank += placement::spread(pawns.word() >> A2 & 0xFF) * (HomePawn - APawn);
  std::memcpy(&movers_[A2], &rank, sizeof rank);
  if (rights.any()) {
    if (rights.contains(Square(A1))) movers_[A1] = QueensideRook;
    if (rights.contains(Square(H1))) movers_[H1] = KingsideRook;
  }
}

template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::look_again(Position& next) {
  attacks_on_king<~Us>(next, next.derived_);
}

// Moves that take a rook with a right, or leap with the king; double steps that check or pin; moves that nobody has.
template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_special(Position& next, std::size_t from, std::size_t to,
                                                 std::size_t mover) const {
  if (mover == HomePawn && (from ^ to) == 16) return play_double_step<Us>(next, from, to);
  if (sets_.odd.meets(bit(from) | bit(to)) || mover == Nobody || (mover == APawn && (from ^ to) == 16)) [[unlikely]]
    return play_unusual(next, from | to << 6);
  if (mover == TheKing && !king_attacks(Square(from)).contains(Square(to))) return play_castling<Us>(next, from, to);
  const std::size_t piece = index(passed_.squares_[from]), captured = index(passed_.squares_[to]);
  if (captured != 0 && !may_take<Us>(to)) [[unlikely]]
    return play_unusual(next, from | to << 6);
  copy(next);
  go<Us>(next, from, to, mover, piece, captured);
  if (const Bitboard lost = next.status_.castling & bit(to); captured != 0 && lost.any())
    next.status_.lose(lost, corner_key(lost));
  look_again<Us>(next);
}

template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_double_step(Position& next, std::size_t from, std::size_t to) const {
  if (!sets_.double_steps.contains(Square(to))) [[unlikely]]
    return play_unusual(next, from | to << 6);
  copy(next);
  step_twice<Us>(next, from, to);
  look_again<Us>(next);
}

// Castling in the spelling of standard chess, by a right that the mover has; and other leaps of a king.
template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_castling(Position& next, std::size_t from, std::size_t to) const {
  constexpr std::size_t Rook = index(make_piece(PieceType::Rook, Us)), E1 = index(relative(Square::E1, Us));
  const bool kingside = to == E1 + 2;
  const std::size_t corner = kingside ? E1 + 3 : E1 - 4, beside = kingside ? E1 + 1 : E1 - 1;
  if (from != E1 || !(kingside || to == E1 - 2) || passed_.chess960() ||
      !(passed_.status_.castling - sets_.odd).contains(Square(corner)) ||
      between(Square(from), Square(corner)).meets(passed_.occupied())) [[unlikely]]
    return play_unusual(next, from | to << 6);
  copy(next);
  arrive<Us>(next, from, to, TheKing, King<Us>);
  next.status_.kings[index(Us)] = Square(to);
  next.squares_[corner] = Piece::None;
  next.squares_[beside] = Piece(Rook);
  next.placement_.toggle(PieceType::Rook, Us, bit(corner) | bit(beside));
  next.status_.key ^= zobrist::of(Rook)[corner] ^ zobrist::of(Rook)[beside];
  const Bitboard checks = Bitboard(after(mover_of(PieceType::Rook)).care) | LinesTo[index(passed_.king(~Us))].king;
  if (checks.meets(bit(from) | bit(to) | bit(corner) | bit(beside))) look_again<Us>(next);
}

// Promotions, and what looks like one.
template <Color Us>
BITROOK_NEVER_INLINE void CopyMake::play_promotion(std::size_t word, Position& next) const {
  const std::size_t from = word & 63, to = word >> 6 & 63, type = word >> 12, placed = type << 1 | index(Us);
  const std::size_t captured = index(passed_.squares_[to]);
  const Bitboard origin = bit(from), target = bit(to);
  if (passed_.squares_[from] != Piece(Pawn<Us>) || type < index(PieceType::Knight) || type > index(PieceType::Queen) ||
      !origin.subset_of(Bitboard(relative(Rank::R7, Us))) || !target.subset_of(Bitboard(relative(Rank::R8, Us))) ||
      (sets_.odd | passed_.status_.castling).meets(origin | target) || (captured != 0 && !may_take<Us>(to)))
      [[unlikely]]
    return play_unusual(next, word);
  copy(next);
  arrive<Us>(next, from, to, APawn, Pawn<Us>);
  next.squares_[to] = Piece(placed);
  next.placement_.toggle(PieceType::Pawn, Us, target);
  next.placement_.toggle(PieceType(type), Us, target);
  next.promoted_ |= target;
  next.status_.key ^= zobrist::of(Pawn<Us>)[to] ^ zobrist::of(placed)[to];
  if (captured != 0) take<Us>(next, to, APawn, captured);
  // The pawn may have stood between its target and the king.
  if (has_any(after(mover_of(PieceType(type))).care, (origin | target).word())) look_again<Us>(next);
}

// Whatever else there is, by the way that knows all.
BITROOK_NEVER_INLINE void CopyMake::play_unusual(Position& next, std::size_t word) const {
  next = before_;
  next.play(move_of(word));
}

template void CopyMake::look_again<Color::White>(Position&);
template void CopyMake::look_again<Color::Black>(Position&);
template void CopyMake::play_special<Color::White>(Position&, std::size_t, std::size_t, std::size_t) const;
template void CopyMake::play_special<Color::Black>(Position&, std::size_t, std::size_t, std::size_t) const;
template void CopyMake::play_promotion<Color::White>(std::size_t, Position&) const;
template void CopyMake::play_promotion<Color::Black>(std::size_t, Position&) const;

}  // namespace bitrook
