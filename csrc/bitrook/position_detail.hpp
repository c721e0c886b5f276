// What the files that implement Position share: attacks on the mover's king, the square beside a double step.
#pragma once

#include "attacks.hpp"
#include "position.hpp"

namespace bitrook::detail {

// Where the pawn stands whose double step left `en_passant` behind it, for `mover` to capture; and the
// squares beside it. A hand-made en-passant square on an outer rank may have none.
inline Bitboard double_step_square(Color mover, Square en_passant) {
  return mover == Color::White ? Bitboard(en_passant) >> 8 : Bitboard(en_passant) << 8;
}
inline Bitboard beside_double_step(Color mover, Square en_passant) {
  const Bitboard pawn = double_step_square(mover, en_passant);
  return shifted<Direction::East>(pawn) | shifted<Direction::West>(pawn);
}

// Where king and rook stand after castling: by the side on which the rook stands of the king.
struct CastlingSquares {
  Square king, rook;
};
constexpr CastlingSquares castling_squares(Color c, Square king, Square rook) {
  const Rank home = relative(Rank::R1, c);
  return file_of(rook) < file_of(king) ? CastlingSquares{make_square(File::C, home), make_square(File::D, home)}
                                       : CastlingSquares{make_square(File::G, home), make_square(File::F, home)};
}

// Castling spelled "king takes rook" of a move that is spelled "king goes two squares aside", and back.
// Only a king on e1 or e8 is looked at, and only the squares decide: the move need not be legal.
inline Move chess960_spelling(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if ((from != Square::E1 && from != Square::E8) || !p.of(PieceType::King).contains(from)) return m;
  const Rank home = rank_of(from);
  if (rank_of(to) != home || (file_of(to) != File::G && file_of(to) != File::C) || p.of(PieceType::Rook).contains(to))
    return m;
  return Move::normal(from, make_square(file_of(to) == File::G ? File::H : File::A, home));
}
inline Move standard_spelling(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (m.word() >> 12 || (from != Square::E1 && from != Square::E8) || !p.of(PieceType::King).contains(from)) return m;
  const Rank home = rank_of(from);
  if (rank_of(to) != home || (file_of(to) != File::H && file_of(to) != File::A)) return m;
  return Move::normal(from, make_square(file_of(to) == File::H ? File::G : File::C, home));
}
inline Move own_spelling(const Position& p, Move m) {
  m = chess960_spelling(p, m);
  return p.chess960() ? m : standard_spelling(p, m);
}

// Who attacks the king of Us, and which of its own pieces shield it from a slider.
template <Color Us>
inline void attacks_on_king(const Position& p, Bitboard& checkers, Bitboard& pinned) {
  constexpr Color Them = ~Us;
  const Bitboard us = p.of(Us), them = p.of(Them), kings = p.of(PieceType::King);
  const Bitboard ours = (kings & us) - p.promoted();
  pinned = Bitboard();
  checkers = Bitboard();
  if (ours.empty()) return;
  const Square king = ours.last();
  checkers = ((pawn_attacks(Us, king) & p.of(PieceType::Pawn)) | (knight_attacks(king) & p.of(PieceType::Knight)) |
              (king_attacks(king) & kings)) &
             them;
  // Sliders that would attack the king on an empty board: seldom more than two.
  const Bitboard queens = p.of(PieceType::Queen);
  const Bitboard snipers = ((rook_rays(king) & (p.of(PieceType::Rook) | queens)) |
                            (bishop_rays(king) & (p.of(PieceType::Bishop) | queens))) &
                           them;
  const Bitboard occupied = us | them;
  for (const Square sniper : snipers) {
    const Bitboard shields = between(king, sniper) & occupied;
    if (shields.empty())
      checkers |= Bitboard(sniper);
    else if (!shields.many())
      pinned |= shields & us;
  }
}

}  // namespace bitrook::detail
