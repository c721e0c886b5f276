// What the files that implement Position share: attacks on the mover's king, the squares beside a double step, its key.
#pragma once

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook::detail {

// Where the pawn stands whose double step left `en_passant` behind it, for `mover` to capture; and the
// squares beside it. A hand-made en-passant square on an outer rank may have none.
inline Bitboard en_passant_victim(Color mover, Square en_passant) {
  return mover == Color::White ? Bitboard(en_passant) >> 8 : Bitboard(en_passant) << 8;
}
inline Bitboard beside_en_passant_victim(Color mover, Square en_passant) {
  const Bitboard pawn = en_passant_victim(mover, en_passant);
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
inline Move king_takes_rook(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if ((from != Square::E1 && from != Square::E8) || !p.of(PieceType::King).contains(from)) return m;
  const Rank home = rank_of(from);
  if (rank_of(to) != home || (file_of(to) != File::G && file_of(to) != File::C) || p.of(PieceType::Rook).contains(to))
    return m;
  return Move::normal(from, make_square(file_of(to) == File::G ? File::H : File::A, home));
}
inline Move king_two_squares(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (m.word() >> 12 || (from != Square::E1 && from != Square::E8) || !p.of(PieceType::King).contains(from)) return m;
  const Rank home = rank_of(from);
  if (rank_of(to) != home || (file_of(to) != File::H && file_of(to) != File::A)) return m;
  return Move::normal(from, make_square(file_of(to) == File::H ? File::G : File::C, home));
}
inline Move own_encoding(const Position& p, Move m) {
  m = king_takes_rook(p, m);
  return p.chess960() ? m : king_two_squares(p, m);
}

// From where a king can be attacked on an empty board, by attacker: one cache line a square. No king, no lines.
struct alignas(64) LinesToKing {
  std::array<Bitboard, 2> pawn;  // by the colour of the king
  Bitboard knight, king, rook, bishop;

  // Pawns, knights and kings of either colour that attack a king of colour c from there; sliders that would.
  Bitboard leapers(const Position& p, Color c) const {
    using enum PieceType;
    return (pawn[index(c)] & p.of(Pawn)) | (knight & p.of(Knight)) | (king & p.of(King));
  }
  Bitboard sliders(const Position& p) const {
    using enum PieceType;
    return (rook & (p.of(Rook) | p.of(Queen))) | (bishop & (p.of(Bishop) | p.of(Queen)));
  }
};
inline constexpr auto LinesTo = [] {
  std::array<LinesToKing, 65> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    t[i] = {{pawn_attacks(Color::White, s), pawn_attacks(Color::Black, s)},
            knight_attacks(s),
            king_attacks(s),
            rook_rays(s),
            bishop_rays(s)};
  }
  return t;
}();

// Who attacks the king of Us, and which of its own pieces shield it from a slider.
template <Color Us>
BITROOK_ALWAYS_INLINE void attacks_on_king(const Position& p, Derived& derived) {
  const Square king = p.king(Us);
  const LinesToKing& lines = LinesTo[index(king)];
  const Bitboard own = p.of(Us), them = p.of(~Us), occupied = own | them;
  Bitboard attackers = lines.leapers(p, Us) & them;
  // Sliders that would attack the king on an empty board: seldom more than two. Nothing between gives check, one of
  // ours between is pinned; mostly there is more.
  Bitboard snipers = lines.sliders(p) & them;
  Bitboard pinned;
  for (; snipers.any(); snipers = snipers.without_first()) {
    const Bitboard blockers = between(king, snipers.first()) & occupied;
    if (blockers.many()) continue;
    if (blockers.empty())
      attackers |= snipers.isolated_first();
    else
      pinned |= blockers & own;
  }
  derived.checkers = attackers.word();
  derived.pinned = pinned.word();
}
inline void attacks_on_king(const Position& p, Derived& derived) {
  p.turn() == Color::White ? attacks_on_king<Color::White>(p, derived) : attacks_on_king<Color::Black>(p, derived);
}

}  // namespace bitrook::detail

namespace bitrook {

// Polyglot counts the file if a pawn of the mover stands beside the pawn that has made the double step.
inline std::uint64_t Position::en_passant_key() const {
  if (en_passant() == Square::None) return 0;
  const bool counts =
      detail::beside_en_passant_victim(status_.turn, en_passant()).meets(of(PieceType::Pawn, status_.turn));
  return zobrist::en_passant(file_of(en_passant())) & (0 - std::uint64_t(counts));
}

}  // namespace bitrook
