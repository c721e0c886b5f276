// Finding the reasons why a position cannot occur in a game.
#include "bitrook/position/problems.hpp"

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/checked.hpp"

namespace bitrook {

namespace {

// The origin of the double push that passed over the en-passant square.
Bitboard double_push_origin(const Position& p) {
  const Bitboard square(p.en_passant());
  return p.turn() == Color::White ? square << 8 : square >> 8;
}

// Whether the last move can have been a double push: the pawn stands in front of the en-passant square, and that square
// and the pawn's origin are empty.
bool is_possible_en_passant(const Position& p) {
  const Square s = p.en_passant();
  if (rank_of(s) != relative(Rank::R6, p.turn())) return false;
  return p.of(PieceType::Pawn, ~p.turn()).meets(en_passant_victim(p.turn(), s)) &&
         p.occupied().disjoint(Bitboard(s) | double_push_origin(p));
}

// Whether no single move can have given these checks.
bool is_impossible_check(const Position& p, bool after_double_push) {
  BITROOK_ASSERT(p.is_check());
  const Bitboard checkers = p.checkers();
  const Bitboard kings = p.of(PieceType::King, p.turn()) - p.promoted();
  if (!after_double_push) {
    if (checkers.count() != 2) return checkers.count() > 2;
    // Two sliders on one line through the king: no move can have given both checks, because neither slider can have
    // discovered the check of the other.
    return line(checkers.first(), checkers.last()).meets(kings);
  }
  // The pawn gives check itself, or it was the blocker of a discovered check: before the push the king was not
  // attacked.
  if (checkers.many()) return true;
  const Bitboard pawn = en_passant_victim(p.turn(), p.en_passant());
  if (checkers == pawn) return false;
  const Bitboard occupied_before = (p.occupied() - pawn) | double_push_origin(p);
  for (const Square king : kings)
    if (p.attackers(~p.turn(), king, occupied_before).any()) return true;
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
  const bool after_double_push = ep != Square::None && ep != Square::A1 && is_possible_en_passant(p);
  report(ep != Square::None && !after_double_push, Problem::InvalidEnPassant);
  report(p.was_into_check(), Problem::OppositeCheck);
  if (p.is_check()) {
    report(p.checkers().count() > 2, Problem::TooManyCheckers);
    report(is_impossible_check(p, after_double_push), Problem::ImpossibleCheck);
  }
  return found;
}

}  // namespace bitrook
