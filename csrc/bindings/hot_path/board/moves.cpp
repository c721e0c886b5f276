// Generating and testing moves.
#include "bindings/hot_path/board/move_methods.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::bindings {

namespace {

using Test = bool (*)(const Position&, Move);  // selects the overload for standard chess

}  // namespace

#define MASKS "(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)"

void add_board_moves(TypeBuilder&, TypeBuilder& board) {
  board.methods({
      method<"generate_legal_moves" MASKS, generate<Position, generate_legal>>(
          R"(Return an iterator over the legal moves, in python-chess's order.

          All moves are generated up front, so it is safe to push moves while iterating.

          :param from_mask: the set of origins to consider, as an int (not a square); by default all.
          :param to_mask: the set of targets to consider, as an int.

          >>> from bitrook import BB_E4, Board
          >>> list(Board().generate_legal_moves(to_mask=BB_E4))
          [Move.from_uci('e2e4')])"),
      method<"generate_legal_captures" MASKS, generate<Position, generate_legal_captures>>(
          "Return an iterator over the legal captures, en passant last. See generate_legal_moves()."),
      method<"generate_legal_ep" MASKS, generate<Position, generate_legal_en_passant>>(
          "Return an iterator over the legal en-passant captures. See generate_legal_moves()."),
      method<"generate_pseudo_legal_moves" MASKS, generate<Position, generate_pseudo_legal>>(
          R"(Return an iterator over the pseudo-legal moves, in python-chess's order.

          These moves may leave the king in check, except for castling, which is always legal.

          :param from_mask: the set of origins to consider, as an int (not a square); by default all.
          :param to_mask: the set of targets to consider, as an int.)"),
      method<"generate_pseudo_legal_captures" MASKS, generate<Position, generate_pseudo_legal_captures>>(
          "Return an iterator over the pseudo-legal captures. See generate_pseudo_legal_moves()."),
      method<"generate_pseudo_legal_ep" MASKS, generate<Position, generate_pseudo_legal_en_passant>>(
          "Return an iterator over the pseudo-legal en-passant captures. See generate_pseudo_legal_moves()."),
      method<"generate_castling_moves" MASKS, generate<Position, generate_castling>>(
          "Return an iterator over the legal castling moves. See generate_legal_moves()."),
      method<"is_legal(move)", static_cast<Test>(is_legal)>(
          "Return True if *move* is legal. Castling may also be written as the king taking its rook."),
      method<"is_pseudo_legal(move)", static_cast<Test>(is_pseudo_legal)>(
          "Return True if *move* is legal, or would be legal if it did not leave the king in check."),
      method<"is_into_check(move)", static_cast<Test>(is_into_check)>(
          "Return True if *move* would leave the king of the side to move attacked."),
      method<"gives_check(move)", static_cast<Test>(gives_check)>(
          "Return True if *move* would give check. Legality is not checked."),
      method<"gives_checkmate(move)", gives_checkmate<Position>>("Return True if *move* would give checkmate."),
      method<"is_en_passant(move)", is_en_passant>("Return True if the pseudo-legal *move* captures en passant."),
      method<"is_capture(move)", is_capture>(
          "Return True if the pseudo-legal *move* is a capture, including en passant."),
      method<"is_zeroing(move)", is_zeroing>(
          "Return True if the pseudo-legal *move* is a capture or a pawn move, which resets the half-move clock."),
      method<"is_irreversible(move)", static_cast<Test>(is_irreversible)>(
          R"(Return True if no earlier position can recur after *move*.

          Irreversible moves are captures, pawn moves, and moves that lose a castling right or the option of a legal
          en-passant capture.)"),
      method<"is_castling(move)", is_castling>(
          "Return True if the pseudo-legal *move* castles, in either castling encoding."),
      method<"is_kingside_castling(move)", is_kingside_castling>("Return True if *move* castles to the h-side."),
      method<"is_queenside_castling(move)", is_queenside_castling>("Return True if *move* castles to the a-side."),
      method<"has_pseudo_legal_en_passant()", &Position::has_pseudo_legal_en_passant>(
          "Return True if there is a pseudo-legal en-passant capture, even if a pin forbids it."),
      method<"has_legal_en_passant()", &Position::has_legal_en_passant>(
          "Return True if there is a legal en-passant capture."),
      method<"find_move(from_square, to_square, promotion=None)", find_move<Position>>(
          R"(Return the legal move between two squares.

          :param from_square: the origin.
          :param to_square: the target.
          :param promotion: the piece type of a promotion; by default, pawns promote to queens.
          :raises IllegalMoveError: if there is no such move. The message contains the reason.)"),
  });
}

#undef MASKS

}  // namespace bitrook::bindings
