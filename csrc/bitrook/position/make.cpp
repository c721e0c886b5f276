// Making and unmaking moves. There is one function for each kind of move, which lists its changes to the board.
// Toggling a piece is its own inverse, so unmake applies the same changes again.
#include <array>
#include <cstdint>
#include <utility>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/checked.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/king_lines.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

namespace {

// --- The kinds of moves, each of which is made in its own way, and the moves that are irregular.

// Plain: a piece or pawn moves to an empty square or captures an enemy there.
enum class MoveKind { Plain, DoublePush, EnPassant, Promotion, Castling, Null, Irregular };
using enum MoveKind;

// Whether the move can be made as castling. Checks, rights and the squares between king and rook are not tested; see
// Position::play_unchecked().
template <Color Us>
bool is_castling_move(const Position& p, Move m) {
  const Move onto_rook = to_king_takes_rook(p, m);
  const Square king = onto_rook.from(), rook = onto_rook.to();
  const Bitboard both = Bitboard(king) | Bitboard(rook);
  if (p.piece_at(rook) != make_piece(PieceType::Rook, Us) || p.promoted().meets(both) ||
      !both.subset_of(Bitboard(relative(Rank::R1, Us))) || (!p.chess960() && to_own_encoding(p, m) == onto_rook))
    return false;
  const CastlingPath& path = castling_path(Us, king, rook);
  return ((p.occupied() | p.promoted()) - both).disjoint(Bitboard(path.king_to) | Bitboard(path.rook_to));
}

template <Color Us>
MoveKind kind_of_pawn_move(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (p.promoted().contains(from)) return Irregular;
  if (m.word() > 0xFFF) {
    const bool regular = PieceType::Knight <= m.promotion() && m.promotion() <= PieceType::Queen &&
                         rank_of(from) == relative(Rank::R7, Us) && rank_of(to) == relative(Rank::R8, Us) &&
                         to != p.en_passant();
    return regular ? Promotion : Irregular;
  }
  if (to == p.en_passant()) {
    const Bitboard victim = en_passant_victim(Us, to);
    const bool regular = p.piece_at(to) == Piece::None && pawn_attacks(Us, from).contains(to) &&
                         p.of(PieceType::Pawn, ~Us).meets(victim) && p.promoted().disjoint(victim | Bitboard(to));
    return regular ? EnPassant : Irregular;
  }
  if ((index(from) ^ index(to)) == 16) {
    const bool regular = rank_of(from) == relative(Rank::R2, Us) && !(p.occupied() | p.promoted()).contains(to);
    return regular ? DoublePush : Irregular;
  }
  return Plain;
}

// Determines the kind of a move of `Us`, the side to move, from the pieces on its squares. Paths, pins and checks are
// not tested. All other moves among the 65,536 are irregular: for example captures of a king, and moves that are
// possible only in artificial positions, such as those of a pawn that is marked as promoted.
template <Color Us>
MoveKind kind_of_move(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (m.is_null()) return Null;
  if (!p.of(Us).contains(from)) return Irregular;
  const bool names_piece = m.word() > 0xFFF;
  const bool can_move_there = !(p.of(Us) | p.of(PieceType::King)).contains(to);
  const PieceType type = p.type_at(from);
  if (type == PieceType::King && !names_piece) {
    if (can_move_there && king_attacks(from).contains(to) && !p.promoted().contains(from)) return Plain;
    return is_castling_move<Us>(p, m) ? Castling : Irregular;
  }
  if (!can_move_there) return Irregular;
  if (type == PieceType::Pawn) return kind_of_pawn_move<Us>(p, m);
  return names_piece ? Irregular : Plain;
}

// For each piece on the origin, a 64-bit mask: bit `from ^ to` is set if the move may not be Plain. Most pieces have no
// bits set, pawns have bit 16 (double pushes), and kings and empty squares have all of them. One load replaces a branch
// on the piece type, which would be hard to predict.
template <Color Us>
constexpr std::array<std::uint64_t, 16> SpecialSteps = [] {
  std::array<std::uint64_t, 16> t{};
  t.fill(~std::uint64_t{0});
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    t[index(make_piece(type, Us))] = 0;
  t[index(make_piece(PieceType::Pawn, Us))] = std::uint64_t{1} << 16;
  return t;
}();

}  // namespace

// --- Steps shared by the kinds of moves.

void Position::save(Undo& u, Move m, std::uint8_t pieces) const {
  static_cast<ChecksAndPins&>(u) = checks_;
  u.key = key_;
  u.move_word = m.word();
  u.castling = packed_rights(castling_);
  u.halfmove_clock = std::uint16_t(halfmove_clock_);
  u.en_passant = en_passant_;
  u.pieces = pieces;
}

inline void Position::clear_en_passant() {
  key_ ^= en_passant_key();
  en_passant_ = Square::None;
}

BITROOK_NEVER_INLINE void Position::lose_castling_rights(Bitboard rights) {
  const Bitboard lost = castling_ & rights;
  if (castling_is_clean_) [[likely]] {  // each right has a Zobrist key of its own: 20 instructions instead of 100
    castling_ -= lost;
    for (const Square s : lost) {
      const Color c = rank_of(s) == Rank::R1 ? Color::White : Color::Black;
      key_ ^= Bitboard(s) > castling_kings(c) ? zobrist::kingside(c) : zobrist::queenside(c);
    }
    return;
  }
  key_ ^= castling_key();
  castling_ -= lost;
  key_ ^= castling_key();
}

// The promoted flag moves with the piece; that of a captured piece is cleared.
void Position::move_promoted_marks(Square from, Square to, Undo& u) {
  const bool moved = promoted_.contains(from), captured = promoted_.contains(to);
  u.pieces |= std::uint8_t((moved ? Undo::MovedMark : 0) | (captured ? Undo::CapturedMark : 0));
  promoted_ -= Bitboard(from) | Bitboard(to);
  if (moved) promoted_ |= Bitboard(to);
}

// Call this before any piece moves: it removes the rights in `lost_rights` and the en-passant square.
BITROOK_ALWAYS_INLINE void Position::begin_move(Undo& u, Move m, std::uint8_t pieces, Bitboard lost_rights) {
  save(u, m, pieces);
  if (en_passant_ != Square::None) [[unlikely]]
    clear_en_passant();
  if (castling_.meets(lost_rights)) [[unlikely]]
    lose_castling_rights(lost_rights);
}

// `zeroing`: whether the move is a capture or a pawn move.
BITROOK_ALWAYS_INLINE void Position::count_halfmove(bool zeroing) {
  halfmove_clock_ = (halfmove_clock_ + 1) & (std::uint32_t{zeroing} - 1);
}

// Call this after all pieces have moved.
template <Color Us>
BITROOK_ALWAYS_INLINE void Position::end_turn(std::uint64_t key_change) {
  key_ ^= key_change ^ zobrist::WhiteToMove;
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
  checks_ = checks_and_pins<~Us>(*this);
}

// Not inlined: with its callers it would need more registers than there are, which costs 20 instructions per move.
template <Color Us>
BITROOK_NEVER_INLINE void Position::move_and_end_turn(PieceType moved, Square from, Square to, PieceType captured) {
  std::uint64_t key_change = captured == PieceType::None ? 0 : toggle(captured, ~Us, to);
  key_change ^= move_piece(moved, Us, from, to);
  end_turn<Us>(key_change);
}

// --- The kinds of moves. They are not inlined into the function that selects one, so it does not have to save
// registers.

// A piece or pawn moves to an empty square or captures an enemy there. The move does not clear any castling right,
// promoted flag or en-passant square.
template <Color Us>
BITROOK_ALWAYS_INLINE void Position::make_plain(Move m, Undo& u) {
  const PieceType moved = type_at(m.from()), captured = type_at(m.to());
  save(u, m, Undo::pieces_of(moved, captured));
  count_halfmove((moved == PieceType::Pawn) | (captured != PieceType::None));
  move_and_end_turn<Us>(moved, m.from(), m.to(), captured);
}

// The same for moves that may clear some of these.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_plain_with_marks(Move m, Undo& u) {
  const Square from = m.from(), to = m.to();
  const PieceType moved = type_at(from), captured = type_at(to);
  Bitboard lost_rights = Bitboard(from) | Bitboard(to);
  if (moved == PieceType::King) lost_rights |= Bitboard(relative(Rank::R1, Us));
  begin_move(u, m, Undo::pieces_of(moved, captured), lost_rights);
  if (promoted_.meets(Bitboard(from) | Bitboard(to))) [[unlikely]]
    move_promoted_marks(from, to, u);
  count_halfmove((moved == PieceType::Pawn) | (captured != PieceType::None));
  move_and_end_turn<Us>(moved, from, to, captured);
}

template <Color Us>
BITROOK_NEVER_INLINE void Position::make_double_push(Move m, Undo& u) {
  const Square from = m.from(), to = m.to();
  begin_move(u, m, Undo::pieces_of(PieceType::Pawn), Bitboard(from) | Bitboard(to));
  count_halfmove(true);
  move_and_end_turn<Us>(PieceType::Pawn, from, to, PieceType::None);
  en_passant_ = Square((index(from) + index(to)) / 2);
  key_ ^= en_passant_key();
}

template <Color Us>
BITROOK_NEVER_INLINE void Position::make_en_passant(Move m, Undo& u) {
  const Square from = m.from(), to = m.to();
  const Bitboard victim = en_passant_victim(Us, to);
  begin_move(u, m, Undo::pieces_of(PieceType::Pawn), Bitboard(from) | Bitboard(to) | victim);
  count_halfmove(true);
  key_ ^= toggle(PieceType::Pawn, ~Us, victim.first());
  move_and_end_turn<Us>(PieceType::Pawn, from, to, PieceType::None);
}

// The pawn is replaced by the new piece on its origin, and then that piece moves.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_promotion(Move m, Undo& u) {
  const Square from = m.from(), to = m.to();
  const PieceType captured = type_at(to);
  begin_move(u, m, Undo::pieces_of(PieceType::Pawn, captured), Bitboard(from) | Bitboard(to));
  move_promoted_marks(from, to, u);
  promoted_ |= Bitboard(to);
  count_halfmove(true);
  key_ ^= toggle(PieceType::Pawn, Us, from) ^ toggle(m.promotion(), Us, from);
  move_and_end_turn<Us>(m.promotion(), from, to, captured);
}

// Moves king and rook to their castling squares, or back: the function is its own inverse.
std::uint64_t Position::toggle_castling(Color c, Square king, Square rook) {
  const CastlingPath& path = castling_path(c, king, rook);
  return toggle(PieceType::King, c, king) ^ toggle(PieceType::Rook, c, rook) ^
         toggle(PieceType::King, c, path.king_to) ^ toggle(PieceType::Rook, c, path.rook_to);
}

template <Color Us>
BITROOK_NEVER_INLINE void Position::make_castling(Move m, Undo& u) {
  const Move onto_rook = to_king_takes_rook(*this, m);
  const Square king = onto_rook.from(), rook = onto_rook.to();
  begin_move(u, to_own_encoding(*this, m), Undo::pieces_of(Undo::Kind::Castling, file_of(rook)),
             Bitboard(relative(Rank::R1, Us)));
  count_halfmove(false);
  end_turn<Us>(toggle_castling(Us, king, rook));
}

template <Color Us>
BITROOK_NEVER_INLINE void Position::make_null(Undo& u) {
  begin_move(u, Move::null(), Undo::pieces_of(Undo::Kind::Null), Bitboard());
  count_halfmove(false);
  end_turn<Us>(0);
}

template <Color Us>
BITROOK_NEVER_INLINE void Position::make_by_kind(Move m, Undo& u) {
  switch (kind_of_move<Us>(*this, m)) {
    case Plain:
      return make_plain_with_marks<Us>(m, u);
    case DoublePush:
      return make_double_push<Us>(m, u);
    case EnPassant:
      return make_en_passant<Us>(m, u);
    case Promotion:
      return make_promotion<Us>(m, u);
    case Castling:
      return make_castling<Us>(m, u);
    case Null:
      return make_null<Us>(u);
    case Irregular:
      return make_irregular(m, u);
  }
}

// Most moves are plain. That is tested first, without a branch on the piece type.
template <Color Us>
void Position::make(Move m, Undo& u) {
  const Square from = m.from(), to = m.to();
  const Piece moved = piece_at(from);
  const bool special = SpecialSteps<Us>[index(moved)] >> (index(from) ^ index(to)) & 1;
  if (special || (of(Us) | of(PieceType::King)).contains(to) || m.word() > 0xFFF) [[unlikely]]
    return make_by_kind<Us>(m, u);
  if ((castling_ | promoted_).disjoint(Bitboard(from) | Bitboard(to)) && en_passant_ == Square::None) [[likely]]
    return make_plain<Us>(m, u);
  const bool surely_plain = type_of(moved) != PieceType::Pawn || (to != en_passant_ && !promoted_.contains(from));
  surely_plain ? make_plain_with_marks<Us>(m, u) : make_by_kind<Us>(m, u);
}

template void Position::make<Color::White>(Move, Undo&);
template void Position::make<Color::Black>(Move, Undo&);

// --- Unmaking.

template <Color Us>
void Position::unmake(const Undo& u) {
  turn_ = Us;
  if constexpr (Us == Color::Black) --fullmove_number_;
  castling_ = unpacked_rights(u.castling);
  halfmove_clock_ = u.halfmove_clock;
  en_passant_ = u.en_passant;
  checks_ = u;
  key_ = u.key;
  const Square to = u.move().to();
  if (u.moved() == PieceType::None) [[unlikely]]
    return unmake_without_mover(u);
  if (promoted_.contains(to) || (u.pieces & Undo::CapturedMark) != 0 ||
      (u.moved() == PieceType::Pawn && to == en_passant_)) [[unlikely]]
    return unmake_special_mover<Us>(u);
  move_back<Us>(u);
}

template <Color Us>
BITROOK_ALWAYS_INLINE void Position::move_back(const Undo& u) {
  const Square from = u.move().from(), to = u.move().to();
  // If this fails, the Undo belongs to another move.
  BITROOK_ASSERT(piece_at(from) == Piece::None && piece_at(to) == make_piece(u.moved(), Us));
  move_piece(u.moved(), Us, to, from);
  if (u.captured() != PieceType::None) toggle(u.captured(), ~Us, to);
}

// Promotions, en passant, and moves or captures of promoted pieces.
template <Color Us>
BITROOK_NEVER_INLINE void Position::unmake_special_mover(const Undo& u) {
  const Move m = u.move();
  if (m.is_promotion()) {
    toggle(m.promotion(), Us, m.to());
    toggle(PieceType::Pawn, Us, m.to());
  } else if (u.moved() == PieceType::Pawn && m.to() == en_passant_) {
    toggle(PieceType::Pawn, ~Us, en_passant_victim(Us, m.to()).first());
  }
  move_back<Us>(u);
  promoted_ -= Bitboard(m.to());
  if (u.pieces & Undo::MovedMark) promoted_ |= Bitboard(m.from());
  if (u.pieces & Undo::CapturedMark) promoted_ |= Bitboard(m.to());
}

// Null moves, castling and irregular moves. The state that all moves share has already been restored.
BITROOK_NEVER_INLINE void Position::unmake_without_mover(const Undo& u) {
  if (u.kind() == Undo::Kind::Castling) {
    const Square king = u.move().from();
    toggle_castling(turn_, king, make_square(u.rook_file(), rank_of(king)));
  } else if (u.kind() == Undo::Kind::Irregular) {
    unmake_irregular(u);
  }
}

template void Position::unmake<Color::White>(const Undo&);
template void Position::unmake<Color::Black>(const Undo&);

// --- Irregular moves: drops, and moves that are not legal chess moves. They are made square by square, with the same
// result as in python-chess.

void Position::replace(Square s, Piece p, bool promoted) {
  if (const Piece old = piece_at(s); old != Piece::None) toggle(type_of(old), color_of(old), s);
  promoted_ -= Bitboard(s);
  if (p == Piece::None) return;
  toggle(type_of(p), color_of(p), s);
  if (promoted) promoted_ |= Bitboard(s);
}

// Replaces the piece on a square and pushes the old contents onto `u.checkers`, with the last change in the lowest
// bits. A move changes at most five squares, and each takes 12 bits.
void Position::change(Square s, Piece p, bool promoted, Undo& u) {
  const unsigned old = index(s) | index(piece_at(s)) << 6 | unsigned(promoted_.contains(s)) << 10 | 1u << 11;
  u.checkers = u.checkers << 12 | old;
  replace(s, p, promoted);
}

void Position::make_irregular(Move m, Undo& u) {
  save(u, to_own_encoding(*this, m), Undo::pieces_of(Undo::Kind::Irregular));
  u.checkers = 0;
  m = to_king_takes_rook(*this, m);
  const Square en_passant = std::exchange(en_passant_, Square::None);
  const Color us = std::exchange(turn_, ~turn_);
  ++halfmove_clock_;
  fullmove_number_ += index(us);

  const PieceType dropped = m.dropped();
  if (dropped >= PieceType::Pawn && dropped <= PieceType::King) {
    change(m.to(), make_piece(dropped, us), false, u);
  } else if (piece_at(m.from()) != Piece::None) {
    move_irregularly(us, m, en_passant, u);
  }
  castling_is_clean_ = castling_is_clean_ && clean_castling_rights(castling_) == castling_;
  refresh();
}

// Moves the piece on m.from(), whatever its color, as its type would move. `en_passant` is the en-passant square before
// the move.
void Position::move_irregularly(Color us, Move m, Square en_passant, Undo& u) {
  const Square from = m.from(), to = m.to();
  if ((of(PieceType::Pawn) | of(~us)).meets(Bitboard(from) ^ Bitboard(to))) halfmove_clock_ = 0;
  bool promoted = promoted_.contains(from);
  PieceType placed = type_at(from);
  change(from, Piece::None, false, u);
  const PieceType captured = type_at(to);

  castling_ -= Bitboard(from) | Bitboard(to);
  if (placed == PieceType::King && !promoted)
    castling_ -= Bitboard(relative(Rank::R1, us));
  else if (captured == PieceType::King && !promoted_.contains(to) && rank_of(to) == relative(Rank::R8, us))
    castling_ -= Bitboard(relative(Rank::R8, us));

  if (placed == PieceType::Pawn) {
    const int step = int(index(to)) - int(index(from));
    if (step == 16 && rank_of(from) == Rank::R2) {
      en_passant_ = offset(from, 8);
    } else if (step == -16 && rank_of(from) == Rank::R7) {
      en_passant_ = offset(from, -8);
    } else if (to == en_passant && captured == PieceType::None &&
               (step == 7 || step == 9 || step == -7 || step == -9)) {
      // An artificial square on an outer rank wraps around, as a negative index does in Python.
      change(Square((index(to) + (us == Color::White ? 56 : 8)) & 63), Piece::None, false, u);
    }
  }
  if (m.promotion() >= PieceType::Pawn && m.promotion() <= PieceType::King) {
    placed = m.promotion();
    promoted = true;
  }
  if (placed == PieceType::King && of(us).contains(to)) {
    const CastlingPath& path = castling_path(us, from, to);
    change(to, Piece::None, false, u);
    change(path.king_to, make_piece(PieceType::King, us), false, u);
    change(path.rook_to, make_piece(PieceType::Rook, us), false, u);
  } else {
    change(to, make_piece(placed, us), promoted, u);
  }
}

// Restores each changed square, starting with the last change.
void Position::unmake_irregular(const Undo& u) {
  for (std::uint64_t old = u.checkers; old != 0; old >>= 12)
    replace(Square(old & 63), Piece(old >> 6 & 15), old >> 10 & 1);
  refresh_checks();
}

}  // namespace bitrook
