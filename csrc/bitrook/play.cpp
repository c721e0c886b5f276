// The playing of moves on a position: a short way for the moves of chess, a long way for any other.
#include <bit>

#include "position.hpp"
#include "position_detail.hpp"
#include "zobrist.hpp"

namespace bitrook {

namespace {

enum UndoKind : std::uint8_t { Plain = 0, EnPassant = 1 << 6, Castling = 2 << 6, Unusual = 3 << 6 };
constexpr std::uint8_t CapturedPiece = 15, CapturedPromoted = 16, MoverPromoted = 32, KindMask = 3 << 6;
constexpr std::uint8_t StandardSpelling = 1;  // with Castling: the move names the king's target, not the rook

// The first and the eighth rank are neighbours once the word is turned by eight bits.
constexpr std::uint16_t packed(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
constexpr Bitboard unpacked(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t(rights), 8)); }

// A square with what stood on it before an unusual move, in 12 bits; five of them fit a word.
constexpr std::uint64_t old_square(Square s, Piece p, bool promoted) {
  return index(s) | index(p) << 6 | unsigned(promoted) << 10 | 1u << 11;
}

}  // namespace

std::uint64_t Position::zobrist_of(Piece p, Square s) { return zobrist::piece(p, s); }

// What stands on `s` from now on.
void Position::replace(Square s, Piece p, bool promoted) {
  const Piece old = piece_at(s);
  if (old != Piece::None) toggle(old, s);
  promoted_ -= Bitboard(s);
  if (p == Piece::None) return;
  toggle(p, s);
  if (promoted) promoted_ |= Bitboard(s);
}

template <Color Us>
void Position::play_as(Move m, Undo& u) {
  constexpr Color Them = ~Us;
  constexpr Bitboard FirstRank{relative(Rank::R1, Us)};
  const Square from = m.from(), to = m.to();
  const Bitboard origin{from}, target{to};
  const Bitboard us = of(Us);

  u.key = key_;
  u.checkers = checkers_;
  u.pinned = pinned_;
  u.move = m;
  u.castling = packed(castling_);
  u.halfmove_clock = std::uint16_t(halfmove_clock_);
  u.en_passant = en_passant_;

  // The short way: a piece of the mover to a square without one, and no king to take.
  if (us.disjoint(origin) || (us | of(PieceType::King)).meets(target)) [[unlikely]]
    return play_unusual(m, u);
  const PieceType moved = type_at(from);
  const bool pawn = moved == PieceType::Pawn;
  if ((m.word() >> 12 != 0) | (pawn & (((index(from) ^ index(to)) == 16) | (to == en_passant_))))
    return play_special_pawn<Us>(m, u);
  Bitboard leaves = origin | target;
  if (moved == PieceType::King) {
    if (king_attacks(from).disjoint(target)) [[unlikely]]  // castling in the standard spelling, or worse
      return play_unusual(m, u);
    if (promoted_.disjoint(origin)) leaves |= FirstRank;
  }

  std::uint64_t key = key_ ^ zobrist::WhiteToMove;
  if (en_passant_ != Square::None) {
    key ^= en_passant_key();
    en_passant_ = Square::None;
  }
  leave<Us>(leaves, key);
  std::uint8_t taken = 0;
  if (promoted_.any()) taken = carry_promotion(from, to);
  halfmove_clock_ = (halfmove_clock_ + 1) & (std::uint32_t(pawn) - 1);
  if (of(Them).meets(target)) take<Them>(to, key, taken);
  const Piece piece = make_piece(moved, Us);
  placement_.toggle(piece, origin | target);
  key_ = key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  u.taken = taken;
  pass<Us>();
}

// The rights of a king that moves, of a rook that moves and of one that is taken.
template <Color Us>
void Position::leave(Bitboard squares, std::uint64_t& key) {
  if (castling_.disjoint(squares)) return;
  key ^= castling_key();
  castling_ -= squares;
  key ^= castling_key();
}

// Takes the piece of Them on `s`.
template <Color Them>
void Position::take(Square s, std::uint64_t& key, std::uint8_t& taken) {
  const Piece captured = make_piece(type_at(s), Them);
  placement_.toggle(captured, Bitboard(s));
  key ^= zobrist::piece(captured, s);
  taken = std::uint8_t(taken | index(captured));
  halfmove_clock_ = 0;
}

// The mark of a promoted piece moves with it and covers that of the piece it takes.
std::uint8_t Position::carry_promotion(Square from, Square to) {
  const Bitboard origin{from}, target{to};
  const bool mover = promoted_.meets(origin), captured = promoted_.meets(target);
  promoted_ -= origin | target;
  if (mover) promoted_ |= target;
  return std::uint8_t((captured ? CapturedPromoted : 0) | (mover ? MoverPromoted : 0));
}

template <Color Us>
void Position::pass() {
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
  refresh_attacks<~Us>();
  changed();
}

// Double steps, promotions and captures en passant; and what looks like one and is none.
template <Color Us>
void Position::play_special_pawn(Move m, Undo& u) {
  constexpr Color Them = ~Us;
  constexpr Piece Pawn = make_piece(PieceType::Pawn, Us), TheirPawn = make_piece(PieceType::Pawn, Them);
  const Square from = m.from(), to = m.to();
  const Bitboard origin{from}, target{to};
  const bool captures = of(Them).meets(target), twice = (index(from) ^ index(to)) == 16;
  PieceType placed = PieceType::Pawn;
  Square passed = Square::None;
  Bitboard victim;
  std::uint8_t taken = 0;
  if (m.word() >> 12) {
    placed = m.promotion();
    if (of(Pawn).disjoint(origin) || placed < PieceType::Knight || placed > PieceType::Queen ||
        rank_of(from) != relative(Rank::R7, Us) || rank_of(to) != relative(Rank::R8, Us)) [[unlikely]]
      return play_unusual(m, u);
  } else if (twice && rank_of(from) == relative(Rank::R2, Us)) {
    passed = Square((index(from) + index(to)) / 2);
  } else if (!captures && !twice && pawn_attacks(Us, from).contains(to)) {
    victim = detail::double_step_square(Us, to);
    taken = EnPassant;
    if ((of(TheirPawn) - promoted_).disjoint(victim)) [[unlikely]]
      return play_unusual(m, u);
  } else if (!captures) [[unlikely]] {
    return play_unusual(m, u);  // backwards, or straight onto a hand-made en-passant square
  }

  std::uint64_t key = key_ ^ zobrist::WhiteToMove ^ en_passant_key();
  leave<Us>(origin | target, key);
  if (promoted_.any()) taken = std::uint8_t(taken | carry_promotion(from, to));
  if (placed != PieceType::Pawn) promoted_ |= target;
  if (captures) take<Them>(to, key, taken);
  if (victim.any()) {
    placement_.toggle(TheirPawn, victim);
    key ^= zobrist::piece(TheirPawn, victim.first());
  }
  placement_.toggle(Pawn, origin);
  placement_.toggle(make_piece(placed, Us), target);
  key ^= zobrist::piece(Pawn, from) ^ zobrist::piece(make_piece(placed, Us), to);
  halfmove_clock_ = 0;
  en_passant_ = passed;
  turn_ = Them;
  key_ = key ^ en_passant_key();
  u.taken = taken;
  pass<Us>();
}

template <Color Us>
void Position::undo_as(const Undo& u) {
  constexpr Color Them = ~Us;
  const Square from = u.move.from(), to = u.move.to();
  const Bitboard origin{from}, target{to};
  const std::uint8_t kind = u.taken & KindMask;

  turn_ = Us;
  if constexpr (Us == Color::Black) --fullmove_number_;
  halfmove_clock_ = u.halfmove_clock;
  en_passant_ = u.en_passant;
  castling_ = unpacked(u.castling);
  checkers_ = u.checkers;
  pinned_ = u.pinned;
  key_ = u.key;
  if (kind >= Castling) [[unlikely]] {
    if (kind == Castling)
      uncastle<Us>(u);
    else
      undo_unusual(u);
    changed();
    return;
  }

  if (u.move.word() >> 12) {
    placement_.toggle(make_piece(u.move.promotion(), Us), target);
    placement_.toggle(make_piece(PieceType::Pawn, Us), origin);
  } else {
    placement_.toggle(make_piece(type_at(to), Us), origin | target);
    if (kind == EnPassant) placement_.toggle(make_piece(PieceType::Pawn, Them), detail::double_step_square(Us, to));
  }
  const Piece taken = Piece(u.taken & CapturedPiece);
  if (taken != Piece::None) placement_.toggle(taken, target);
  if (promoted_.any() || u.taken & CapturedPromoted) {
    promoted_ -= origin | target;
    if (u.taken & CapturedPromoted) promoted_ |= target;
    if (u.taken & MoverPromoted) promoted_ |= origin;
  }
  changed();
}

// King and rook to their places; the two may stand on each other's. The caller has seen that no other
// piece is in the way.
template <Color Us>
void Position::castle(Square from, Square rook, Undo& u) {
  constexpr Bitboard FirstRank{relative(Rank::R1, Us)};
  constexpr Piece King = make_piece(PieceType::King, Us), Rook = make_piece(PieceType::Rook, Us);
  const detail::CastlingSquares goal = detail::castling_squares(Us, from, rook);
  u.taken = chess960_ ? Castling : Castling | StandardSpelling;
  key_ ^= castling_key() ^ en_passant_key() ^ zobrist::WhiteToMove;
  toggle(King, from);
  toggle(Rook, rook);
  toggle(King, goal.king);
  toggle(Rook, goal.rook);
  castling_ -= FirstRank;
  en_passant_ = Square::None;
  key_ ^= castling_key();
  ++halfmove_clock_;
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
  refresh_attacks<~Us>();
  changed();
}

template <Color Us>
void Position::uncastle(const Undo& u) {
  constexpr Piece King = make_piece(PieceType::King, Us), Rook = make_piece(PieceType::Rook, Us);
  const Square from = u.move.from();
  Square rook = u.move.to();
  if (u.taken & StandardSpelling) rook = make_square(rook < from ? File::A : File::H, rank_of(from));
  const detail::CastlingSquares goal = detail::castling_squares(Us, from, rook);
  placement_.toggle(King, Bitboard(goal.king));
  placement_.toggle(Rook, Bitboard(goal.rook));
  placement_.toggle(King, Bitboard(from));
  placement_.toggle(Rook, Bitboard(rook));
}

// Castling, passing, dropping, and everything that is no move of chess: python-chess's meaning of each.
void Position::play_unusual(Move m, Undo& u) {
  const Color us = turn_, them = ~us;
  m = detail::chess960_spelling(*this, m);
  u.move = chess960_ ? m : detail::standard_spelling(*this, m);
  const Square from = m.from(), to = m.to();
  const bool plain = m.word() >> 12 == 0;

  const Piece mover = piece_at(from);
  if (plain && mover == make_piece(PieceType::King, us) && piece_at(to) == make_piece(PieceType::Rook, us) &&
      promoted_.disjoint(Bitboard(from) | Bitboard(to)) && rank_of(from) == relative(Rank::R1, us) &&
      rank_of(to) == rank_of(from) && (chess960_ || u.move != m)) {
    const detail::CastlingSquares goal = detail::castling_squares(us, from, to);
    const Bitboard others = occupied() - Bitboard(from) - Bitboard(to);
    if (others.disjoint(Bitboard(goal.king) | Bitboard(goal.rook)))
      return us == Color::White ? castle<Color::White>(from, to, u) : castle<Color::Black>(from, to, u);
  }

  u.taken = Unusual;
  u.checkers = u.pinned = Bitboard();
  if (m.is_null()) {
    key_ ^= en_passant_key() ^ zobrist::WhiteToMove;
    en_passant_ = Square::None;
    ++halfmove_clock_;
    if (us == Color::Black) ++fullmove_number_;
    turn_ = them;
    refresh_attacks();
    changed();
    return;
  }

  std::uint64_t old = 0;
  unsigned squares = 0;
  const auto change = [&](Square s, Piece p, bool promoted) {
    old |= old_square(s, piece_at(s), promoted_.contains(s)) << 12 * squares++;
    replace(s, p, promoted);
  };

  const Square en_passant = en_passant_;
  en_passant_ = Square::None;
  ++halfmove_clock_;
  if (us == Color::Black) ++fullmove_number_;
  turn_ = them;

  const PieceType dropped = m.dropped();
  if (dropped >= PieceType::Pawn && dropped <= PieceType::King) {
    change(to, make_piece(dropped, us), false);
  } else if (mover != Piece::None) {
    if ((of(PieceType::Pawn) | of(them)).meets(Bitboard(from) ^ Bitboard(to))) halfmove_clock_ = 0;
    const bool was_promoted = promoted_.contains(from);
    PieceType placed = type_of(mover);
    bool promoted = was_promoted;
    change(from, Piece::None, false);
    const PieceType captured = type_at(to);

    castling_ -= Bitboard(from) | Bitboard(to);
    if (placed == PieceType::King && !was_promoted)
      castling_ -= Bitboard(relative(Rank::R1, us));
    else if (captured == PieceType::King && promoted_.disjoint(Bitboard(to)) && rank_of(to) == relative(Rank::R8, us))
      castling_ -= Bitboard(relative(Rank::R8, us));

    if (placed == PieceType::Pawn) {
      const int step = int(index(to)) - int(index(from));
      if (step == 16 && rank_of(from) == Rank::R2) {
        en_passant_ = offset(from, 8);
      } else if (step == -16 && rank_of(from) == Rank::R7) {
        en_passant_ = offset(from, -8);
      } else if (to == en_passant && captured == PieceType::None &&
                 (step == 7 || step == 9 || step == -7 || step == -9)) {
        // A hand-made square on an outer rank wraps round, as a negative index does in Python.
        change(Square((index(to) + (us == Color::White ? 56 : 8)) & 63), Piece::None, false);
      }
    }
    const PieceType promotion = m.promotion();
    if (promotion >= PieceType::Pawn && promotion <= PieceType::King) {
      placed = promotion;
      promoted = true;
    }
    if (placed == PieceType::King && of(us).contains(to)) {
      const detail::CastlingSquares goal = detail::castling_squares(us, from, to);
      change(to, Piece::None, false);
      change(goal.king, make_piece(PieceType::King, us), false);
      change(goal.rook, make_piece(PieceType::Rook, us), false);
    } else {
      change(to, make_piece(placed, us), promoted);
    }
  }
  u.checkers = Bitboard(old);
  castling_is_clean_ = castling_is_clean_ && clean_castling_rights(castling_) == castling_;
  refresh();
}

void Position::undo_unusual(const Undo& u) {
  for (int i = 4; i >= 0; --i) {
    const unsigned old = u.checkers.word() >> 12 * i & 0xFFF;
    if (old >> 11) replace(Square(old & 63), Piece(old >> 6 & 15), old >> 10 & 1);
  }
  key_ = u.key;
  refresh_attacks();
}

template void Position::play_as<Color::White>(Move, Undo&);
template void Position::play_as<Color::Black>(Move, Undo&);
template void Position::undo_as<Color::White>(const Undo&);
template void Position::undo_as<Color::Black>(const Undo&);

}  // namespace bitrook
