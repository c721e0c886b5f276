// Making a move: a fast path for plain moves and captures, a slow path for everything else that a game contains.
#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/checks_pins.hpp"
#include "bitrook/position/en_passant.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook {

namespace {

// Squares and pieces are std::size_t here: the compiler extends narrower numbers again at each use.
constexpr Bitboard bit(std::size_t square) { return Bitboard(std::uint64_t{1} << (square & 63)); }
constexpr PieceType type_of(std::size_t piece) { return PieceType(piece >> 1); }
constexpr Move move_of(std::size_t word) { return Move::from_word(std::uint16_t(word)); }

template <Color Us>
constexpr std::size_t Pawn = index(make_piece(PieceType::Pawn, Us));
template <Color Us>
constexpr std::size_t King = index(make_piece(PieceType::King, Us));

// By the moving and the captured piece (Undo::fast_pieces), the values of `from ^ to` that need the slow path: none
// where a piece or pawn moves to an empty square or captures an enemy other than the king, except for a pawn's double
// push (16); all for any other pair.
template <Color Us>
constexpr std::array<std::uint64_t, 256> SlowMoves = [] {
  std::array<std::uint64_t, 256> t{};
  const auto is_of = [](Piece p, Color c) {
    return color_of(p) == c && p != Piece::None && bitrook::type_of(p) != PieceType::King;
  };
  for (unsigned i = 0; i < 256; ++i) {
    const Piece moved = Piece(i >> 4), captured = Piece(i & 15);
    const bool regular = is_of(moved, Us) && (captured == Piece::None || is_of(captured, ~Us));
    t[i] = !regular ? ~std::uint64_t{0} : index(moved) == Pawn<Us> ? std::uint64_t{1} << 16 : 0;
  }
  return t;
}();

}  // namespace

// --- Steps that several kinds of moves share.

void Position::toggle(Piece p, Square s) {
  flip(p, s);
  key_ ^= zobrist::piece(p, s);
}

inline void Position::clear_en_passant() {
  if (!irreversible_.has_en_passant()) return;
  key_ ^= en_passant_key();
  irreversible_.set_en_passant(Square::None);
}

// Drops the rights on `squares`: those of a king or rook that moves, and of a rook that is captured.
inline void Position::lose_castling_rights(Bitboard squares) {
  if (castling_.meets(squares)) drop_castling_rights(castling_ & squares);
}
void Position::drop_castling_rights(Bitboard rights) {
  if (castling_is_clean_) {  // each right has a Zobrist key of its own
    for (const Square s : rights) {
      const Color c = rank_of(s) == Rank::R1 ? Color::White : Color::Black;
      const Bitboard kings = (of(PieceType::King, c) & Bitboard(rank_of(s))) - promoted_;
      key_ ^= Bitboard(s) > kings ? zobrist::kingside(c) : zobrist::queenside(c);
    }
    set_rights(castling_ - rights);
  } else {
    key_ ^= castling_key();
    set_rights(castling_ - rights);
    key_ ^= castling_key();
  }
}

// Moves a piece to a square that is empty or holds an enemy, gives the turn to the other side and finds its checkers
// and pins. Not inlined: its registers and those of its callers would not fit together.
template <Color Us>
BITROOK_NEVER_INLINE void Position::move_and_end_turn(std::size_t piece, std::size_t from, std::size_t to,
                                                      std::size_t captured) {
  std::uint64_t key = key_ ^ zobrist::WhiteToMove;
  if (captured != 0) {
    placement_.toggle(type_of(captured), ~Us, bit(to));
    key ^= zobrist::piece(captured, to);
  }
  squares_[from] = Piece::None;
  squares_[to] = Piece(piece);
  placement_.toggle(type_of(piece), Us, bit(from) | bit(to));
  key_ = key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  if constexpr (Us == Color::Black) ++fullmove_number_;
  turn_ = ~Us;
  checks_ = checks_and_pins<~Us>(*this);
  changed();
}

// The same for moves that have placed their pieces themselves.
void Position::end_turn() {
  key_ ^= zobrist::WhiteToMove;
  fullmove_number_ += index(turn_);
  turn_ = ~turn_;
  refresh_checks();
  changed();
}

// --- The fast path: a piece other than the king moves to an empty square or captures, no castling right and no
// promoted flag is on the two squares, there is no en-passant square to clear, and the move is no double push. The
// functions of the slow path are not inlined, so that this one does not save registers for them.
template <Color Us>
void Position::make(std::size_t word, Undo& u) {
  if (word > 0xFFF) [[unlikely]]
    return make_promotion<Us>(word, u);
  const std::size_t from = word & 63, to = word >> 6;
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]);
  const std::size_t pieces = Undo::fast_pieces(piece, captured);
  if ((SlowMoves<Us>[pieces] >> (from ^ to) & 1) != 0) [[unlikely]]
    return piece == Pawn<Us>   ? make_double_push<Us>(word, u)
           : piece == King<Us> ? make_king_move<Us>(word, u)
                               : make_irregular(move_of(word), u);
  if ((castling_ | promoted_).meets(bit(from) | bit(to)) || irreversible_.has_en_passant()) [[unlikely]]
    return make_with_flags<Us>(word, u);
  u.save(checks_, key_, irreversible_, pieces, word);
  irreversible_.count_halfmove((piece == Pawn<Us>) | (captured != 0));
  move_and_end_turn<Us>(piece, from, to, captured);
}

// The fast path with castling rights, promoted flags and the en-passant square.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_with_flags(std::size_t word, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6;
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]);
  if (piece == Pawn<Us> && to == index(en_passant())) return make_en_passant<Us>(word, u);
  std::uint64_t pieces = Undo::fast_pieces(piece, captured);
  if (promoted_.meets(bit(from) | bit(to))) [[unlikely]] {
    const bool moved_flag = promoted_.meets(bit(from)), captured_flag = promoted_.meets(bit(to));
    if (piece == Pawn<Us> && moved_flag) return make_irregular(move_of(word), u);
    pieces = Undo::slow_pieces(Undo::Kind::Flagged, type_of(captured), moved_flag, captured_flag);
    promoted_ -= bit(from) | bit(to);
    if (moved_flag) promoted_ |= bit(to);
  }
  u.save(checks_, key_, irreversible_, pieces, word);
  clear_en_passant();
  lose_castling_rights(bit(from) | bit(to));
  irreversible_.count_halfmove((piece == Pawn<Us>) | (captured != 0));
  move_and_end_turn<Us>(piece, from, to, captured);
}

// All rights of the side go, and which of several kings is the highest may change.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_king_move(std::size_t word, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6;
  const std::size_t captured = index(squares_[to]);
  const Bitboard both = bit(from) | bit(to);
  if (king_attacks(Square(from)).disjoint(bit(to)) || (of(Us) | of(PieceType::King)).meets(bit(to)) ||
      promoted_.meets(both)) [[unlikely]] {
    if (!make_castling(move_of(word), u)) make_irregular(move_of(word), u);
    return;
  }
  u.save(checks_, key_, irreversible_, Undo::slow_pieces(Undo::Kind::King, type_of(captured)), word);
  clear_en_passant();
  lose_castling_rights(both | Bitboard(relative(Rank::R1, Us)));
  irreversible_.count_halfmove(captured != 0);
  kings_[index(Us)] = ((of(PieceType::King, Us) - promoted_) ^ both).last();
  move_and_end_turn<Us>(King<Us>, from, to, captured);
}

// A pawn to `from ^ 16`, or onto a square that it cannot go to.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_double_push(std::size_t word, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6;
  if ((from ^ to) != 16 || rank_of(Square(from)) != relative(Rank::R2, Us) || squares_[to] != Piece::None ||
      (castling_ | promoted_).meets(bit(from) | bit(to))) [[unlikely]]
    return make_irregular(move_of(word), u);
  u.save(checks_, key_, irreversible_, Undo::fast_pieces(Pawn<Us>, 0), word);
  clear_en_passant();
  const Square crossed = Square((from + to) / 2);
  if (of(PieceType::Pawn, ~Us).meets(pawn_attacks(Us, crossed))) key_ ^= zobrist::en_passant(file_of(crossed));
  irreversible_.count_halfmove(true);
  irreversible_.set_en_passant(crossed);
  move_and_end_turn<Us>(Pawn<Us>, from, to, 0);
}

// A pawn to the en-passant square.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_en_passant(std::size_t word, Undo& u) {
  constexpr Piece Theirs = make_piece(PieceType::Pawn, ~Us);
  const std::size_t from = word & 63, to = word >> 6;
  const Bitboard victim = en_passant_victim(Us, Square(to));
  if (squares_[to] != Piece::None || pawn_attacks(Us, Square(from)).disjoint(bit(to)) ||
      (castling_ | promoted_).meets(bit(from) | bit(to) | victim) || of(Theirs).disjoint(victim)) [[unlikely]]
    return make_irregular(move_of(word), u);
  u.save(checks_, key_, irreversible_, Undo::slow_pieces(Undo::Kind::EnPassant), word);
  clear_en_passant();
  toggle(Theirs, victim.first());
  irreversible_.count_halfmove(true);
  move_and_end_turn<Us>(Pawn<Us>, from, to, 0);
}

// A move whose word names a promotion or a drop. The pawn is exchanged where it is, then the new piece moves.
template <Color Us>
BITROOK_NEVER_INLINE void Position::make_promotion(std::size_t word, Undo& u) {
  const Move m = move_of(word);
  const Square from = m.from(), to = m.to();
  const Piece captured = piece_at(to), placed = make_piece(m.promotion(), Us);
  if (index(piece_at(from)) != Pawn<Us> || m.promotion() < PieceType::Knight || m.promotion() > PieceType::Queen ||
      rank_of(from) != relative(Rank::R7, Us) || rank_of(to) != relative(Rank::R8, Us) ||
      (of(Us) | of(PieceType::King)).meets(Bitboard(to)) || promoted_.meets(Bitboard(from) | Bitboard(to)) ||
      to == en_passant()) [[unlikely]]
    return make_irregular(m, u);
  u.save(checks_, key_, irreversible_, Undo::slow_pieces(Undo::Kind::Promotion, bitrook::type_of(captured)), word);
  clear_en_passant();
  lose_castling_rights(Bitboard(from) | Bitboard(to));
  toggle(Piece(Pawn<Us>), from);
  toggle(placed, from);
  promoted_ |= Bitboard(to);
  irreversible_.count_halfmove(true);
  move_and_end_turn<Us>(index(placed), index(from), index(to), index(captured));
}

// Castles if `m`, in either encoding, moves the king onto a rook of its own on their first rank, and no third piece is
// on the squares they go to. Rights, checks and the squares between are the caller's: see play_unchecked. Returns
// false, changing nothing, if it is another move.
bool Position::make_castling(Move m, Undo& u) {
  const Move to_rook = to_king_takes_rook(*this, m), two_squares = to_king_two_squares(*this, to_rook);
  const Square from = to_rook.from(), rook = to_rook.to();
  if (piece_at(rook) != make_piece(PieceType::Rook, turn_) || promoted_.meets(Bitboard(from) | Bitboard(rook)) ||
      rank_of(from) != relative(Rank::R1, turn_) || rank_of(rook) != rank_of(from) ||
      (!chess960_ && two_squares == to_rook))
    return false;
  const CastlingPath& path = castling_path(turn_, from, rook);
  const Bitboard others = occupied() - Bitboard(from) - Bitboard(rook);
  if (others.meets(Bitboard(path.king_to) | Bitboard(path.rook_to))) return false;

  u.save(checks_, key_, irreversible_,
         Undo::slow_pieces(chess960_ ? Undo::Kind::CastlingRook : Undo::Kind::CastlingKing),
         (chess960_ ? to_rook : two_squares).word());
  clear_en_passant();
  lose_castling_rights(Bitboard(relative(Rank::R1, turn_)));
  const Piece king = make_piece(PieceType::King, turn_), rook_piece = make_piece(PieceType::Rook, turn_);
  toggle(king, from);
  toggle(rook_piece, rook);
  toggle(king, path.king_to);
  toggle(rook_piece, path.rook_to);
  kings_[index(turn_)] = computed_king(turn_);
  irreversible_.count_halfmove();
  end_turn();
  return true;
}

void Position::make_null(Undo& u) {
  u.save(checks_, key_, irreversible_, Undo::slow_pieces(Undo::Kind::Null), Move::null().word());
  clear_en_passant();
  irreversible_.count_halfmove();
  end_turn();
}

template void Position::make<Color::White>(std::size_t, Undo&);
template void Position::make<Color::Black>(std::size_t, Undo&);

}  // namespace bitrook
