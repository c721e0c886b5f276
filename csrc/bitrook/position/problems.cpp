// What makes a position impossible in a game of chess.
#include "bitrook/position/problems.hpp"

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/en_passant.hpp"

namespace bitrook {

namespace {

// A double step has just passed the en-passant square: the pawn stands beyond it, and both the square and
// the one the pawn came from are empty.
bool is_possible_en_passant(const Position& p) {
  const Square s = p.en_passant();
  if (rank_of(s) != relative(Rank::R6, p.turn())) return false;
  const Bitboard origin = p.turn() == Color::White ? Bitboard(s) << 8 : Bitboard(s) >> 8;
  return p.of(PieceType::Pawn, ~p.turn()).meets(en_passant_victim(p.turn(), s)) &&
         p.occupied().disjoint(Bitboard(s) | origin);
}

bool is_impossible_check(const Position& p, bool after_double_step) {
  const Bitboard checkers = p.checkers();
  const Bitboard kings = p.of(PieceType::King, p.turn()) - p.promoted();
  if (!after_double_step) {
    // Two sliders on one line through the king: neither can have uncovered the other.
    if (checkers.count() != 2) return checkers.count() > 2;
    return line(checkers.first(), checkers.last()).meets(kings);
  }
  // The pawn gives the check, or uncovers it: then nobody attacked the king while it stood at home.
  if (checkers.many()) return true;
  const Bitboard stands = en_passant_victim(p.turn(), p.en_passant());
  if (checkers == stands) return false;
  const Bitboard home = p.turn() == Color::White ? Bitboard(p.en_passant()) << 8 : Bitboard(p.en_passant()) >> 8;
  const Bitboard before = (p.occupied() - stands) | home;
  for (const Square king : kings)
    if (p.attackers(~p.turn(), king, before).any()) return true;
  return false;
}

}  // namespace

std::uint32_t problems(const Position& p, Bitboard written_castling_rights) {
  std::uint32_t found = 0;
  const auto report = [&found](bool wrong, Problem problem) { found |= wrong ? std::uint32_t(problem) : 0; };
  const Bitboard white = p.of(Color::White), black = p.of(Color::Black);
  const Bitboard kings = p.of(PieceType::King), pawns = p.of(PieceType::Pawn);

  report(p.occupied().empty(), Problem::Empty);
  report((white & kings).empty(), Problem::NoWhiteKing);
  report((black & kings).empty(), Problem::NoBlackKing);
  report(kings.count() > 2, Problem::TooManyKings);
  report((white & pawns).count() > 8, Problem::TooManyWhitePawns);
  report((black & pawns).count() > 8, Problem::TooManyBlackPawns);
  report(pawns.meets(Backranks), Problem::PawnsOnBackrank);
  report(white.count() > 16, Problem::TooManyWhitePieces);
  report(black.count() > 16, Problem::TooManyBlackPieces);
  report(written_castling_rights != p.castling_rights(), Problem::BadCastlingRights);

  const Square ep = p.en_passant();
  const bool after_double_step = ep != Square::None && ep != Square::A1 && is_possible_en_passant(p);
  report(ep != Square::None && !after_double_step, Problem::InvalidEnPassant);
  report(p.was_into_check(), Problem::OppositeCheck);
  if (p.is_check()) {
    report(p.checkers().count() > 2, Problem::TooManyCheckers);
    report(is_impossible_check(p, after_double_step), Problem::ImpossibleCheck);
  }
  return found;
}

}  // namespace bitrook
