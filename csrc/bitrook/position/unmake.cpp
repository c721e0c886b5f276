// Unmaking a move: what it destroyed comes from its Undo, the pieces go back.
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/en_passant.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// What every move destroys, except checkers and pins.
template <Color Us>
BITROOK_ALWAYS_INLINE void Position::restore(const Undo& u) {
  turn_ = Us;
  if constexpr (Us == Color::Black) --fullmove_number_;
  irreversible_ = u.irreversible();
  castling_ = Irreversible::unpacked(irreversible_.castling());
  key_ = u.key;
}

template <Color Us>
void Position::unmake(const Undo& u) {
  if (u.is_slow()) [[unlikely]]
    return unmake_slow<Us>(u);
  restore<Us>(u);
  checks_ = u;
  const std::size_t from = u.word & 63, to = u.word >> 6 & 63, moved = u.moved(), captured = u.captured();
  squares_[from] = Piece(moved);
  squares_[to] = Piece(captured);
  const Bitboard target(Square{std::uint8_t(to)});
  placement_.toggle(type_of(Piece(moved)), Us, Bitboard(Square{std::uint8_t(from)}) | target);
  if (captured != 0) placement_.toggle(type_of(Piece(captured)), ~Us, target);
  changed();
}

template <Color Us>
BITROOK_NEVER_INLINE void Position::unmake_slow(const Undo& u) {
  using enum Undo::Kind;
  restore<Us>(u);
  if (u.kind() == Irregular) return unmake_irregular(u);
  checks_ = u;
  if (u.kind() == Null) return changed();
  if (u.kind() == CastlingKing || u.kind() == CastlingRook) return unmake_castling(u);

  const Square from = u.move().from(), to = u.move().to();
  const Piece placed = piece_at(to);
  flip(placed, to);
  flip(u.kind() == Promotion ? make_piece(PieceType::Pawn, Us) : placed, from);
  if (u.kind() == EnPassant)
    flip(make_piece(PieceType::Pawn, ~Us), en_passant_victim(Us, to).first());
  else if (u.captured_type() != PieceType::None)
    flip(make_piece(u.captured_type(), ~Us), to);
  promoted_ -= Bitboard(from) | Bitboard(to);
  if (u.moved_flag()) promoted_ |= Bitboard(from);
  if (u.captured_flag()) promoted_ |= Bitboard(to);
  kings_[index(Us)] = computed_king(Us);
  changed();
}

void Position::unmake_castling(const Undo& u) {
  const Piece king = make_piece(PieceType::King, turn_), rook_piece = make_piece(PieceType::Rook, turn_);
  const Square from = u.move().from();
  Square rook = u.move().to();
  if (u.kind() == Undo::Kind::CastlingKing) rook = make_square(rook < from ? File::A : File::H, rank_of(from));
  const CastlingPath& path = castling_path(turn_, from, rook);
  flip(king, path.king_to);
  flip(rook_piece, path.rook_to);
  flip(king, from);
  flip(rook_piece, rook);
  kings_[index(turn_)] = computed_king(turn_);
  changed();
}

template void Position::unmake<Color::White>(const Undo&);
template void Position::unmake<Color::Black>(const Undo&);

}  // namespace bitrook
