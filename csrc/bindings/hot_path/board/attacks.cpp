// Attacks, pins and checks.
#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

Bitboard attacks_mask(const Position& p, Square square) { return p.attacks_from(square); }
Squares attacks(const Position& p, Square square) { return {p.attacks_from(square)}; }

Bitboard attackers_mask(const Position& p, Color color, Square square, std::optional<Bitboard> occupied) {
  return p.attackers(color, square, occupied.value_or(p.occupied()));
}
Squares attackers(const Position& p, Color color, Square square, std::optional<Squares> occupied) {
  return {p.attackers(color, square, occupied ? occupied->set : p.occupied())};
}
bool is_attacked_by(const Position& p, Color color, Square square, std::optional<Squares> occupied) {
  return p.attackers(color, square, occupied ? occupied->set : p.occupied()).any();
}

Bitboard pin_mask(const Position& p, Color color, Square square) { return p.pin_line(color, square); }
Squares pin(const Position& p, Color color, Square square) { return {p.pin_line(color, square)}; }
bool is_pinned(const Position& p, Color color, Square square) { return p.pin_line(color, square) != Bitboard::all(); }

Bitboard checkers_mask(const Position& p) { return p.checkers(); }
Squares checkers(const Position& p) { return {p.checkers()}; }
bool is_check(const Position& p) { return p.is_check(); }
bool was_into_check(const Position& p) { return p.was_into_check(); }

}  // namespace

void add_board_attacks(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.methods({
      method<"attacks_mask(square)", attacks_mask>("As attacks(), as an int."),
      method<"attacks(square)", attacks>(
          "The squares that the piece on *square* attacks; none if there is no piece. Pinned pieces attack too;\n"
          "pawns attack where they capture."),
      method<"attackers_mask(color, square, occupied=None)", attackers_mask>("As attackers(), with and as ints."),
      method<"is_attacked_by(color, square, occupied=None)", is_attacked_by>(
          "Whether *color* attacks *square*: see attackers()."),
      method<"attackers(color, square, occupied=None)", attackers>(
          "The pieces of *color* that attack *square*, pinned ones included.\n\n"
          "*occupied* replaces the set of pieces that block the way: taking a piece out of it looks through it."),
      method<"pin_mask(color, square)", pin_mask>("As pin(), as an int."),
      method<"pin(color, square)", pin>(
          "The line between the king of *color*, *square* and the slider that pins whatever stands there, both ends\n"
          "included; all squares if nothing is pinned."),
      method<"is_pinned(color, square)", is_pinned>("Whether *square* is pinned to the king of *color*."),
  });
  board.methods({
      method<"checkers_mask()", checkers_mask>("As checkers(), as an int."),
      method<"checkers()", checkers>("The pieces that give check to the side to move."),
      method<"is_check()", is_check>("Whether the side to move is in check."),
      method<"was_into_check()", was_into_check>(
          "Whether the side that is not to move is in check, which no legal move leads to."),
  });
}

}  // namespace bitrook::bindings
