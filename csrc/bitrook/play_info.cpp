// Playing by a CheckInfo: the key and the word of an Irreversible as every move leaves them are known beforehand, and
// of most moves that nobody need look at the enemy king.
#include "check_info.hpp"
#include "play_detail.hpp"
#include "position.hpp"

namespace bitrook {

using namespace detail;

template <Color Us>
BITROOK_ALWAYS_INLINE void Position::settle(const CheckInfo& info, std::size_t piece, std::size_t from,
                                            std::size_t to) {
  if (((info.origins & bit(from)) | (info.targets[type_of(piece)] & bit(to))).any()) [[unlikely]] {
    refresh_attacks();
  } else {
    derived_.checkers = 0;
    derived_.pinned = info.pinned.word();
  }
  changed();
}

// Whether an officer or a pawn goes where it stands or takes what stands there, and no more. (There may be castling
// rights or marks of promotion on the squares.)
template <Color Us>
BITROOK_ALWAYS_INLINE bool Position::is_plain(std::size_t word, std::size_t piece, std::size_t captured) const {
  const std::size_t from = word & 63, to = word >> 6 & 63;
  return word <= 0xFFF && (LongWays<Us>[pieces_of(piece, captured)] >> (from ^ to) & 1) == 0 &&
         !(piece == Pawn<Us> && to == index(en_passant()));
}

template <Color Us>
void Position::play_as(std::size_t word, const CheckInfo& info, Undo& u) {
  const std::size_t from = word & 63, to = word >> 6 & 63;
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]), pieces = pieces_of(piece, captured);
  if (!is_plain<Us>(word, piece, captured) || (castling_ | promoted_).meets(bit(from) | bit(to))) [[unlikely]]
    return play_as<Us>(word, u);
  u.save(derived_, irreversible_, pieces, word);
  irreversible_ = counted(info.irreversible, pieces);
  move_piece<Us>(piece, from, to, captured, info.key);
  settle<Us>(info, piece, from, to);
}

template <Color Us>
void Position::play_to_as(std::size_t word, const CheckInfo& info, Position& next) const {
  const std::size_t from = word & 63, to = word >> 6 & 63;
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]), pieces = pieces_of(piece, captured);
  if (!is_plain<Us>(word, piece, captured) || (castling_ | promoted_).meets(bit(from) | bit(to))) [[unlikely]]
    return play_to_with_care<Us>(word, info, next);
  next = *this;
  next.irreversible_ = counted(info.irreversible, pieces);
  next.move_piece<Us>(piece, from, to, captured, info.key);
  next.settle<Us>(info, piece, from, to);
}

// Double steps, the king's steps and rights to lose; of what is left there is little.
template <Color Us>
BITROOK_NEVER_INLINE void Position::play_to_with_care(std::size_t word, const CheckInfo& info, Position& next) const {
  const std::size_t from = word & 63, to = word >> 6 & 63;
  const std::size_t piece = index(squares_[from]), captured = index(squares_[to]), pieces = pieces_of(piece, captured);
  const Bitboard both = bit(from) | bit(to);
  const bool ordinary = word <= 0xFFF && promoted_.disjoint(both);
  const bool kings_step = of(Piece(King<Us>)) == bit(from) && king_attacks(Square(from)).contains(Square(to)) &&
                          (of(Us) | of(PieceType::King)).disjoint(bit(to));
  next = *this;
  if (ordinary && (kings_step || is_plain<Us>(word, piece, captured))) {
    next.irreversible_ = info.irreversible;
    next.derived_.key = info.key;
    next.leave(kings_step ? both | Bitboard(relative(Rank::R1, Us)) : both);
    if (kings_step) next.kings_[index(Us)] = Square(to);
    next.irreversible_ = counted(next.irreversible_, pieces);
    next.move_piece<Us>(piece, from, to, captured, next.derived_.key);
    return next.settle<Us>(info, piece, from, to);
  }
  if (ordinary && piece == Pawn<Us> && is_double_step<Us>(word)) {
    const Square passed = Square((from + to) / 2);
    next.irreversible_ = counted(info.irreversible, pieces);
    next.irreversible_.set_en_passant(passed);
    next.move_piece<Us>(piece, from, to, captured, info.key ^ passed_key<Us>(passed));
    return next.settle<Us>(info, piece, from, to);
  }
  Undo u;
  next.play_as<Us>(word, u);
}

template void Position::play_as<Color::White>(std::size_t, const CheckInfo&, Undo&);
template void Position::play_as<Color::Black>(std::size_t, const CheckInfo&, Undo&);
template void Position::play_to_as<Color::White>(std::size_t, const CheckInfo&, Position&) const;
template void Position::play_to_as<Color::Black>(std::size_t, const CheckInfo&, Position&) const;

}  // namespace bitrook
