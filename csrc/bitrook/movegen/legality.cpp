// Questions about one move, answered without generating all: is it legal, what kind is it, does it give check.
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/position/position_detail.hpp"

namespace bitrook {

namespace {

bool may_castle(const Position& p, Move own_encoding) {
  const Bitboard rights = p.castling_rights();
  const Square from = own_encoding.from(), to = own_encoding.to();
  // In either spelling the king goes further than a step, or to a rook; and it goes to the rook's side.
  // (A right may be on the square of the king itself, by assignment: to its east, as python-chess has it.)
  if (rights.empty() || (king_attacks(from).contains(to) && !rights.contains(to))) return false;
  const Bitboard below((std::uint64_t{1} << index(from)) - 1);
  MoveList castling;
  generate_castling(p, castling, {Bitboard::all(), to < from ? below : ~below});
  for (const Move m : castling)
    if (m == own_encoding) return true;
  return false;
}

// By piece type and square, what a piece attacks with nothing in its way: for one target this and what stands between
// are less to look up than all attacks, and no branch on the type.
constexpr std::array OnEmptyBoard = [] {
  std::array<std::array<Bitboard, 64>, 7> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    t[index(PieceType::Knight)][i] = knight_attacks(s);
    t[index(PieceType::Bishop)][i] = bishop_rays(s);
    t[index(PieceType::Rook)][i] = rook_rays(s);
    t[index(PieceType::Queen)][i] = bishop_rays(s) | rook_rays(s);
    t[index(PieceType::King)][i] = king_attacks(s);
  }
  return t;
}();

bool is_pseudo_legal_pawn_move(const Position& p, Move m) {
  const Color us = p.turn();
  const Square from = m.from(), to = m.to();
  if (Backranks.contains(to)) {
    if (m.promotion() < PieceType::Knight || m.promotion() > PieceType::Queen) return false;
  } else if (m.is_promotion()) {
    return false;
  }
  if (pawn_attacks(us, from).contains(to)) {
    if (p.of(~us).contains(to)) return true;
    return to == p.en_passant() && p.pseudo_legal_en_passant().contains(from);
  }
  const auto forward = [us](Bitboard b) { return us == Color::White ? b << 8 : b >> 8; };
  const Bitboard single = forward(Bitboard(from)) - p.occupied();
  if (single.contains(to)) return true;
  const Bitboard middle = Bitboard(relative(Rank::R3, us)) | Bitboard(relative(Rank::R4, us));
  return ((forward(single) & middle) - p.occupied()).contains(to);
}

}  // namespace

bool is_pseudo_legal(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  const unsigned kind = m.word() >> 12;
  if (m.is_null() || kind > 6 || !p.of(p.turn()).contains(from)) return false;
  const PieceType type = p.type_at(from);
  if (kind && (type != PieceType::Pawn || rank_of(to) != relative(Rank::R8, p.turn()))) return false;
  if (type == PieceType::King) {
    const Move own = p.chess960() ? m : detail::king_two_squares(p, m);
    if (may_castle(p, own)) return true;
  }
  if (p.of(p.turn()).contains(to)) return false;
  if (type == PieceType::Pawn) return is_pseudo_legal_pawn_move(p, m);
  return OnEmptyBoard[index(type)][index(from)].contains(to) && between(from, to).disjoint(p.occupied());
}

bool is_into_check(const Position& p, Move m) {
  const Color us = p.turn();
  const Square king = p.king(us), from = m.from(), to = m.to();
  if (king == Square::None) return false;
  const Bitboard checkers = p.checkers();
  if (checkers.any()) {
    if (from == king) {
      const Bitboard sliders = checkers & (p.of(PieceType::Bishop) | p.of(PieceType::Rook) | p.of(PieceType::Queen));
      Bitboard targets = king_attacks(king) - p.of(us);
      for (const Square s : sliders) targets -= line(king, s) - Bitboard(s);
      if (m.word() >> 12 || !targets.contains(to)) return true;
    } else {
      if (checkers.many() || p.of(PieceType::King).contains(from) || !is_pseudo_legal(p, m)) return true;
      const bool en_passant = is_en_passant(p, m);
      if (!(between(king, checkers.first()) | checkers).contains(to) &&
          !(en_passant && detail::en_passant_victim(us, to) == checkers))
        return true;
    }
  }
  return !reference::is_safe(p, king, p.pinned(), m);
}

bool is_legal(const Position& p, Move m) {
  if (!is_pseudo_legal(p, m)) return false;
  // Most moves cannot open a line to the king: their piece shields none, and goes alone.
  const Bitboard bound = p.pinned() | p.of(PieceType::King);
  if (p.checkers().empty() && !bound.contains(m.from()) && m.to() != p.en_passant()) [[likely]]
    return true;
  return !is_into_check(p, m);
}

namespace {

// En passant, castling and what is no move of chess: several pieces may move.
BITROOK_NEVER_INLINE bool gives_check_when_played(const Position& p, Move m) {
  Position after = p;
  after.play_unchecked(m);
  return after.is_check();
}

}  // namespace

// One piece moves, and the enemy king stays where it is: either that piece attacks it from its new square, or
// another does that was there before, through the square left or not. Half the price of playing the move.
bool gives_check(const Position& p, Move m) {
  const Color us = p.turn();
  const Bitboard from(m.from()), to(m.to());
  const PieceType type = p.type_at(m.from());
  const bool one_piece_moves = p.of(us).meets(from) && (p.of(us) | p.of(PieceType::King)).disjoint(to) &&
                               m.word() >> 12 <= 6 && !(type == PieceType::Pawn && m.to() == p.en_passant()) &&
                               !(type == PieceType::King && king_attacks(m.from()).disjoint(to));
  if (!one_piece_moves) [[unlikely]]
    return gives_check_when_played(p, m);
  const Square king = p.king(~us);
  if (king == Square::None) return false;
  const Bitboard occupied = (p.occupied() ^ from) | to;
  const PieceType placed = m.is_promotion() ? m.promotion() : type;
  return attacks(placed, us, m.to(), occupied).contains(king) || (p.attackers(us, king, occupied) - from).any();
}

bool is_en_passant(const Position& p, Move m) {
  const Square from = m.from(), to = m.to();
  if (p.en_passant() != to || !p.of(PieceType::Pawn).contains(from) || p.occupied().contains(to)) return false;
  const int step = int(index(to)) - int(index(from));
  return step == 7 || step == 9 || step == -7 || step == -9;
}

bool is_capture(const Position& p, Move m) {
  return (Bitboard(m.from()) ^ Bitboard(m.to())).meets(p.of(~p.turn())) || is_en_passant(p, m);
}

bool is_zeroing(const Position& p, Move m) {
  return (Bitboard(m.from()) ^ Bitboard(m.to())).meets(p.of(PieceType::Pawn) | p.of(~p.turn())) ||
         m.dropped() == PieceType::Pawn;
}

bool is_irreversible(const Position& p, Move m) {
  const Bitboard touched = Bitboard(m.from()) ^ Bitboard(m.to());
  const Bitboard rights = p.castling_rights();
  if (is_zeroing(p, m) || touched.meets(rights)) return true;
  for (const Color c : Colors) {
    const Bitboard backrank{relative(Rank::R1, c)};
    if (rights.meets(backrank) && touched.meets(p.of(PieceType::King, c) - p.promoted())) return true;
  }
  return p.has_legal_en_passant();
}

bool is_castling(const Position& p, Move m) {
  if (!p.of(PieceType::King).contains(m.from())) return false;
  return file_distance(m.from(), m.to()) > 1 || p.of(PieceType::Rook, p.turn()).contains(m.to());
}

bool is_kingside_castling(const Position& p, Move m) {
  return is_castling(p, m) && file_of(m.to()) > file_of(m.from());
}
bool is_queenside_castling(const Position& p, Move m) {
  return is_castling(p, m) && file_of(m.to()) < file_of(m.from());
}

}  // namespace bitrook
