// Taking moves back: the short way, and what marks an Undo as special.
#include "bitrook/position/make_detail.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/position/position_detail.hpp"

namespace bitrook {

using namespace detail;

template <Color Us>
BITROOK_ALWAYS_INLINE void Position::move_back(const Undo& u, std::size_t piece, std::size_t captured) {
  const std::size_t from = u.word & 63, to = u.word >> 6 & 63;
  const Bitboard target = bit(to);
  status_.turn = Us;
  if constexpr (Us == Color::Black) --status_.fullmove_number;
  status_.castling = Irreversible::unpacked(status_.irreversible.castling());
  derived_ = u;
  status_.key = u.key;
  squares_[from] = Piece(piece);
  squares_[to] = Piece(captured);
  placement_.toggle(PieceType(type_of(piece)), Us, bit(from) | target);
  if (captured != 0) placement_.toggle(PieceType(type_of(captured)), ~Us, target);
}

template <Color Us>
void Position::undo_as(const Undo& u) {
  if (u.is_special()) [[unlikely]]
    return undo_special<Us>(u);
  status_.irreversible = Irreversible(u.word >> 24);
  move_back<Us>(u, u.word >> 20 & 15, u.word >> 16 & 15);
  changed();
}

template <Color Us>
void Position::undo_special(const Undo& u) {
  constexpr Color Them = ~Us;
  const Square from = u.move().from(), to = u.move().to();
  const Bitboard origin{from}, target{to};
  const unsigned pieces = u.pieces(), moved = pieces >> 4 & 14, captured = pieces & 14;
  status_.irreversible = u.irreversible();
  if (moved == 2 * index(PieceType::King)) {
    move_back<Us>(u, moved + index(Us), captured != 0 ? captured + index(Them) : 0);
    status_.kings[index(Us)] = computed_king(Us);
    changed();
    return;
  }

  status_.turn = Us;
  if constexpr (Us == Color::Black) --status_.fullmove_number;
  status_.castling = Irreversible::unpacked(status_.irreversible.castling());
  if (moved == Unusual) return undo_irregular(u);
  derived_ = u;
  status_.key = u.key;
  if (moved == Castling) return uncastle(u);

  flip(u.move().word() > 0xFFF ? make_piece(u.move().promotion(), Us) : Piece(moved + index(Us)), to);
  flip(Piece(moved + index(Us)), from);
  if (captured == EnPassant)
    flip(make_piece(PieceType::Pawn, Them), en_passant_victim(Us, to).first());
  else if (captured != 0)
    flip(Piece(captured + index(Them)), to);
  promoted_ -= origin | target;
  if (pieces & Mark) promoted_ |= target;
  if (pieces >> 4 & Mark) promoted_ |= origin;
  status_.kings[index(Us)] = computed_king(Us);
  changed();
}

template void Position::undo_as<Color::White>(const Undo&);
template void Position::undo_as<Color::Black>(const Undo&);

}  // namespace bitrook
