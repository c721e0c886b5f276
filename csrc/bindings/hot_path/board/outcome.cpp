// Draws, claims and the end of the game.
#include <algorithm>

#include "bindings/hot_path/board/board.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::bindings {

namespace {

using Flag = Or<bool, false>;
using Query = bool (*)(const Position&);  // selects the overload for standard chess

bool is_repetition(const Game& game, Or<int, 3> count) {
  return game.is_repetition(unsigned(std::max(count.value, 0)));
}

bool is_game_over(const Game& game, Flag claim_draw) { return game.is_over(claim_draw.value); }

std::string_view result(const Game& game, Flag claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  return outcome ? outcome->result() : "*";
}

bool is_valid(const Game& game) { return problems(game.position(), game.castling_rights()) == 0; }

bool never(const Position&) { return false; }

// Returns keys that are equal if and only if the repetition rule regards the positions as the same.
PyObject* transposition_key(const Game& game) {
  const Position& p = game.position();
  std::uint64_t words[10];
  std::uint64_t* out = words;
  for (const PieceType t : PieceTypes) *out++ = p.of(t).word();
  for (const Color c : Colors) *out++ = p.of(c).word();
  *out++ = game.clean_castling_rights().word();
  *out++ = index(p.turn()) << 8 | index(p.has_legal_en_passant() ? p.en_passant() : Square::None);
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(words), sizeof words);
}

}  // namespace

void add_board_outcome(TypeBuilder&, TypeBuilder& board) {
  board.methods({
      method<"is_checkmate()", static_cast<Query>(is_checkmate)>("Return True if the side to move is checkmated."),
      method<"is_stalemate()", static_cast<Query>(is_stalemate)>(
          "Return True if the side to move is not in check and has no legal move."),
      method<"is_insufficient_material()", static_cast<Query>(is_insufficient_material)>(
          "Return True if neither side can give checkmate. See has_insufficient_material()."),
      method<"has_insufficient_material(color)",
             static_cast<bool (*)(const Position&, Color)>(has_insufficient_material)>(
          R"(Return True if *color* cannot give checkmate by any sequence of legal moves.

          The result True is always correct. False may be wrong, because some dead positions are not recognized.)"),
      method<"is_seventyfive_moves()", &Game::is_seventyfive_moves>(
          "Return True if the half-move clock is at least 150 and there is a legal move."),
      method<"is_fivefold_repetition()", &Game::is_fivefold_repetition>(
          "Return True if the position has occurred at least five times."),
      method<"is_fifty_moves()", &Game::is_fifty_moves>(
          "Return True if the half-move clock is at least 100 and there is a legal move."),
      method<"is_repetition(count=3)", is_repetition>(
          R"(Return True if the position has occurred several times in the history of the board.

          :param count: the number of occurrences, including the current one.)"),
      method<"can_claim_draw()", &Game::can_claim_draw>(
          "Return True if a draw can be claimed by the fifty-move rule or by threefold repetition."),
      method<"can_claim_fifty_moves()", &Game::can_claim_fifty_moves>(
          "Return True if the fifty-move rule applies now or after a legal move."),
      method<"can_claim_threefold_repetition()", &Game::can_claim_threefold_repetition>(
          "Return True if the position, or a position after a legal move, has occurred at least three times."),
      method<"is_game_over(*, claim_draw=False)", is_game_over>(
          R"(Return True if the game is over. See outcome().

          :param claim_draw: if True, a draw that can be claimed also ends the game.)"),
      method<"result(*, claim_draw=False)", result>(
          R"(Return the result of the game: '1-0', '0-1', '1/2-1/2', or '*' if it is not over. See outcome().

          :param claim_draw: if True, a draw that can be claimed also ends the game.)"),
      method<"is_valid()", is_valid>("Return True if status() finds no problem."),
      method<"is_variant_end()", never>("Return False, because this is standard chess and not a variant."),
      method<"is_variant_loss()", never>("Return False, because this is standard chess and not a variant."),
      method<"is_variant_win()", never>("Return False, because this is standard chess and not a variant."),
      method<"is_variant_draw()", never>("Return False, because this is standard chess and not a variant."),
      method<"_transposition_key()", transposition_key>(
          "Return a hashable value that is equal for positions that count as repetitions of each other."),
  });
}

}  // namespace bitrook::bindings
