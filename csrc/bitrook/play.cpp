// The playing of moves on a position: a short way for the moves of chess, a long way for any other.
#include "play_detail.hpp"
#include "position.hpp"
#include "position_detail.hpp"
#include "zobrist.hpp"

namespace bitrook {

using namespace detail;

std::uint64_t Position::zobrist_of(Piece p, Square s) { return zobrist::piece(p, s); }

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
  std::uint8_t pieces = std::uint8_t(moved);
  if (promoted_.any()) pieces |= carry_promotion(from, to);
  halfmove_clock_ = (halfmove_clock_ + 1) & (std::uint32_t(pawn) - 1);
  if (of(Them).meets(target)) take<Them>(to, key, pieces);
  const Piece piece = make_piece(moved, Us);
  placement_.toggle(piece, origin | target);
  key_ = key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  u.pieces = pieces;
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
void Position::take(Square s, std::uint64_t& key, std::uint8_t& pieces) {
  const PieceType type = type_at(s);
  const Piece captured = make_piece(type, Them);
  placement_.toggle(captured, Bitboard(s));
  key ^= zobrist::piece(captured, s);
  pieces = std::uint8_t(pieces | index(type) << CapturedShift);
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
  std::uint8_t pieces = std::uint8_t(PieceType::Pawn);
  if (m.word() >> 12) {
    placed = m.promotion();
    if (of(Pawn).disjoint(origin) || placed < PieceType::Knight || placed > PieceType::Queen ||
        rank_of(from) != relative(Rank::R7, Us) || rank_of(to) != relative(Rank::R8, Us)) [[unlikely]]
      return play_unusual(m, u);
  } else if (twice && rank_of(from) == relative(Rank::R2, Us)) {
    passed = Square((index(from) + index(to)) / 2);
  } else if (!captures && !twice && pawn_attacks(Us, from).contains(to)) {
    victim = double_step_square(Us, to);
    pieces |= EnPassant << CapturedShift;
    if ((of(TheirPawn) - promoted_).disjoint(victim)) [[unlikely]]
      return play_unusual(m, u);
  } else if (!captures || twice) [[unlikely]] {
    return play_unusual(m, u);  // backwards, or straight onto a hand-made en-passant square
  }

  std::uint64_t key = key_ ^ zobrist::WhiteToMove ^ en_passant_key();
  leave<Us>(origin | target, key);
  if (promoted_.any()) pieces |= carry_promotion(from, to);
  if (placed != PieceType::Pawn) promoted_ |= target;
  if (captures) take<Them>(to, key, pieces);
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
  u.pieces = pieces;
  pass<Us>();
}

template <Color Us>
void Position::undo_as(const Undo& u) {
  constexpr Color Them = ~Us;
  const Square from = u.move.from(), to = u.move.to();
  const Bitboard origin{from}, target{to};
  const unsigned moved = u.pieces & MovedType, captured = u.pieces >> CapturedShift & 7;

  turn_ = Us;
  if constexpr (Us == Color::Black) --fullmove_number_;
  halfmove_clock_ = u.halfmove_clock;
  en_passant_ = u.en_passant;
  castling_ = unpacked(u.castling);
  checkers_ = u.checkers;
  pinned_ = u.pinned;
  key_ = u.key;
  if (moved == Castling || moved == Unusual) [[unlikely]] {
    if (moved == Castling)
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
    placement_.toggle(Piece(2 * moved + index(Us)), origin | target);
  }
  if (captured == EnPassant)
    placement_.toggle(make_piece(PieceType::Pawn, Them), double_step_square(Us, to));
  else if (captured)
    placement_.toggle(Piece(2 * captured + index(Them)), target);
  if (promoted_.any() || u.pieces & CapturedPromoted) {
    promoted_ -= origin | target;
    if (u.pieces & CapturedPromoted) promoted_ |= target;
    if (u.pieces & MoverPromoted) promoted_ |= origin;
  }
  changed();
}

template void Position::play_as<Color::White>(Move, Undo&);
template void Position::play_as<Color::Black>(Move, Undo&);
template void Position::undo_as<Color::White>(const Undo&);
template void Position::undo_as<Color::Black>(const Undo&);

}  // namespace bitrook
