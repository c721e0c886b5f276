// Draws, claims and the end of the game.
#include <algorithm>

#include "bindings/hot_path/board/board.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::bindings {

namespace {

using Flag = Or<bool, false>;

bool checkmate(const Position& p) { return is_checkmate(p); }
bool stalemate(const Position& p) { return is_stalemate(p); }
bool insufficient_material(const Position& p) { return is_insufficient_material(p); }
bool insufficient_material_of(const Position& p, Color color) { return has_insufficient_material(p, color); }
bool seventyfive_moves(const Game& game) { return game.is_seventyfive_moves(); }
bool fivefold_repetition(const Game& game) { return game.is_fivefold_repetition(); }
bool fifty_moves(const Game& game) { return game.is_fifty_moves(); }
bool can_claim_draw(const Game& game) { return game.can_claim_draw(); }
bool can_claim_fifty_moves(const Game& game) { return game.can_claim_fifty_moves(); }
bool can_claim_threefold_repetition(const Game& game) { return game.can_claim_threefold_repetition(); }

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

// Equal exactly when the positions are the same in the sense of the repetition rule (python-chess's key).
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
      method<"is_checkmate()", checkmate>("Whether the side to move is mated."),
      method<"is_stalemate()", stalemate>("Whether the side to move is not in check and has no legal move."),
      method<"is_insufficient_material()", insufficient_material>("Whether neither side can mate: see below."),
      method<"has_insufficient_material(color)", insufficient_material_of>(
          "Whether no sequence of legal moves lets *color* mate. Never true by mistake; some dead positions are not\n"
          "seen."),
      method<"is_seventyfive_moves()", seventyfive_moves>(
          "Whether 150 half-moves without capture or pawn move have been played, and there is a legal move."),
      method<"is_fivefold_repetition()", fivefold_repetition>("Whether the position stands for the fifth time."),
      method<"is_fifty_moves()", fifty_moves>(
          "Whether 100 half-moves without capture or pawn move have been played, and there is a legal move."),
      method<"is_repetition(count=3)", is_repetition>(
          "Whether the position now stands for the *count*-th time. Only moves in the history are known."),
      method<"can_claim_draw()", can_claim_draw>(
          "Whether a draw can be claimed by the fifty-move rule or by threefold repetition."),
      method<"can_claim_fifty_moves()", can_claim_fifty_moves>(
          "Whether the fifty-move rule applies, or a legal move makes it apply."),
      method<"can_claim_threefold_repetition()", can_claim_threefold_repetition>(
          "Whether the position stands for the third time, or a legal move makes one stand for the third time."),
      method<"is_game_over(*, claim_draw=False)", is_game_over>(
          "Whether the game is over: see outcome(). *claim_draw* counts draws that can be claimed."),
      method<"result(*, claim_draw=False)", result>("'1-0', '0-1', '1/2-1/2', or '*' if the game is not over."),
      method<"is_valid()", is_valid>("Whether nothing is wrong with the position: see status()."),
      method<"is_variant_end()", never>("False: in standard chess nothing else ends a game."),
      method<"is_variant_loss()", never>("False."),
      method<"is_variant_win()", never>("False."),
      method<"is_variant_draw()", never>("False."),
      method<"_transposition_key()", transposition_key>(
          "A hashable value, equal exactly for positions that are the same in the sense of the repetition rule."),
  });
}

}  // namespace bitrook::bindings
