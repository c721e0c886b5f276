// The playing of moves: a short way for the moves of chess, a long one for any other.
#include "bitrook/position/make_detail.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/position/position_detail.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook {

using namespace detail;

namespace {

// By what moves and what stands on the target (`pieces_of`), which words `from ^ to` the short way is not for: none, if
// an officer goes to an empty square or takes an enemy other than the king; a pawn's double step; all, of other pieces.
template <Color Us>
constexpr std::array<std::uint64_t, 256> LongWays = [] {
  std::array<std::uint64_t, 256> t{};
  for (unsigned i = 0; i < 256; ++i) {
    const Piece moved = Piece(i >> 4), captured = Piece(i & 15);
    const auto is = [](Piece p, Color c) {
      return color_of(p) == c && PieceType::Pawn <= type_of(p) && type_of(p) <= PieceType::Queen;
    };
    t[i] = !is(moved, Us) || !(captured == Piece::None || is(captured, ~Us)) ? ~std::uint64_t{0}
           : type_of(moved) == PieceType::Pawn                               ? std::uint64_t{1} << 16
                                                                             : 0;
  }
  return t;
}();

// By the same, what is left of the word of an Irreversible that has counted the move: the clock starts anew with a
// pawn's move or a capture.
constexpr std::array<std::uint64_t, 256> Clocks = [] {
  std::array<std::uint64_t, 256> t{};
  for (unsigned i = 0; i < 256; ++i)
    t[i] = type_of(Piece(i >> 4)) == PieceType::Pawn || (i & 15) != 0 ? Irreversible::ClockOne - 1 : ~std::uint64_t{0};
  return t;
}();

constexpr Irreversible counted(Irreversible before, std::size_t pieces) {
  return Irreversible((before.word() + Irreversible::ClockOne) & Clocks[pieces]);
}

}  // namespace

std::uint64_t Position::zobrist_of(Piece p, Square s) { return zobrist::piece(p, s); }

inline void Position::forget_en_passant() {
  if (!status_.irreversible.has_en_passant()) return;
  status_.key ^= en_passant_key();
  status_.irreversible.set_en_passant(Square::None);
}

// The rights of a king that moves, of a rook that moves and of one that is taken.
inline void Position::leave(Bitboard squares) {
  if (status_.castling.meets(squares)) lose(status_.castling & squares);
}

void Position::lose(Bitboard rights) {
  if (!status_.castling_is_clean) [[unlikely]] {
    status_.key ^= castling_key();
    set_rights(status_.castling ^ rights);
    status_.key ^= castling_key();
    return;
  }
  // If all of them can be used, each has a number of its own.
  if (rights.subset_of(Corners)) {
    status_.key ^= corner_key(rights);
  } else {
    for (const Square s : rights) {
      const Color c = rank_of(s) == Rank::R1 ? Color::White : Color::Black;
      const Bitboard kings = (of(PieceType::King, c) & Bitboard(rank_of(s))) - promoted_;
      status_.key ^= Bitboard(s) > kings ? zobrist::kingside(c) : zobrist::queenside(c);
    }
  }
  set_rights(status_.castling ^ rights);
}

// The mark of a promoted piece moves with it and covers that of the piece it takes.
std::size_t Position::carry_promotion(Bitboard origin, Bitboard target) {
  const bool mover = promoted_.meets(origin), captured = promoted_.meets(target);
  promoted_ -= origin | target;
  if (mover) promoted_ |= target;
  return pieces_of(mover ? Mark : 0, captured ? Mark : 0);
}

// The end of every way but the unusual one: a piece goes to an empty square or takes an enemy's, then the side that is
// now to move looks after its king. A function of its own, to be jumped to: what it needs and what the ways to it need
// would not fit the registers together.
template <Color Us>
BITROOK_NEVER_INLINE void Position::move_and_pass(std::size_t piece, std::size_t from, std::size_t to,
                                                  std::size_t captured) {
  std::uint64_t key = status_.key ^ zobrist::WhiteToMove;
  if (captured != 0) {
    placement_.toggle(PieceType(type_of(captured)), ~Us, bit(to));
    key ^= zobrist::piece(captured, to);
  }
  squares_[from] = Piece::None;
  squares_[to] = Piece(piece);
  placement_.toggle(PieceType(type_of(piece)), Us, bit(from) | bit(to));
  status_.key = key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  if constexpr (Us == Color::Black) ++status_.fullmove_number;
  status_.turn = ~Us;
  attacks_on_king<~Us>(*this, derived_);
  changed();
}

// The short way. What it costs is instructions more than branches: the moves of one position, played one after the
// other, mostly take the same ones.
template <Color Us>
void Position::play_as(std::size_t word, Undo& u) {
  if (word > 0xFFF) [[unlikely]]
    return play_promotion<Us>(word, u);
  const std::size_t from = word & 63, to = word >> 6;
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]), pieces = pieces_of(piece, captured);
  if (LongWays<Us>[pieces] >> ((word ^ to) & 63) & 1) [[unlikely]]
    return piece == Pawn<Us>   ? play_double_push<Us>(word, u)
           : piece == King<Us> ? play_king<Us>(word, u)
                               : play_irregular(move_of(word), u);
  if ((status_.castling | promoted_).meets(bit(from) | bit(to)) || status_.irreversible.has_en_passant()) [[unlikely]]
    return play_with_care<Us>(word, u);
  u.save(derived_, status_.key, status_.irreversible, pieces, word);
  status_.irreversible = counted(status_.irreversible, pieces);
  move_and_pass<Us>(piece, from, to, captured);
}

// The short way where castling rights or marks of promotion stand on the squares or an en-passant square has to go.
template <Color Us>
BITROOK_NEVER_INLINE void Position::play_with_care(std::size_t word, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6;
  const Bitboard both = bit(from) | bit(to);
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]);
  std::uint64_t pieces = pieces_of(piece, captured);
  if (piece == Pawn<Us> && to == index(en_passant())) [[unlikely]]
    return play_en_passant<Us>(word, u);
  if (promoted_.meets(both)) [[unlikely]] {
    if (piece == Pawn<Us> && promoted_.meets(bit(from))) [[unlikely]]
      return play_irregular(move_of(word), u);
    pieces = special(pieces) | carry_promotion(bit(from), bit(to));
  }
  u.save(derived_, status_.key, status_.irreversible, pieces, word);
  forget_en_passant();
  leave(both);
  status_.irreversible = counted(status_.irreversible, pieces_of(piece, captured));
  move_and_pass<Us>(piece, from, to, captured);
}

// The king's steps: rights go with them, and which of several kings is the highest may change.
template <Color Us>
BITROOK_NEVER_INLINE void Position::play_king(std::size_t word, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6;
  const Bitboard origin = bit(from), target = bit(to);
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]);
  if (king_attacks(Square(from)).disjoint(target) || (of(Us) | of(PieceType::King)).meets(target) ||
      promoted_.meets(origin | target)) [[unlikely]]
    return play_irregular(move_of(word), u);
  u.save(derived_, status_.key, status_.irreversible, special(pieces_of(piece, captured)), word);
  forget_en_passant();
  leave(origin | target | Bitboard(relative(Rank::R1, Us)));
  status_.irreversible = counted(status_.irreversible, pieces_of(piece, captured));
  status_.kings[index(Us)] = ((of(PieceType::King, Us) - promoted_) ^ origin ^ target).last();
  move_and_pass<Us>(piece, from, to, captured);
}

// A pawn of the mover to `from ^ 16`, or onto something that it cannot take.
template <Color Us>
BITROOK_NEVER_INLINE void Position::play_double_push(std::size_t word, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6;
  if ((from ^ to) != 16 || rank_of(Square(from)) != relative(Rank::R2, Us) || squares_[to] != Piece::None ||
      (status_.castling | promoted_).meets(bit(from) | bit(to))) [[unlikely]]
    return play_irregular(move_of(word), u);
  const Square passed = Square((from + to) / 2);
  u.save(derived_, status_.key, status_.irreversible, pieces_of(Pawn<Us>, 0), word);
  forget_en_passant();
  if ((of(PieceType::Pawn) & of(~Us)).meets(pawn_attacks(Us, passed)))
    status_.key ^= zobrist::en_passant(file_of(passed));
  status_.irreversible = counted(status_.irreversible, pieces_of(Pawn<Us>, 0));
  status_.irreversible.set_en_passant(passed);
  move_and_pass<Us>(Pawn<Us>, from, to, 0);
}

// A pawn to the en-passant square.
template <Color Us>
BITROOK_NEVER_INLINE void Position::play_en_passant(std::size_t word, Undo& u) {
  const Move m = move_of(word);
  constexpr Piece Theirs = make_piece(PieceType::Pawn, ~Us);
  const Square from = m.from(), to = m.to();
  const Bitboard victim = en_passant_victim(Us, to);
  if (squares_[index(to)] != Piece::None || !pawn_attacks(Us, from).contains(to) ||
      (status_.castling | promoted_).meets(Bitboard(from) | Bitboard(to) | victim) || of(Theirs).disjoint(victim))
      [[unlikely]]
    return play_irregular(m, u);
  u.save(derived_, status_.key, status_.irreversible, special(pieces_of(Pawn<Us>, EnPassant)), word);
  forget_en_passant();
  toggle(Theirs, victim.first());
  status_.irreversible = counted(status_.irreversible, pieces_of(Pawn<Us>, 0));
  move_and_pass<Us>(Pawn<Us>, index(from), index(to), 0);
}

// Promotions, drops and what looks like one. The pawn is exchanged where it stands; then the new piece moves.
template <Color Us>
BITROOK_NEVER_INLINE void Position::play_promotion(std::size_t word, Undo& u) {
  const Move m = move_of(word);
  const Square from = m.from(), to = m.to();
  const Piece captured = piece_at(to), placed = make_piece(m.promotion(), Us);
  if (index(piece_at(from)) != Pawn<Us> || m.promotion() < PieceType::Knight || m.promotion() > PieceType::Queen ||
      rank_of(from) != relative(Rank::R7, Us) || rank_of(to) != relative(Rank::R8, Us) ||
      (of(Us) | of(PieceType::King)).meets(Bitboard(to)) || promoted_.meets(Bitboard(from) | Bitboard(to))) [[unlikely]]
    return play_irregular(m, u);
  u.save(derived_, status_.key, status_.irreversible, special(pieces_of(Pawn<Us>, index(captured))), word);
  forget_en_passant();
  leave(Bitboard(from) | Bitboard(to));
  toggle(Piece(Pawn<Us>), from);
  toggle(placed, from);
  promoted_ |= Bitboard(to);
  status_.irreversible = counted(status_.irreversible, pieces_of(Pawn<Us>, 0));
  move_and_pass<Us>(index(placed), index(from), index(to), index(captured));
}

template void Position::play_as<Color::White>(std::size_t, Undo&);
template void Position::play_as<Color::Black>(std::size_t, Undo&);

}  // namespace bitrook
