// The playing of moves on a position: a short way for the moves of chess, a long way for any other.
#include "play_detail.hpp"
#include "position.hpp"
#include "position_detail.hpp"
#include "zobrist.hpp"

namespace bitrook {

using namespace detail;

namespace {

// By piece type, which of the words `from ^ to` need a closer look: a pawn's double step; a king's way along its rank
// from the e-file to the squares that castling is spelled with, which a few of its single steps share.
constexpr std::array<std::uint64_t, 8> LongSteps = [] {
  std::array<std::uint64_t, 8> t{};
  t[index(PieceType::Pawn)] = std::uint64_t{1} << 16;
  for (const File f : {File::A, File::C, File::G, File::H})
    t[index(PieceType::King)] |= std::uint64_t{1} << (index(File::E) ^ index(f));
  return t;
}();

// By piece type, where rooks lose their rights when it moves, besides origin and target.
template <Color Us>
constexpr std::array<Bitboard, 8> RightsLost = [] {
  std::array<Bitboard, 8> t{};
  t[index(PieceType::King)] = Bitboard(relative(Rank::R1, Us));
  return t;
}();

// By piece type, what a move without capture leaves of the half-move clock.
constexpr std::array<std::uint32_t, 8> Quiet{~0u, 0, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

}  // namespace

std::uint64_t Position::zobrist_of(Piece p, Square s) { return zobrist::piece(p, s); }

// What it costs is instructions, some 150 of them, more than branches: the moves of one position, played one after
// the other, mostly take the same ones.
template <Color Us>
void Position::play_as(Move m, Undo& u) {
  constexpr Color Them = ~Us;
  const Square from = m.from(), to = m.to();
  const Bitboard origin{from}, target{to}, both = origin | target;

  u.key = key_;
  u.checkers = checkers_;
  u.pinned = pinned_;
  u.move = m;
  u.castling = packed(castling_);
  u.halfmove_clock = std::uint16_t(halfmove_clock_);
  u.en_passant = en_passant_;

  // The short way: a piece of the mover to a square without one, and no king to take.
  const Bitboard us = of(Us);
  if (us.disjoint(origin) || (us | of(PieceType::King)).meets(target)) [[unlikely]]
    return play_unusual(m, u);
  const unsigned piece = index(squares_[index(from)]), type = piece >> 1, captured = index(squares_[index(to)]) >> 1;
  if (m.word() > 0xFFF) [[unlikely]]
    return play_special_pawn<Us>(m, u);
  if (LongSteps[type] >> (index(from) ^ index(to)) & 1) [[unlikely]] {
    if (type == index(PieceType::Pawn)) return play_special_pawn<Us>(m, u);
    if (king_attacks(from).disjoint(target)) return play_unusual(m, u);
  }
  std::uint64_t key = key_ ^ zobrist::WhiteToMove;
  if (en_passant_ != Square::None) {
    if (type == index(PieceType::Pawn) && to == en_passant_) return play_special_pawn<Us>(m, u);
    key ^= en_passant_key();
    en_passant_ = Square::None;
  }
  if (castling_.meets(both | RightsLost<Us>[type])) [[unlikely]] {
    const bool king = type == index(PieceType::King) && promoted_.disjoint(origin);
    leave<Us>(king ? both | RightsLost<Us>[type] : both, key);
  }

  unsigned pieces = type;
  if (promoted_.any()) [[unlikely]]
    pieces |= carry_promotion(from, to);
  halfmove_clock_ = (halfmove_clock_ + 1) & Quiet[type];
  if (captured != 0) {
    placement_.toggle(PieceType(captured), Them, target);
    key ^= zobrist::piece(Piece(2 * captured + index(Them)), to);
    pieces |= captured << CapturedShift;
    halfmove_clock_ = 0;
  }
  u.pieces = std::uint8_t(pieces);
  squares_[index(from)] = Piece::None;
  squares_[index(to)] = Piece(piece);
  placement_.toggle(PieceType(type), Us, both);
  key_ = key ^ zobrist::piece(Piece(piece), from) ^ zobrist::piece(Piece(piece), to);
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

// The mark of a promoted piece moves with it and covers that of the piece it takes.
unsigned Position::carry_promotion(Square from, Square to) {
  const Bitboard origin{from}, target{to};
  const bool mover = promoted_.meets(origin), captured = promoted_.meets(target);
  promoted_ -= origin | target;
  if (mover) promoted_ |= target;
  return (captured ? CapturedPromoted : 0) | (mover ? MoverPromoted : 0);
}

template <Color Us>
BITROOK_ALWAYS_INLINE void Position::pass() {
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
  attacks_on_king<~Us>(*this, checkers_, pinned_);
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
  unsigned pieces = index(PieceType::Pawn);
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
  if (captures) {
    const Piece captured = piece_at(to);
    flip(captured, to);
    key ^= zobrist::piece(captured, to);
    pieces |= index(type_of(captured)) << CapturedShift;
  }
  if (victim.any()) {
    flip(TheirPawn, victim.first());
    key ^= zobrist::piece(TheirPawn, victim.first());
  }
  flip(Pawn, from);
  flip(make_piece(placed, Us), to);
  key ^= zobrist::piece(Pawn, from) ^ zobrist::piece(make_piece(placed, Us), to);
  halfmove_clock_ = 0;
  en_passant_ = passed;
  turn_ = Them;
  key_ = key ^ en_passant_key();
  u.pieces = std::uint8_t(pieces);
  pass<Us>();
}

template <Color Us>
void Position::undo_as(const Undo& u) {
  constexpr Color Them = ~Us;
  const Square from = u.move.from(), to = u.move.to();
  const Bitboard origin{from}, target{to};
  const unsigned pieces = u.pieces, moved = pieces & MovedType, captured = pieces >> CapturedShift & 7;

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

  squares_[index(from)] = Piece(2 * moved + index(Us));
  squares_[index(to)] = Piece::None;
  if (u.move.word() > 0xFFF) [[unlikely]] {
    placement_.toggle(u.move.promotion(), Us, target);
    placement_.toggle(PieceType::Pawn, Us, origin);
  } else {
    placement_.toggle(PieceType(moved), Us, origin | target);
  }
  if (captured != 0) {
    if (captured == EnPassant) [[unlikely]] {
      flip(make_piece(PieceType::Pawn, Them), double_step_square(Us, to).first());
    } else {
      squares_[index(to)] = Piece(2 * captured + index(Them));
      placement_.toggle(PieceType(captured), Them, target);
    }
  }
  if (promoted_.any() || pieces & CapturedPromoted) [[unlikely]] {
    promoted_ -= origin | target;
    if (pieces & CapturedPromoted) promoted_ |= target;
    if (pieces & MoverPromoted) promoted_ |= origin;
  }
  changed();
}

template void Position::play_as<Color::White>(Move, Undo&);
template void Position::play_as<Color::Black>(Move, Undo&);
template void Position::undo_as<Color::White>(const Undo&);
template void Position::undo_as<Color::Black>(const Undo&);

}  // namespace bitrook
